// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// tensormap.replace, tensormap.cp_fenceproxy.
#include <algorithm>
#include <array>
#include <utility>

#include "forewarp/emulate/decode/function_decoder.hpp"
#include "forewarp/emulate/machine/async.hpp"
#include "forewarp/emulate/machine/tensor_map.hpp"
#include "forewarp/emulate/machine/tensor_map_change.hpp"

namespace forewarp::emu {

using ptx::StateSpace;

namespace {

constexpr std::array<std::pair<std::string_view, TensorMapField>, 10> map_fields = {{
    {"global_address", TensorMapField::global_address},
    {"rank", TensorMapField::rank},
    {"box_dim", TensorMapField::box_dim},
    {"global_dim", TensorMapField::global_dim},
    {"global_stride", TensorMapField::global_stride},
    {"element_stride", TensorMapField::element_stride},
    {"elemtype", TensorMapField::elemtype},
    {"interleave_layout", TensorMapField::interleave_layout},
    {"swizzle_mode", TensorMapField::swizzle_mode},
    {"fill_mode", TensorMapField::fill_mode},
}};

/// How many dimensions a field has a number of; 0 for one that the map has once.
unsigned dimensions_of(TensorMapField field) {
  if (field < TensorMapField::box_dim || field > TensorMapField::element_stride) return 0;
  return field == TensorMapField::global_stride ? TensorMap::max_rank - 1 : TensorMap::max_rank;
}

StateSpace space_of_map(const ptx::Instruction& i) {
  if (i.has("shared::cta")) return StateSpace::shared;
  return i.has("global") ? StateSpace::global : StateSpace::none;
}

/// tensormap.replace.tile.FIELD{.space}.b1024.type [address]{, dimension}, value.
bool decode_map_replace(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const auto operands = decoder.function().operands_of(i);
  const auto field = std::ranges::find_if(map_fields, [&](const auto& f) { return i.has(f.first); });
  if (field == map_fields.end() || !i.has("tile")) return false;
  const unsigned dimensions = dimensions_of(field->second);
  if (operands.size() != (dimensions > 0 ? 3U : 2U)) return false;
  if (dimensions > 0) {
    if (operands[1].kind != ptx::OperandKind::immediate || operands[1].bits >= dimensions) return false;
    op.control2 = static_cast<std::uint32_t>(operands[1].bits);
  }
  op.register_bytes = i.has("b64") ? 8 : 4;
  const auto value =
      decoder.row_of(operands.back(), op.register_bytes == 8 ? ptx::Type::b64 : ptx::Type::b32, op.register_bytes);
  if (!value || *value == LaneInst::absent_row) return false;
  op.rows = {*value};
  op.control = static_cast<std::uint32_t>(field->second);
  op.kind = AccessKind::store;
  op.access_bytes = 16;
  if (!decoder.set_address(op, operands[0], space_of_map(i))) return false;
  decoder.add_site(op);
  op.fn = select_tensor_map_change(decoder.width());
  return true;
}

/// tensormap.cp_fenceproxy.global.shared::cta... [to], [from], 128: the lanes of a warp copy one map together.
bool decode_map_copy(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const auto operands = decoder.function().operands_of(i);
  if (operands.size() != 3 || operands[2].kind != ptx::OperandKind::immediate || operands[2].bits != tensor_map_bytes)
    return false;
  op.rows = {decoder.layout().constant(tensor_map_bytes, 4), LaneInst::absent_row, LaneInst::absent_row,
             LaneInst::absent_row};
  op.control = async_control::bulk | async_control::one_lane;
  op.kind = AccessKind::async_copy;
  op.access_bytes = 16;
  if (!decoder.set_address(op, operands[0], StateSpace::global)) return false;
  decoder.add_site(op);
  auto from = std::make_shared<MachineOp>(decoder.new_op(i));
  if (!decoder.set_address(*from, operands[1], StateSpace::shared)) return false;
  from->site = op.site;
  op.second = std::move(from);
  op.fn = select_copy(decoder.width());
  return true;
}

}  // namespace

bool decode_tensor_map(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  return i.has("replace") ? decode_map_replace(decoder, i, op)
                          : i.has("cp_fenceproxy") && decode_map_copy(decoder, i, op);
}

}  // namespace forewarp::emu
