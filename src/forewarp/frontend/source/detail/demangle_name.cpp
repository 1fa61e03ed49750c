// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/detail/demangler.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::source::detail {

std::string Demangler::encoding(bool with_result) {
  const Deeper deeper(*this);
  for (const auto& [code, text] : std::to_array<std::pair<std::string_view, std::string_view>>(
           {{"TV", "vtable for "}, {"TT", "VTT for "}, {"TI", "typeinfo for "}, {"TS", "typeinfo name for "}}))
    if (take(code)) return std::string(text) + type().text();
  if (take("GV")) return "guard variable for " + name().text;
  const Name of = name();
  if (at_ == name_.size() || peek() == 'E' || peek() == '.') return of.text;
  std::string result_left, result_right;
  if (of.has_arguments && !of.has_no_result) {
    Type result = type();
    const bool spaced = result.kind != Type::Kind::function;
    if (with_result) result_left = result.left + (spaced ? " " : ""), result_right = result.right;
  }
  return checked(result_left + of.text + parameters() + of.qualifiers + result_right);
}

std::string Demangler::parameters() {
  std::string text = "(";
  if (peek() == 'v' && (at_ + 1 == name_.size() || peek(1) == 'E' || peek(1) == '.')) {
    ++at_;
  } else {
    while (at_ < name_.size() && peek() != 'E' && peek() != '.' &&
           !((peek() == 'R' || peek() == 'O') && peek(1) == 'E'))
      append(text, type(), "(");
  }
  return checked(text + ")");
}

void Demangler::append(std::string& list, const Type& type, std::string_view bracket) {
  if (!type.is_pack) {
    list += (list == bracket ? "" : ", ") + type.text();
    if (list.size() > longest_text) throw Unknown{};
    return;
  }
  for (const Type& one : type.pack) append(list, one, bracket);
}

Name Demangler::name() {
  const Deeper deeper(*this);
  if (peek() == 'N') return nested_name();
  if (peek() == 'Z') return local_name();
  Name of;
  if (peek() == 'S' && peek(1) != 't') {
    const Type known = substitution();
    of = {.text = known.text()};
    if (peek() != 'I') throw Unknown{};
  } else {
    const bool in_std = take("St");
    of = unqualified_name("");
    if (in_std) of.text = "std::" + of.text;
    if (peek() != 'I') return of;
    remember({.left = of.text});
  }
  of.text = joined(of.text, template_arguments(true));
  of.has_arguments = true;
  return of;
}

Name Demangler::nested_name() {
  expect("N");
  Name of;
  std::string cv;
  while (peek() == 'r' || peek() == 'V' || peek() == 'K') {
    const char c = next();
    cv = (c == 'r' ? " restrict" : c == 'V' ? " volatile" : " const") + cv;
  }
  if (take("R")) cv += " &";
  if (take("O")) cv += " &&";
  while (!take("E")) component(of);
  of.qualifiers = cv;
  return of;
}

void Demangler::component(Name& of) {
  bool known = false;
  if (peek() == 'S' && peek(1) == 't') {
    at_ += 2;
    of.text = "std", of.last = "std";
    return;  // which is no substitution
  }
  if (peek() == 'S') {
    const Type type = substitution();
    of = {.text = type.text(), .last = last_of(type.text())};
    known = true;
  } else if (peek() == 'T') {
    of = {.text = template_parameter().text()};
  } else if (peek() == 'D' && (peek(1) == 't' || peek(1) == 'T')) {
    of = {.text = type().text()};
  } else if (peek() == 'I') {
    of.text = joined(of.text, template_arguments(true));
    of.has_arguments = true;
  } else if (peek() == 'M') {
    ++at_;
    known = true;
  } else {
    const std::string outside = of.text;
    Name inner = unqualified_name(of.last);
    inner.text = outside.empty() ? inner.text : checked(outside + "::" + inner.text);
    of = inner;
  }
  if (!known && peek() != 'E') remember({.left = of.text});
}

std::string Demangler::last_of(const std::string& text) {
  int depth = 0;
  std::size_t end = text.size(), begin = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == '>') ++depth;
    if (text[i] == '<' && --depth == 0) end = i;
    if (text[i] == ':' && depth == 0) {
      begin = i + 1;
      break;
    }
  }
  return end > begin ? text.substr(begin, end - begin) : text;
}

Name Demangler::local_name() {
  expect("Z");
  std::vector<Type> arguments = copied(arguments_);
  const std::string outside = encoding(false);
  expect("E");
  arguments_ = arguments;
  if (take("s")) {
    discriminator();
    return {.text = outside + "::string literal"};
  }
  std::string scope = outside;
  if (take("d")) {
    scope += "::{default arg#" + std::to_string(sequence(10) + 1) + "}";
  }
  Name inner = name();
  discriminator();
  inner.text = checked(scope + "::" + inner.text);
  return inner;
}

void Demangler::discriminator() {
  if (!take("_")) return;
  if (take("_")) {
    (void)number();
    expect("_");
  } else {
    (void)next();
  }
}

std::string Demangler::source_name() {
  const std::size_t length = number();
  if (length == 0 || length > name_.size() - at_) throw Unknown{};
  const std::string_view id = name_.substr(at_, length);
  at_ += length;
  if (id.starts_with("_GLOBAL_") && id.size() > 9 && id[9] == 'N') return "(anonymous namespace)";
  return std::string(id);
}

Name Demangler::unqualified_name(const std::string& outside) {
  Name of;
  (void)take("L");
  const char c = peek();
  if (is_digit(c)) {
    of.text = of.last = source_name();
  } else if (c == 'C' && peek(1) >= '1' && peek(1) <= '5') {
    at_ += 2;
    of = {.text = outside, .last = outside, .has_no_result = true};
  } else if (c == 'D' && peek(1) >= '0' && peek(1) <= '5') {
    at_ += 2;
    of = {.text = "~" + outside, .last = outside, .has_no_result = true};
  } else if (c == 'U') {
    of.text = of.last = unnamed();
  } else if (c == 'D' && peek(1) == 'C') {
    throw Unknown{};
  } else {
    of = operator_name();
  }
  while (take("B")) of.text += "[abi:" + source_name() + "]";
  return of;
}

std::string Demangler::unnamed() {
  expect("U");
  if (take("t")) return "{unnamed type#" + std::to_string(sequence(10) + 1) + "}";
  expect("l");
  const Deeper deeper(*this);
  ++lambdas_;
  std::string text = "{lambda" + parameters();
  --lambdas_;
  expect("E");
  return text + "#" + std::to_string(sequence(10) + 1) + "}";
}

Name Demangler::operator_name() {
  if (take("cv")) return {.text = "operator " + type().text(), .has_no_result = true};
  if (take("li")) return {.text = "operator\"\" " + source_name()};
  for (const Operator& o : operators)
    if (take(o.code)) {
      const bool is_word = o.text.front() == 'n' || o.text.front() == 'd';
      return {.text = std::string("operator") + (is_word ? " " : "") + std::string(o.text)};
    }
  throw Unknown{};
}

}  // namespace forewarp::source::detail
