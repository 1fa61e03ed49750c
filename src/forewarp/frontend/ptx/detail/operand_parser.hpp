// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/frontend/ptx/detail/context.hpp"
#include "forewarp/frontend/ptx/detail/label_references.hpp"

namespace forewarp::ptx::detail {

/// A source operand "register + constant": result is a register made for it, which an add has to write.
struct RegisterSum {
  std::int32_t result = -1, base = -1;
  std::int64_t offset = 0;
  std::string_view mnemonic;        ///< of the add
  std::uint32_t first_operand = 0;  ///< where the pool has room for its three
};

/// Reads the operands of one instruction into the function's pool.
class OperandParser {
 public:
  OperandParser(Context& context, LabelReferences& labels)
      : context_(context), lexer_(context.lexer), labels_(labels) {}

  void reset(Function& function) { function_ = &function; }
  /// All operands up to the semicolon, which stays.
  void parse_all(Instruction& instruction);
  /// What must be added up before the instruction that was read.
  [[nodiscard]] std::span<const RegisterSum> sums() const { return sums_; }
  /// The register named by the current word, which is stepped over: a guard.
  [[nodiscard]] std::int32_t take_register(std::string_view purpose);

 private:
  Operand operand();
  Operand simple();
  Operand word();
  void debug_label(const Token& name);
  void debug_labels();
  Operand resolve(const Token& token, bool may_be_label);
  Operand of_symbol(const Symbol& symbol);
  Operand with_selector(const Token& token);
  Operand element(const Token& token, const Symbol& vector) const;
  Operand whole_vector(const Symbol& vector);
  Operand sum(const Token& token, const Operand& base);
  Operand minus();
  Operand special(const Token& token);
  Operand negated();
  Operand immediate();
  Operand address();
  void address_base(Operand& out);
  Operand tuple(const Operand& base);
  Operand list(char close, Brackets brackets);
  Operand pair(const Operand& first);
  std::int64_t take_offset();
  std::int64_t take_index(std::string_view variable);
  std::uint32_t to_pool(std::size_t mark);
  std::uint32_t make_room(std::size_t start);
  struct Depth;

  Context& context_;
  Lexer& lexer_;
  LabelReferences& labels_;
  Function* function_ = nullptr;
  Opcode opcode_ = Opcode::unknown;
  std::vector<Operand> scratch_;  ///< operands of lists that are still open
  std::vector<RegisterSum> sums_;
  unsigned depth_ = 0;
  bool first_ = false;  ///< the first operand of the instruction is being read
};

}  // namespace forewarp::ptx::detail
