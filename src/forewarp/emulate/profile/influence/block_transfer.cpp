// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/influence/block_transfer.hpp"

// One transfer function per opcode. Anything not handled falls back to of_all(): the same unknown value in every block
// if all operands are, else varied. That is always correct, only less precise.
//
// Example, for `y[blockIdx.x * 256 + threadIdx.x]` with blockDim.x = 256 known:
//
//     mov.u32 %r1, %ctaid.x;             b
//     mov.u32 %r2, %tid.x;               [0, 255]
//     mad.lo.s32 %r3, %r1, 256, %r2;     256 b + [0, 255]
//     mul.wide.s32 %rd1, %r3, 4;         1024 b + [0, 1020]: granule 1024, whole sectors
//     setp.lt.s32 %p1, %r3, 1000;        notes the condition 256 b + [-1000, -745]; %p1 is the same in all of a class
#include <algorithm>
#include <cstring>
#include <limits>

#include "forewarp/emulate/profile/influence/special_value.hpp"
#include "forewarp/frontend/analysis/register_access.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::profile {
namespace {

using ptx::Opcode;
using ptx::OperandKind;

constexpr std::int64_t word = std::int64_t{1} << 32;

bool is_integer(ptx::Type type) {
  return !ptx::is_float(type) && type != ptx::Type::pred && type != ptx::Type::none && ptx::size_of(type) <= 8;
}

/// One transfer: the instruction with its operands at hand.
class Transfer {
 public:
  Transfer(const TransferContext& context, const ptx::Instruction& i)
      : c_(context), i_(i), operands_(context.entry->operands_of(i)), sources_(operands_) {
    sources_ = operands_.subspan(std::min<std::size_t>(operands_.size(), analysis::destination_count(*c_.entry, i)));
  }

  [[nodiscard]] BlockValue result() const;

 private:
  [[nodiscard]] BlockValue at(std::size_t k) const { return k < sources_.size() ? value(sources_[k]) : same_unknown(); }
  [[nodiscard]] BlockValue value(const ptx::Operand& operand) const;
  [[nodiscard]] BlockValue of_all() const;
  [[nodiscard]] BlockValue loaded() const;
  [[nodiscard]] BlockValue parameter(const ptx::Operand& operand) const;
  [[nodiscard]] BlockValue read_as(const BlockValue& v, ptx::Type type) const;
  [[nodiscard]] BlockValue converted() const;
  [[nodiscard]] BlockValue multiplied() const;
  [[nodiscard]] BlockValue integer() const;
  [[nodiscard]] BlockValue joined_bits() const;
  [[nodiscard]] BlockValue divided() const;
  [[nodiscard]] BlockValue compared() const;
  [[nodiscard]] BlockValue selected() const;
  void note(const BlockValue& difference) const;

  const TransferContext& c_;
  const ptx::Instruction& i_;
  std::span<const ptx::Operand> operands_, sources_;
};

BlockValue Transfer::value(const ptx::Operand& operand) const {
  switch (operand.kind) {
    case OperandKind::reg: {
      const auto& v = (*c_.values)[static_cast<std::size_t>(operand.index)];
      return operand.component == 0 ? v : mixed(v, v);
    }
    case OperandKind::immediate:
      return ptx::is_float(operand.type) ? same_unknown() : number(static_cast<std::int64_t>(operand.bits));
    case OperandKind::special:
      return special_value(operand, *c_.launch, c_.warp_size);
    case OperandKind::address: {
      BlockValue out = same_unknown();
      if (operand.index >= 0) out = sum((*c_.values)[static_cast<std::size_t>(operand.index)], number(operand.offset));
      for (const auto& element : c_.entry->elements_of(operand)) out = mixed(out, value(element));
      return out;
    }
    case OperandKind::vector: {
      BlockValue out = same_unknown();
      for (const auto& element : c_.entry->elements_of(operand)) out = mixed(out, value(element));
      return out;
    }
    case OperandKind::symbol:
    case OperandKind::label:
    case OperandKind::sink:
      return same_unknown();
  }
  return from_data();
}

/// The conservative result.
BlockValue Transfer::of_all() const {
  BlockValue out = same_unknown();
  for (std::size_t k = 0; k < sources_.size(); ++k) out = mixed(out, at(k));
  return out;
}

/// The value of an integer argument of the launch; 32-bit ones as signed, which read_as() corrects.
BlockValue Transfer::parameter(const ptx::Operand& operand) const {
  const auto& parameters = c_.entry->parameters;
  const auto bytes = ptx::size_of(i_.type());
  for (std::size_t k = 0; k < parameters.size() && k < c_.launch->arguments.size(); ++k) {
    if (parameters[k].name != operand.name) continue;
    const auto* scalar = std::get_if<launch::Scalar>(&c_.launch->arguments[k].value);
    if (scalar == nullptr || operand.index >= 0 || operand.offset != 0 || i_.vector != 1 ||
        ptx::size_of(scalar->type) < bytes || ptx::is_float(i_.type()))
      return same_unknown();
    if (bytes == 8) return number(static_cast<std::int64_t>(scalar->bits));
    if (bytes == 4) return number(static_cast<std::int32_t>(scalar->bits));
  }
  return same_unknown();
}

/// Parameters and constants at a fixed address are the same in every block; all other loads depend on data.
BlockValue Transfer::loaded() const {
  if (sources_.empty()) return from_data();
  const auto address = at(0);
  if (i_.space == ptx::StateSpace::param) return address.is_same() ? parameter(sources_[0]) : mixed(address, address);
  const bool is_fixed = i_.space == ptx::StateSpace::const_ && address.is_same();
  return is_fixed ? same_unknown() : from_data();
}

/// The value read as `type`. If it fits in every block, possibly after adding or subtracting 2^32 once, it stays
/// affine; if some blocks wrap round, only the power of two that divides the blocks' differences remains known.
BlockValue Transfer::read_as(const BlockValue& v, ptx::Type type) const {
  if (!v.is_affine() || !is_integer(type) || ptx::size_of(type) > 4) return v;
  if (ptx::size_of(type) < 4) return v.is_number() ? v : mixed(v, v);
  if (v.is_number()) {
    const auto bits = static_cast<std::uint32_t>(v.form.low);
    return number(ptx::is_signed(type) ? std::int64_t{static_cast<std::int32_t>(bits)} : std::int64_t{bits});
  }
  const std::int64_t least = ptx::is_signed(type) ? -word / 2 : 0, most = (ptx::is_signed(type) ? word / 2 : word) - 1;
  if (lies_within(v, c_.launch->grid, least, most)) return v;
  for (const auto by : {word, -word}) {
    const auto turned = sum(v, number(by));
    if (lies_within(turned, c_.launch->grid, least, most)) return turned;
  }
  if (v.is_same()) return same_unknown();
  const auto granule = granule_of(v);
  return varied(granule & -granule);  // of the powers of two that divide it, which divide a word too
}

BlockValue Transfer::converted() const {
  const auto to = i_.type(0), from = i_.type(1);
  if (!is_integer(to) || !is_integer(from) || i_.has("sat")) return of_all();
  const auto v = read_as(at(0), from);
  if (ptx::size_of(to) >= 4) return v;
  const bool fits =
      v.is_same() && lies_within(v, c_.launch->grid, 0, (std::int64_t{1} << (8 * ptx::size_of(to) - 1)) - 1);
  return fits ? v : mixed(v, v);
}

BlockValue Transfer::multiplied() const {
  const auto type = i_.type();
  if (!is_integer(type) || i_.has("hi") || i_.has("sat")) return of_all();
  const bool is_wide = i_.has("wide");
  const auto left = is_wide ? read_as(at(0), type) : at(0), right = is_wide ? read_as(at(1), type) : at(1);
  auto out = product(left, right);
  return i_.opcode == Opcode::mad ? sum(out, at(2)) : out;
}

/// or, xor: of two numbers a number, else a sum where no bit is set in both.
BlockValue Transfer::joined_bits() const {
  if (at(0).is_number() && at(1).is_number()) {
    const auto a = at(0).form.low, b = at(1).form.low;
    return number(i_.opcode == Opcode::or_ ? a | b : a ^ b);
  }
  for (const bool turned : {false, true}) {
    const auto a = at(turned ? 1 : 0), b = at(turned ? 0 : 1);
    if (!a.is_affine() || a.form.is_open || a.form.step != 0 || a.form.low != 0 || a.form.high != 0) continue;
    const auto granule = granule_of(a);
    const auto bit = granule & -granule;
    if (b.is_same() && bit > 0 && lies_within(b, c_.launch->grid, 0, bit - 1)) return sum(a, b);
  }
  return of_all();
}

/// Quotients and remainders of values that are the same in every block keep a range, of numbers they are numbers;
/// others are not followed.
BlockValue Transfer::divided() const {
  const auto a = read_as(at(0), i_.type()), b = read_as(at(1), i_.type());
  const bool is_plain =
      a.is_same() && b.is_number() && b.form.low > 0 && !a.form.is_open && a.form.step == 0 && a.form.low >= 0;
  if (!is_integer(i_.type()) || !is_plain) return of_all();
  if (a.is_number() && i_.opcode == Opcode::rem) return number(a.form.low % b.form.low);
  if (i_.opcode == Opcode::rem) return between(0, std::min(a.form.high, b.form.low - 1));
  return between(a.form.low / b.form.low, a.form.high / b.form.low);
}

/// Records a condition where the result depends on the block.
void Transfer::note(const BlockValue& difference) const {
  if (c_.conditions == nullptr || !difference.is_affine() || difference.is_same()) return;
  c_.conditions->push_back(difference.form);
}

/// The result is the same in all blocks of a class, as the difference is recorded as a condition.
BlockValue Transfer::compared() const {
  const auto type = i_.type();
  const bool is_plain = is_integer(type) && ptx::size_of(type) >= 4;
  if (!is_plain) return of_all();
  auto a = read_as(at(0), type), b = read_as(at(1), type);
  const bool wraps = !a.is_affine() || !b.is_affine();
  if (wraps && at(0).is_affine() && at(1).is_affine() && lies_within(at(0), c_.launch->grid, -word / 2, word / 2 - 1) &&
      lies_within(at(1), c_.launch->grid, -word / 2, word / 2 - 1)) {
    // Read as unsigned, what is below 0 is above everything: its sign is one more condition.
    a = at(0), b = at(1);
    note(a);
    note(b);
  }
  const auto d = difference(a, b);
  note(d);
  BlockValue out = d.is_affine() ? same_unknown() : mixed(d, d);
  for (std::size_t k = 2; k < sources_.size(); ++k) out = mixed(out, at(k));  // combined with a predicate
  return out;
}

BlockValue Transfer::integer() const {
  if (i_.opcode == Opcode::add) return sum(at(0), at(1));
  if (i_.opcode == Opcode::sub) return difference(at(0), at(1));
  if (i_.opcode == Opcode::neg) return scaled(at(0), -1);
  if (i_.opcode == Opcode::shl) {
    const auto by = at(1);
    const bool is_small = by.is_number() && by.form.low >= 0 && by.form.low < 62;
    return is_small ? scaled(at(0), std::int64_t{1} << by.form.low) : of_all();
  }
  if (i_.opcode == Opcode::shr) return shifted_right(read_as(at(0), i_.type()), at(1));
  if (i_.opcode == Opcode::and_) return at(1).is_number() ? masked(at(0), at(1)) : masked(at(1), at(0));
  if (i_.opcode == Opcode::or_ || i_.opcode == Opcode::xor_) return joined_bits();
  if (i_.opcode == Opcode::min || i_.opcode == Opcode::max) {
    const auto a = read_as(at(0), i_.type()), b = read_as(at(1), i_.type());
    note(difference(a, b));
    return either(a, b);
  }
  if (i_.opcode == Opcode::div || i_.opcode == Opcode::rem) return divided();
  return of_all();
}

BlockValue Transfer::selected() const {
  const auto condition = at(2);
  if (condition.by_data || condition.is_varied()) return mixed(condition, mixed(at(0), at(1)));
  return either(at(0), at(1));
}

/// What comes from other lanes (shfl, vote) or out of a wait (mbarrier) differs between blocks as the operands do.
BlockValue Transfer::result() const {
  const Opcode opcode = i_.opcode;
  if (opcode == Opcode::ld) return loaded();
  if (ptx::reads_memory(opcode) || opcode == Opcode::call || opcode == Opcode::unknown) return from_data();
  const ptx::Operation operation = ptx::operation_of(opcode);
  if (operation == ptx::Operation::move || operation == ptx::Operation::address)
    return sources_.size() == 1 ? at(0) : of_all();
  if (operation == ptx::Operation::convert) return converted();
  if (opcode == Opcode::mul || opcode == Opcode::mad) return multiplied();
  if (opcode == Opcode::setp) return compared();
  if (opcode == Opcode::selp) return selected();
  return is_integer(i_.type()) && !i_.has("sat") && !i_.has("cc") ? integer() : of_all();
}

}  // namespace

BlockValue operand_value(const TransferContext& context, const ptx::Operand& operand) {
  if (operand.kind == OperandKind::reg && operand.component == 0)
    return (*context.values)[static_cast<std::size_t>(operand.index)];
  if (operand.kind == OperandKind::immediate && !ptx::is_float(operand.type))
    return number(static_cast<std::int64_t>(operand.bits));
  if (operand.kind == OperandKind::special) return special_value(operand, *context.launch, context.warp_size);
  return same_unknown();
}

/// Where the guard is false the register keeps what it had: the caller's matter.
BlockValue transferred(const TransferContext& context, const ptx::Instruction& instruction) {
  return Transfer(context, instruction).result();
}

}  // namespace forewarp::profile
