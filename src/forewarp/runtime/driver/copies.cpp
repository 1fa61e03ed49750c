// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Copies and fills.
#include "forewarp/runtime/driver/copies.hpp"

#include "forewarp/runtime/cudart/arrays.hpp"
#include "forewarp/runtime/driver/call.hpp"

namespace forewarp::driver {
namespace {

using runtime::CopyDirection;
using runtime::Extent;
using runtime::FillValue;
using runtime::Rows;

std::byte* bytes_at(DevicePointer address) { return reinterpret_cast<std::byte*>(address); }
std::byte* bytes_at(const void* pointer) { return static_cast<std::byte*>(const_cast<void*>(pointer)); }

Result copy(const char* name, const Rows& to, const Rows& from, Extent extent, CopyDirection direction, Stream stream,
            bool wait) {
  return call_in_context(name, [&](Session& session) {
    const Target target = target_of(session, stream);
    session.copy(target.gpu, target.stream, to, from, extent, direction, wait);
  });
}

template <typename To, typename From>
Result copy_bytes(const char* name, To to, From from, std::size_t bytes, CopyDirection direction, Stream stream,
                  bool wait) {
  return copy(name, {bytes_at(to), bytes, 1}, {bytes_at(from), bytes, 1}, {bytes}, direction, stream, wait);
}

Result fill(const char* name, DevicePointer to, std::size_t pitch, FillValue value, std::size_t width,
            std::size_t height, Stream stream) {
  return call_in_context(name, [&](Session& session) {
    const Target target = target_of(session, stream);
    const std::size_t bytes = width * value.bytes;
    session.fill(target.gpu, target.stream, {bytes_at(to), pitch > 0 ? pitch : bytes, height}, value, {bytes, height});
  });
}

FillValue one_byte(unsigned char value) { return {value, 1}; }
FillValue two_bytes(unsigned short value) { return {value, 2}; }
FillValue four_bytes(unsigned value) { return {value, 4}; }

bool on_host(MemoryType type) { return type == MemoryType::host; }

CopyDirection direction_of(MemoryType to, MemoryType from) {
  if (to == MemoryType::array) to = MemoryType::device;
  if (from == MemoryType::array) from = MemoryType::device;
  if (to == MemoryType::unified || from == MemoryType::unified) return CopyDirection::by_address;
  if (on_host(to)) return on_host(from) ? CopyDirection::host_to_host : CopyDirection::device_to_host;
  return on_host(from) ? CopyDirection::host_to_device : CopyDirection::device_to_device;
}

/// Memory of a copy; x counts bytes. A pitch of 0 stands for rows without gaps.
struct Side {
  MemoryType type;
  const void* host;
  DevicePointer device;
  void* array;
  std::size_t pitch, height, x, y, z;
};

Rows rows_of(const Side& s, const Extent& extent) {
  if (s.type == MemoryType::array) {
    const cudart::Array& a = cudart::textures().array(static_cast<cudaArray_t>(s.array));
    if (s.x + extent.width > a.extent.width * a.texel_bytes() || s.y + extent.height > a.rows() ||
        s.z + extent.depth > a.slices())
      throw DriverError(Result::invalid_value, "the copy leaves the array");
    Rows rows = a.from(0, s.y, s.z);
    rows.data += s.x;
    return rows;
  }
  const std::size_t row = s.pitch > 0 ? s.pitch : extent.width,
                    rows_per_slice = s.height > 0 ? s.height : extent.height;
  std::byte* const base = on_host(s.type) ? bytes_at(s.host) : bytes_at(s.device);
  return {base + (s.z * rows_per_slice + s.y) * row + s.x, row, rows_per_slice};
}

Result copy_2d(const char* name, const Copy2D* c, Stream stream, bool wait) {
  return call_in_context(name, [&](Session& session) {
    require(c);
    const CopyDirection direction = direction_of(c->target_type, c->source_type);
    const Extent extent{c->width, c->height};
    const Target target = target_of(session, stream);
    session.copy(target.gpu, target.stream,
                 rows_of({c->target_type, c->target_host, c->target_device, c->target_array, c->target_pitch, c->height,
                          c->target_x, c->target_y, 0},
                         extent),
                 rows_of({c->source_type, c->source_host, c->source_device, c->source_array, c->source_pitch, c->height,
                          c->source_x, c->source_y, 0},
                         extent),
                 extent, direction, wait);
  });
}

Result copy_3d(const char* name, const Copy3D* c, Stream stream, bool wait) {
  return call_in_context(name, [&](Session& session) {
    require(c);
    const Target target = target_of(session, stream);
    copy(session, target.gpu, target.stream, *c, wait);
  });
}

/// Bytes of an array of one dimension, whose texels lie in one row.
Result copy_in_array(const char* name, void* array, std::size_t at, std::byte* other, std::size_t bytes, bool to_array,
                     CopyDirection direction) {
  return call_in_context(name, [&](Session& session) {
    const Rows inside = rows_of({MemoryType::array, nullptr, 0, array, 0, 0, at, 0, 0}, {bytes});
    const Rows outside{other, bytes, 1};
    const Target target = target_of(session, nullptr);
    session.copy(target.gpu, target.stream, to_array ? inside : outside, to_array ? outside : inside, {bytes},
                 direction, true);
  });
}

}  // namespace

runtime::CopyDetail detail_of(const Copy3D& c) {
  const Extent extent{c.width, c.height, c.depth};
  return {rows_of({c.target_type, c.target_host, c.target_device, c.target_array, c.target_pitch, c.target_height,
                   c.target_x, c.target_y, c.target_z},
                  extent),
          rows_of({c.source_type, c.source_host, c.source_device, c.source_array, c.source_pitch, c.source_height,
                   c.source_x, c.source_y, c.source_z},
                  extent),
          extent, direction_of(c.target_type, c.source_type)};
}

void copy(Session& session, int gpu, runtime::StreamId stream, const Copy3D& c, bool wait) {
  const runtime::CopyDetail detail = detail_of(c);
  session.copy(gpu, stream, detail.to, detail.from, detail.extent, detail.direction, wait);
}

extern "C" {

Result cuMemcpy(DevicePointer to, DevicePointer from, std::size_t bytes) {
  return copy_bytes("cuMemcpy", to, from, bytes, CopyDirection::by_address, nullptr, true);
}
Result cuMemcpyAsync(DevicePointer to, DevicePointer from, std::size_t bytes, Stream stream) {
  return copy_bytes("cuMemcpyAsync", to, from, bytes, CopyDirection::by_address, stream, false);
}
Result cuMemcpyHtoD_v2(DevicePointer to, const void* from, std::size_t bytes) {
  return copy_bytes("cuMemcpyHtoD", to, from, bytes, CopyDirection::host_to_device, nullptr, true);
}
Result cuMemcpyHtoDAsync_v2(DevicePointer to, const void* from, std::size_t bytes, Stream stream) {
  return copy_bytes("cuMemcpyHtoDAsync", to, from, bytes, CopyDirection::host_to_device, stream, false);
}
Result cuMemcpyDtoH_v2(void* to, DevicePointer from, std::size_t bytes) {
  return copy_bytes("cuMemcpyDtoH", to, from, bytes, CopyDirection::device_to_host, nullptr, true);
}
Result cuMemcpyDtoHAsync_v2(void* to, DevicePointer from, std::size_t bytes, Stream stream) {
  return copy_bytes("cuMemcpyDtoHAsync", to, from, bytes, CopyDirection::device_to_host, stream, false);
}
Result cuMemcpyDtoD_v2(DevicePointer to, DevicePointer from, std::size_t bytes) {
  return copy_bytes("cuMemcpyDtoD", to, from, bytes, CopyDirection::device_to_device, nullptr, true);
}
Result cuMemcpyDtoDAsync_v2(DevicePointer to, DevicePointer from, std::size_t bytes, Stream stream) {
  return copy_bytes("cuMemcpyDtoDAsync", to, from, bytes, CopyDirection::device_to_device, stream, false);
}
Result cuMemcpyPeer(DevicePointer to, Context*, DevicePointer from, Context*, std::size_t bytes) {
  return copy_bytes("cuMemcpyPeer", to, from, bytes, CopyDirection::device_to_device, nullptr, true);
}
Result cuMemcpyPeerAsync(DevicePointer to, Context*, DevicePointer from, Context*, std::size_t bytes, Stream stream) {
  return copy_bytes("cuMemcpyPeerAsync", to, from, bytes, CopyDirection::device_to_device, stream, false);
}
Result cuMemcpyHtoA_v2(void* to, std::size_t at, const void* from, std::size_t bytes) {
  return copy_in_array("cuMemcpyHtoA", to, at, bytes_at(from), bytes, true, CopyDirection::host_to_device);
}
Result cuMemcpyAtoH_v2(void* to, void* from, std::size_t at, std::size_t bytes) {
  return copy_in_array("cuMemcpyAtoH", from, at, bytes_at(to), bytes, false, CopyDirection::device_to_host);
}
Result cuMemcpyDtoA_v2(void* to, std::size_t at, DevicePointer from, std::size_t bytes) {
  return copy_in_array("cuMemcpyDtoA", to, at, bytes_at(from), bytes, true, CopyDirection::device_to_device);
}
Result cuMemcpyAtoD_v2(DevicePointer to, void* from, std::size_t at, std::size_t bytes) {
  return copy_in_array("cuMemcpyAtoD", from, at, bytes_at(to), bytes, false, CopyDirection::device_to_device);
}
Result cuMemcpy2D_v2(const Copy2D* c) { return copy_2d("cuMemcpy2D", c, nullptr, true); }
Result cuMemcpy2DUnaligned_v2(const Copy2D* c) { return copy_2d("cuMemcpy2DUnaligned", c, nullptr, true); }
Result cuMemcpy2DAsync_v2(const Copy2D* c, Stream stream) { return copy_2d("cuMemcpy2DAsync", c, stream, false); }
Result cuMemcpy3D_v2(const Copy3D* c) { return copy_3d("cuMemcpy3D", c, nullptr, true); }
Result cuMemcpy3DAsync_v2(const Copy3D* c, Stream stream) { return copy_3d("cuMemcpy3DAsync", c, stream, false); }

Result cuMemsetD8_v2(DevicePointer to, unsigned char value, std::size_t count) {
  return fill("cuMemsetD8", to, 0, one_byte(value), count, 1, nullptr);
}
Result cuMemsetD16_v2(DevicePointer to, unsigned short value, std::size_t count) {
  return fill("cuMemsetD16", to, 0, two_bytes(value), count, 1, nullptr);
}
Result cuMemsetD32_v2(DevicePointer to, unsigned value, std::size_t count) {
  return fill("cuMemsetD32", to, 0, four_bytes(value), count, 1, nullptr);
}
Result cuMemsetD8Async(DevicePointer to, unsigned char value, std::size_t count, Stream stream) {
  return fill("cuMemsetD8Async", to, 0, one_byte(value), count, 1, stream);
}
Result cuMemsetD16Async(DevicePointer to, unsigned short value, std::size_t count, Stream stream) {
  return fill("cuMemsetD16Async", to, 0, two_bytes(value), count, 1, stream);
}
Result cuMemsetD32Async(DevicePointer to, unsigned value, std::size_t count, Stream stream) {
  return fill("cuMemsetD32Async", to, 0, four_bytes(value), count, 1, stream);
}
Result cuMemsetD2D8_v2(DevicePointer to, std::size_t pitch, unsigned char value, std::size_t width,
                       std::size_t height) {
  return fill("cuMemsetD2D8", to, pitch, one_byte(value), width, height, nullptr);
}
Result cuMemsetD2D16_v2(DevicePointer to, std::size_t pitch, unsigned short value, std::size_t width,
                        std::size_t height) {
  return fill("cuMemsetD2D16", to, pitch, two_bytes(value), width, height, nullptr);
}
Result cuMemsetD2D32_v2(DevicePointer to, std::size_t pitch, unsigned value, std::size_t width, std::size_t height) {
  return fill("cuMemsetD2D32", to, pitch, four_bytes(value), width, height, nullptr);
}
Result cuMemsetD2D8Async(DevicePointer to, std::size_t pitch, unsigned char value, std::size_t width,
                         std::size_t height, Stream stream) {
  return fill("cuMemsetD2D8Async", to, pitch, one_byte(value), width, height, stream);
}
Result cuMemsetD2D16Async(DevicePointer to, std::size_t pitch, unsigned short value, std::size_t width,
                          std::size_t height, Stream stream) {
  return fill("cuMemsetD2D16Async", to, pitch, two_bytes(value), width, height, stream);
}
Result cuMemsetD2D32Async(DevicePointer to, std::size_t pitch, unsigned value, std::size_t width, std::size_t height,
                          Stream stream) {
  return fill("cuMemsetD2D32Async", to, pitch, four_bytes(value), width, height, stream);
}
}

}  // namespace forewarp::driver
