// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/detail/demangler.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::source::detail {

namespace {

constexpr std::array builtins = std::to_array<std::pair<char, std::string_view>>({
    {'v', "void"},        {'w', "wchar_t"},
    {'b', "bool"},        {'c', "char"},
    {'a', "signed char"}, {'h', "unsigned char"},
    {'s', "short"},       {'t', "unsigned short"},
    {'i', "int"},         {'j', "unsigned int"},
    {'l', "long"},        {'m', "unsigned long"},
    {'x', "long long"},   {'y', "unsigned long long"},
    {'n', "__int128"},    {'o', "unsigned __int128"},
    {'f', "float"},       {'d', "double"},
    {'e', "long double"}, {'g', "__float128"},
    {'z', "..."},
});

constexpr std::array d_types = std::to_array<std::pair<char, std::string_view>>({
    {'n', "decltype(nullptr)"},
    {'a', "auto"},
    {'c', "decltype(auto)"},
    {'i', "char32_t"},
    {'s', "char16_t"},
    {'u', "char8_t"},
    {'h', "half"},
});

}  // namespace

Type Demangler::substitution() {
  expect("S");
  for (const auto& [code, text] :
       std::to_array<std::pair<std::string_view, std::string_view>>({{"a", "std::allocator"},
                                                                     {"b", "std::basic_string"},
                                                                     {"s", "std::string"},
                                                                     {"i", "std::istream"},
                                                                     {"o", "std::ostream"},
                                                                     {"d", "std::iostream"}}))
    if (take(code)) return {.left = std::string(text)};
  const std::size_t number = sequence(36);
  if (number >= substitutions_.size()) throw Unknown{};
  return checked(substitutions_[number]);
}

Type Demangler::template_parameter() {
  expect("T");
  if (peek() == 'L') throw Unknown{};
  const std::size_t number = sequence(10);
  if (lambdas_ > 0) return {.left = "auto:" + std::to_string(number + 1)};
  if (number >= arguments_.size()) throw Unknown{};
  return argument(number);
}

Type Demangler::argument(std::size_t number) {
  Type argument = checked(arguments_[number]);
  if (argument.is_pack && element_) {
    packs_seen_ = std::max(packs_seen_, argument.pack.size() + 1);
    argument = *element_ < argument.pack.size() ? Type(argument.pack[*element_]) : Type{.left = ""};
  }
  argument.parameter = number;
  return argument;
}

std::string Demangler::joined(const std::string& name, const std::string& arguments) {
  return checked(name + (name.ends_with('<') ? " " : "") + arguments);
}

std::string Demangler::template_arguments(bool save) {
  const Deeper deeper(*this);
  expect("I");
  std::vector<Type> arguments;
  const std::vector<Type> outer = copied(arguments_);
  while (!take("E")) {
    if (take("Q")) {  // what a requires clause asks for
      (void)expression();
      continue;
    }
    arguments.push_back(template_argument());
    arguments_ = copied(outer);
  }
  std::string text = "<";
  for (const Type& a : arguments) append(text, a, "<");
  const bool ends_empty = !arguments.empty() && arguments.back().is_empty();
  text += text.ends_with('>') && !ends_empty ? " >" : ">";
  if (save) arguments_ = std::move(arguments);
  return checked(text);
}

Type Demangler::template_argument() {
  const Deeper deeper(*this);
  // The declaration of a parameter that its argument does not tell (clang 18 and later): template <auto N>, a concept.
  if (take("Tn")) {
    (void)type();
    return template_argument();
  }
  if (take("Tk")) {
    (void)name();
    return template_argument();
  }
  if (peek() == 'L') return {.left = literal()};
  if (take("X")) {
    const std::string_view rest = name_.substr(at_);
    const bool simple = peek() == 'L' || peek() == 'T' || rest.starts_with("sr") || rest.starts_with("adL");
    const std::string text = expression();
    Type value{.left = simple ? text : "(" + text + ")"};
    expect("E");
    return value;
  }
  if (take("J")) {
    Type all{.left = "", .is_pack = true};
    while (!take("E")) all.pack.push_back(template_argument());
    return all;
  }
  return type();
}

std::string Demangler::literal() {
  expect("L");
  if (take("_Z")) {
    std::vector<Type> arguments = copied(arguments_);
    std::string text = encoding(true);
    arguments_ = arguments;
    expect("E");
    return text;
  }
  const char kind = peek();
  const std::string of = type().text();
  std::string value = take("n") ? "-" : "";
  while (peek() != 'E') value += next();
  expect("E");
  if (kind == 'b' && (value == "0" || value == "1")) return value == "0" ? "false" : "true";
  for (const auto& [code, suffix] : std::to_array<std::pair<char, std::string_view>>(
           {{'i', ""}, {'j', "u"}, {'l', "l"}, {'m', "ul"}, {'x', "ll"}, {'y', "ull"}}))
    if (kind == code) return value + std::string(suffix);
  const bool real = kind == 'f' || kind == 'd' || kind == 'e' || kind == 'g';
  return "(" + of + ")" + (real ? "[" + value + "]" : value);
}

Type Demangler::type() {
  const Deeper deeper(*this);
  if (const auto simple = builtin()) return *simple;
  if (peek() == 'S' && peek(1) != 't') return substituted_type();
  if (peek() == 'T' && peek(1) != 's' && peek(1) != 'u' && peek(1) != 'e') return parameter_type();
  if (take("Dp")) return expansion();
  Type made = compound();
  made.parameter.reset();
  remember(made);
  return made;
}

std::optional<Type> Demangler::builtin() {
  const char c = peek();
  const auto simple = std::ranges::find(builtins, c, &std::pair<char, std::string_view>::first);
  if (simple != builtins.end()) {
    ++at_;
    return Type{.left = std::string(simple->second)};
  }
  if (c != 'D') return std::nullopt;
  const auto one = std::ranges::find(d_types, peek(1), &std::pair<char, std::string_view>::first);
  if (one == d_types.end()) return std::nullopt;
  at_ += 2;
  return Type{.left = std::string(one->second)};
}

Type Demangler::substituted_type() {
  Type known = substitution();
  // A parameter stands for the argument of the function that it is used in.
  if (known.parameter && *known.parameter < arguments_.size()) known = argument(*known.parameter);
  if (peek() != 'I') return known;
  Type whole{.left = checked(known.text() + nested_arguments())};
  remember(whole);
  return whole;
}

Type Demangler::parameter_type() {
  Type parameter = template_parameter();
  remember(parameter);
  if (peek() != 'I') return parameter;
  Type whole{.left = checked(parameter.text() + nested_arguments())};
  remember(whole);
  return whole;
}

std::string Demangler::nested_arguments() {
  const std::vector<Type> outer = copied(arguments_);
  std::string text = template_arguments(false);
  arguments_ = outer;
  return text;
}

Type Demangler::expansion() {
  const std::size_t begin = at_;
  const std::vector<Type> substitutions = copied(substitutions_);
  const auto outer = element_;
  const std::size_t outer_seen = packs_seen_;
  Type all{.left = "", .is_pack = true};
  packs_seen_ = 0;
  element_ = 0;
  Type first = type();
  const std::size_t count = packs_seen_ == 0 ? 0 : packs_seen_ - 1;
  const bool has_pack = packs_seen_ != 0;
  const std::size_t end = at_;
  const std::vector<Type> after = copied(substitutions_);
  if (!has_pack) {
    all.is_pack = false;
    all.left = first.left + first.right + "...";
  }
  for (std::size_t i = 0; i < count; ++i) {
    at_ = begin;
    substitutions_ = copied(substitutions);
    element_ = i;
    all.pack.push_back(type());
  }
  at_ = end;
  substitutions_ = after;
  element_ = outer;
  packs_seen_ = outer_seen;
  return all;
}

Type Demangler::compound() {
  switch (peek()) {
    case 'P':
      ++at_;
      return pointer(type(), "*");
    case 'R':
      ++at_;
      return reference(type(), 1);
    case 'O':
      ++at_;
      return reference(type(), 2);
    case 'r':
    case 'V':
    case 'K':
      return qualified();
    case 'F':
      return function();
    case 'A':
      return array();
    case 'M':
      return member_pointer();
    case 'C':
      ++at_;
      return checked(Type{.left = type().text() + " _Complex"});
    case 'u':
      ++at_;
      return {.left = source_name()};
    case 'U':
      if (peek(1) != 't' && peek(1) != 'l') return vendor_qualified();
      break;
    case 'D':
      return d_type();
    default:
      break;
  }
  const std::vector<Type> outer = copied(arguments_);
  Type made{.left = name().text};
  arguments_ = outer;
  return made;
}

Type Demangler::pointer(Type to, std::string_view mark) {
  if (to.kind != Type::Kind::other) {
    to.left += to.kind == Type::Kind::array ? " (" : "(";
    to.right.insert(0, ")");
    to.kind = Type::Kind::other;
  }
  to.left += mark;
  return checked(std::move(to));
}

Type Demangler::reference(Type to, unsigned wanted) {
  if (to.is_pack) throw Unknown{};
  if (to.references != 0) {  // T& && is T&
    if (to.references == 2 && wanted == 1) {
      to.left.pop_back();
      to.references = 1;
    }
    return to;
  }
  Type made = pointer(std::move(to), wanted == 1 ? "&" : "&&");
  made.references = wanted;
  return made;
}

Type Demangler::qualified() {
  std::string words;
  while (peek() == 'r' || peek() == 'V' || peek() == 'K') {
    const char c = next();
    words = (c == 'r' ? " restrict" : c == 'V' ? " volatile" : " const") + words;
  }
  // A function type and its qualifiers are one substitution.
  Type of = peek() == 'F' ? function() : type();
  if (of.is_pack) throw Unknown{};
  if (of.references != 0) return of;
  (of.kind == Type::Kind::function ? of.right : of.left) += words;
  return checked(std::move(of));
}

Type Demangler::function() {
  expect("F");
  (void)take("Y");
  const Type result = type();
  Type made{.left = result.left + " ", .kind = Type::Kind::function};
  made.right = parameters();
  if (take("R")) made.right += " &";
  if (take("O")) made.right += " &&";
  expect("E");
  made.right += result.right;
  return checked(std::move(made));
}

Type Demangler::array() {
  expect("A");
  std::string size;
  if (is_digit(peek())) {
    size = std::to_string(number());
  } else if (peek() != '_') {
    size = expression();
  }
  expect("_");
  Type of = type();
  if (of.kind == Type::Kind::array) {
    of.right = " [" + size + "]" + of.right.substr(1);
  } else {
    of.right = " [" + size + "]" + of.right;
  }
  of.kind = Type::Kind::array;
  return checked(std::move(of));
}

Type Demangler::member_pointer() {
  expect("M");
  const std::string scope = type().text();
  Type of = type();
  if (of.kind == Type::Kind::other) {
    of.left += " " + scope + "::*";
    return checked(std::move(of));
  }
  return pointer(std::move(of), scope + "::*");
}

Type Demangler::vendor_qualified() {
  expect("U");
  std::string word = source_name();
  if (peek() == 'I') word += nested_arguments();
  Type of = type();
  of.left += " " + word;
  return checked(std::move(of));
}

Type Demangler::d_type() {
  expect("D");
  switch (next()) {
    case 't':
    case 'T': {
      Type made{.left = "decltype (" + expression() + ")"};
      expect("E");
      return made;
    }
    case 'v': {
      const std::size_t count = number();
      expect("_");
      return checked(Type{.left = type().text() + " __vector(" + std::to_string(count) + ")"});
    }
    case 'F': {
      const std::size_t bits = number();
      if (take("b")) return {.left = "std::bfloat" + std::to_string(bits) + "_t"};
      expect("_");
      return {.left = "_Float" + std::to_string(bits)};
    }
    case 'o': {
      Type made = function();
      made.right += " noexcept";
      return made;
    }
    default:
      throw Unknown{};
  }
}

}  // namespace forewarp::source::detail
