// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/lowering.hpp"

#include <algorithm>
#include <optional>

#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::analysis {
namespace {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Operation;

/// Operands that one machine instruction can have: of IADD3, LOP3, IMAD, LEA.
constexpr std::size_t most_operands = 3;

bool is_word(ptx::Type t) { return ptx::size_of(t) == 4 && !ptx::is_float(t); }
bool is_double_word(ptx::Type t) { return ptx::size_of(t) == 8 && !ptx::is_float(t); }

bool has_rounding(const Instruction& i) {
  return i.has("rn") || i.has("rz") || i.has("rm") || i.has("rp") || i.has("sat");
}

/// Sums without a carry: add and sub, not addc.
bool adds_or_subtracts(const Instruction& i) {
  return (i.opcode == Opcode::add || i.opcode == Opcode::sub) && !i.has("cc") && !i.has("sat");
}

bool is_product_of_words(const Instruction& i) {
  return i.opcode == Opcode::mul && i.has("wide") && ptx::size_of(i.type()) == 4;
}

bool is_constant_shift(const ptx::Function& f, const Instruction& i) {
  const auto operands = f.operands_of(i);
  if (operands.size() < 3 || operands.back().kind != OperandKind::immediate) return false;
  if (i.opcode == Opcode::shl) return true;
  // A rotation and an addition are LEA.HI.
  return i.opcode == Opcode::shf && i.has("wrap") && operands[1].kind == OperandKind::reg &&
         operands[1].index == operands[2].index;
}

/// Its operands as LOP3 has them; those of lop3 without the table at its end.
bool is_word_logic(const Instruction& i) {
  return ptx::operation_of(i.opcode) == Operation::logic && is_word(i.type()) && i.opcode != Opcode::cnot;
}

/// Sizes of grid and block lie in the constant bank of the kernel's parameters.
bool reads_special_register(const ptx::Function& f, const Instruction& i) {
  const auto operands = f.operands_of(i);
  if (i.opcode != Opcode::mov || operands.size() != 2 || operands[1].kind != OperandKind::special) return false;
  return operands[1].special != ptx::Special::ntid && operands[1].special != ptx::Special::nctaid;
}

class Lowerer {
 public:
  Lowerer(const DefUse& registers, std::span<const std::uint32_t> block_of)
      : registers_(registers),
        function_(registers.function()),
        block_of_(block_of),
        out_(function_.body.size(), Lowering::alone),
        operands_(function_.body.size()) {}

  std::vector<Lowering> run() {
    for (std::uint32_t n = 0; n < out_.size(); ++n) add_wide_sum(n);
    for (std::uint32_t n = 0; n < out_.size(); ++n)
      if (out_[n] == Lowering::alone) out_[n] = lowering(n);
    return std::move(out_);
  }

 private:
  [[nodiscard]] const Instruction& at(std::uint32_t n) const { return function_.body[n]; }

  /// The only instruction that reads the result of n, once, in the same basic block and without a guard.
  [[nodiscard]] std::optional<std::uint32_t> only_reader(std::uint32_t n) const {
    const auto written = registers_.written(n);
    if (at(n).guard >= 0 || written.size() != 1) return std::nullopt;
    const auto readers = registers_.readers(written.front());
    if (readers.size() != 1 || registers_.definitions(written.front()).size() != 1) return std::nullopt;
    const std::uint32_t reader = readers.front();
    const auto sources = registers_.sources(reader);
    const bool once = std::ranges::count(sources, written.front()) == 1;
    if (!once || at(reader).guard >= 0 || block_of_[reader] != block_of_[n] || reader < n) return std::nullopt;
    return reader;
  }

  [[nodiscard]] Lowering lowering(std::uint32_t n) {
    const Instruction& i = at(n);
    if (reads_special_register(function_, i)) return Lowering::special_register;
    const Operation kind = ptx::operation_of(i.opcode);
    if (kind != Operation::multiply && kind != Operation::shift && kind != Operation::add && kind != Operation::logic)
      return Lowering::alone;
    const auto reader = only_reader(n);
    if (!reader) return Lowering::alone;
    const Instruction& r = at(*reader);
    if (i.opcode == Opcode::mul && ptx::is_float(i.type())) return product_of_floats(i, r);
    if (is_word_logic(i)) return is_word_logic(r) ? joined(n, *reader, true) : Lowering::alone;
    if (!adds_or_subtracts(r) || out_[*reader] == Lowering::wide_sum) return Lowering::alone;
    if (is_double_word(r.type()))
      return i.opcode == Opcode::shl && is_constant_shift(function_, i) ? Lowering::since_maxwell : Lowering::alone;
    if (!is_word(r.type())) return Lowering::alone;
    if (adds_or_subtracts(i) && is_word(i.type())) return joined(n, *reader, false);
    const bool scales = (i.opcode == Opcode::mul && i.has("lo")) || is_constant_shift(function_, i);
    return scales && is_word(i.type()) ? scaled_operand(n, *reader) : Lowering::alone;
  }

  static Lowering product_of_floats(const Instruction& product, const Instruction& sum) {
    const bool fuses = adds_or_subtracts(sum) && sum.type() == product.type() && !has_rounding(product) &&
                       !has_rounding(sum) && product.has("ftz") == sum.has("ftz");
    return fuses ? Lowering::always : Lowering::alone;
  }

  /// Registers and immediates that an instruction reads, and those of what it has taken in.
  std::vector<Operand>& operands_of(std::uint32_t n) {
    std::vector<Operand>& own = operands_[n];
    if (own.empty()) {
      auto all = function_.operands_of(at(n)).subspan(1);
      if (at(n).opcode == Opcode::lop3) all = all.first(std::min(all.size(), most_operands));
      own.assign(all.begin(), all.end());
    }
    return own;
  }

  static bool same(const Operand& a, const Operand& b) {
    return a.kind == b.kind && a.index == b.index && a.bits == b.bits && a.special == b.special && a.name == b.name;
  }

  /// The operands of n take the place of its result; a logic operation needs each of them only once.
  Lowering joined(std::uint32_t n, std::uint32_t reader, bool each_once) {
    const auto result = static_cast<std::int32_t>(registers_.written(n).front());
    std::vector<Operand> all = operands_of(n);
    for (const Operand& o : operands_of(reader)) {
      if (o.kind == OperandKind::reg && o.index == result) continue;
      if (each_once && std::ranges::any_of(all, [&](const Operand& other) { return same(o, other); })) continue;
      all.push_back(o);
    }
    if (all.size() > most_operands) return Lowering::alone;
    operands_[reader] = std::move(all);
    return Lowering::since_maxwell;
  }

  /// The sum has two operands of the product or shift, and one of its own.
  Lowering scaled_operand(std::uint32_t n, std::uint32_t reader) {
    if (operands_of(reader).size() != 2) return Lowering::alone;
    operands_[reader].push_back(function_.operands_of(at(n)).back());
    return at(n).opcode == Opcode::shf ? Lowering::since_volta : Lowering::always;
  }

  /// Marks a sum of 64 bits that has a product of words as an operand, and the product where only such sums read it.
  void add_wide_sum(std::uint32_t n) {
    if (!is_product_of_words(at(n))) return;
    const auto written = registers_.written(n);
    if (written.size() != 1 || registers_.definitions(written.front()).size() != 1) return;
    const auto readers = registers_.readers(written.front());
    bool all = !readers.empty();
    for (const std::uint32_t reader : readers) {
      const bool sums =
          at(reader).opcode == Opcode::add && adds_or_subtracts(at(reader)) && is_double_word(at(reader).type());
      all = all && sums && out_[reader] == Lowering::alone;
      if (sums) out_[reader] = Lowering::wide_sum;
    }
    if (all) out_[n] = Lowering::since_volta;
  }

  const DefUse& registers_;
  const ptx::Function& function_;
  std::span<const std::uint32_t> block_of_;
  std::vector<Lowering> out_;
  std::vector<std::vector<Operand>> operands_;
};

}  // namespace

std::vector<Lowering> lowerings(const DefUse& registers, std::span<const std::uint32_t> block_of) {
  return Lowerer(registers, block_of).run();
}

}  // namespace forewarp::analysis
