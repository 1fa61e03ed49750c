// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// cp.async, cp.async.bulk with its tensor forms, mbarrier.
#include <array>
#include <optional>

#include "forewarp/emulate/decode/function_decoder.hpp"
#include "forewarp/emulate/machine/async.hpp"
#include "forewarp/emulate/machine/atomic.hpp"
#include "forewarp/emulate/machine/plain.hpp"
#include "forewarp/emulate/machine/sync.hpp"
#include "forewarp/emulate/machine/tensor_copy.hpp"
#include "forewarp/frontend/ptx/device_runtime.hpp"

namespace forewarp::emu {

using ptx::Operand;
using ptx::OperandKind;
using ptx::StateSpace;
using ptx::Type;

bool add_mbarrier(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op, const Operand& mbarrier) {
  MachineOp at = decoder.new_op(i);
  if (!decoder.set_address(at, mbarrier, StateSpace::shared) || at.offset != 0) return false;
  op.rows.push_back(at.address_row);
  op.register_bytes = at.address_is_64 ? 8 : 4;
  return true;
}

namespace {

bool is_predicate(FunctionDecoder& decoder, const Operand& o) {
  return o.kind == OperandKind::reg && decoder.layout().type(o.index) == Type::pred;
}

/// A row, or absent_row for an operand that is not given.
bool add_row(FunctionDecoder& decoder, MachineOp& op, const Operand* o, Type type) {
  const auto row = o ? decoder.row_of(*o, type, type == Type::pred ? 0 : slot_bytes(type)) : LaneInst::absent_row;
  if (!row) return false;
  op.rows.push_back(*row);
  return true;
}

/// A copy has two addresses: the destination is in op, the source in op.second, with the same site.
bool set_source(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op, const Operand& source,
                StateSpace space) {
  auto from = std::make_shared<MachineOp>(decoder.new_op(i));
  if (!decoder.set_address(*from, source, space)) return false;
  from->site = op.site;
  op.second = std::move(from);
  return true;
}

/// cp.async.ca.shared.global [dst], [src], bytes{, src-size | ignore-src}{, policy}.
bool decode_copy(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const auto operands = decoder.function().operands_of(i);
  if (operands.size() < 3 || operands[2].kind != OperandKind::immediate) return false;
  const std::uint64_t bytes = operands[2].bits;
  if (bytes != 4 && bytes != 8 && bytes != 16) return false;
  op.access_bytes = static_cast<std::uint16_t>(bytes);
  op.kind = AccessKind::async_copy;
  const bool with_policy = i.has("cache_hint") || i.has("L2::cache_hint");
  const std::size_t last = operands.size() - (with_policy ? 1 : 0);
  const Operand* fourth = last > 3 ? &operands[3] : nullptr;
  const bool ignores = fourth && is_predicate(decoder, *fourth);
  if (!add_row(decoder, op, fourth && !ignores ? fourth : nullptr, Type::u32)) return false;
  if (!add_row(decoder, op, ignores ? fourth : nullptr, Type::pred)) return false;
  if (ignores && fourth->negated) op.control |= async_control::ignore_negated;
  if (!decoder.set_address(op, operands[0], StateSpace::shared)) return false;
  decoder.add_site(op);
  op.fn = select_copy(decoder.width());
  return set_source(decoder, i, op, operands[1], StateSpace::global);
}

/// cp.reduce.async.bulk...add.u32: what is done to each element.
bool set_reduction(const ptx::Instruction& i, MachineOp& op) {
  op.combine = select_combine(i);
  op.element_bytes = static_cast<std::uint8_t>(ptx::size_of(i.type(0)));
  return op.combine && (op.element_bytes == 2 || op.element_bytes == 4 || op.element_bytes == 8);
}

/// The row of the mask of blocks that a copy with .multicast::cluster has as operand `position`.
bool add_mask(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op, std::span<const Operand> operands,
              std::size_t position) {
  const bool has_mask = i.has("multicast::cluster");
  if (has_mask && operands.size() <= position) return false;
  return add_row(decoder, op, has_mask ? &operands[position] : nullptr, Type::u16);
}

/// cp.async.bulk.dst.src{.mbarrier...}{.multicast::cluster} [dst], [src], size{, [mbar]}{, mask}.
bool decode_bulk(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  if (i.has("cp_mask") || (i.has("reduce") && !set_reduction(i, op))) return false;
  const auto operands = decoder.function().operands_of(i);
  if (operands.size() < 3) return false;
  const bool to_shared = i.has("shared::cluster") || i.has("shared::cta");
  const bool to_global = i.mnemonic.find("bulk.global") != std::string_view::npos;
  if (!to_shared && !to_global) return false;
  const bool from_global = !to_global && i.has("global");
  op.kind = AccessKind::async_copy;
  op.control = async_control::bulk;
  op.access_bytes = 16;
  if (!add_row(decoder, op, &operands[2], Type::u32)) return false;
  op.rows.push_back(LaneInst::absent_row);
  const Operand* mbarrier = !to_global && operands.size() > 3 ? &operands[3] : nullptr;
  if (!mbarrier)
    op.rows.push_back(LaneInst::absent_row);
  else if (!add_mbarrier(decoder, i, op, *mbarrier))
    return false;
  if (!add_mask(decoder, i, op, operands, 4)) return false;
  if (!decoder.set_address(op, operands[0], to_global ? StateSpace::global : StateSpace::shared)) return false;
  decoder.add_site(op);
  op.fn = select_copy(decoder.width());
  return set_source(decoder, i, op, operands[1], from_global ? StateSpace::global : StateSpace::shared);
}

std::optional<TensorCopy> tensor_copy_of(const ptx::Instruction& i, bool to_global) {
  if (!i.has("reduce")) return to_global ? TensorCopy::store : TensorCopy::load;
  constexpr std::array<std::pair<std::string_view, TensorCopy>, 6> operations = {{{"add", TensorCopy::add},
                                                                                  {"min", TensorCopy::min},
                                                                                  {"max", TensorCopy::max},
                                                                                  {"and", TensorCopy::bitwise_and},
                                                                                  {"or", TensorCopy::bitwise_or},
                                                                                  {"xor", TensorCopy::bitwise_xor}}};
  for (const auto& [name, operation] : operations)
    if (i.has(name)) return operation;
  return std::nullopt;
}

/// cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [dst], [map, {x, y}], [mbar], and
/// .global.shared::cta.bulk_group [map, {x, y}], [src]. Rows: mbarrier, mask of blocks (absent where there is none),
/// coordinates.
bool decode_tensor(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  if (i.has("im2col") || i.has("im2col_no_offs") || i.has("im2col::w") || i.has("tile::gather4") ||
      i.has("tile::scatter4"))
    return false;
  const auto operands = decoder.function().operands_of(i);
  const bool to_global = ptx::stores_tensor(i);
  const auto copy = tensor_copy_of(i, to_global);
  if (!copy || operands.size() < (to_global ? 2U : 3U)) return false;
  const Operand &tensor = operands[to_global ? 0 : 1], &shared = operands[to_global ? 1 : 0];
  if (tensor.kind != OperandKind::address || tensor.count != 2) return false;
  const auto parts = decoder.function().elements_of(tensor);
  const std::span<const Operand> coordinates =
      parts[1].kind == OperandKind::vector ? decoder.function().elements_of(parts[1]) : parts.subspan(1, 1);
  if (to_global)
    op.rows.push_back(LaneInst::absent_row);
  else if (!add_mbarrier(decoder, i, op, operands[2]))
    return false;
  if (!add_mask(decoder, i, op, operands, 3)) return false;
  for (const Operand& c : coordinates)
    if (!add_row(decoder, op, &c, Type::u32) || op.rows.back() == LaneInst::absent_row) return false;
  op.kind = AccessKind::async_copy;
  op.access_bytes = 16;
  op.control = static_cast<std::uint32_t>(*copy);
  if (!decoder.set_address(op, to_global ? parts[0] : shared, to_global ? StateSpace::global : StateSpace::shared))
    return false;
  decoder.add_site(op);
  op.fn = select_tensor_copy(decoder.width());
  return set_source(decoder, i, op, to_global ? shared : parts[0], to_global ? StateSpace::shared : StateSpace::global);
}

/// Tests are polls without a hash (polled_blindly): loops that wait for a phase consist of them. A
/// warp whose tests keep failing lets other warps run, instead of spinning until the limit of
/// instructions.
bool finish_mbarrier(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op, MbarrierOp kind,
                     const Operand& address) {
  const bool tests = kind == MbarrierOp::test || kind == MbarrierOp::test_parity;
  op.kind = tests ? AccessKind::load : kind == MbarrierOp::init ? AccessKind::store : AccessKind::atomic;
  op.elements = 1;
  op.element_bytes = 8;
  op.access_bytes = 8;
  if (!decoder.set_address(op, address, i.space)) return false;
  op.fn = select_mbarrier(kind, decoder.width());
  if (tests) {
    op.polled = op.fn;
    op.fn = &run_blind_poll;
  }
  decoder.add_site(op);
  return true;
}

/// mbarrier.arrive {state,} [address] {, count}: the address is the first or the second operand.
bool decode_arrival(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const auto operands = decoder.function().operands_of(i);
  const std::size_t address = !operands.empty() && operands[0].kind == OperandKind::address ? 0 : 1;
  if (operands.size() <= address) return false;
  op.control2 = i.has("expect_tx");
  const Operand* count = operands.size() > address + 1 ? &operands[address + 1] : nullptr;
  if (!add_row(decoder, op, address == 1 ? &operands[0] : nullptr, Type::b64)) return false;
  op.rows.push_back(LaneInst::absent_row);
  if (!add_row(decoder, op, count, Type::u32)) return false;
  return finish_mbarrier(decoder, i, op, i.has("arrive_drop") ? MbarrierOp::arrive_drop : MbarrierOp::arrive,
                         operands[address]);
}

/// mbarrier.test_wait and try_wait, by state token or by parity.
bool decode_test(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const auto operands = decoder.function().operands_of(i);
  if (operands.size() < 3) return false;
  op.control2 = i.has("try_wait");
  const bool parity = i.has("parity");
  if (!add_row(decoder, op, &operands[0], Type::pred) || op.rows[0] == LaneInst::absent_row) return false;
  if (!add_row(decoder, op, &operands[2], parity ? Type::u32 : Type::b64)) return false;
  op.rows.push_back(LaneInst::absent_row);
  return finish_mbarrier(decoder, i, op, parity ? MbarrierOp::test_parity : MbarrierOp::test, operands[1]);
}

}  // namespace

/// st.async{.shared::cluster}.mbarrier::complete_tx::bytes.type [a], b, [mbar], and red.async: the access is op.second.
bool decode_completing(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op,
                       bool (*access)(FunctionDecoder&, const ptx::Instruction&, MachineOp&)) {
  const auto operands = decoder.function().operands_of(i);
  if (!i.has("mbarrier::complete_tx::bytes") || operands.size() != 3) return false;
  if (!add_mbarrier(decoder, i, op, operands[2])) return false;
  auto inner = std::make_shared<MachineOp>(decoder.new_op(i));
  if (!access(decoder, i, *inner)) return false;
  op.second = std::move(inner);
  op.fn = &run_completing;
  return true;
}

/// Copies are done when they are issued, in program order, so groups need no bookkeeping: commit
/// and wait are empty. That is one of the orders that the hardware may choose, and counts of
/// accesses do not depend on it.
bool decode_async(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  if (!i.has("async")) return false;
  if (i.has("commit_group") || i.has("wait_group") || i.has("wait_all")) {
    op.fn = &run_nothing;  // every copy is done by then
    return true;
  }
  if (i.has("mbarrier") && i.has("arrive")) {
    if (!i.has("noinc")) {
      op.fn = &run_nothing;  // adds one missing arrival, which the finished copies take off again
      return true;
    }
    const auto operands = decoder.function().operands_of(i);
    op.rows.assign(3, LaneInst::absent_row);
    return !operands.empty() && finish_mbarrier(decoder, i, op, MbarrierOp::arrive, operands[0]);
  }
  if (i.has("bulk") && i.has("prefetch")) {
    op.fn = &run_nothing;  // into L2, which has no state here
    return true;
  }
  if (i.has("bulk") && i.has("tensor")) return decode_tensor(decoder, i, op);
  return i.has("bulk") ? decode_bulk(decoder, i, op) : decode_copy(decoder, i, op);
}

bool decode_mbarrier(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const auto operands = decoder.function().operands_of(i);
  if (i.has("arrive") || i.has("arrive_drop")) return decode_arrival(decoder, i, op);
  if (i.has("test_wait") || i.has("try_wait")) return decode_test(decoder, i, op);
  if (i.has("pending_count")) {
    if (operands.size() < 2 || !add_row(decoder, op, &operands[0], Type::u32) ||
        !add_row(decoder, op, &operands[1], Type::b64) || op.rows[0] == LaneInst::absent_row)
      return false;
    op.fn = select_mbarrier(MbarrierOp::pending, decoder.width());
    return true;
  }
  if (operands.empty()) return false;
  op.rows.assign(2, LaneInst::absent_row);
  if (!add_row(decoder, op, operands.size() > 1 ? &operands[1] : nullptr, Type::u32)) return false;
  if (i.has("inval")) return finish_mbarrier(decoder, i, op, MbarrierOp::inval, operands[0]);
  if (operands.size() < 2) return false;
  if (i.has("init")) return finish_mbarrier(decoder, i, op, MbarrierOp::init, operands[0]);
  if (i.has("expect_tx")) return finish_mbarrier(decoder, i, op, MbarrierOp::expect, operands[0]);
  if (i.has("complete_tx")) return finish_mbarrier(decoder, i, op, MbarrierOp::complete, operands[0]);
  return false;
}

}  // namespace forewarp::emu
