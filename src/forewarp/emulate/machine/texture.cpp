// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/texture.hpp"

#include <cstring>
#include <type_traits>

namespace forewarp::emu {

static_assert(std::is_trivially_copyable_v<TextureDescriptor> && sizeof(TextureDescriptor) <= texture_descriptor_bytes);

std::uint64_t TextureDescriptor::bytes() const {
  // A buffer has less than 2^40 bytes, so sums of these three products fit.
  constexpr std::uint64_t limit = std::uint64_t{1} << 40;
  const std::uint64_t row = std::uint64_t{width} * texel_bytes();
  const auto span = [](std::uint64_t count, std::uint64_t step) {
    return count <= 1 || step == 0 ? 0 : step > limit / (count - 1) ? limit : (count - 1) * step;
  };
  const std::uint64_t rows = span(height, row_bytes), slices = span(depth, slice_bytes);
  if (width == 0 || height == 0 || depth == 0 || row >= limit || rows >= limit || slices >= limit) return 0;
  return row + rows + slices;
}

std::array<std::byte, texture_descriptor_bytes> to_bytes(const TextureDescriptor& descriptor) {
  std::array<std::byte, texture_descriptor_bytes> bytes{};
  std::memcpy(bytes.data(), &descriptor, sizeof descriptor);
  return bytes;
}

bool from_bytes(std::span<const std::byte> bytes, TextureDescriptor& descriptor) {
  if (bytes.size() < sizeof descriptor) return false;
  std::uint64_t identity = 0;
  std::memcpy(&identity, bytes.data() + offsetof(TextureDescriptor, identity), sizeof identity);
  if (identity != TextureDescriptor::mark) return false;
  // A kernel may have written over it: bytes that stand for truth values and enumerations are checked first.
  const auto at = [&](std::size_t offset) { return std::to_integer<unsigned>(bytes[offset]); };
  const auto is_size = [](unsigned n) { return n == 1 || n == 2 || n == 4; };
  bool valid = is_size(at(offsetof(TextureDescriptor, channels))) &&
               is_size(at(offsetof(TextureDescriptor, channel_bytes))) && at(offsetof(TextureDescriptor, type)) <= 2 &&
               at(offsetof(TextureDescriptor, linear_memory)) <= 1 && at(offsetof(TextureDescriptor, filters)) <= 1 &&
               at(offsetof(TextureDescriptor, normalised_coordinates)) <= 1 &&
               at(offsetof(TextureDescriptor, normalised_values)) <= 1;
  for (std::size_t d = 0; d < 3; ++d) valid = valid && at(offsetof(TextureDescriptor, addressing) + d) <= 3;
  if (!valid) return false;
  std::memcpy(&descriptor, bytes.data(), sizeof descriptor);
  return descriptor.bytes() > 0;
}

}  // namespace forewarp::emu
