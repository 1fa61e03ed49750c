// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/texture_footprint.hpp"

#include <algorithm>
#include <cmath>

namespace forewarp::emu {

namespace {

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
      return outside_texture;
  }
  return outside_texture;
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
  Coordinates(const Warp& warp, const MachineOp& op, const TextureControl& control, const TextureDescriptor& texture,
              bool between)
      : warp_(warp),
        rows_(op.rows.data() + texture_channels),
        control_(control),
        texture_(texture),
        between_(between) {}

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

void set_lane(Corners& corners, const Footprint& f, const TextureDescriptor& t, unsigned lane) {
  const std::array<std::uint64_t, 3> steps = {t.texel_bytes(), t.row_bytes, t.slice_bytes};
  for (unsigned c = 0; c < corners.count; ++c) {
    float weight = 1;
    std::uint64_t offset = 0;
    bool inside = true;
    for (unsigned a = 0; a < 3; ++a) {
      const Position& p = f.axes[a];
      const bool second = (c >> a & 1U) != 0;
      const std::int64_t texel = second ? p.second : p.first;
      inside = inside && texel != outside_texture;
      offset += static_cast<std::uint64_t>(texel) * steps[a];
      if (1U << a < corners.count) weight *= second ? p.weight : 1 - p.weight;
    }
    corners.texels[c][lane] = {inside ? static_cast<std::int64_t>(offset) : outside_texture, weight};
  }
}

}  // namespace

void set_corners(const Warp& warp, const MachineOp& op, const TextureControl& control, const TextureDescriptor& texture,
                 bool between, LaneMask lanes, Corners& corners) {
  corners.count = between ? 1U << filtered_axes(control.shape) : 1;
  const Coordinates coordinates(warp, op, control, texture, between);
  for_each_lane(lanes, [&](unsigned lane) { set_lane(corners, coordinates.of(lane), texture, lane); });
}

}  // namespace forewarp::emu
