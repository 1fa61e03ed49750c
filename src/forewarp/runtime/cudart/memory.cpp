// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Allocations, copies and fills.
#include <algorithm>
#include <cstring>

#include "forewarp/runtime/costs.hpp"
#include "forewarp/runtime/cudart/copies.hpp"
#include "forewarp/runtime/cudart/process.hpp"

using namespace forewarp;
using namespace forewarp::cudart;
using runtime::Allocation;
using runtime::CallFailed;
using runtime::CopyDirection;
using runtime::Extent;
using runtime::MemoryKind;
using runtime::Rows;
using runtime::Session;
using runtime::Status;

namespace {

constexpr std::size_t pitch_alignment = 512;

CopyDirection direction_of(cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToHost:
      return CopyDirection::host_to_host;
    case cudaMemcpyHostToDevice:
      return CopyDirection::host_to_device;
    case cudaMemcpyDeviceToHost:
      return CopyDirection::device_to_host;
    case cudaMemcpyDeviceToDevice:
      return CopyDirection::device_to_device;
    case cudaMemcpyDefault:
      return CopyDirection::by_address;
  }
  throw CallFailed(Status::invalid_memcpy_direction);
}

cudaError_t allocate(const char* name, void** pointer, std::size_t bytes, MemoryKind kind, double seconds,
                     unsigned flags = 0) {
  return call(name, [&](Session& session) {
    if (!pointer) throw CallFailed(Status::invalid_value);
    *pointer = nullptr;
    if (bytes == 0) return;
    *pointer = session.allocate(current_gpu(), bytes, kind, flags).data;
    session.spend(seconds);
  });
}

/// From a pool, nullptr: the current one of the device; or a node of the graph that the stream captures.
cudaError_t allocate_from(const char* name, const cudaMemPool_t* pool, void** pointer, std::size_t bytes,
                          cudaStream_t stream) {
  return call(name, [&](Session& session) {
    if (!pointer) throw CallFailed(Status::invalid_value);
    *pointer = nullptr;
    if (bytes == 0) return;
    *pointer = cudart::allocate_from(session, pool ? &process().pools.at(*pool) : nullptr, bytes, stream);
  });
}

/// cudaMalloc refuses nothing but what does not fit.
cudaError_t release(const char* name, void* pointer, bool host, double seconds, bool waits = true) {
  return call(name, [&](Session& session) {
    if (!pointer) return;
    session.release(pointer, host, waits);
    process().pools.freed(pointer);
    session.spend(seconds);
  });
}

cudaError_t copy(const char* name, const Rows& to, const Rows& from, Extent extent, cudaMemcpyKind kind,
                 cudaStream_t stream, bool wait) {
  return call(name, [&](Session& session) { copy_rows(session, to, from, extent, kind, stream, wait); });
}

cudaError_t copy_bytes(const char* name, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                       cudaStream_t stream, bool wait) {
  return copy(name, {bytes_at(to), bytes, 1}, {bytes_at(from), bytes, 1}, {bytes}, kind, stream, wait);
}

/// One side of a 3-D copy. Positions in arrays count texels, those in other memory bytes.
Rows side(cudaArray_t array, const cudaPitchedPtr& pointer, const cudaPos& at, const cudaExtent& extent) {
  if (!array)
    return {bytes_at(pointer.ptr) + (at.z * pointer.ysize + at.y) * pointer.pitch + at.x, pointer.pitch, pointer.ysize};
  const Array& a = textures().array(array);
  if (extent.width > a.extent.width - std::min(at.x, a.extent.width) || at.y + extent.height > a.rows() ||
      at.z + extent.depth > a.slices())
    throw CallFailed(Status::invalid_value, "the copy leaves the array");
  return a.from(at.x, at.y, at.z);
}

cudaError_t copy_3d(const char* name, const cudaMemcpy3DParms* p, cudaStream_t stream, bool wait) {
  return call(name, [&](Session& session) {
    if (!p) throw CallFailed(Status::invalid_value);
    Extent extent{p->extent.width, p->extent.height, p->extent.depth};
    if (p->srcArray || p->dstArray) {
      const std::size_t texel = textures().array(p->srcArray ? p->srcArray : p->dstArray).texel_bytes();
      if (p->srcArray && p->dstArray && textures().array(p->dstArray).texel_bytes() != texel)
        throw CallFailed(Status::invalid_value, "a copy between arrays with texels of different size");
      extent.width *= texel;
    }
    copy_rows(session, side(p->dstArray, p->dstPtr, p->dstPos, p->extent),
              side(p->srcArray, p->srcPtr, p->srcPos, p->extent), extent, p->kind, stream, wait);
  });
}

/// Addresses say which device has the memory.
cudaMemcpy3DParms by_address(const cudaMemcpy3DPeerParms* p) {
  if (!p) return {};
  return {p->srcArray, p->srcPos, p->srcPtr, p->dstArray, p->dstPos, p->dstPtr, p->extent, cudaMemcpyDefault};
}

cudaError_t fill(const char* name, const Rows& to, int value, Extent extent, cudaStream_t stream) {
  return call(name, [&](Session& session) {
    const Target target = target_of(session, stream);
    session.fill(target.gpu, target.stream, to, {static_cast<std::uint32_t>(value) & 0xffU, 1}, extent);
  });
}

cudaError_t copy_symbol(const char* name, const void* symbol, std::size_t offset, void* other, std::size_t bytes,
                        bool to_symbol, cudaMemcpyKind kind, cudaStream_t stream, bool wait) {
  return call(name, [&](Session& session) {
    const Allocation& variable = process().variable_at(session, symbol);
    if (offset > variable.bytes || bytes > variable.bytes - offset)
      throw CallFailed(Status::invalid_value, "more bytes than the variable has");
    const Rows inside{variable.data + offset, bytes, 1}, outside{bytes_at(other), bytes, 1};
    const Target target = target_of(session, stream);
    session.copy(target.gpu, target.stream, to_symbol ? inside : outside, to_symbol ? outside : inside, {bytes},
                 direction_of(kind), wait);
  });
}

}  // namespace

void forewarp::cudart::copy_rows(Session& session, const Rows& to, const Rows& from, Extent extent, cudaMemcpyKind kind,
                                 cudaStream_t stream, bool wait) {
  const Target target = target_of(session, stream);
  session.copy(target.gpu, target.stream, to, from, extent, direction_of(kind), wait);
}

extern "C" {

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  return allocate("cudaMalloc", pointer, bytes, MemoryKind::device, runtime::allocation_s);
}
cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
  return allocate_from("cudaMallocAsync", nullptr, pointer, bytes, stream);
}
cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return allocate_from("cudaMallocFromPoolAsync", &pool, pointer, bytes, stream);
}
cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
  return allocate("cudaMallocManaged", pointer, bytes, MemoryKind::managed, runtime::allocation_s, flags);
}
cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
  return allocate("cudaMallocHost", pointer, bytes, MemoryKind::host, runtime::allocation_s);
}
cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
  return allocate("cudaHostAlloc", pointer, bytes, MemoryKind::host, runtime::allocation_s, flags);
}
cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
  if (!pointer || !pitch) return last_error() = cudaErrorInvalidValue;
  *pitch = (width + pitch_alignment - 1) / pitch_alignment * pitch_alignment;
  return allocate("cudaMallocPitch", pointer, *pitch * height, MemoryKind::device, runtime::allocation_s);
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
  const std::size_t pitch = (extent.width + pitch_alignment - 1) / pitch_alignment * pitch_alignment;
  if (!pointer) return last_error() = cudaErrorInvalidValue;
  *pointer = {nullptr, pitch, extent.width, extent.height};
  return allocate("cudaMalloc3D", &pointer->ptr, pitch * extent.height * extent.depth, MemoryKind::device,
                  runtime::allocation_s);
}
cudaError_t cudaFree(void* pointer) { return release("cudaFree", pointer, false, runtime::allocation_s); }
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  bool in_graph = false;
  const cudaError_t status = call("cudaFreeAsync", [&](Session& session) {
    in_graph = session.captured_free(target_of(session, stream).stream, pointer);
  });
  if (in_graph || status != cudaSuccess) return status;
  return release("cudaFreeAsync", pointer, false, runtime::pool_allocation_s, false);
}
cudaError_t cudaFreeHost(void* pointer) { return release("cudaFreeHost", pointer, true, runtime::allocation_s); }

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags) {
  return call("cudaHostRegister", [&](Session& session) { session.add_registered(pointer, bytes, flags); });
}
cudaError_t cudaHostUnregister(void* pointer) {
  return call("cudaHostUnregister", [&](Session& session) { session.remove_registered(pointer); });
}
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  return call("cudaHostGetDevicePointer", [&](Session& session) {
    const Allocation* a = session.arena().find(host);
    if (!a || !a->host_visible()) throw CallFailed(Status::invalid_value, "this host memory is not mapped");
    require(device) = host;
  });
}
cudaError_t cudaHostGetFlags(unsigned* flags, void* pointer) {
  return call("cudaHostGetFlags", [&](Session& session) {
    const Allocation* a = session.arena().find(pointer);
    if (!a || !a->host_visible()) throw CallFailed(Status::invalid_value);
    require(flags) = a->flags;
  });
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return call("cudaPointerGetAttributes", [&](Session& session) {
    const Allocation* a = session.arena().find(pointer);
    void* const address = const_cast<void*>(pointer);
    require(attributes) = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, address};
    if (!a) return;
    attributes->type = a->kind == MemoryKind::device    ? cudaMemoryTypeDevice
                       : a->kind == MemoryKind::managed ? cudaMemoryTypeManaged
                                                        : cudaMemoryTypeHost;
    attributes->device = a->device;
    attributes->devicePointer = address;
    attributes->hostPointer = a->host_visible() ? address : nullptr;
  });
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return copy_bytes("cudaMemcpy", to, from, bytes, kind, nullptr, true);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_bytes("cudaMemcpyAsync", to, from, bytes, kind, stream, false);
}
/// Attributes say from when on sources may be read, and where memory is that is not mapped yet: the order of the stream
/// serves all of them. Known by this name to CUDA 13, whose function has no number of the copy that failed.
cudaError_t __cudaForewarpMemcpyBatch(void* const* to, const void* const* from, const std::size_t* bytes,
                                      std::size_t count, const void* attributes, const std::size_t* first_of_attributes,
                                      std::size_t attribute_count, std::size_t* failed, cudaStream_t stream) {
  constexpr const char* name = "cudaMemcpyBatchAsync";
  if (failed) *failed = SIZE_MAX;
  const bool whole = to && from && bytes && count > 0 && attributes && first_of_attributes && attribute_count > 0;
  if (!whole || attribute_count > count || !stream)
    return call(name, [](Session&) { throw CallFailed(Status::invalid_value, "copies, their attributes, a stream"); });
  for (std::size_t i = 0; i < count; ++i)
    if (const cudaError_t status = copy_bytes(name, to[i], from[i], bytes[i], cudaMemcpyDefault, stream, false)) {
      if (failed) *failed = i;
      return status;
    }
  return cudaSuccess;
}
cudaError_t cudaMemcpyBatchAsync(void** to, void** from, std::size_t* bytes, std::size_t count, void* attributes,
                                 std::size_t* first_of_attributes, std::size_t attribute_count, std::size_t* failed,
                                 cudaStream_t stream) {
  return __cudaForewarpMemcpyBatch(to, from, bytes, count, attributes, first_of_attributes, attribute_count, failed,
                                   stream);
}
cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, std::size_t bytes) {
  return copy_bytes("cudaMemcpyPeer", to, from, bytes, cudaMemcpyDeviceToDevice, nullptr, true);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, std::size_t bytes, cudaStream_t stream) {
  return copy_bytes("cudaMemcpyPeerAsync", to, from, bytes, cudaMemcpyDeviceToDevice, stream, false);
}
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind kind) {
  return copy("cudaMemcpy2D", {bytes_at(to), to_pitch, height}, {bytes_at(from), from_pitch, height}, {width, height},
              kind, nullptr, true);
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy("cudaMemcpy2DAsync", {bytes_at(to), to_pitch, height}, {bytes_at(from), from_pitch, height},
              {width, height}, kind, stream, false);
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) { return copy_3d("cudaMemcpy3D", p, nullptr, true); }
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  return copy_3d("cudaMemcpy3DAsync", p, stream, false);
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p) {
  const cudaMemcpy3DParms copy = by_address(p);
  return copy_3d("cudaMemcpy3DPeer", p ? &copy : nullptr, nullptr, true);
}
cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p, cudaStream_t stream) {
  const cudaMemcpy3DParms copy = by_address(p);
  return copy_3d("cudaMemcpy3DPeerAsync", p ? &copy : nullptr, stream, false);
}

cudaError_t cudaMemset(void* to, int value, std::size_t bytes) {
  return fill("cudaMemset", {bytes_at(to), bytes, 1}, value, {bytes}, nullptr);
}
cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
  return fill("cudaMemsetAsync", {bytes_at(to), bytes, 1}, value, {bytes}, stream);
}
cudaError_t cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  return fill("cudaMemset2D", {bytes_at(to), pitch, height}, value, {width, height}, nullptr);
}
cudaError_t cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
                              cudaStream_t stream) {
  return fill("cudaMemset2DAsync", {bytes_at(to), pitch, height}, value, {width, height}, stream);
}
cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent e) {
  return fill("cudaMemset3D", {bytes_at(to.ptr), to.pitch, to.ysize}, value, {e.width, e.height, e.depth}, nullptr);
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent e, cudaStream_t stream) {
  return fill("cudaMemset3DAsync", {bytes_at(to.ptr), to.pitch, to.ysize}, value, {e.width, e.height, e.depth}, stream);
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                               cudaMemcpyKind kind) {
  return copy_symbol("cudaMemcpyToSymbol", symbol, offset, const_cast<void*>(from), bytes, true, kind, nullptr, true);
}
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                 cudaMemcpyKind kind) {
  return copy_symbol("cudaMemcpyFromSymbol", symbol, offset, to, bytes, false, kind, nullptr, true);
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_symbol("cudaMemcpyToSymbolAsync", symbol, offset, const_cast<void*>(from), bytes, true, kind, stream,
                     false);
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_symbol("cudaMemcpyFromSymbolAsync", symbol, offset, to, bytes, false, kind, stream, false);
}
cudaError_t cudaGetSymbolAddress(void** address, const void* symbol) {
  return call("cudaGetSymbolAddress",
              [&](Session& session) { require(address) = process().variable_at(session, symbol).data; });
}
cudaError_t cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
  return call("cudaGetSymbolSize",
              [&](Session& session) { require(bytes) = process().variable_at(session, symbol).bytes; });
}

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  return call("cudaMemGetInfo", [&](Session& session) {
    if (total_bytes) *total_bytes = static_cast<std::size_t>(session.device().dram_bytes);
    if (free_bytes) *free_bytes = session.free_bytes();
  });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void*, std::size_t, unsigned) {
  return call("cudaStreamAttachMemAsync", [&](Session& session) { (void)target_of(session, stream); });
}
}
