// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A recursive descent over the grammar of the ABI that keeps texts instead of a tree. A type has two texts, since a
/// name stands inside of some: "void (*" and ")(int)". Every text is at most longest_text long and the nesting at most
/// max_nesting; the sum of all texts that are made is at most most_work.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "forewarp/support/text.hpp"

namespace forewarp::source::detail {

inline constexpr std::size_t longest_name = 16 << 10, longest_text = 64 << 10, most_work = 16 << 20;
inline constexpr unsigned max_nesting = 128;

/// The grammar does not match, or a bound is passed.
struct Unknown {};

struct Operator {
  std::string_view code, text;
  unsigned operands;
};
inline constexpr std::array operators = std::to_array<Operator>({
    {"nw", "new", 0}, {"na", "new[]", 0}, {"dl", "delete", 0}, {"da", "delete[]", 0}, {"ps", "+", 1},  {"ng", "-", 1},
    {"ad", "&", 1},   {"de", "*", 1},     {"co", "~", 1},      {"nt", "!", 1},        {"pl", "+", 2},  {"mi", "-", 2},
    {"ml", "*", 2},   {"dv", "/", 2},     {"rm", "%", 2},      {"an", "&", 2},        {"or", "|", 2},  {"eo", "^", 2},
    {"aS", "=", 2},   {"pL", "+=", 2},    {"mI", "-=", 2},     {"mL", "*=", 2},       {"dV", "/=", 2}, {"rM", "%=", 2},
    {"aN", "&=", 2},  {"oR", "|=", 2},    {"eO", "^=", 2},     {"ls", "<<", 2},       {"rs", ">>", 2}, {"lS", "<<=", 2},
    {"rS", ">>=", 2}, {"eq", "==", 2},    {"ne", "!=", 2},     {"lt", "<", 2},        {"gt", ">", 2},  {"le", "<=", 2},
    {"ge", ">=", 2},  {"ss", "<=>", 2},   {"aa", "&&", 2},     {"oo", "||", 2},       {"pp", "++", 1}, {"mm", "--", 1},
    {"cm", ",", 2},   {"pm", "->*", 2},   {"pt", "->", 2},     {"cl", "()", 0},       {"ix", "[]", 2}, {"qu", "?", 3},
});

struct Type {
  std::string left, right = {};
  enum class Kind : std::uint8_t { other, function, array } kind = Kind::other;
  unsigned references = 0;      ///< 1: &, 2: &&, at the end of left
  std::vector<Type> pack = {};  ///< of a parameter pack, whose texts are empty
  bool is_pack = false;

  std::optional<std::size_t> parameter = {};  ///< the number of the template parameter that this is

  [[nodiscard]] std::string text() const { return left + right; }
  [[nodiscard]] std::size_t characters() const {
    std::size_t all = left.size() + right.size();
    for (const Type& one : pack) all += one.characters();
    return all;
  }
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
    explicit Deeper(Demangler& of) : depth_(of.depth_) {
      if (depth_ == max_nesting) throw Unknown{};
      of.spend(1);
      ++depth_;
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
  /// Every text that is made or copied is paid for, so the work is bounded however often parts are repeated.
  void spend(std::size_t characters) {
    if (characters > left_) throw Unknown{};
    left_ -= characters;
  }
  std::string checked(std::string text) {
    if (text.size() > longest_text) throw Unknown{};
    spend(text.size());
    return text;
  }
  Type checked(Type type) {
    if (type.left.size() + type.right.size() > longest_text) throw Unknown{};
    spend(type.characters());
    return type;
  }
  void remember(const Type& type) {
    spend(type.characters());
    substitutions_.push_back(type);
  }
  std::vector<Type> copied(const std::vector<Type>& types) {
    for (const Type& type : types) spend(1 + type.characters());
    return types;
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

  // demangle_name.cpp
  /// The text of a function with its parameters, or of a variable. Functions that others are in have no result.
  std::string encoding(bool with_result);
  /// "(int, float)" up to the end of the function's type.
  std::string parameters();
  /// Appends a type, or those of a pack, to a list that begins with a bracket.
  void append(std::string& list, const Type& type, std::string_view bracket);
  Name name();
  Name nested_name();
  /// Adds one component of a nested name to it. All but the last are substitutions.
  void component(Name& of);
  /// "vector" of "std::vector<int>".
  static std::string last_of(const std::string& text);
  Name local_name();
  void discriminator();
  std::string source_name();
  /// outside: the class that a constructor or destructor has its name from.
  Name unqualified_name(const std::string& outside);
  std::string unnamed();
  Name operator_name();

  // demangle_type.cpp
  Type substitution();
  Type template_parameter();
  Type argument(std::size_t number);
  std::string joined(const std::string& name, const std::string& arguments);
  /// With their brackets. save: those of the function that is named, which its types refer to.
  std::string template_arguments(bool save);
  Type template_argument();
  std::string literal();
  Type type();
  std::optional<Type> builtin();
  Type substituted_type();
  Type parameter_type();
  /// Template arguments of a type, which parameters of the function do not refer to.
  std::string nested_arguments();
  /// The pattern is read once for each element of the pack in it.
  Type expansion();
  Type compound();
  Type pointer(Type to, std::string_view mark);
  Type reference(Type to, unsigned wanted);
  Type qualified();
  Type function();
  Type array();
  Type member_pointer();
  Type vendor_qualified();
  Type d_type();

  // demangle_expression.cpp: literals, parameters, operators and what sizes and conditions in signatures are made of.
  std::string expression();
  std::string operation(const Operator& o);

  std::string_view name_;
  std::size_t at_ = 0, left_ = most_work;
  unsigned depth_ = 0, lambdas_ = 0;
  std::vector<Type> substitutions_, arguments_;
  std::optional<std::size_t> element_;  ///< of packs that are expanded
  std::size_t packs_seen_ = 0;          ///< elements of the longest one, and one
};

}  // namespace forewarp::source::detail
