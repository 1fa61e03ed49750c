// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Loads and stores of surfaces, a warp at a time.
#include <fmt/format.h>

#include <algorithm>

#include "forewarp/emulate/machine/locate.hpp"
#include "forewarp/emulate/machine/texture_access.hpp"
#include "forewarp/emulate/machine/texture_handle.hpp"

namespace forewarp::emu {

namespace {

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

MachineFn select_surface(bool store, unsigned width) {
  if (store) return width == 64 ? &run_surface<64, true> : &run_surface<32, true>;
  return width == 64 ? &run_surface<64, false> : &run_surface<32, false>;
}

}  // namespace forewarp::emu
