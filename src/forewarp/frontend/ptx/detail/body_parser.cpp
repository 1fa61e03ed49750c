// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/detail/body_parser.hpp"

#include "forewarp/frontend/ptx/detail/expression.hpp"

namespace forewarp::ptx::detail {

void BodyParser::parse(Function& function) {
  function_ = &function;
  loc_ = -1;
  context_.scopes.reset(function);
  labels_.reset(function);
  operands_.reset(function);
  declare_parameters(function.returns);
  declare_parameters(function.parameters);
  while (statement()) {
  }
  labels_.finish(lexer_, context_.scopes);
}

void BodyParser::declare_parameters(const std::vector<Variable>& parameters) {
  for (const Variable& parameter : parameters) {
    const bool is_register = parameter.space == StateSpace::reg;
    const auto kind = is_register ? SymbolKind::reg : SymbolKind::parameter;
    const auto index = static_cast<std::int32_t>(is_register ? function_->registers.size() : 0);
    if (is_register) function_->registers.push_back({parameter.name, parameter.type});
    context_.scopes.declare_parameter(kind, index, parameter.name);
    for (const VectorParameter& v : context_.vector_parameters)
      if (is_register && v.first_element == parameter.name)
        context_.scopes.declare_parameter(SymbolKind::vector_reg, index, v.name, v.width);
  }
}

std::string_view BodyParser::declare(SymbolKind kind, std::size_t index, const Token& name) {
  const auto own = context_.scopes.declare(kind, static_cast<std::int32_t>(index), name.text);
  if (!own) lexer_.fail(name, "this name is declared twice in one scope");
  return *own;
}

bool BodyParser::statement() {
  const Token& token = lexer_.current();
  if (token.kind == TokenKind::word) {
    word_statement();
  } else if (token.kind == TokenKind::directive) {
    directive();
  } else if (lexer_.at('@')) {
    guarded();
  } else if (lexer_.at('{')) {
    open_scope();
  } else if (lexer_.at('}')) {
    if (context_.scopes.depth() == 0) return false;
    lexer_.advance();
    labels_.close(context_.scopes);
    context_.scopes.close();
  } else if (!lexer_.accept(';')) {
    lexer_.fail("expected an instruction, a label or a directive");
  }
  return true;
}

void BodyParser::open_scope() {
  if (context_.scopes.depth() == Scopes::deepest) lexer_.fail("these scopes are nested too deeply");
  lexer_.advance();
  context_.scopes.open();
  labels_.open();
}

void BodyParser::guarded() {
  lexer_.advance();
  Instruction instruction;
  instruction.guard_negated = lexer_.accept('!');
  const Token guard = lexer_.current();
  instruction.guard = operands_.take_register("of type .pred as a guard");
  if (function_->registers[instruction.guard].type != Type::pred)
    lexer_.fail(guard, "expected a register of type .pred as a guard");
  lexer_.extend_over_bank();
  const Token mnemonic = lexer_.current();
  if (mnemonic.kind != TokenKind::word) lexer_.fail("expected an instruction after a guard");
  lexer_.advance();
  this->instruction(instruction, mnemonic);
}

void BodyParser::word_statement() {
  lexer_.extend_over_bank();
  const Token first = lexer_.current();
  lexer_.advance();
  if (lexer_.accept(':')) return named(first);
  Instruction instruction;
  this->instruction(instruction, first);
}

void BodyParser::instruction(Instruction& instruction, const Token& mnemonic) {
  context_.mnemonics.apply(mnemonic.text, instruction);
  instruction.line = mnemonic.line;
  instruction.column = mnemonic.column;
  if (instruction.opcode == Opcode::unknown && mnemonic.text.front() == '%')
    lexer_.fail(mnemonic, "expected an instruction");
  operands_.parse_all(instruction);
  lexer_.advance();
  instruction.loc = loc_;
  for (const RegisterSum& sum : operands_.sums()) this->sum(sum, instruction);
  function_->body.push_back(instruction);
}

/// "st.u64 [p], r + 1" reads a register that an add before it writes.
void BodyParser::sum(const RegisterSum& sum, const Instruction& of) {
  Instruction add;
  context_.mnemonics.apply(sum.mnemonic, add);
  add.line = of.line;
  add.column = of.column;
  add.loc = of.loc;
  add.first_operand = sum.first_operand;
  Operand* operand = &function_->operands[sum.first_operand];
  for (const std::int32_t index : {sum.result, sum.base}) {
    operand->kind = OperandKind::reg;
    operand->index = index;
    operand->type = function_->registers[index].type;
    ++operand;
  }
  operand->kind = OperandKind::immediate;
  operand->type = Type::s64;
  operand->bits = static_cast<std::uint64_t>(sum.offset);
  add.operand_count = 3;
  function_->body.push_back(add);
}

void BodyParser::named(const Token& name) {
  if (name.text.find_first_of(".:") != std::string_view::npos) lexer_.fail(name, "expected a plain name of a label");
  if (lexer_.at_directive(".branchtargets") || lexer_.at_directive(".calltargets")) return table(name);
  if (lexer_.at_directive(".callprototype")) return prototype(name);
  label(name);
}

void BodyParser::label(const Token& name) {
  const std::string_view own = declare(SymbolKind::label, function_->labels.size(), name);
  function_->labels.push_back({own, static_cast<std::uint32_t>(function_->body.size())});
}

}  // namespace forewarp::ptx::detail
