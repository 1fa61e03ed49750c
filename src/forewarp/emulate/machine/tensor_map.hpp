// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a CUtensorMap holds here: a tensor in device memory and the box of it that one copy moves (CUDA driver API,
/// "Tensor Map Object Managment"). NVIDIA's own layout of the 128 bytes is not public; programs see ours.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace forewarp::emu {

struct TensorMap {
  static constexpr std::uint32_t mark = 0x4d545746;
  static constexpr unsigned max_rank = 5;
  /// Numbers of CUtensorMapDataType; elements of less than a byte are not known.
  enum class Type : std::uint8_t { u8, u16, u32, s32, u64, s64, f16, f32, f64, bf16, f32_ftz, tf32, tf32_ftz };

  std::uint32_t identity = mark;
  std::uint8_t rank = 0;
  Type type = Type::u8;
  std::uint8_t swizzle = 0;  ///< 0: none, 1 to 3: of 32, 64 and 128 bytes
  std::uint8_t fills_nan = 0;
  std::uint64_t address = 0;
  std::array<std::uint64_t, max_rank> sizes{};        ///< in elements, the innermost first
  std::array<std::uint64_t, max_rank - 1> strides{};  ///< in bytes, of all dimensions but the innermost
  std::array<std::uint16_t, max_rank> box{};          ///< in elements
  std::array<std::uint8_t, max_rank> steps{};         ///< only each so many-th element is copied

  [[nodiscard]] unsigned element_bytes() const;
  [[nodiscard]] bool has_floats() const { return type >= Type::f16; }
  /// Elements of a box along a dimension that are copied.
  [[nodiscard]] unsigned copied(unsigned dimension) const {
    return (box[dimension] + steps[dimension] - 1U) / steps[dimension];
  }
  /// Of a whole box in shared memory.
  [[nodiscard]] std::uint64_t box_bytes() const;
  /// Whether the hardware accepts it (same section: alignment, ranges, a row of the box no longer than the swizzle).
  [[nodiscard]] bool is_valid() const;
};

inline constexpr std::size_t tensor_map_bytes = 128;

[[nodiscard]] std::array<std::byte, tensor_map_bytes> to_bytes(const TensorMap& map);
/// False where the bytes are no valid map.
[[nodiscard]] bool from_bytes(std::span<const std::byte, tensor_map_bytes> bytes, TensorMap& map);

}  // namespace forewarp::emu
