// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Tensor maps of tiles; those of images to columns (im2col) are not there.
#include <fmt/format.h>

#include <cstring>

#include "forewarp/emulate/machine/tensor_map.hpp"
#include "forewarp/runtime/driver/call.hpp"
#include "forewarp/runtime/driver/entry_points.hpp"

namespace forewarp::driver {

namespace {

constexpr unsigned widest_swizzle = 3;

emu::TensorMap known_map(const void* bytes) {
  require(static_cast<const std::byte*>(bytes));
  emu::TensorMap map;
  const auto* const first = static_cast<const std::byte*>(bytes);
  if (!emu::from_bytes(std::span<const std::byte, emu::tensor_map_bytes>(first, emu::tensor_map_bytes), map))
    throw DriverError(Result::invalid_value, "this is no tensor map");
  return map;
}

void write(void* to, const emu::TensorMap& map) {
  if (!map.is_valid())
    throw DriverError(Result::invalid_value,
                      "a tensor map that the hardware does not accept: addresses and strides must be multiples of 16, "
                      "boxes at most 256 elements along each dimension, their rows multiples of 16 bytes and no longer "
                      "than the swizzle");
  const auto bytes = emu::to_bytes(map);
  std::memcpy(to, bytes.data(), bytes.size());
}

}  // namespace

extern "C" {

Result cuTensorMapEncodeTiled(void* out, unsigned type, unsigned rank, void* address, const std::uint64_t* sizes,
                              const std::uint64_t* strides, const unsigned* box, const unsigned* steps,
                              unsigned interleave, unsigned swizzle, unsigned, unsigned fill) {
  return call("cuTensorMapEncodeTiled", [&](Session&) {
    require(static_cast<const std::byte*>(out));
    require(sizes);
    require(box);
    require(steps);
    if (rank < 1 || rank > emu::TensorMap::max_rank || (rank > 1 && !strides))
      throw DriverError(Result::invalid_value, fmt::format("a tensor of {} dimensions", rank));
    if (type > static_cast<unsigned>(emu::TensorMap::Type::tf32_ftz) || interleave != 0 || swizzle > widest_swizzle)
      throw DriverError(Result::not_supported,
                        "elements of less than a byte, interleaved layouts and swizzles of other atoms than 16 bytes");
    constexpr unsigned max_box = 0xffff, max_step = 0xff;
    emu::TensorMap map;
    map.rank = static_cast<std::uint8_t>(rank);
    map.type = static_cast<emu::TensorMap::Type>(type);
    map.swizzle = static_cast<std::uint8_t>(swizzle);
    map.fills_nan = fill != 0 ? 1 : 0;
    map.address = reinterpret_cast<std::uintptr_t>(address);
    for (unsigned d = 0; d < rank; ++d) {
      map.sizes[d] = sizes[d];
      if (d > 0) map.strides[d - 1] = strides[d - 1];
      map.box[d] = static_cast<std::uint16_t>(std::min(box[d], max_box));
      map.steps[d] = static_cast<std::uint8_t>(std::min(steps[d], max_step));
    }
    write(out, map);
  });
}

Result cuTensorMapReplaceAddress(void* map, void* address) {
  return call("cuTensorMapReplaceAddress", [&](Session&) {
    emu::TensorMap changed = known_map(map);
    changed.address = reinterpret_cast<std::uintptr_t>(address);
    write(map, changed);
  });
}
}

}  // namespace forewarp::driver
