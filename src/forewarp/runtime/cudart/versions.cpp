// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// libcudart.so.11.0, libcudart.so.12 and libcudart.so.13, one at a time (FOREWARP_CUDART). Each defines NVIDIA's symbol
// version and those entry points whose meaning differs from version to version; all others come from
// libforewarp_cudart.so, which it needs. Symbols there have no version, and the loader takes them for any.
#include <cstddef>
#include <cstring>

extern "C" {

using Error = int;
using Handle = void*;
struct Location {
  int type, id;
};

Error __cudaForewarpVersions(int* runtime, int* driver, int major);
Error __cudaForewarpProperties11(void* properties, int device);

Error cudaRuntimeGetVersion(int* version) { return __cudaForewarpVersions(version, nullptr, FOREWARP_CUDART); }
Error cudaDriverGetVersion(int* version) { return __cudaForewarpVersions(nullptr, version, FOREWARP_CUDART); }

#if FOREWARP_CUDART < 13
Error cudaGetDeviceProperties(void* properties, int device) { return __cudaForewarpProperties11(properties, device); }
#endif

#if FOREWARP_CUDART > 11
Error __cudaForewarpFuncAttributes12(void* attributes, const void* function);
Error cudaFuncGetAttributes(void* attributes, const void* function) {
  return __cudaForewarpFuncAttributes12(attributes, function);
}
#endif

#if FOREWARP_CUDART == 11
Error cudaGraphInstantiateWithFlags(Handle* exec, Handle graph, unsigned long long flags);

/// The node and the text that say why a graph is refused: none is.
Error cudaGraphInstantiate(Handle* exec, Handle graph, Handle* error_node, char* log, std::size_t log_bytes) {
  if (error_node) *error_node = nullptr;
  if (log && log_bytes > 0) *log = '\0';
  return cudaGraphInstantiateWithFlags(exec, graph, 0);
}
#endif

#if FOREWARP_CUDART == 11
Error __cudaForewarpExecUpdate11(Handle exec, Handle graph, Handle* error_node, int* result);
Error cudaGraphExecUpdate(Handle exec, Handle graph, Handle* error_node, int* result) {
  return __cudaForewarpExecUpdate11(exec, graph, error_node, result);
}
#endif

#if FOREWARP_CUDART == 11
Error cudaGetDriverEntryPointByVersion(const char* name, void** out, unsigned version, unsigned long long flags,
                                       int* status);
/// Without the status of later versions.
Error cudaGetDriverEntryPoint(const char* name, void** out, unsigned long long flags) {
  constexpr unsigned version = 11080;
  return cudaGetDriverEntryPointByVersion(name, out, version, flags, nullptr);
}
#endif

#if FOREWARP_CUDART == 11
using Texture = unsigned long long;
Error cudaCreateTextureObject_v2(Texture* texture, const void* resource, const void* description, const void* view);
Error cudaGetTextureObjectTextureDesc_v2(void* description, Texture texture);

/// cudaTextureDesc of CUDA 11 ends before seamlessCubemap, the last field of those from CUDA 12 on.
constexpr std::size_t description_bytes = 68, description_bytes_since_12 = 72;

Error cudaCreateTextureObject(Texture* texture, const void* resource, const void* description, const void* view) {
  alignas(4) char whole[description_bytes_since_12] = {};
  if (description) std::memcpy(whole, description, description_bytes);
  return cudaCreateTextureObject_v2(texture, resource, description ? whole : nullptr, view);
}
Error cudaGetTextureObjectTextureDesc(void* description, Texture texture) {
  alignas(4) char whole[description_bytes_since_12];
  const Error error = cudaGetTextureObjectTextureDesc_v2(description ? whole : nullptr, texture);
  if (error == 0) std::memcpy(description, whole, description_bytes);
  return error;
}
#endif

#if FOREWARP_CUDART >= 13
#define FOREWARP_BATCH(suffix)                                                                                    \
  Error __cudaForewarpMemcpyBatch##suffix(void* const* to, const void* const* from, const std::size_t* bytes,     \
                                          std::size_t count, const void* attributes, const std::size_t* first,    \
                                          std::size_t attribute_count, std::size_t* failed, Handle stream);       \
  Error cudaMemcpyBatchAsync##suffix(void* const* to, const void* const* from, const std::size_t* bytes,          \
                                     std::size_t count, const void* attributes, const std::size_t* first,         \
                                     std::size_t attribute_count, Handle stream) {                                \
    return __cudaForewarpMemcpyBatch##suffix(to, from, bytes, count, attributes, first, attribute_count, nullptr, \
                                             stream);                                                             \
  }
FOREWARP_BATCH()
FOREWARP_BATCH(_ptsz)
#undef FOREWARP_BATCH
Error cudaMemPrefetchAsync_v2(const void* pointer, std::size_t bytes, Location to, unsigned flags, Handle stream);
Error cudaMemAdvise_v2(const void* pointer, std::size_t bytes, int advice, Location to);

Error cudaGraphAddDependencies_v2(Handle graph, const Handle* from, const Handle* to, const void* edges,
                                  std::size_t count);
Error cudaGraphGetEdges_v2(Handle graph, Handle* from, Handle* to, void* edges, std::size_t* count);

Error cudaGraphRemoveDependencies_v2(Handle graph, const Handle* from, const Handle* to, const void* edges,
                                     std::size_t count);

Error cudaGraphRemoveDependencies(Handle graph, const Handle* from, const Handle* to, const void* edges,
                                  std::size_t count) {
  return cudaGraphRemoveDependencies_v2(graph, from, to, edges, count);
}
Error cudaGraphNodeGetDependencies_v2(Handle node, Handle* before, void* edges, std::size_t* count);
Error cudaGraphNodeGetDependencies(Handle node, Handle* before, void* edges, std::size_t* count) {
  return cudaGraphNodeGetDependencies_v2(node, before, edges, count);
}
Error cudaGraphNodeGetDependentNodes_v2(Handle node, Handle* after, void* edges, std::size_t* count);
Error cudaGraphNodeGetDependentNodes(Handle node, Handle* after, void* edges, std::size_t* count) {
  return cudaGraphNodeGetDependentNodes_v2(node, after, edges, count);
}
#define FOREWARP_CAPTURE(suffix)                                                                               \
  Error cudaStreamGetCaptureInfo_v3##suffix(Handle stream, int* status, unsigned long long* id, Handle* graph, \
                                            const Handle** after, const void** edges, std::size_t* count);     \
  Error cudaStreamGetCaptureInfo##suffix(Handle stream, int* status, unsigned long long* id, Handle* graph,    \
                                         const Handle** after, const void** edges, std::size_t* count) {       \
    return cudaStreamGetCaptureInfo_v3##suffix(stream, status, id, graph, after, edges, count);                \
  }                                                                                                            \
  Error cudaStreamUpdateCaptureDependencies_v2##suffix(Handle stream, Handle* nodes, const void* edges,        \
                                                       std::size_t count, unsigned flags);                     \
  Error cudaStreamUpdateCaptureDependencies##suffix(Handle stream, Handle* nodes, const void* edges,           \
                                                    std::size_t count, unsigned flags) {                       \
    return cudaStreamUpdateCaptureDependencies_v2##suffix(stream, nodes, edges, count, flags);                 \
  }
FOREWARP_CAPTURE()
FOREWARP_CAPTURE(_ptsz)
#undef FOREWARP_CAPTURE
Error cudaGraphAddDependencies(Handle graph, const Handle* from, const Handle* to, const void* edges,
                               std::size_t count) {
  return cudaGraphAddDependencies_v2(graph, from, to, edges, count);
}
Error cudaGraphAddNode_v2(Handle* node, Handle graph, const Handle* after, const void* edges, std::size_t count,
                          void* parameters);
Error cudaGraphAddNode(Handle* node, Handle graph, const Handle* after, const void* edges, std::size_t count,
                       void* parameters) {
  return cudaGraphAddNode_v2(node, graph, after, edges, count, parameters);
}
Error cudaGraphGetEdges(Handle graph, Handle* from, Handle* to, void* edges, std::size_t* count) {
  return cudaGraphGetEdges_v2(graph, from, to, edges, count);
}
Error cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, Location to, unsigned flags, Handle stream) {
  return cudaMemPrefetchAsync_v2(pointer, bytes, to, flags, stream);
}
Error cudaMemAdvise(const void* pointer, std::size_t bytes, int advice, Location to) {
  return cudaMemAdvise_v2(pointer, bytes, advice, to);
}
#endif
}
