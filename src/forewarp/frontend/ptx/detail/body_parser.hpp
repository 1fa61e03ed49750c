// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/frontend/ptx/detail/operand_parser.hpp"

namespace forewarp::ptx::detail {

/// Reads function bodies: statements, scopes, and the directives among instructions.
class BodyParser {
 public:
  explicit BodyParser(Context& context) : context_(context), lexer_(context.lexer), operands_(context, labels_) {}

  /// The body whose opening brace has been stepped over, up to its closing brace, which stays.
  void parse(Function& function);

 private:
  void declare_parameters(const std::vector<Variable>& parameters);
  bool statement();
  void directive();
  void registers();
  void one_register(Type type, std::uint32_t width);
  void variables();
  void loc();
  void pragma();
  void open_scope();
  void word_statement();
  void named(const Token& name);
  void label(const Token& name);
  void table(const Token& name);
  void prototype(const Token& name);
  void guarded();
  void instruction(Instruction& instruction, const Token& mnemonic);
  void sum(const RegisterSum& sum, const Instruction& of);
  std::string_view declare(SymbolKind kind, std::size_t index, const Token& name);

  Context& context_;
  Lexer& lexer_;
  LabelReferences labels_;
  OperandParser operands_;
  Function* function_ = nullptr;
  std::int32_t loc_ = -1;  ///< the .loc in force
};

}  // namespace forewarp::ptx::detail
