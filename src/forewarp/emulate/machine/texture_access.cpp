// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Reads of textures and accesses of surfaces, a warp at a time, following the CUDA C++ programming guide, "Texture
// Fetching":
//
//   1. handles       lanes with the same handle go together; its descriptor is read and checked against its buffer
//   2. footprint     each coordinate becomes the number of a texel, or of two and the weight of the second one
//   3. report        the texels' addresses go the way of all accesses, so checks and observers see them. Of a filtered
//                    read, texels of a sector that the lane has reported already are left out: a GPU reads them at once
//   4. values        texels are converted, filtered and put into rows
//
// Example: x = 2.75 in a filtered row of 8 texels. x - 0.5 = 2.25 lies between texels 2 and 3, with weights 0.75 and
// 0.25.
#include "forewarp/emulate/machine/texture_access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "forewarp/emulate/machine/locate.hpp"
#include "forewarp/emulate/machine/texture.hpp"
#include "forewarp/support/half.hpp"

namespace forewarp::emu {

namespace {

constexpr unsigned max_lanes = 64, max_corners = 8, sector_shift = 5;
constexpr std::int64_t outside = -1;

template <typename T>
T read_lane(const Warp& warp, std::uint32_t row, unsigned lane) {
  T value;
  std::memcpy(&value, warp.regs + row + std::size_t{lane} * sizeof(T), sizeof value);
  return value;
}

/// The bytes at an address of device memory, made if need be; nullptr where they are in no buffer.
std::byte* host_bytes(const Warp& warp, std::uint64_t address, std::uint64_t bytes) {
  Memory::Impl& memory = *warp.block.launch().memory;
  MemoryBuffer* const buffer = memory.find(address);
  if (!buffer) return nullptr;
  const std::uint64_t offset = address - buffer->base;
  if (offset > buffer->bytes || bytes > buffer->bytes - offset) return nullptr;
  if (!buffer->range_made(offset, bytes)) memory.make(*buffer, offset, bytes);
  return buffer->host + offset;
}

struct Texture {
  TextureDescriptor descriptor;
  std::byte* texels = nullptr;
};

Texture texture_at(Warp& warp, const MachineOp& op, LaneMask lanes, std::uint64_t handle) {
  Texture texture;
  const std::byte* const bytes = host_bytes(warp, handle, texture_descriptor_bytes);
  if (!bytes || !from_bytes({bytes, texture_descriptor_bytes}, texture.descriptor))
    warp.fault(op, lanes,
               fmt::format("{:#x} is not the handle of a texture or surface (a program makes one: see forewarp exec)",
                           handle));
  texture.texels = host_bytes(warp, texture.descriptor.data, texture.descriptor.bytes());
  if (!texture.texels) warp.fault(op, lanes, "the memory of this texture or surface was freed");
  return texture;
}

/// Calls body(texture, lanes) once for each handle.
template <unsigned width, typename Body>
void for_each_texture(Warp& warp, const MachineOp& op, LaneMask active, Body&& body) {
  std::array<std::uint64_t, max_lanes> handles{};
  const std::uint64_t* const addresses = compute_addresses<width>(warp, op);
  std::copy_n(addresses, width, handles.begin());
  while (active != 0) {
    const std::uint64_t handle = handles[first_lane(active)];
    LaneMask same = 0;
    for_each_lane(active, [&](unsigned lane) { same |= LaneMask{handles[lane] == handle} << lane; });
    body(texture_at(warp, op, same, handle), same);
    active &= ~same;
  }
}

/// The texels of one lane along one axis.
struct Position {
  std::int64_t first = 0, second = 0;
  float weight = 0;  ///< of the second one
};

/// The texel that stands for number i.
std::int64_t addressed(std::int64_t i, std::int64_t count, Addressing mode) {
  if (i >= 0 && i < count) return i;
  const auto modulo = [](std::int64_t a, std::int64_t n) { return ((a % n) + n) % n; };
  switch (mode) {
    case Addressing::wrap:
      return modulo(i, count);
    case Addressing::mirror: {
      const std::int64_t in_two = modulo(i, 2 * count);
      return in_two < count ? in_two : 2 * count - 1 - in_two;
    }
    case Addressing::clamp:
      return i < 0 ? 0 : count - 1;
    case Addressing::border:
      return outside;
  }
  return outside;
}

/// Weights have 8 bits (CUDA C++ programming guide, "Linear Filtering").
Position position_of(float x, std::uint32_t count, Addressing mode, bool normalised, bool between) {
  constexpr float far = 1 << 30, weights = 256;
  if (normalised) x *= static_cast<float>(count);
  if (!normalised && (mode == Addressing::wrap || mode == Addressing::mirror)) mode = Addressing::clamp;
  x = std::isnan(x) ? 0 : std::clamp(between ? x - 0.5F : x, -far, far);
  const float below = std::floor(x);
  const auto i = static_cast<std::int64_t>(below);
  Position p{addressed(i, count, mode), 0, 0};
  if (between) {
    p.second = addressed(i + 1, count, mode);
    p.weight = std::nearbyint((x - below) * weights) / weights;
  }
  return p;
}

/// The coordinates of a direction on the faces of a cube, and the face (same guide, "Cubemap Textures").
struct OnFace {
  float s = 0, t = 0;
  std::int64_t face = 0;
};
OnFace on_face(float x, float y, float z) {
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  float m = az, s = z >= 0 ? x : -x, t = -y;
  std::int64_t face = z >= 0 ? 4 : 5;
  if (ax >= ay && ax >= az) {
    m = ax, s = x >= 0 ? -z : z, face = x >= 0 ? 0 : 1;
  } else if (ay >= az) {
    m = ay, s = x, t = y >= 0 ? z : -z, face = y >= 0 ? 2 : 3;
  }
  return {(s / m + 1) / 2, (t / m + 1) / 2, face};
}

/// What one lane reads: positions along x, y and z; the last one is also the layer or face.
struct Footprint {
  std::array<Position, 3> axes{};
};

/// Reads the coordinates of one lane. Row 0 of coordinates is a layer where the shape has layers.
class Coordinates {
 public:
  Coordinates(const Warp& warp, const MachineOp& op, std::size_t first, const TextureControl& control,
              const TextureDescriptor& texture, bool between)
      : warp_(warp), rows_(op.rows.data() + first), control_(control), texture_(texture), between_(between) {}

  [[nodiscard]] Footprint of(unsigned lane) const {
    Footprint f;
    const auto layer = [&](std::int64_t faces) {
      const auto wanted = static_cast<std::int64_t>(read_lane<std::uint32_t>(warp_, rows_[0], lane)) * faces;
      return std::min<std::int64_t>(wanted, std::int64_t{texture_.depth} - faces);
    };
    switch (control_.shape) {
      case TextureShape::d1:
      case TextureShape::d2:
      case TextureShape::d3:
        for (unsigned a = 0; a <= static_cast<unsigned>(control_.shape); ++a) f.axes[a] = axis(a, rows_[a], lane);
        break;
      case TextureShape::layers1:
      case TextureShape::layers2:
        f.axes[0] = axis(0, rows_[1], lane);
        if (control_.shape == TextureShape::layers2) f.axes[1] = axis(1, rows_[2], lane);
        f.axes[2].first = f.axes[2].second = layer(1);
        break;
      case TextureShape::cube:
      case TextureShape::cubes: {
        const bool layered = control_.shape == TextureShape::cubes;
        const auto at = [&](unsigned a) { return read_lane<float>(warp_, rows_[a + (layered ? 1 : 0)], lane); };
        const OnFace where = on_face(at(0), at(1), at(2));
        f.axes[0] = position_of(where.s, texture_.width, Addressing::clamp, true, between_);
        f.axes[1] = position_of(where.t, texture_.height, Addressing::clamp, true, between_);
        f.axes[2].first =
            std::min<std::int64_t>((layered ? layer(6) : 0) + where.face, std::int64_t{texture_.depth} - 1);
        break;
      }
    }
    return f;
  }

 private:
  [[nodiscard]] Position axis(unsigned a, std::uint32_t row, unsigned lane) const {
    const std::uint32_t count = a == 0 ? texture_.width : a == 1 ? texture_.height : texture_.depth;
    Addressing mode = texture_.linear_memory ? Addressing::border : texture_.addressing[a];
    if (!control_.integer_coordinates)
      return position_of(read_lane<float>(warp_, row, lane), count, mode, texture_.normalised_coordinates, between_);
    if (mode != Addressing::border) mode = Addressing::clamp;
    return {addressed(read_lane<std::int32_t>(warp_, row, lane), count, mode), 0, 0};
  }

  const Warp& warp_;
  const std::uint32_t* rows_;
  const TextureControl& control_;
  const TextureDescriptor& texture_;
  bool between_;
};

/// A texel that a lane reads: its offset from the first one of the texture, or `outside` for the border.
struct Corner {
  std::int64_t offset = outside;
  float weight = 0;
};
struct Corners {
  unsigned count = 1;
  std::array<std::array<Corner, max_lanes>, max_corners> texels;
};

unsigned filtered_axes(TextureShape shape) {
  switch (shape) {
    case TextureShape::d1:
    case TextureShape::layers1:
      return 1;
    case TextureShape::d2:
    case TextureShape::layers2:
    case TextureShape::cube:
    case TextureShape::cubes:
      return 2;
    case TextureShape::d3:
      return 3;
  }
  return 1;
}

void set_corners(Corners& corners, const Footprint& f, const TextureDescriptor& t, unsigned lane) {
  const std::array<std::uint64_t, 3> steps = {t.texel_bytes(), t.row_bytes, t.slice_bytes};
  for (unsigned c = 0; c < corners.count; ++c) {
    float weight = 1;
    std::uint64_t offset = 0;
    bool inside = true;
    for (unsigned a = 0; a < 3; ++a) {
      const Position& p = f.axes[a];
      const bool second = (c >> a & 1U) != 0;
      const std::int64_t texel = second ? p.second : p.first;
      inside = inside && texel != outside;
      offset += static_cast<std::uint64_t>(texel) * steps[a];
      if (1U << a < corners.count) weight *= second ? p.weight : 1 - p.weight;
    }
    corners.texels[c][lane] = {inside ? static_cast<std::int64_t>(offset) : outside, weight};
  }
}

void report(Warp& warp, const MachineOp& op, const TextureDescriptor& t, const Corners& corners, LaneMask lanes) {
  const MemoryBuffer* const buffer = warp.block.launch().memory->find(t.data);
  std::array<std::uint64_t, max_lanes> addresses{};
  for (unsigned c = 0; c < corners.count; ++c) {
    LaneMask reading = 0, again = 0;
    for_each_lane(lanes, [&](unsigned lane) {
      const std::int64_t offset = corners.texels[c][lane].offset;
      if (offset == outside) return;
      addresses[lane] = t.data + static_cast<std::uint64_t>(offset);
      const auto same_sector = [&](unsigned earlier) {
        const std::int64_t other = corners.texels[earlier][lane].offset;
        return other != outside &&
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

float corner_value(const Texture& texture, std::int64_t offset, unsigned channel) {
  const TextureDescriptor& t = texture.descriptor;
  if (offset == outside) return t.border[channel];
  return float_of(texture.texels + offset + std::size_t{channel} * t.channel_bytes, t);
}

/// The value of a channel as the bits that the register gets.
std::uint32_t value_of(const Texture& texture, const Corners& corners, unsigned lane, unsigned channel) {
  const TextureDescriptor& t = texture.descriptor;
  const bool floats = has_floats(t);
  if (channel >= t.channels) return channel < 3 ? 0 : floats ? std::bit_cast<std::uint32_t>(1.0F) : 1;
  const std::int64_t offset = corners.texels[0][lane].offset;
  if (!floats) {
    if (offset == outside) return static_cast<std::uint32_t>(static_cast<std::int64_t>(t.border[channel]));
    return integer_of(texture.texels + offset + std::size_t{channel} * t.channel_bytes, t);
  }
  if (corners.count == 1) return std::bit_cast<std::uint32_t>(corner_value(texture, offset, channel));
  float sum = 0;
  for (unsigned c = 0; c < corners.count; ++c)
    if (corners.texels[c][lane].weight != 0)
      sum += corners.texels[c][lane].weight * corner_value(texture, corners.texels[c][lane].offset, channel);
  return std::bit_cast<std::uint32_t>(sum);
}

void put(Warp& warp, std::uint32_t row, unsigned lane, std::uint32_t bits) {
  if (row != LaneInst::absent_row) std::memcpy(warp.regs + row + std::size_t{lane} * 4, &bits, sizeof bits);
}

constexpr std::size_t channels_given = 4;

template <unsigned width>
Flow run_texture(Warp& warp, const MachineOp& op, LaneMask active) {
  const TextureControl control = TextureControl::of(op.control);
  for_each_texture<width>(warp, op, active, [&](const Texture& texture, LaneMask lanes) {
    const TextureDescriptor& t = texture.descriptor;
    const bool between = t.filters && !control.integer_coordinates && has_floats(t);
    Corners corners;
    corners.count = between ? 1U << filtered_axes(control.shape) : 1;
    const Coordinates coordinates(warp, op, channels_given, control, t, between);
    for_each_lane(lanes, [&](unsigned lane) { set_corners(corners, coordinates.of(lane), t, lane); });
    report(warp, op, t, corners, lanes);
    for_each_lane(lanes, [&](unsigned lane) {
      std::array<std::uint32_t, channels_given> values{};
      for (unsigned c = 0; c < channels_given; ++c) values[c] = value_of(texture, corners, lane, c);
      for (unsigned c = 0; c < channels_given; ++c) put(warp, op.rows[c], lane, values[c]);
    });
  });
  return Flow::next;
}

/// One channel of the four texels that a filtered read would use, counter-clockwise from the lower left.
template <unsigned width>
Flow run_gather(Warp& warp, const MachineOp& op, LaneMask active) {
  const TextureControl control = TextureControl::of(op.control);
  for_each_texture<width>(warp, op, active, [&](const Texture& texture, LaneMask lanes) {
    const TextureDescriptor& t = texture.descriptor;
    Corners corners;
    corners.count = 4;
    const Coordinates coordinates(warp, op, channels_given, control, t, true);
    for_each_lane(lanes, [&](unsigned lane) { set_corners(corners, coordinates.of(lane), t, lane); });
    report(warp, op, t, corners, lanes);
    constexpr std::array<unsigned, channels_given> order = {2, 3, 1, 0};
    for_each_lane(lanes, [&](unsigned lane) {
      for (unsigned c = 0; c < channels_given; ++c) {
        Corners one;
        one.texels[0][lane].offset = corners.texels[order[c]][lane].offset;
        put(warp, op.rows[c], lane, value_of(texture, one, lane, control.gathered));
      }
    });
  });
  return Flow::next;
}

/// Where lanes access a surface: x counts bytes.
class SurfacePlaces {
 public:
  SurfacePlaces(Warp& warp, const MachineOp& op, const TextureDescriptor& t) : warp_(warp), op_(op), t_(t) {}

  /// False where the lane accesses nothing.
  bool locate_lane(const TextureControl& control, unsigned lane, std::uint64_t& address) const {
    const std::uint32_t* const rows = op_.rows.data() + op_.elements;
    const auto at = [&](unsigned i) { return std::int64_t{read_lane<std::int32_t>(warp_, rows[i], lane)}; };
    std::int64_t x = 0, y = 0, z = 0;
    switch (control.shape) {
      case TextureShape::d3:
        z = at(2);
        [[fallthrough]];
      case TextureShape::d2:
        y = at(1);
        [[fallthrough]];
      case TextureShape::d1:
        x = at(0);
        break;
      case TextureShape::layers2:
        y = at(2);
        [[fallthrough]];
      case TextureShape::layers1:
      case TextureShape::cube:
      case TextureShape::cubes:
        x = at(1);
        z = at(0);
        break;
    }
    const std::int64_t bytes = op_.access_bytes, row = std::int64_t{t_.width} * t_.texel_bytes();
    const bool is_inside = x >= 0 && x <= row - bytes && y >= 0 && y < t_.height && z >= 0 && z < t_.depth;
    if (!is_inside) {
      if (control.outside == TextureControl::Outside::zero) return false;
      if (control.outside == TextureControl::Outside::trap || row < bytes)
        warp_.fault(op_, LaneMask{1} << lane,
                    fmt::format("surface access to byte {} of row {} in slice {}: the surface has {} bytes a row, {} "
                                "rows, {} slices (the x of a surface access counts bytes)",
                                x, y, z, row, t_.height, t_.depth));
      x = std::clamp<std::int64_t>(x, 0, row - bytes);
      y = std::clamp<std::int64_t>(y, 0, std::int64_t{t_.height} - 1);
      z = std::clamp<std::int64_t>(z, 0, std::int64_t{t_.depth} - 1);
    }
    address = t_.data + static_cast<std::uint64_t>(x) + static_cast<std::uint64_t>(y) * t_.row_bytes +
              static_cast<std::uint64_t>(z) * t_.slice_bytes;
    return true;
  }

 private:
  Warp& warp_;
  const MachineOp& op_;
  const TextureDescriptor& t_;
};

template <unsigned width, bool is_store>
Flow run_surface(Warp& warp, const MachineOp& op, LaneMask active) {
  const TextureControl control = TextureControl::of(op.control);
  const std::size_t slot = op.register_bytes == 8 ? 8 : 4;
  for_each_texture<width>(warp, op, active, [&](const Texture& texture, LaneMask lanes) {
    const SurfacePlaces places(warp, op, texture.descriptor);
    std::array<std::uint64_t, max_lanes> addresses{};
    LaneMask inside = 0;
    for_each_lane(lanes, [&](unsigned lane) {
      if (places.locate_lane(control, lane, addresses[lane])) inside |= LaneMask{1} << lane;
    });
    if (inside != 0) locate(warp, {op, inside, ptx::StateSpace::global, addresses.data(), op.kind, op.access_bytes});
    for_each_lane(lanes, [&](unsigned lane) {
      const bool reached = (inside >> lane & 1U) != 0;
      for (unsigned e = 0; e < op.elements; ++e) {
        if (op.rows[e] == LaneInst::absent_row) continue;
        std::byte* const in_register = warp.regs + op.rows[e] + lane * slot;
        std::byte* const in_memory =
            reached ? texture.texels + (addresses[lane] - texture.descriptor.data) + std::size_t{e} * op.element_bytes
                    : nullptr;
        if (is_store && reached) std::memcpy(in_memory, in_register, op.element_bytes);
        if (!is_store) std::memset(in_register, 0, slot);
        if (!is_store && reached) std::memcpy(in_register, in_memory, op.element_bytes);
      }
    });
  });
  if (is_store) warp.block.note_change();
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
MachineFn select_surface(bool store, unsigned width) {
  if (store) return width == 64 ? &run_surface<64, true> : &run_surface<32, true>;
  return width == 64 ? &run_surface<64, false> : &run_surface<32, false>;
}

}  // namespace forewarp::emu
