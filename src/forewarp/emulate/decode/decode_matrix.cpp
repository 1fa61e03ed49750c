// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// ldmatrix, stmatrix, movmatrix, wgmma.
#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include "forewarp/emulate/decode/function_decoder.hpp"
#include "forewarp/emulate/machine/matrix.hpp"
#include "forewarp/emulate/machine/plain.hpp"
#include "forewarp/emulate/machine/sync.hpp"
#include "forewarp/emulate/machine/wgmma.hpp"

namespace forewarp::emu {

using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;

namespace {

bool add_rows(FunctionDecoder& decoder, MachineOp& op, const Operand& o) {
  const auto elements =
      o.kind == OperandKind::vector ? decoder.function().elements_of(o) : std::span<const Operand>(&o, 1);
  for (const Operand& e : elements) {
    const auto row = decoder.row_of(e, ptx::Type::b32, 4);
    if (!row || *row == LaneInst::absent_row) return false;
    op.rows.push_back(*row);
  }
  return true;
}

}  // namespace

/// ldmatrix.x4: each group of eight lanes gives the addresses of the eight rows of one matrix, 16
/// bytes each, so the access is one of 16 bytes per lane although each lane receives four bytes of
/// each matrix.
bool decode_matrix(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const auto operands = decoder.function().operands_of(i);
  if (operands.size() < 2 || !i.has("m8n8") || i.type(0) != ptx::Type::b16) return false;
  op.control = i.has("trans");
  if (i.opcode == Opcode::movmatrix) {
    op.fn = select_matrix(MatrixOp::transpose, decoder.width());
    return add_rows(decoder, op, operands[0]) && add_rows(decoder, op, operands[1]) && op.rows.size() == 2;
  }
  const bool is_load = i.opcode == Opcode::ldmatrix;
  const unsigned matrices = i.has("x4") ? 4 : i.has("x2") ? 2 : 1;
  if (!add_rows(decoder, op, operands[is_load ? 0 : 1]) || op.rows.size() != matrices) return false;
  op.elements = static_cast<std::uint8_t>(matrices);
  op.kind = is_load ? AccessKind::load : AccessKind::store;
  op.access_bytes = 16;
  if (!decoder.set_address(op, operands[is_load ? 1 : 0], i.space)) return false;
  op.fn = select_matrix(is_load ? MatrixOp::load : MatrixOp::store, decoder.width());
  decoder.add_site(op);
  return true;
}

namespace {

constexpr std::array<std::pair<std::string_view, WgmmaElement>, 7> elements = {{
    {"f16", WgmmaElement::f16},
    {"bf16", WgmmaElement::bf16},
    {"tf32", WgmmaElement::tf32},
    {"e4m3", WgmmaElement::e4m3},
    {"e5m2", WgmmaElement::e5m2},
    {"s8", WgmmaElement::s8},
    {"u8", WgmmaElement::u8},
}};
constexpr std::array<std::pair<std::string_view, WgmmaSum>, 3> sums = {{
    {"f32", WgmmaSum::f32},
    {"f16", WgmmaSum::f16},
    {"s32", WgmmaSum::s32},
}};

template <class Named, class Value>
bool find_named(const Named& named, std::string_view name, Value& value) {
  const auto at = std::find_if(named.begin(), named.end(), [&](const auto& pair) { return pair.first == name; });
  if (at != named.end()) value = at->second;
  return at != named.end();
}

/// m64nNkK.SUM.A.B; K is always 32 bytes and not kept: 16 for halves, 8 for tf32, 32 for bytes. N
/// is a multiple of 8 up to 256. Example: m64n128k16.f32.bf16.bf16 has 128 columns, sums in f32.
bool read_shape(const ptx::Instruction& i, WgmmaShape& shape) {
  std::vector<std::string_view> words;
  for (const std::string_view word : i.suffixes())
    if (word != "mma_async" && word != "sp" && word != "sync" && word != "aligned" && word != "satfinite")
      words.push_back(word);
  if (words.size() != 4 || !words[0].starts_with("m64n")) return false;
  const auto end = words[0].data() + words[0].size();
  if (std::from_chars(words[0].data() + 4, end, shape.columns).ec != std::errc()) return false;
  shape.satfinite = i.has("satfinite");
  shape.sparse = i.has("sp");
  return shape.columns >= 8 && shape.columns <= 256 && shape.columns % 8 == 0 &&
         find_named(sums, words[1], shape.sum) && find_named(elements, words[2], shape.a) &&
         find_named(elements, words[3], shape.b);
}

/// imm-scale-a, imm-scale-b (1 or -1), imm-trans-a where A is in memory, imm-trans-b.
bool read_immediates(std::span<const Operand> given, WgmmaShape& shape) {
  for (const Operand& o : given)
    if (o.kind != OperandKind::immediate) return false;
  if (given.size() >= 2) {
    shape.minus_a = static_cast<std::int32_t>(given[0].bits) < 0;
    shape.minus_b = static_cast<std::int32_t>(given[1].bits) < 0;
  }
  const auto trans = given.size() > 2 ? given.subspan(2) : std::span<const Operand>();
  if (trans.empty()) return given.size() == 0 || given.size() == 2;
  shape.across_a = !shape.a_in_registers && trans[0].bits != 0;
  shape.across_b = trans.back().bits != 0;
  return trans.size() == (shape.a_in_registers ? 1U : 2U);
}

/// The metadata of a sparse product and which lanes have it, a number.
bool add_metadata(FunctionDecoder& decoder, MachineOp& op, std::span<const Operand> given) {
  const auto row = decoder.row_of(given[0], ptx::Type::b32, 4);
  if (!row || *row == LaneInst::absent_row || given[1].kind != OperandKind::immediate) return false;
  op.rows.push_back(*row);
  op.control2 = static_cast<std::uint32_t>(given[1].bits);
  return true;
}

}  // namespace

bool decode_wgmma(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  if (i.has("wait_group")) {  // products are computed when they are issued, by each warp for itself
    op.control = barrier_control::aligned | barrier_control::warpgroup;
    op.rows.assign(2, LaneInst::absent_row);
    op.fn = &run_barrier;
    return true;
  }
  if (!i.has("mma_async")) {
    op.fn = &run_nothing;  // fence, commit_group
    return true;
  }
  const auto operands = decoder.function().operands_of(i);
  WgmmaShape shape;
  if (decoder.width() != 32 || !read_shape(i, shape)) return false;
  const std::size_t keep = shape.sparse ? 5 : 3;  // metadata and selector stand before it
  if (operands.size() <= keep) return false;
  shape.a_in_registers = operands[1].kind == OperandKind::vector;
  if (!read_immediates(operands.subspan(keep + 1), shape) || !add_rows(decoder, op, operands[0])) return false;
  if (op.rows.size() != shape.sum_registers()) return false;
  const auto add_descriptor = [&](const Operand& o) {
    const auto row = decoder.row_of(o, ptx::Type::b64, 8);
    op.rows.push_back(row.value_or(LaneInst::absent_row));
    return row.has_value() && *row != LaneInst::absent_row;
  };
  if (!(shape.a_in_registers ? add_rows(decoder, op, operands[1]) : add_descriptor(operands[1]))) return false;
  if (shape.a_in_registers && op.rows.size() != shape.sum_registers() + 4) return false;
  if (!add_descriptor(operands[2])) return false;
  const auto keeps = decoder.row_of(operands[keep], ptx::Type::pred, 0);
  if (!keeps) return false;
  op.rows.push_back(*keeps);
  op.negated = operands[keep].negated ? 1 : 0;
  if (shape.sparse && !add_metadata(decoder, op, operands.subspan(3, 2))) return false;
  op.control = shape.packed();
  op.space = ptx::StateSpace::shared;
  op.kind = AccessKind::load;
  op.access_bytes = 16;
  op.fn = &run_wgmma;
  decoder.add_site(op);
  return true;
}

}  // namespace forewarp::emu
