// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// CUDA arrays and copies to and from them.
#include "forewarp/runtime/cudart/arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "forewarp/runtime/costs.hpp"
#include "forewarp/runtime/cudart/copies.hpp"
#include "forewarp/runtime/cudart/process.hpp"

using namespace forewarp;
using namespace forewarp::cudart;
using runtime::CallFailed;
using runtime::MemoryKind;
using runtime::Rows;
using runtime::Session;
using runtime::Status;

namespace forewarp::cudart {

namespace {

constexpr std::size_t row_alignment = 64;  ///< rows begin at sectors, whatever their width

std::size_t bits_of(const cudaChannelFormatDesc& f) {
  return static_cast<std::size_t>(f.x) + static_cast<std::size_t>(f.y) + static_cast<std::size_t>(f.z) +
         static_cast<std::size_t>(f.w);
}

}  // namespace

void check_format(const cudaChannelFormatDesc& f) {
  const int channels = f.y == 0 ? 1 : f.z == 0 && f.w == 0 ? 2 : 4;
  const bool same = (channels < 2 || f.y == f.x) && (channels < 4 || (f.z == f.x && f.w == f.x)) &&
                    (channels > 1 || (f.z == 0 && f.w == 0));
  const bool has_size = f.x == 8 || f.x == 16 || f.x == 32;
  const bool is_known = f.f == cudaChannelFormatKindSigned || f.f == cudaChannelFormatKindUnsigned ||
                        (f.f == cudaChannelFormatKindFloat && f.x != 8);
  if (!same || !has_size || !is_known)
    throw CallFailed(Status::invalid_channel_descriptor,
                     fmt::format("texels of {}, {}, {} and {} bits of kind {}: forewarp has 1, 2 or 4 channels of 8, "
                                 "16 or 32 bits, integers or floats",
                                 f.x, f.y, f.z, f.w, static_cast<int>(f.f)));
}

std::size_t Array::texel_bytes() const { return bits_of(format) / 8; }

Rows Array::from(std::size_t x, std::size_t y, std::size_t z) const {
  if (x > extent.width || y >= rows() || z >= slices())
    throw CallFailed(Status::invalid_value, fmt::format("texel ({}, {}, {}) is not in this array", x, y, z));
  return {texels + (z * rows() + y) * pitch + x * texel_bytes(), pitch, rows()};
}

Textures& textures() { return process().textures; }

cudaArray_t new_array(Session& session, const cudaChannelFormatDesc& format, cudaExtent extent, unsigned flags) {
  constexpr unsigned known = cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather;
  constexpr std::size_t longest = std::size_t{1} << 20;
  if (extent.width == 0) throw CallFailed(Status::invalid_value);
  check_format(format);
  if ((flags & ~known) != 0) throw CallFailed(Status::not_supported, "sparse and deferred arrays are not supported");
  if (std::max({extent.width, extent.height, extent.depth}) > longest) throw CallFailed(Status::invalid_value);
  const bool is_cube = (flags & cudaArrayCubemap) != 0;
  if (is_cube && (extent.width != extent.height || extent.depth % 6 != 0 || extent.depth == 0))
    throw CallFailed(Status::invalid_value, "a cubemap has six square faces");
  Array made{.texels = nullptr, .pitch = 0, .format = format, .extent = extent, .flags = flags};
  made.pitch = (extent.width * made.texel_bytes() + row_alignment - 1) / row_alignment * row_alignment;
  made.texels = session.allocate(current_gpu(), made.pitch * made.rows() * made.slices(), MemoryKind::device).data;
  session.spend(runtime::allocation_s);
  textures().arrays[made.texels] = made;
  return reinterpret_cast<cudaArray_t>(made.texels);
}

void free_array(Session& session, cudaArray_t array) {
  if (!array) return;
  session.release(textures().array(array).texels, false);
  textures().arrays.erase(array);
  session.spend(runtime::allocation_s);
}

Array& Textures::array(cudaArray_const_t handle) {
  const auto found = arrays.find(handle);
  if (found == arrays.end()) throw CallFailed(Status::invalid_handle, "this is no CUDA array");
  return found->second;
}

std::optional<ArrayPlace> Textures::place(const std::byte* texel) const {
  for (const auto& [handle, a] : arrays) {
    if (texel < a.texels || texel >= a.texels + a.pitch * a.rows() * a.slices()) continue;
    const auto offset = static_cast<std::size_t>(texel - a.texels), row = offset / a.pitch;
    return ArrayPlace{reinterpret_cast<cudaArray_t>(const_cast<void*>(handle)), a, offset % a.pitch, row % a.rows(),
                      row / a.rows()};
  }
  return std::nullopt;
}

}  // namespace forewarp::cudart

namespace {

cudaError_t make_array(const char* name, cudaArray_t* handle, const cudaChannelFormatDesc* format, cudaExtent extent,
                       unsigned flags) {
  return call(name, [&](Session& session) {
    if (!handle || !format) throw CallFailed(Status::invalid_value);
    *handle = new_array(session, *format, extent, flags);
  });
}

/// A part of an array that lies in whole rows, or in one.
struct Stretch {
  std::size_t row, x, width, rows;  ///< x and width in bytes
};

/// Bytes that follow each other in the rows of an array: what remains of the first row, whole rows, and the beginning
/// of the last one.
std::vector<Stretch> stretches(std::size_t row_bytes, std::size_t at, std::size_t bytes) {
  std::vector<Stretch> all;
  while (bytes > 0) {
    Stretch s{.row = at / row_bytes, .x = at % row_bytes, .width = 0, .rows = 1};
    s.width = std::min(bytes, row_bytes - s.x);
    if (s.width == row_bytes) s.rows = bytes / row_bytes;
    at += s.width * s.rows;
    bytes -= s.width * s.rows;
    all.push_back(s);
  }
  return all;
}

Rows at(const Array& a, std::size_t row, std::size_t x) {
  Rows rows = a.from(0, row, 0);
  rows.data += x;
  return rows;
}

/// x counts bytes, y rows.
cudaError_t copy_stretches(const char* name, cudaArray_const_t handle, std::size_t x, std::size_t y, const void* other,
                           std::size_t bytes, bool to_array, cudaMemcpyKind kind, cudaStream_t stream, bool wait) {
  return call(name, [&](Session& session) {
    const Array& array = textures().array(handle);
    const std::size_t row_bytes = array.extent.width * array.texel_bytes();
    if (x >= row_bytes || y >= array.rows() || bytes > row_bytes * (array.rows() - y) - x)
      throw CallFailed(Status::invalid_value, "more bytes than the array has from there on");
    std::byte* data = bytes_at(other);
    for (const Stretch& s : stretches(row_bytes, y * row_bytes + x, bytes)) {
      const Rows inside = at(array, s.row, s.x), outside{data, s.width, s.rows};
      copy_rows(session, to_array ? inside : outside, to_array ? outside : inside, {s.width, s.rows}, kind, stream,
                wait);
      data += s.width * s.rows;
    }
  });
}

/// x and width count bytes; pitch is that of the other side.
cudaError_t copy_rectangle(const char* name, cudaArray_const_t handle, std::size_t x, std::size_t y, const void* other,
                           std::size_t pitch, std::size_t width, std::size_t height, bool to_array, cudaMemcpyKind kind,
                           cudaStream_t stream, bool wait) {
  return call(name, [&](Session& session) {
    const Array& array = textures().array(handle);
    const Rows inside = at(array, y, x), outside{bytes_at(other), pitch, height};
    if (x + width > array.extent.width * array.texel_bytes() || y + height > array.rows())
      throw CallFailed(Status::invalid_value, "the copy leaves the array");
    copy_rows(session, to_array ? inside : outside, to_array ? outside : inside, {width, height}, kind, stream, wait);
  });
}

}  // namespace

extern "C" {

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, std::size_t width,
                            std::size_t height, unsigned flags) {
  return make_array("cudaMallocArray", array, format, {width, height, 0}, flags);
}
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                              unsigned flags) {
  return make_array("cudaMalloc3DArray", array, format, extent, flags);
}
cudaError_t cudaFreeArray(cudaArray_t array) {
  return call("cudaFreeArray", [&](Session& session) { free_array(session, array); });
}
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags, cudaArray_t array) {
  return call("cudaArrayGetInfo", [&](Session&) {
    const Array& a = textures().array(array);
    if (format) *format = a.format;
    if (extent) *extent = a.extent;
    if (flags) *flags = a.flags;
  });
}
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  return call("cudaGetChannelDesc", [&](Session&) {
    if (!format) throw CallFailed(Status::invalid_value);
    *format = textures().array(array).format;
  });
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t bytes,
                              cudaMemcpyKind kind) {
  return copy_stretches("cudaMemcpyToArray", to, x, y, from, bytes, true, kind, nullptr, true);
}
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t bytes,
                                   cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_stretches("cudaMemcpyToArrayAsync", to, x, y, from, bytes, true, kind, stream, false);
}
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t x, std::size_t y, std::size_t bytes,
                                cudaMemcpyKind kind) {
  return copy_stretches("cudaMemcpyFromArray", from, x, y, to, bytes, false, kind, nullptr, true);
}
cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, std::size_t x, std::size_t y, std::size_t bytes,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_stretches("cudaMemcpyFromArrayAsync", from, x, y, to, bytes, false, kind, stream, false);
}
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                                std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return copy_rectangle("cudaMemcpy2DToArray", to, x, y, from, pitch, width, height, true, kind, nullptr, true);
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                                     std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_rectangle("cudaMemcpy2DToArrayAsync", to, x, y, from, pitch, width, height, true, kind, stream, false);
}
cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x, std::size_t y,
                                  std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return copy_rectangle("cudaMemcpy2DFromArray", from, x, y, to, pitch, width, height, false, kind, nullptr, true);
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
                                       std::size_t y, std::size_t width, std::size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
  return copy_rectangle("cudaMemcpy2DFromArrayAsync", from, x, y, to, pitch, width, height, false, kind, stream, false);
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, std::size_t to_x, std::size_t to_y, cudaArray_const_t from,
                                     std::size_t x, std::size_t y, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind) {
  return call("cudaMemcpy2DArrayToArray", [&](Session& session) {
    const Array &a = textures().array(to), &b = textures().array(from);
    if (to_x + width > a.extent.width * a.texel_bytes() || to_y + height > a.rows() ||
        x + width > b.extent.width * b.texel_bytes() || y + height > b.rows())
      throw CallFailed(Status::invalid_value, "the copy leaves an array");
    copy_rows(session, at(a, to_y, to_x), at(b, y, x), {width, height}, kind, nullptr, true);
  });
}
cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, std::size_t to_x, std::size_t to_y, cudaArray_const_t from,
                                   std::size_t x, std::size_t y, std::size_t bytes, cudaMemcpyKind kind) {
  return call("cudaMemcpyArrayToArray", [&](Session& session) {
    const Array &a = textures().array(to), &b = textures().array(from);
    const std::size_t row_bytes = a.extent.width * a.texel_bytes();
    const bool same_rows = row_bytes == b.extent.width * b.texel_bytes() && to_x == 0 && x == 0 &&
                           (bytes % row_bytes == 0 || bytes < row_bytes);
    if (!same_rows)
      throw CallFailed(Status::not_supported, "cudaMemcpyArrayToArray is there for whole rows of equal width");
    const std::size_t rows = std::max<std::size_t>(bytes / row_bytes, 1);
    if (to_y + rows > a.rows() || y + rows > b.rows()) throw CallFailed(Status::invalid_value);
    copy_rows(session, at(a, to_y, 0), at(b, y, 0), {std::min(bytes, row_bytes), rows}, kind, nullptr, true);
  });
}
}
