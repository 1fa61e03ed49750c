// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A recursive descent over the grammar of the ABI that keeps texts instead of a tree. A type has two texts, since a
// name stands inside of some: "void (*" and ")(int)". Every text is at most longest_text long and the nesting at most
// max_nesting, so the work is bounded by the length of the name times longest_text.
#include "forewarp/frontend/source/demangle.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "forewarp/support/text.hpp"

namespace forewarp::source {
namespace {

constexpr std::size_t longest_name = 16 << 10, longest_text = 64 << 10;
constexpr unsigned max_nesting = 128;

/// The grammar does not match, or a bound is passed.
struct Unknown {};

struct Operator {
  std::string_view code, text;
  unsigned operands;
};
constexpr std::array operators = std::to_array<Operator>({
    {"nw", "new", 0}, {"na", "new[]", 0}, {"dl", "delete", 0}, {"da", "delete[]", 0}, {"ps", "+", 1},  {"ng", "-", 1},
    {"ad", "&", 1},   {"de", "*", 1},     {"co", "~", 1},      {"nt", "!", 1},        {"pl", "+", 2},  {"mi", "-", 2},
    {"ml", "*", 2},   {"dv", "/", 2},     {"rm", "%", 2},      {"an", "&", 2},        {"or", "|", 2},  {"eo", "^", 2},
    {"aS", "=", 2},   {"pL", "+=", 2},    {"mI", "-=", 2},     {"mL", "*=", 2},       {"dV", "/=", 2}, {"rM", "%=", 2},
    {"aN", "&=", 2},  {"oR", "|=", 2},    {"eO", "^=", 2},     {"ls", "<<", 2},       {"rs", ">>", 2}, {"lS", "<<=", 2},
    {"rS", ">>=", 2}, {"eq", "==", 2},    {"ne", "!=", 2},     {"lt", "<", 2},        {"gt", ">", 2},  {"le", "<=", 2},
    {"ge", ">=", 2},  {"ss", "<=>", 2},   {"aa", "&&", 2},     {"oo", "||", 2},       {"pp", "++", 1}, {"mm", "--", 1},
    {"cm", ",", 2},   {"pm", "->*", 2},   {"pt", "->", 2},     {"cl", "()", 0},       {"ix", "[]", 2}, {"qu", "?", 3},
});

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

struct Type {
  std::string left, right = {};
  enum class Kind : std::uint8_t { other, function, array } kind = Kind::other;
  unsigned references = 0;      ///< 1: &, 2: &&, at the end of left
  std::vector<Type> pack = {};  ///< of a parameter pack, whose texts are empty
  bool is_pack = false;

  std::optional<std::size_t> parameter = {};  ///< the number of the template parameter that this is

  [[nodiscard]] std::string text() const { return left + right; }
  [[nodiscard]] bool is_empty() const { return is_pack && std::ranges::all_of(pack, &Type::is_empty); }
};

struct Name {
  std::string text;
  std::string last = {};        ///< its last component without template arguments, for constructors
  bool has_arguments = false;   ///< ends in template arguments
  bool has_no_result = false;   ///< a constructor, destructor or conversion
  std::string qualifiers = {};  ///< of a member function
};

class Demangler {
 public:
  explicit Demangler(std::string_view name) : name_(name) {}

  std::string run() {
    if (!take("_Z")) throw Unknown{};
    std::string text = encoding(true);
    if (take(".")) throw Unknown{};  // a clone
    if (at_ != name_.size()) throw Unknown{};
    return text;
  }

 private:
  class Deeper {
   public:
    explicit Deeper(unsigned& depth) : depth_(depth) {
      if (++depth_ > max_nesting) {
        --depth_;
        throw Unknown{};
      }
    }
    ~Deeper() { --depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    unsigned& depth_;
  };

  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < name_.size() ? name_[at_ + ahead] : '\0';
  }
  bool take(std::string_view text) {
    if (!name_.substr(at_).starts_with(text)) return false;
    at_ += text.size();
    return true;
  }
  void expect(std::string_view text) {
    if (!take(text)) throw Unknown{};
  }
  char next() {
    if (at_ >= name_.size()) throw Unknown{};
    return name_[at_++];
  }
  static std::string checked(std::string text) {
    if (text.size() > longest_text) throw Unknown{};
    return text;
  }
  static Type checked(Type type) {
    if (type.left.size() + type.right.size() > longest_text) throw Unknown{};
    return type;
  }

  std::size_t number() {
    std::size_t value = 0;
    const char* const begin = name_.data() + at_;
    const auto [end, error] = std::from_chars(begin, name_.data() + name_.size(), value);
    if (error != std::errc{}) throw Unknown{};
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }

  /// "_" is 0, "0_" is 1, and so on.
  std::size_t sequence(unsigned base) {
    if (take("_")) return 0;
    std::size_t value = 0;
    while (!take("_")) {
      const char c = next();
      const bool digit = is_digit(c);
      if (!digit && (base != 36 || c < 'A' || c > 'Z')) throw Unknown{};
      value = value * base + static_cast<std::size_t>(digit ? c - '0' : c - 'A' + 10);
      if (value > longest_name) throw Unknown{};
    }
    return value + 1;
  }

  // Names.

  /// The text of a function with its parameters, or of a variable. Functions that others are in have no result.
  std::string encoding(bool with_result) {
    const Deeper deeper(depth_);
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

  /// "(int, float)" up to the end of the function's type.
  std::string parameters() {
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

  /// Appends a type, or those of a pack, to a list that begins with a bracket.
  static void append(std::string& list, const Type& type, std::string_view bracket) {
    if (!type.is_pack) {
      list += (list == bracket ? "" : ", ") + type.text();
      if (list.size() > longest_text) throw Unknown{};
      return;
    }
    for (const Type& one : type.pack) append(list, one, bracket);
  }

  Name name() {
    const Deeper deeper(depth_);
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
      substitutions_.push_back({.left = of.text});
    }
    of.text = joined(of.text, template_arguments(true));
    of.has_arguments = true;
    return of;
  }

  Name nested_name() {
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

  /// Adds one component of a nested name to it. All but the last are substitutions.
  void component(Name& of) {
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
    if (!known && peek() != 'E') substitutions_.push_back({.left = of.text});
  }

  /// "vector" of "std::vector<int>".
  static std::string last_of(const std::string& text) {
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

  Name local_name() {
    expect("Z");
    const std::vector<Type> arguments = arguments_;
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

  void discriminator() {
    if (!take("_")) return;
    if (take("_")) {
      (void)number();
      expect("_");
    } else {
      (void)next();
    }
  }

  std::string source_name() {
    const std::size_t length = number();
    if (length == 0 || length > name_.size() - at_) throw Unknown{};
    const std::string_view id = name_.substr(at_, length);
    at_ += length;
    if (id.starts_with("_GLOBAL_") && id.size() > 9 && id[9] == 'N') return "(anonymous namespace)";
    return std::string(id);
  }

  /// outside: the class that a constructor or destructor has its name from.
  Name unqualified_name(const std::string& outside) {
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

  std::string unnamed() {
    expect("U");
    if (take("t")) return "{unnamed type#" + std::to_string(sequence(10) + 1) + "}";
    expect("l");
    const Deeper deeper(depth_);
    ++lambdas_;
    std::string text = "{lambda" + parameters();
    --lambdas_;
    expect("E");
    return text + "#" + std::to_string(sequence(10) + 1) + "}";
  }

  Name operator_name() {
    if (take("cv")) return {.text = "operator " + type().text(), .has_no_result = true};
    if (take("li")) return {.text = "operator\"\" " + source_name()};
    for (const Operator& o : operators)
      if (take(o.code)) {
        const bool is_word = o.text.front() == 'n' || o.text.front() == 'd';
        return {.text = std::string("operator") + (is_word ? " " : "") + std::string(o.text)};
      }
    throw Unknown{};
  }

  // Types.

  Type substitution() {
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
    return substitutions_[number];
  }

  Type template_parameter() {
    expect("T");
    if (peek() == 'L') throw Unknown{};
    const std::size_t number = sequence(10);
    if (lambdas_ > 0) return {.left = "auto:" + std::to_string(number + 1)};
    if (number >= arguments_.size()) throw Unknown{};
    return argument(number);
  }

  Type argument(std::size_t number) {
    Type argument = arguments_[number];
    if (argument.is_pack && element_) {
      packs_seen_ = std::max(packs_seen_, argument.pack.size() + 1);
      argument = *element_ < argument.pack.size() ? Type(argument.pack[*element_]) : Type{.left = ""};
    }
    argument.parameter = number;
    return argument;
  }

  static std::string joined(const std::string& name, const std::string& arguments) {
    return checked(name + (name.ends_with('<') ? " " : "") + arguments);
  }

  /// With their brackets. save: those of the function that is named, which its types refer to.
  std::string template_arguments(bool save) {
    const Deeper deeper(depth_);
    expect("I");
    std::vector<Type> arguments;
    const std::vector<Type> outer = arguments_;
    while (!take("E")) {
      arguments.push_back(template_argument());
      arguments_ = outer;
    }
    std::string text = "<";
    for (const Type& a : arguments) append(text, a, "<");
    const bool ends_empty = !arguments.empty() && arguments.back().is_empty();
    text += text.ends_with('>') && !ends_empty ? " >" : ">";
    if (save) arguments_ = std::move(arguments);
    return checked(text);
  }

  Type template_argument() {
    const Deeper deeper(depth_);
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

  std::string literal() {
    expect("L");
    if (take("_Z")) {
      const std::vector<Type> arguments = arguments_;
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

  Type type() {
    const Deeper deeper(depth_);
    if (const auto simple = builtin()) return *simple;
    if (peek() == 'S' && peek(1) != 't') return substituted_type();
    if (peek() == 'T' && peek(1) != 's' && peek(1) != 'u' && peek(1) != 'e') return parameter_type();
    if (take("Dp")) return expansion();
    Type made = compound();
    made.parameter.reset();
    substitutions_.push_back(made);
    return made;
  }

  std::optional<Type> builtin() {
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

  Type substituted_type() {
    Type known = substitution();
    // A parameter stands for the argument of the function that it is used in.
    if (known.parameter && *known.parameter < arguments_.size()) known = argument(*known.parameter);
    if (peek() != 'I') return known;
    Type whole{.left = checked(known.text() + nested_arguments())};
    substitutions_.push_back(whole);
    return whole;
  }

  Type parameter_type() {
    Type parameter = template_parameter();
    substitutions_.push_back(parameter);
    if (peek() != 'I') return parameter;
    Type whole{.left = checked(parameter.text() + nested_arguments())};
    substitutions_.push_back(whole);
    return whole;
  }

  /// Template arguments of a type, which parameters of the function do not refer to.
  std::string nested_arguments() {
    const std::vector<Type> outer = arguments_;
    std::string text = template_arguments(false);
    arguments_ = outer;
    return text;
  }

  /// The pattern is read once for each element of the pack in it.
  Type expansion() {
    const std::size_t begin = at_;
    const std::vector<Type> substitutions = substitutions_;
    const auto outer = element_;
    const std::size_t outer_seen = packs_seen_;
    Type all{.left = "", .is_pack = true};
    packs_seen_ = 0;
    element_ = 0;
    Type first = type();
    const std::size_t count = packs_seen_ == 0 ? 0 : packs_seen_ - 1;
    const bool has_pack = packs_seen_ != 0;
    const std::size_t end = at_;
    const std::vector<Type> after = substitutions_;
    if (!has_pack) {
      all.is_pack = false;
      all.left = first.left + first.right + "...";
    }
    for (std::size_t i = 0; i < count; ++i) {
      at_ = begin;
      substitutions_ = substitutions;
      element_ = i;
      all.pack.push_back(type());
    }
    at_ = end;
    substitutions_ = after;
    element_ = outer;
    packs_seen_ = outer_seen;
    return all;
  }

  Type compound() {
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
    const std::vector<Type> outer = arguments_;
    Type made{.left = name().text};
    arguments_ = outer;
    return made;
  }

  static Type pointer(Type to, std::string_view mark) {
    if (to.kind != Type::Kind::other) {
      to.left += to.kind == Type::Kind::array ? " (" : "(";
      to.right.insert(0, ")");
      to.kind = Type::Kind::other;
    }
    to.left += mark;
    return checked(std::move(to));
  }

  static Type reference(Type to, unsigned wanted) {
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

  Type qualified() {
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

  Type function() {
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

  Type array() {
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

  Type member_pointer() {
    expect("M");
    const std::string scope = type().text();
    Type of = type();
    if (of.kind == Type::Kind::other) {
      of.left += " " + scope + "::*";
      return checked(std::move(of));
    }
    return pointer(std::move(of), scope + "::*");
  }

  Type vendor_qualified() {
    expect("U");
    std::string word = source_name();
    if (peek() == 'I') word += nested_arguments();
    Type of = type();
    of.left += " " + word;
    return checked(std::move(of));
  }

  Type d_type() {
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

  // Expressions: literals, parameters, operators and what sizes and conditions in signatures are made of.

  std::string expression() {
    const Deeper deeper(depth_);
    if (peek() == 'L') return literal();
    if (peek() == 'T') return template_parameter().text();
    if (take("sr")) {
      std::string scope;
      if (is_digit(peek())) {
        while (!take("E")) {
          scope += (scope.empty() ? "" : "::") + source_name();
          if (peek() == 'I') scope += nested_arguments();
        }
      } else {
        scope = type().text();
      }
      std::string member = unqualified_name("").text;
      if (peek() == 'I') member += nested_arguments();
      return checked(scope + "::" + member);
    }
    if (take("st")) return "sizeof (" + type().text() + ")";
    if (take("sz")) return "sizeof (" + expression() + ")";
    if (take("cv")) {
      const std::string to = type().text();
      return checked("(" + to + ")(" + expression() + ")");
    }
    for (const Operator& o : operators)
      if (o.operands == 1 || o.operands == 2)
        if (take(o.code)) return operation(o);
    throw Unknown{};
  }

  std::string operation(const Operator& o) {
    const bool of_name = peek() == 'L';
    const std::string first = expression();
    if (o.code == "ad" && of_name) return checked(first.ends_with(')') ? "&(" + first + ")" : "&" + first);
    if (o.operands == 1) return checked(std::string(o.text) + "(" + first + ")");
    return checked("(" + first + ")" + std::string(o.text) + "(" + expression() + ")");
  }

  std::string_view name_;
  std::size_t at_ = 0;
  unsigned depth_ = 0, lambdas_ = 0;
  std::vector<Type> substitutions_, arguments_;
  std::optional<std::size_t> element_;  ///< of packs that are expanded
  std::size_t packs_seen_ = 0;          ///< elements of the longest one, and one
};

}  // namespace

std::optional<std::string> demangle(std::string_view mangled) {
  if (mangled.size() > longest_name) return std::nullopt;
  try {
    return Demangler(mangled).run();
  } catch (const Unknown&) {
    return std::nullopt;
  }
}

}  // namespace forewarp::source
