// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Reads of textures, a warp at a time, following the CUDA C++ programming guide, "Texture
// Fetching":
//
//   1. handles       lanes with the same handle go together; (texture_handle.hpp) its descriptor is read and checked
//   against its buffer
//   2. footprint     (texture_footprint.hpp) each coordinate becomes the number of a texel, or of two and the weight of
//   the second one
//   3. report        the texels' addresses go the way of all accesses, so checks and observers see them. Of a filtered
//                    read, texels of a sector that the lane has reported already are left out: a GPU reads them at once
//   4. values        texels are converted, filtered and put into rows
//
// Example: x = 2.75 in a filtered row of 8 texels. x - 0.5 = 2.25 lies between texels 2 and 3, with weights 0.75 and
// 0.25.
#include "forewarp/emulate/machine/texture_access.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "forewarp/emulate/machine/locate.hpp"
#include "forewarp/emulate/machine/texture_footprint.hpp"
#include "forewarp/support/half.hpp"

namespace forewarp::emu {

namespace {

constexpr unsigned sector_shift = 5;

void report(Warp& warp, const MachineOp& op, const TextureDescriptor& t, const Corners& corners, LaneMask lanes) {
  const MemoryBuffer* const buffer = warp.block.launch().memory->find(t.data);
  std::array<std::uint64_t, max_lanes> addresses{};
  for (unsigned c = 0; c < corners.count; ++c) {
    LaneMask reading = 0, again = 0;
    for_each_lane(lanes, [&](unsigned lane) {
      const std::int64_t offset = corners.texels[c][lane].offset;
      if (offset == outside_texture) return;
      addresses[lane] = t.data + static_cast<std::uint64_t>(offset);
      const auto same_sector = [&](unsigned earlier) {
        const std::int64_t other = corners.texels[earlier][lane].offset;
        return other != outside_texture &&
               (t.data + static_cast<std::uint64_t>(other)) >> sector_shift == addresses[lane] >> sector_shift;
      };
      bool seen = false;
      for (unsigned earlier = 0; earlier < c; ++earlier) seen = seen || same_sector(earlier);
      (seen && !warp.block.has_checks() ? again : reading) |= LaneMask{1} << lane;
    });
    const auto request = [&](LaneMask which) {
      return AccessRequest{op, which, ptx::StateSpace::global, addresses.data(), AccessKind::load, t.texel_bytes()};
    };
    if (reading != 0) locate(warp, request(reading));
    if (again == 0) continue;
    warp.located.pattern = Pattern::based;  // for note_touches()
    note_touches(warp, request(again), buffer);
  }
}

/// A channel as the bits of a 32-bit integer, extended by its sign.
std::uint32_t integer_of(const std::byte* at, const TextureDescriptor& t) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, at, t.channel_bytes);
  if (t.type != TexelType::signed_integer || t.channel_bytes == 4) return bits;
  return t.channel_bytes == 1 ? static_cast<std::uint32_t>(static_cast<std::int8_t>(bits))
                              : static_cast<std::uint32_t>(static_cast<std::int16_t>(bits));
}

float float_of(const std::byte* at, const TextureDescriptor& t) {
  const std::uint32_t bits = integer_of(at, t);
  if (t.type == TexelType::floating)
    return t.channel_bytes == 2 ? f16_to_float(static_cast<std::uint16_t>(bits)) : std::bit_cast<float>(bits);
  const unsigned value_bits = 8U * t.channel_bytes - (t.type == TexelType::signed_integer ? 1 : 0);
  const auto largest = static_cast<float>((std::uint64_t{1} << value_bits) - 1);
  if (t.type == TexelType::unsigned_integer) return static_cast<float>(bits) / largest;
  return std::max(static_cast<float>(static_cast<std::int32_t>(bits)) / largest, -1.0F);
}

/// Whether values are floats; else they are passed on as the bits of integers.
bool has_floats(const TextureDescriptor& t) { return t.type == TexelType::floating || t.normalised_values; }

float texel_float(const Texture& texture, std::int64_t offset, unsigned channel) {
  const TextureDescriptor& t = texture.descriptor;
  if (offset == outside_texture) return t.border[channel];
  return float_of(texture.texels + offset + std::size_t{channel} * t.channel_bytes, t);
}

/// A channel of one texel as the bits that the register gets. Channels that the texture lacks are 0, the fourth is 1.
std::uint32_t texel_bits(const Texture& texture, std::int64_t offset, unsigned channel) {
  const TextureDescriptor& t = texture.descriptor;
  const bool floats = has_floats(t);
  if (channel >= t.channels) return channel < 3 ? 0 : floats ? std::bit_cast<std::uint32_t>(1.0F) : 1;
  if (floats) return std::bit_cast<std::uint32_t>(texel_float(texture, offset, channel));
  if (offset == outside_texture) return static_cast<std::uint32_t>(static_cast<std::int64_t>(t.border[channel]));
  return integer_of(texture.texels + offset + std::size_t{channel} * t.channel_bytes, t);
}

/// The same of what a lane reads, filtered or not.
std::uint32_t value_of(const Texture& texture, const Corners& corners, unsigned lane, unsigned channel) {
  if (corners.count == 1 || channel >= texture.descriptor.channels)
    return texel_bits(texture, corners.texels[0][lane].offset, channel);
  float sum = 0;
  for (unsigned c = 0; c < corners.count; ++c)
    if (const Corner& corner = corners.texels[c][lane]; corner.weight != 0)
      sum += corner.weight * texel_float(texture, corner.offset, channel);
  return std::bit_cast<std::uint32_t>(sum);
}

void put(Warp& warp, std::uint32_t row, unsigned lane, std::uint32_t bits) {
  if (row != LaneInst::absent_row) std::memcpy(warp.regs + row + std::size_t{lane} * 4, &bits, sizeof bits);
}

template <unsigned width>
Flow run_texture(Warp& warp, const MachineOp& op, LaneMask active) {
  const TextureControl control = TextureControl::of(op.control);
  for_each_texture<width>(warp, op, active, [&](const Texture& texture, LaneMask lanes) {
    const TextureDescriptor& t = texture.descriptor;
    const bool between = t.filters && !control.integer_coordinates && has_floats(t);
    Corners corners;
    set_corners(warp, op, control, t, between, lanes, corners);
    report(warp, op, t, corners, lanes);
    for_each_lane(lanes, [&](unsigned lane) {
      std::array<std::uint32_t, texture_channels> values{};  // all are read before a register is written
      for (unsigned c = 0; c < texture_channels; ++c) values[c] = value_of(texture, corners, lane, c);
      for (unsigned c = 0; c < texture_channels; ++c) put(warp, op.rows[c], lane, values[c]);
    });
  });
  return Flow::next;
}

/// One channel of the four texels that a filtered read would use, counter-clockwise from the lower left.
template <unsigned width>
Flow run_gather(Warp& warp, const MachineOp& op, LaneMask active) {
  const TextureControl control = TextureControl::of(op.control);
  for_each_texture<width>(warp, op, active, [&](const Texture& texture, LaneMask lanes) {
    Corners corners;
    set_corners(warp, op, control, texture.descriptor, true, lanes, corners);
    report(warp, op, texture.descriptor, corners, lanes);
    constexpr std::array<unsigned, texture_channels> order = {2, 3, 1, 0};
    for_each_lane(lanes, [&](unsigned lane) {
      for (unsigned c = 0; c < texture_channels; ++c)
        put(warp, op.rows[c], lane, texel_bits(texture, corners.texels[order[c]][lane].offset, control.gathered));
    });
  });
  return Flow::next;
}

}  // namespace

std::uint32_t TextureControl::packed() const {
  return static_cast<std::uint32_t>(shape) | std::uint32_t{gathered} << 4U | std::uint32_t{integer_coordinates} << 8U |
         static_cast<std::uint32_t>(outside) << 12U;
}

TextureControl TextureControl::of(std::uint32_t packed) {
  return {.shape = static_cast<TextureShape>(packed & 0xfU),
          .gathered = static_cast<std::uint8_t>(packed >> 4U & 0xfU),
          .integer_coordinates = (packed >> 8U & 1U) != 0,
          .outside = static_cast<Outside>(packed >> 12U & 0xfU)};
}

MachineFn select_texture(unsigned width) { return width == 64 ? &run_texture<64> : &run_texture<32>; }
MachineFn select_gather(unsigned width) { return width == 64 ? &run_gather<64> : &run_gather<32>; }

}  // namespace forewarp::emu
