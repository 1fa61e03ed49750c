// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/tensor_map.hpp"

#include <cstring>
#include <type_traits>

namespace forewarp::emu {

static_assert(std::is_trivially_copyable_v<TensorMap> && sizeof(TensorMap) <= tensor_map_bytes);

unsigned TensorMap::element_bytes() const {
  switch (type) {
    case Type::u8:
      return 1;
    case Type::u16:
    case Type::f16:
    case Type::bf16:
      return 2;
    case Type::u64:
    case Type::s64:
    case Type::f64:
      return 8;
    case Type::u32:
    case Type::s32:
    case Type::f32:
    case Type::f32_ftz:
    case Type::tf32:
    case Type::tf32_ftz:
      return 4;
  }
  return 0;
}

std::uint64_t TensorMap::box_bytes() const {
  std::uint64_t bytes = element_bytes();
  for (unsigned d = 0; d < rank; ++d) bytes *= copied(d);
  return bytes;
}

bool TensorMap::is_valid() const {
  constexpr std::uint64_t alignment = 16, max_size = std::uint64_t{1} << 32, max_stride = std::uint64_t{1} << 40;
  constexpr unsigned max_box = 256, max_step = 8, smallest_swizzle = 32;
  constexpr std::uint64_t max_box_bytes = std::uint64_t{1} << 20;
  if (identity != mark || rank < 1 || rank > max_rank || type > Type::tf32_ftz || swizzle > 3 || fills_nan > 1)
    return false;
  if (address % alignment != 0) return false;
  for (unsigned d = 0; d < rank; ++d) {
    if (sizes[d] < 1 || sizes[d] > max_size || box[d] < 1 || box[d] > max_box) return false;
    if (steps[d] < 1 || steps[d] > max_step) return false;
    if (d > 0 && (strides[d - 1] % alignment != 0 || strides[d - 1] >= max_stride)) return false;
  }
  const unsigned row_bytes = box[0] * element_bytes();
  if (steps[0] == 1 && row_bytes % alignment != 0) return false;
  if (swizzle > 0 && row_bytes > smallest_swizzle << (swizzle - 1U)) return false;
  return box_bytes() <= max_box_bytes;
}

std::array<std::byte, tensor_map_bytes> to_bytes(const TensorMap& map) {
  std::array<std::byte, tensor_map_bytes> bytes{};
  std::memcpy(bytes.data(), &map, sizeof map);
  return bytes;
}

bool from_bytes(std::span<const std::byte, tensor_map_bytes> bytes, TensorMap& map) {
  std::memcpy(&map, bytes.data(), sizeof map);
  return map.is_valid();
}

}  // namespace forewarp::emu
