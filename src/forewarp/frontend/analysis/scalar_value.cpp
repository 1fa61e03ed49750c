// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/scalar_value.hpp"

#include <algorithm>
#include <cmath>

namespace forewarp::analysis {

using ptx::Function;
using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;
using ptx::StateSpace;

namespace {

__extension__ using Wide = __int128;
constexpr unsigned max_depth = 64;  // of chains of instructions; real ones have fewer than ten

/// The low bits as a signed number of this width.
std::int64_t wrapped(Wide value, unsigned bits) {
  const unsigned unused = 64 - bits;
  const auto low = static_cast<std::uint64_t>(value) << unused;
  return static_cast<std::int64_t>(low) >> unused;
}

/// Compilers write .s32 and .u32 for the same sums, so a result fits when it does as either.
bool fits(Wide value, unsigned bits) {
  const Wide one = 1;
  return value >= -(one << (bits - 1)) && value < (one << bits);
}

bool doubles_width(const Instruction& i) { return i.has("wide"); }

std::optional<Wide> result_of(const Instruction& i, const std::vector<Wide>& v) {
  const Wide a = v[0], b = v.size() > 1 ? v[1] : 0, c = v.size() > 2 ? v[2] : 0;
  if (i.opcode == Opcode::mov || i.opcode == Opcode::cvt) return a;
  if (i.opcode == Opcode::add) return a + b;
  if (i.opcode == Opcode::sub) return a - b;
  if (i.opcode == Opcode::neg) return -a;
  if (i.opcode == Opcode::mul) return i.has("hi") ? std::nullopt : std::optional(a * b);
  if (i.opcode == Opcode::mad) return i.has("hi") ? std::nullopt : std::optional(a * b + c);
  if (i.opcode == Opcode::shl)
    return b >= 0 && b < 32 ? std::optional(a * (Wide(1) << static_cast<unsigned>(b))) : std::nullopt;
  if (i.opcode == Opcode::shr) return b >= 0 && b < 64 ? std::optional(a >> static_cast<unsigned>(b)) : std::nullopt;
  if (i.opcode == Opcode::div) return b != 0 ? std::optional(a / b) : std::nullopt;
  if (i.opcode == Opcode::rem) return b != 0 ? std::optional(a % b) : std::nullopt;
  if (i.opcode == Opcode::min) return std::min(a, b);
  if (i.opcode == Opcode::max) return std::max(a, b);
  if (i.opcode == Opcode::and_) return a & b;
  return std::nullopt;
}

}  // namespace

ScalarValues::ScalarValues(const Function& entry, const ScalarParameters& parameters)
    : entry_(entry), parameters_(parameters), flow_(entry) {}

std::optional<ScalarValue> ScalarValues::value_of(const Operand& operand) { return operand_value(operand, 0); }

std::optional<ScalarValue> ScalarValues::operand_value(const Operand& operand, unsigned depth) {
  if (operand.kind == OperandKind::immediate && !is_float(operand.type))
    return ScalarValue{static_cast<std::int64_t>(operand.bits)};
  if (operand.kind != OperandKind::reg || operand.component != 0 || depth == max_depth) return std::nullopt;
  if (const auto known = known_.find(operand.index); known != known_.end()) return known->second;
  const auto definitions = flow_.definitions(static_cast<std::uint32_t>(operand.index));
  const bool is_constant = definitions.size() == 1 && entry_.body[definitions[0]].guard < 0;
  const auto value = is_constant ? compute(entry_.body[definitions[0]], depth + 1) : std::nullopt;
  known_[operand.index] = value;
  return value;
}

std::optional<ScalarValue> ScalarValues::parameter(const Instruction& instruction) {
  const Operand& from = entry_.operands_of(instruction)[1];
  for (std::size_t p = 0; p < entry_.parameters.size(); ++p) {
    if (entry_.parameters[p].name != from.name || from.offset != 0) continue;
    const auto given = parameters_.find(p);
    if (given == parameters_.end()) return std::nullopt;
    const unsigned bits = 8 * size_of(entry_.parameters[p].type);  // an int arrives as .u32: -5 is not 4294967291
    return bits == 0 || bits > 64 ? std::nullopt : std::optional(ScalarValue{wrapped(given->second, bits)});
  }
  return std::nullopt;
}

std::optional<ScalarValue> ScalarValues::compute(const Instruction& i, unsigned depth) {
  const auto operands = entry_.operands_of(i);
  if (operands.size() < 2 || is_float(i.type()) || is_float(i.type(1))) return std::nullopt;
  if (i.opcode == Opcode::ld) return i.space == StateSpace::param && i.vector == 1 ? parameter(i) : std::nullopt;
  std::vector<Wide> values;
  ScalarValue out;
  for (const Operand& o : operands.subspan(1)) {
    const auto value = operand_value(o, depth);
    if (!value) return std::nullopt;
    values.push_back(value->value);
    if (value->overflow && !out.overflow) out = *value;
  }
  const auto result = result_of(i, values);
  if (!result) return std::nullopt;
  const unsigned bits = 8 * size_of(i.type()) * (doubles_width(i) ? 2 : 1);
  if (bits == 0 || bits > 64) return std::nullopt;
  if (!fits(*result, bits) && i.opcode != Opcode::cvt && !out.overflow) {
    out.overflow = static_cast<std::uint32_t>(&i - entry_.body.data());
    out.exact = static_cast<double>(*result);
  }
  out.value = wrapped(*result, bits);
  return out;
}

}  // namespace forewarp::analysis
