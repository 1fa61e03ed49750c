// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/detail/operand_parser.hpp"

#include <fmt/format.h>

#include "forewarp/frontend/ptx/detail/expression.hpp"

namespace forewarp::ptx::detail {
namespace {

constexpr unsigned deepest_list = 8;

}  // namespace

struct OperandParser::Depth {
  explicit Depth(OperandParser& parser) : owner(parser) {
    if (++owner.depth_ > deepest_list) owner.lexer_.fail("these operands are nested too deeply");
  }
  ~Depth() { --owner.depth_; }
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;
  OperandParser& owner;
};

void OperandParser::parse_all(Instruction& instruction) {
  opcode_ = instruction.opcode;
  depth_ = 0;
  scratch_.clear();
  sums_.clear();
  first_ = true;
  const std::size_t start = function_->operands.size();
  while (!lexer_.at(';')) {
    const Operand one = operand();
    scratch_.push_back(one);
    first_ = false;
    debug_labels();
    if (!lexer_.accept(',')) break;
  }
  if (!lexer_.at(';')) lexer_.fail("expected ',' or ';' after an operand");
  instruction.operand_count = static_cast<std::uint32_t>(scratch_.size());
  instruction.first_operand = to_pool(0);
  if (!sums_.empty()) instruction.first_operand += make_room(start);
}

std::uint32_t OperandParser::to_pool(std::size_t mark) {
  auto& pool = function_->operands;
  const std::size_t first = pool.size();
  for (std::size_t i = mark; i < scratch_.size(); ++i) {
    if (LabelReferences::waits(scratch_[i])) labels_.place(scratch_[i], pool.size());
    pool.push_back(scratch_[i]);
  }
  scratch_.resize(mark);
  return static_cast<std::uint32_t>(first);
}

std::int32_t OperandParser::take_register(std::string_view purpose) {
  const Token& token = lexer_.current();
  const Symbol* symbol = token.kind == TokenKind::word ? context_.scopes.find(token.text) : nullptr;
  if (symbol == nullptr || symbol->kind != SymbolKind::reg)
    lexer_.fail(fmt::format("expected a declared register {}", purpose));
  const std::int32_t index = symbol->index;
  lexer_.advance();
  return index;
}

Operand OperandParser::operand() {
  const Operand first = simple();
  return lexer_.at('|') ? pair(first) : first;
}

Operand OperandParser::pair(const Operand& first) {
  const std::size_t mark = scratch_.size();
  scratch_.push_back(first);
  while (lexer_.accept('|')) scratch_.push_back(simple());
  Operand out;
  out.kind = OperandKind::vector;
  out.component = static_cast<std::uint8_t>(Brackets::bar);
  out.count = static_cast<std::uint32_t>(scratch_.size() - mark);
  out.first = to_pool(mark);
  return out;
}

Operand OperandParser::simple() {
  if (lexer_.current().kind == TokenKind::word) return word();
  if (lexer_.accept('[')) return address();
  if (lexer_.accept('{')) return list('}', Brackets::braces);
  if (opcode_ == Opcode::call && lexer_.accept('(')) return list(')', Brackets::parentheses);
  if (lexer_.accept('!')) return negated();
  if (opcode_ == Opcode::vmad && lexer_.accept('-')) return minus();
  if (at_constant(lexer_)) return immediate();
  lexer_.fail("expected an operand");
}

Operand OperandParser::immediate() {
  const Constant constant = take_constant(lexer_);
  Operand out;
  out.kind = OperandKind::immediate;
  out.type = constant.type;
  out.bits = constant.bits;
  return out;
}

Operand OperandParser::negated() {
  Operand out;
  if (lexer_.current().kind != TokenKind::word) {
    const Constant constant = take_negated_constant(lexer_);
    out.kind = OperandKind::immediate;
    out.type = constant.type;
    out.bits = constant.bits;
    return out;
  }
  const Token name = lexer_.current();
  out.kind = OperandKind::reg;
  out.index = take_register("after '!'");
  out.type = function_->registers[out.index].type;
  if (out.type != Type::pred) lexer_.fail(name, "expected a register of type .pred after '!'");
  out.negated = true;
  return out;
}

Operand OperandParser::list(char close, Brackets brackets) {
  const Depth depth(*this);
  const std::size_t mark = scratch_.size();
  if (!lexer_.at(close)) {
    do {
      const bool is_name = lexer_.current().kind == TokenKind::word;
      const Operand element = operand();
      const bool is_vector_register = is_name && element.kind == OperandKind::vector;
      if (is_vector_register && brackets == Brackets::parentheses) {  // its elements are what a call passes
        const auto first = function_->operands.begin() + element.first;
        scratch_.insert(scratch_.end(), first, first + element.count);
        function_->operands.resize(element.first);
      } else {
        scratch_.push_back(element);
      }
      debug_labels();
    } while (lexer_.accept(','));
  }
  lexer_.expect(close, "or ',' in a list of operands");
  Operand out;
  out.kind = OperandKind::vector;
  out.component = static_cast<std::uint8_t>(brackets);
  out.count = static_cast<std::uint32_t>(scratch_.size() - mark);
  out.first = to_pool(mark);
  return out;
}

Operand OperandParser::of_symbol(const Symbol& symbol) {
  if (symbol.kind == SymbolKind::vector_reg) return whole_vector(symbol);
  Operand out;
  out.index = symbol.index;
  switch (symbol.kind) {
    case SymbolKind::reg:
      out.kind = OperandKind::reg;
      out.type = function_->registers[symbol.index].type;
      return out;
    case SymbolKind::vector_reg:
      return out;  // above
    case SymbolKind::parameter:
      out.index = -1;
      [[fallthrough]];
    case SymbolKind::variable:
    case SymbolKind::table:
    case SymbolKind::prototype:
      out.kind = OperandKind::symbol;
      out.name = symbol.name;
      return out;
    case SymbolKind::label:
      out.kind = OperandKind::label;
      return out;
  }
  return out;
}

Operand OperandParser::resolve(const Token& token, bool may_be_label) {
  if (const Symbol* symbol = context_.scopes.find(token.text)) return of_symbol(*symbol);
  if (token.text.find('.') != std::string_view::npos && token.text.front() != '%') return with_selector(token);
  if (token.text.front() == '%' || token.text == "WARP_SZ") return special(token);
  if (context_.names.find(token.text) != nullptr) {
    Operand out;
    out.kind = OperandKind::symbol;
    out.name = token.text;
    return out;
  }
  if (!may_be_label) lexer_.fail(token, "this name is not declared");
  return labels_.operand(token, false);
}

Operand OperandParser::with_selector(const Token& token) {
  static constexpr std::string_view selectors[] = {"b0", "b1", "b2", "b3", "h0", "h1"};
  const std::size_t dot = token.text.find('.');
  const Symbol* symbol = context_.scopes.find(token.text.substr(0, dot));
  if (symbol != nullptr && symbol->kind == SymbolKind::vector_reg) return element(token, *symbol);
  if (symbol == nullptr || symbol->kind != SymbolKind::reg) lexer_.fail(token, "expected a declared register");
  Operand out = of_symbol(*symbol);
  for (std::size_t i = 0; i < std::size(selectors); ++i)
    if (token.text.substr(dot + 1) == selectors[i]) out.component = static_cast<std::uint8_t>(i + 1);
  if (out.component == 0) lexer_.fail(token, "expected .b0 to .b3, .h0 or .h1 after a register");
  return out;
}

/// clang prints a call piece by piece, and a label of its line tables may fall between two pieces:
///     call.uni (retval0),
///     $L__tmp412:
///     square, (param0);
/// It denotes the place of the call. A loop, not a recursion: nothing limits how many such labels a text has.
Operand OperandParser::word() {
  Token token = lexer_.current();
  lexer_.advance();
  while (opcode_ == Opcode::call && lexer_.accept(':')) {
    debug_label(token);
    token = lexer_.current();
    if (token.kind != TokenKind::word) return simple();
    lexer_.advance();
  }
  if (token.text == "_") return {};
  if (opcode_ == Opcode::bra) return labels_.operand(token, true);
  Operand out = resolve(token, true);
  if (out.kind == OperandKind::symbol && lexer_.accept('[')) {
    out.offset = take_index(out.name);
    return out;
  }
  if (!lexer_.at('+') && !lexer_.at('-')) return out;
  if (out.kind == OperandKind::symbol) out.offset = take_offset();
  return out.kind == OperandKind::reg ? sum(token, out) : out;
}

void OperandParser::debug_label(const Token& name) {
  const auto index = static_cast<std::int32_t>(function_->labels.size());
  const auto own = context_.scopes.declare(SymbolKind::label, index, name.text);
  if (!own) lexer_.fail(name, "this name is declared twice in one scope");
  function_->labels.push_back({*own, static_cast<std::uint32_t>(function_->body.size())});
}

/// The labels after an operand of a call, where no other word is allowed.
void OperandParser::debug_labels() {
  while (opcode_ == Opcode::call && lexer_.current().kind == TokenKind::word) {
    const Token name = lexer_.current();
    lexer_.advance();
    lexer_.expect(':', "after a label inside a call");
    debug_label(name);
  }
}

std::int64_t OperandParser::take_offset() {
  lexer_.accept('+');  // "+-8" and "-8" are both met
  return take_integer(lexer_, "as an offset");
}

/// "a[2]" is the address of that element.
std::int64_t OperandParser::take_index(std::string_view variable) {
  const std::int64_t index = take_integer(lexer_, "as an index");
  lexer_.expect(']', "after an index");
  for (const auto* variables : {&function_->variables, &context_.module.variables})
    for (const Variable& v : *variables)
      if (v.name == variable) return index * static_cast<std::int64_t>(size_of(v.type));
  lexer_.fail("expected a variable before an index");
}

Operand OperandParser::address() {
  Operand out;
  out.kind = OperandKind::address;
  if (lexer_.current().kind == TokenKind::word && lexer_.current().text != "WARP_SZ") {
    address_base(out);
    if (lexer_.at('+') || lexer_.at('-')) out.offset = take_offset();
  } else {
    out.offset = take_integer(lexer_, "or a name as an address");
  }
  if (lexer_.at(',')) return tuple(out);
  lexer_.expect(']', "after an address");
  return out;
}

void OperandParser::address_base(Operand& out) {
  const Token token = lexer_.current();
  lexer_.advance();
  const Operand base = resolve(token, false);
  if (base.kind == OperandKind::reg && base.component == 0) {
    out.index = base.index;
    out.type = base.type;
  } else if (base.kind == OperandKind::symbol) {
    out.name = base.name;
  } else {
    lexer_.fail(token, "expected a register or a variable as an address");
  }
}

/// "[tex, {x, y}]": the base is an address operand of its own, the first element.
Operand OperandParser::tuple(const Operand& base) {
  const Depth depth(*this);
  const std::size_t mark = scratch_.size();
  scratch_.push_back(base);
  while (lexer_.accept(',')) {
    const Operand element = operand();
    scratch_.push_back(element);
  }
  lexer_.expect(']', "after an address");
  Operand out;
  out.kind = OperandKind::address;
  out.count = static_cast<std::uint32_t>(scratch_.size() - mark);
  out.first = to_pool(mark);
  return out;
}

}  // namespace forewarp::ptx::detail
