// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// NVTX, version 3, where no tool listens: marks and ranges go nowhere, and every function returns what NVIDIA's
/// returns then.
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#define NVTX_VERSION 3
#define NVTX_SUCCESS 0
#define NVTX_NO_PUSH_POP_TRACKING ((int)-2)
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
#define NVTX_RESOURCE_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxResourceAttributes_t))

#ifdef __cplusplus
extern "C" {
#endif

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st* nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st* nvtxStringHandle_t;
typedef struct nvtxResourceHandle* nvtxResourceHandle_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2,
  NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef union nvtxMessageValue_t {
  const char* ascii;
  const wchar_t* unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;
typedef enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
  NVTX_PAYLOAD_TYPE_INT32 = 5,
  NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;
typedef struct nvtxEventAttributes_v2 {
  uint16_t version, size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType, reserved0;
  union payload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_t;
typedef struct nvtxResourceAttributes_v0 {
  uint16_t version, size;
  int32_t identifierType;
  union identifier_t {
    const void* pValue;
    uint64_t ullValue;
  } identifier;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxResourceAttributes_t;

// clang-format off
static inline void nvtxInitialize(const void* a) { (void)a; }
static inline void nvtxMarkA(const char* a) { (void)a; }
static inline void nvtxMarkW(const wchar_t* a) { (void)a; }
static inline void nvtxMarkEx(const nvtxEventAttributes_t* a) { (void)a; }
static inline void nvtxDomainMarkEx(nvtxDomainHandle_t a, const nvtxEventAttributes_t* b) { (void)a; (void)b; }
static inline int nvtxRangePushA(const char* a) { (void)a; return NVTX_NO_PUSH_POP_TRACKING; }
static inline int nvtxRangePushW(const wchar_t* a) { (void)a; return NVTX_NO_PUSH_POP_TRACKING; }
static inline int nvtxRangePushEx(const nvtxEventAttributes_t* a) { (void)a; return NVTX_NO_PUSH_POP_TRACKING; }
static inline int nvtxDomainRangePushEx(nvtxDomainHandle_t a, const nvtxEventAttributes_t* b) { (void)a; (void)b; return NVTX_NO_PUSH_POP_TRACKING; }
static inline int nvtxRangePop(void) { return NVTX_NO_PUSH_POP_TRACKING; }
static inline int nvtxDomainRangePop(nvtxDomainHandle_t a) { (void)a; return NVTX_NO_PUSH_POP_TRACKING; }
static inline nvtxRangeId_t nvtxRangeStartA(const char* a) { (void)a; return 0; }
static inline nvtxRangeId_t nvtxRangeStartW(const wchar_t* a) { (void)a; return 0; }
static inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t* a) { (void)a; return 0; }
static inline nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t a, const nvtxEventAttributes_t* b) { (void)a; (void)b; return 0; }
static inline void nvtxRangeEnd(nvtxRangeId_t a) { (void)a; }
static inline void nvtxDomainRangeEnd(nvtxDomainHandle_t a, nvtxRangeId_t b) { (void)a; (void)b; }
static inline void nvtxNameCategoryA(uint32_t a, const char* b) { (void)a; (void)b; }
static inline void nvtxNameCategoryW(uint32_t a, const wchar_t* b) { (void)a; (void)b; }
static inline void nvtxDomainNameCategoryA(nvtxDomainHandle_t a, uint32_t b, const char* c) { (void)a; (void)b; (void)c; }
static inline void nvtxDomainNameCategoryW(nvtxDomainHandle_t a, uint32_t b, const wchar_t* c) { (void)a; (void)b; (void)c; }
static inline void nvtxNameOsThreadA(uint32_t a, const char* b) { (void)a; (void)b; }
static inline void nvtxNameOsThreadW(uint32_t a, const wchar_t* b) { (void)a; (void)b; }
static inline nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t a, const char* b) { (void)a; (void)b; return NULL; }
static inline nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t a, const wchar_t* b) { (void)a; (void)b; return NULL; }
static inline nvtxDomainHandle_t nvtxDomainCreateA(const char* a) { (void)a; return NULL; }
static inline nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t* a) { (void)a; return NULL; }
static inline void nvtxDomainDestroy(nvtxDomainHandle_t a) { (void)a; }
static inline nvtxResourceHandle_t nvtxDomainResourceCreate(nvtxDomainHandle_t a, nvtxResourceAttributes_t* b) { (void)a; (void)b; return NULL; }
static inline void nvtxDomainResourceDestroy(nvtxResourceHandle_t a) { (void)a; }
// clang-format on

#ifdef __cplusplus
}
#endif

#ifdef UNICODE
#define nvtxMark nvtxMarkW
#define nvtxRangePush nvtxRangePushW
#define nvtxRangeStart nvtxRangeStartW
#define nvtxNameCategory nvtxNameCategoryW
#define nvtxNameOsThread nvtxNameOsThreadW
#define nvtxDomainCreate nvtxDomainCreateW
#define nvtxDomainRegisterString nvtxDomainRegisterStringW
#else
#define nvtxMark nvtxMarkA
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#endif
