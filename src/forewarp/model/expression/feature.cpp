// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/expression/feature.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

// A feature is a text with fields in a fixed order, each of which may be left out; what is left out matches anything.
// Example: f_mem_access_global_float32_load_lstrides:{0:1;1:>15}_afr:>1 is the number of loads of float32 from global
// memory whose stride along axis 0 is 1, along axis 1 above 15, and whose array is read more than once. Names that
// begin otherwise are features of the user's own, whose values come from a column or a function.
namespace forewarp::model::expression {

namespace {

constexpr std::array data_types{"float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint32", "uint64"};
constexpr std::array spaces{"global", "local", "constant", "param"};
constexpr std::array directions{"load", "store", "atomic"};

template <std::size_t N>
bool among(const std::array<const char*, N>& names, std::string_view word) {
  return std::ranges::find(names, word) != names.end();
}

std::int64_t whole(std::string_view word, std::string_view feature) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size())
    throw InputError(fmt::format("{}: '{}' is not a whole number", feature, word));
  return value;
}

/// "<=16*n": a relation, then factors that are numbers or sizes; "equal" where there is no
/// relation. The longer signs are tried first, or "<=" would be read as "<" followed by "=16".
Constraint parse_constraint(std::string_view text, std::string_view feature) {
  using Relation = Constraint::Relation;
  Constraint c;
  const auto take = [&](std::string_view sign, Relation relation) {
    if (!text.starts_with(sign)) return false;
    text.remove_prefix(sign.size());
    c.relation = relation;
    return true;
  };
  (void)(take("<=", Relation::less_equal) || take(">=", Relation::greater_equal) || take("==", Relation::equal) ||
         take("<", Relation::less) || take(">", Relation::greater) || take("=", Relation::equal));
  if (text.empty())
    throw InputError(fmt::format("{}: a constraint ends where a number or a size is expected", feature));
  std::istringstream factors{std::string(text)};
  for (std::string word; std::getline(factors, word, '*');) {
    if (is_identifier(word))
      c.sizes.push_back(word);
    else if (__builtin_mul_overflow(c.factor, whole(word, feature), &c.factor))
      throw InputError(fmt::format("{}: a constraint's number does not fit 64 bits", feature));
  }
  return c;
}

/// {0:1;1:>15}
std::map<int, Constraint> parse_strides(std::string_view text, std::string_view feature) {
  if (text.size() < 2 || text.front() != '{' || text.back() != '}')
    throw InputError(fmt::format("{}: strides are written in braces, as in lstrides:{{0:1;1:>15}}", feature));
  std::map<int, Constraint> strides;
  std::istringstream parts{std::string(text.substr(1, text.size() - 2))};
  for (std::string part; std::getline(parts, part, ';');) {
    const auto colon = part.find(':');
    if (colon == std::string::npos) throw InputError(fmt::format("{}: '{}' is not AXIS:CONSTRAINT", feature, part));
    const std::int64_t axis = whole(std::string_view(part).substr(0, colon), feature);
    if (axis < 0 || axis > 2) throw InputError(fmt::format("{}: there are axes 0, 1 and 2", feature));
    strides[static_cast<int>(axis)] = parse_constraint(std::string_view(part).substr(colon + 1), feature);
  }
  return strides;
}

/// Cut at '_' outside of braces; a tag keeps its underscores up to a field.
/// mem_access_tag:a_LD_global_float32 has the fields tag:a, LD, global, float32, and the tag
/// becomes a_LD, since LD is no field.
std::vector<std::string> fields_of(std::string_view text) {
  std::vector<std::string> fields{""};
  int braces = 0;
  for (const char c : text) {
    braces += c == '{' ? 1 : (c == '}' ? -1 : 0);
    if (c == '_' && braces == 0)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

bool is_field(const std::string& word) {
  return among(spaces, word) || among(data_types, word) || among(directions, word) || word.starts_with("lstrides:") ||
         word.starts_with("gstrides:") || word.starts_with("afr:");
}

[[noreturn]] void no_field(std::string_view feature, const std::string& word) {
  std::vector<std::string> known(data_types.begin(), data_types.end());
  known.insert(known.end(), spaces.begin(), spaces.end());
  known.insert(known.end(), directions.begin(), directions.end());
  throw InputError(fmt::format(
      "{}: '{}' is unknown or out of place; the order is tag: space data type direction lstrides: gstrides: afr:{}",
      feature, word, did_you_mean(word, known)));
}

/// One field after the other, each taken if the next word is one; a word that is left at the end is at the wrong place.
void parse_access(Feature& f, std::string_view rest) {
  const auto fields = rest.empty() ? std::vector<std::string>{} : fields_of(rest);
  std::size_t i = 0;
  if (i < fields.size() && fields[i].starts_with("tag:")) {
    f.tag = fields[i++].substr(4);
    while (i < fields.size() && !is_field(fields[i])) f.tag += "_" + fields[i++];
    if (f.tag.empty()) throw InputError(fmt::format("{}: the tag is missing", f.text));
  }
  if (i < fields.size() && among(spaces, fields[i])) f.space = fields[i++];
  if (i < fields.size() && among(data_types, fields[i])) f.data_type = fields[i++];
  if (i < fields.size() && among(directions, fields[i])) f.direction = fields[i++];
  if (i < fields.size() && fields[i].starts_with("lstrides:"))
    f.lstrides = parse_strides(fields[i++].substr(9), f.text);
  if (i < fields.size() && fields[i].starts_with("gstrides:"))
    f.gstrides = parse_strides(fields[i++].substr(9), f.text);
  if (i < fields.size() && fields[i].starts_with("afr:")) f.afr = parse_constraint(fields[i++].substr(4), f.text);
  if (i < fields.size()) no_field(f.text, fields[i]);
}

void parse_operation(Feature& f, std::string_view rest) {
  const auto fields = fields_of(rest);
  std::size_t i = 0;
  if (i < fields.size() && among(data_types, fields[i])) f.data_type = fields[i++];
  if (i < fields.size()) f.operation = fields[i++];
  if (f.data_type.empty() || i < fields.size()) no_field(f.text, i < fields.size() ? fields[i] : fields[0]);
}

}  // namespace

/// A word that only begins like a built-in name is the user's own: f_opaque is no f_op, as no '_' follows.
Feature parse_feature(std::string_view text) {
  Feature f;
  f.text = text;
  const auto after = [&](std::string_view prefix) -> std::optional<std::string_view> {
    if (text == prefix) return std::string_view{};
    if (!text.starts_with(prefix) || text[prefix.size()] != '_') return std::nullopt;
    return text.substr(prefix.size() + 1);
  };
  if (const auto rest = after("f_op")) {
    f.kind = Feature::Class::operation;
    parse_operation(f, *rest);
  } else if (const auto chain = after("f_chain")) {
    f.kind = Feature::Class::chain;
    parse_operation(f, *chain);
  } else if (const auto access = after("f_mem_access")) {
    f.kind = Feature::Class::mem_access;
    parse_access(f, *access);
  } else if (text == "f_sync_barrier_local") {
    f.kind = Feature::Class::barrier;
  } else if (text == "f_sync_kernel_launch") {
    f.kind = Feature::Class::launch;
  } else if (text == "f_thread_groups") {
    f.kind = Feature::Class::groups;
  } else if (text == "f_work_items") {
    f.kind = Feature::Class::work_items;
  }
  return f;
}

}  // namespace forewarp::model::expression
