// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The binary interface of the CUDA driver API, as far as libcuda.so.1 of forewarp has it: handles, structures and
/// numbers. Functions keep NVIDIA's names; handles are pointers to our own objects. driver_abi_test compares the
/// layouts with the toolkit's cuda.h where there is one.
#include <cstddef>
#include <cstdint>

#include "forewarp/runtime/launch_attribute.hpp"
#include "forewarp/runtime/session.hpp"

struct CUstream_st;

namespace forewarp::cudart {
struct Pool;
}

namespace forewarp::driver {

/// CUresult.
enum class Result : int {
#define FOREWARP_ERROR(number, own, runtime, driver, text) own = number,
#define FOREWARP_RUNTIME_ERROR(number, own, runtime, text)
#include "forewarp/runtime/errors.def"
#undef FOREWARP_ERROR
#undef FOREWARP_RUNTIME_ERROR
};

struct Context;
struct Library;
struct Linker;

using Pool = cudart::Pool;
using DevicePointer = std::uint64_t;
using Stream = ::CUstream_st*;
using Function = runtime::Kernel*;
using EventHandle = runtime::Event*;
using GraphHandle = runtime::Graph*;
using ExecHandle = runtime::GraphExec*;

inline constexpr int version = 13000;  ///< that cuDriverGetVersion reports

enum class MemoryType : unsigned { host = 1, device = 2, array = 3, unified = 4 };

/// CUDA_MEMCPY2D_v2
struct Copy2D {
  std::size_t source_x, source_y;
  MemoryType source_type;
  const void* source_host;
  DevicePointer source_device;
  void* source_array;
  std::size_t source_pitch;
  std::size_t target_x, target_y;
  MemoryType target_type;
  void* target_host;
  DevicePointer target_device;
  void* target_array;
  std::size_t target_pitch;
  std::size_t width, height;
};

/// CUDA_MEMCPY3D_v2
struct Copy3D {
  std::size_t source_x, source_y, source_z, source_level;
  MemoryType source_type;
  const void* source_host;
  DevicePointer source_device;
  void* source_array;
  void* reserved_0;
  std::size_t source_pitch, source_height;
  std::size_t target_x, target_y, target_z, target_level;
  MemoryType target_type;
  void* target_host;
  DevicePointer target_device;
  void* target_array;
  void* reserved_1;
  std::size_t target_pitch, target_height;
  std::size_t width, height, depth;
};

/// CUDA_ARRAY_DESCRIPTOR_v2
struct ArrayDescription {
  std::size_t width, height;
  unsigned format, channels;
};

/// CUDA_ARRAY3D_DESCRIPTOR_v2
struct Array3DDescription {
  std::size_t width, height, depth;
  unsigned format, channels, flags;
};

/// CUDA_RESOURCE_DESC
struct LinearResource {
  DevicePointer data;
  unsigned format, channels;
  std::size_t bytes;
};
struct PitchedResource {
  DevicePointer data;
  unsigned format, channels;
  std::size_t width, height, pitch;
};
struct ResourceDescription {
  unsigned type;
  union {
    void* array;
    LinearResource linear;
    PitchedResource pitched;
    int reserved[32];
  };
  unsigned flags;
};

/// CUDA_TEXTURE_DESC
struct TextureDescription {
  unsigned addressing[3], filter, flags, anisotropy, mipmap_filter;
  float mipmap_bias, mipmap_least, mipmap_most, border[4];
  int reserved[12];
};

/// CUlaunchConfig
struct LaunchConfig {
  unsigned grid[3], block[3], shared_bytes;
  Stream stream;
  const runtime::LaunchAttribute* attributes;
  unsigned attribute_count;
};

/// CUDA_KERNEL_NODE_PARAMS_v2
struct KernelNode {
  Function function;
  unsigned grid[3], block[3], shared_bytes;
  void** arguments;
  void** extra;
  Function kernel;
  Context* context;
};

/// CUdevprop
struct DeviceProperties {
  int max_threads_per_block, max_block[3], max_grid[3], shared_bytes_per_block, constant_bytes, warp_size, max_pitch,
      registers_per_block, clock_khz, texture_alignment;
};

/// CUmemLocation
struct MemoryLocation {
  int type, id;
};

/// CUmemAccessDesc
struct MemoryAccess {
  MemoryLocation location;
  int flags;
};

/// CUmemAllocationProp
struct AllocationProperties {
  int type, handle_types;
  MemoryLocation location;
  void* windows;
  unsigned char flags[8];
};

struct Uuid {
  char bytes[16];
};

}  // namespace forewarp::driver
