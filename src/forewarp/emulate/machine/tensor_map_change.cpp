// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// tensormap.replace (PTX ISA, "Data Movement and Conversion Instructions: tensormap.replace"). A map that is changed
// field by field may be invalid in between; copies ask whether it is valid.
#include "forewarp/emulate/machine/tensor_map_change.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "forewarp/emulate/machine/access.hpp"
#include "forewarp/emulate/machine/tensor_map.hpp"

namespace forewarp::emu {

namespace {

constexpr unsigned map_piece_bytes = 16, map_pieces = tensor_map_bytes / map_piece_bytes;

/// The numbers of elements' types here (those of cuTensorMapEncodeTiled) by those of the PTX ISA's table of new values:
/// the two have f32.ftz, f64 and bf16 in another order. Elements of less than a byte have none.
std::optional<TensorMap::Type> type_of(std::uint64_t value) {
  using Type = TensorMap::Type;
  constexpr std::array types = {Type::u8,  Type::u16,     Type::u32, Type::s32,  Type::u64,  Type::s64,     Type::f16,
                                Type::f32, Type::f32_ftz, Type::f64, Type::bf16, Type::tf32, Type::tf32_ftz};
  return value < types.size() ? std::optional(types[value]) : std::nullopt;
}

/// False for a value that this field cannot have here.
bool change(TensorMap& map, TensorMapField field, unsigned dimension, std::uint64_t value) {
  constexpr std::uint64_t max_box = 0xffff, max_step = 0xff, widest_swizzle = 3;
  switch (field) {
    case TensorMapField::global_address:
      map.address = value;
      return true;
    case TensorMapField::rank:  // counted from zero
      map.rank = static_cast<std::uint8_t>(std::min<std::uint64_t>(value + 1, TensorMap::max_rank + 1));
      return true;
    case TensorMapField::box_dim:
      map.box[dimension] = static_cast<std::uint16_t>(std::min(value, max_box));
      return true;
    case TensorMapField::global_dim:
      map.sizes[dimension] = value;
      return true;
    case TensorMapField::global_stride:
      map.strides[dimension] = value;
      return true;
    case TensorMapField::element_stride:
      map.steps[dimension] = static_cast<std::uint8_t>(std::min(value, max_step));
      return true;
    case TensorMapField::elemtype: {
      const auto type = type_of(value);
      if (type) map.type = *type;
      return type.has_value();
    }
    case TensorMapField::interleave_layout:
      return value == 0;
    case TensorMapField::swizzle_mode:
      map.swizzle = static_cast<std::uint8_t>(value);
      return value <= widest_swizzle;
    case TensorMapField::fill_mode:
      map.fills_nan = static_cast<std::uint8_t>(value);
      return value <= 1;
  }
  return false;
}

/// One lane's map, moved in map_pieces as a warp would.
void change_lane(Warp& warp, const MachineOp& op, unsigned lane, std::uint64_t address) {
  const LaneMask self = LaneMask{1} << lane;
  const ptx::StateSpace space = op.space == ptx::StateSpace::none ? space_of(address) : op.space;
  const std::uint64_t first = address - (op.space == ptx::StateSpace::none ? window_of(space) : 0);
  std::array<std::uint64_t, 64> places{};
  for (unsigned i = 0; i < map_pieces; ++i) places[i] = first + std::uint64_t{i} * map_piece_bytes;
  locate(warp, {op, (LaneMask{1} << map_pieces) - 1, space, places.data(), AccessKind::store, map_piece_bytes});
  std::array<std::byte, tensor_map_bytes> bytes;
  for (unsigned i = 0; i < map_pieces; ++i)
    std::memcpy(bytes.data() + i * map_piece_bytes, warp.located.at(i, map_piece_bytes), map_piece_bytes);
  TensorMap map;
  if (!from_bytes(bytes, map) && map.identity != TensorMap::mark)
    warp.fault(op, self, fmt::format("there is no tensor map at {:#x} (cuTensorMapEncodeTiled makes one)", address));
  std::uint64_t value = 0;
  std::memcpy(&value, warp.regs + op.rows[0] + std::size_t{lane} * op.register_bytes, op.register_bytes);
  if (!change(map, static_cast<TensorMapField>(op.control), op.control2, value))
    warp.fault(op, self,
               fmt::format("tensormap.replace with {}: elements of less than a byte, interleaved layouts and other "
                           "swizzles are not emulated (docs/limits.md)",
                           value));
  bytes = to_bytes(map);
  for (unsigned i = 0; i < map_pieces; ++i)
    std::memcpy(warp.located.at(i, map_piece_bytes), bytes.data() + i * map_piece_bytes, map_piece_bytes);
  warp.block.note_change();
}

template <unsigned width>
Flow change_maps(Warp& warp, const MachineOp& op, LaneMask active) {
  std::array<std::uint64_t, 64> addresses{};
  std::copy_n(compute_addresses<width>(warp, op), width, addresses.begin());
  for_each_lane(active, [&](unsigned lane) { change_lane(warp, op, lane, addresses[lane]); });
  return Flow::next;
}

}  // namespace

MachineFn select_tensor_map_change(unsigned width) { return width == 64 ? &change_maps<64> : &change_maps<32>; }

}  // namespace forewarp::emu
