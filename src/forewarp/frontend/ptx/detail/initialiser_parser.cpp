// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "forewarp/frontend/ptx/detail/expression.hpp"
#include "forewarp/frontend/ptx/detail/variable_parser.hpp"

namespace forewarp::ptx::detail {
namespace {

std::uint64_t low_bytes(std::uint64_t bits, unsigned bytes) {
  return bytes >= 8 ? bits : bits & ((std::uint64_t{1} << (8 * bytes)) - 1);
}

class InitialiserParser {
 public:
  InitialiserParser(Context& context, Variable& variable, const std::vector<std::uint64_t>& extents, bool in_body)
      : context_(context), lexer_(context.lexer), variable_(variable), in_body_(in_body) {
    std::uint64_t stride = 1;
    for (auto it = extents.rbegin(); it != extents.rend(); ++it) {
      strides_.insert(strides_.begin(), stride);
      stride *= *it;
    }
  }

  void value() {
    if (variable_.elements != 0 && variable_.initial.size() >= variable_.elements)
      lexer_.fail("this initialiser has more values than the variable has elements");
    variable_.initial.push_back(one());
  }

  /// The values between braces at a nesting level; the outermost brace has been stepped over.
  void list(std::size_t level) {
    if (lexer_.accept('}')) return;
    do {
      if (lexer_.accept('{')) {
        nested(level);
      } else {
        value();
      }
    } while (lexer_.accept(','));
    lexer_.expect('}', "or ',' in an initialiser");
  }

 private:
  /// An inner brace fills one slice and is padded with zeros to its length.
  void nested(std::size_t level) {
    if (level >= strides_.size() || strides_[level] == 1) lexer_.fail("this brace is nested deeper than the array");
    const std::uint64_t first = variable_.initial.size();
    list(level + 1);
    const std::uint64_t filled = variable_.initial.size() - first;
    if (filled > strides_[level]) lexer_.fail("these braces have more values than their slice of the array");
    const std::uint64_t missing = strides_[level] - filled;
    if (missing > context_.padding_left) lexer_.fail("this initialiser leaves out too many values of inner braces");
    context_.padding_left -= missing;
    variable_.initial.resize(first + strides_[level]);
  }

  Initializer one() {
    const Token at = lexer_.current();
    if (at.kind == TokenKind::word && at.text != "WARP_SZ") return address();
    const Constant constant = take_constant(lexer_);
    if (!lexer_.accept('(')) {
      Initializer number;
      number.bits = bits_of(at, constant);
      return number;
    }
    Initializer masked = address();
    masked.mask_shift = shift_of(at, constant);
    lexer_.expect(')', "after a masked address");
    return masked;
  }

  Initializer address() {
    Initializer out;
    if (lexer_.current().kind == TokenKind::word && lexer_.current().text == "generic") {
      lexer_.advance();
      lexer_.expect('(', "after generic");
      symbol(out);
      lexer_.expect(')', "after a generic address");
      out.generic = true;
    } else {
      symbol(out);
    }
    plus(out);
    return out;
  }

  void symbol(Initializer& out) {
    const Token at = lexer_.current();
    out.symbol = take_name(lexer_, "of a variable or function in an initialiser");
    const Symbol* local = in_body_ ? context_.scopes.find(at.text) : nullptr;
    if (local != nullptr && local->kind == SymbolKind::variable)
      out.symbol = local->name;
    else
      context_.used_names.push_back(at);
    plus(out);
  }

  void plus(Initializer& out) {
    if (lexer_.accept('+') || lexer_.at('-'))
      out.offset = static_cast<std::int64_t>(static_cast<std::uint64_t>(out.offset) +
                                             static_cast<std::uint64_t>(take_integer(lexer_, "as an offset")));
  }

  std::uint8_t shift_of(const Token& at, const Constant& mask) {
    for (unsigned shift = 0; shift < 64; shift += 8)
      if (!is_float(mask.type) && mask.bits == std::uint64_t{0xff} << shift) return static_cast<std::uint8_t>(shift);
    lexer_.fail(at, "expected a mask of one byte, such as 0xFF00, before an address");
  }

  std::uint64_t bits_of(const Token& at, const Constant& constant) {
    const unsigned bytes = size_of(variable_.type);
    if (variable_.type == Type::f32 && constant.type != Type::f32)
      return std::bit_cast<std::uint32_t>(static_cast<float>(to_double(constant)));
    if (variable_.type == Type::f64 && constant.type != Type::f64)
      return std::bit_cast<std::uint64_t>(to_double(constant));
    if (is_float(constant.type) && bytes < size_of(constant.type))
      lexer_.fail(at, "expected an integer for a variable of this type");
    return low_bytes(constant.bits, bytes);
  }

  Context& context_;
  Lexer& lexer_;
  Variable& variable_;
  bool in_body_;
  std::vector<std::uint64_t> strides_;
};

/// { addr_mode_0 = clamp_to_border, ... }: kept as written.
void keep_text(Lexer& lexer, Variable& variable) {
  const char* first = lexer.current().text.data();
  while (!lexer.at('}')) {
    if (lexer.current().kind == TokenKind::end) lexer.fail("expected '}' to close an initialiser");
    lexer.advance();
  }
  variable.initial_text = {first, static_cast<std::size_t>(lexer.current().text.data() + 1 - first)};
  lexer.advance();
}

}  // namespace

void parse_initialiser(Context& context, Variable& variable, const std::vector<std::uint64_t>& extents, bool in_body) {
  Lexer& lexer = context.lexer;
  if (!lexer.accept('=')) return;
  const bool reference =
      variable.type == Type::texref || variable.type == Type::samplerref || variable.type == Type::surfref;
  if (reference && lexer.at('{')) return keep_text(lexer, variable);
  InitialiserParser parser(context, variable, extents, in_body);
  if (lexer.accept('{'))
    parser.list(0);
  else
    parser.value();
  if (variable.is_array && variable.elements == 0) variable.elements = variable.initial.size();
}

}  // namespace forewarp::ptx::detail
