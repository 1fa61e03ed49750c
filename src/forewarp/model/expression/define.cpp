// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/expression/define.hpp"

#include <fmt/format.h>

#include <map>

#include "forewarp/model/expression/expression.hpp"
#include "forewarp/model/expression/feature.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::model::expression {
namespace {

/// Whether a feature's name goes on with this character: f_mem_access_tag:aLD_afr:>1 has some that no word has.
bool goes_on(char c) { return is_word(c) || c == ':' || c == '{'; }

/// `text` with the name, where it stands as a whole, replaced; false where it does not occur.
bool replace(std::string& text, const std::string& name, const std::string& by) {
  bool found = false;
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
    const std::size_t end = at + name.size();
    const bool whole = (at == 0 || !is_word(text[at - 1])) && (end == text.size() || !goes_on(text[end]));
    if (!whole) {
      at = end;
      continue;
    }
    text.replace(at, name.size(), by);
    at += by.size();
    found = true;
  }
  return found;
}

/// Checked by reading it beside a parameter, since an expression has one.
void check(const std::string& definition, const std::string& value) {
  try {
    if (parse(fmt::format("p_any*({})", value)).parameters.size() == 1) return;
  } catch (const ParseError& error) {
    throw InputError(fmt::format("--feature {}: {}", definition, error.what()));
  }
  throw InputError(fmt::format("--feature {}: a feature has no parameters p_...", definition));
}

}  // namespace

/// Definitions are replaced as text in parentheses, those before in those behind, so that there can be no circle.
/// Example: f_flops=2*f_op_float32_madd and f_rate=f_flops/f_launches turn p*f_rate into
/// p*((2*f_op_float32_madd)/f_launches). The expression stays one that is differentiated exactly.
std::string with_definitions(std::string_view expression, std::span<const std::string> definitions) {
  std::map<std::string, std::string> known;
  std::map<std::string, bool> used;
  for (const std::string& definition : definitions) {
    const std::size_t equals = definition.find('=');
    const std::string name(trimmed(std::string_view(definition).substr(0, equals)));
    if (equals == std::string::npos || !name.starts_with("f_") || !is_identifier(name))
      throw InputError(fmt::format("--feature {}: expected f_NAME=EXPRESSION of features", definition));
    if (parse_feature(name).kind != Feature::Class::own)
      throw InputError(fmt::format("--feature {}: {} is built in", definition, name));
    if (known.contains(name)) throw InputError(fmt::format("--feature {}: {} is defined twice", definition, name));
    std::string value(trimmed(std::string_view(definition).substr(equals + 1)));
    for (const auto& [other, text] : known) used[other] |= replace(value, other, text);
    check(definition, value);
    known[name] = fmt::format("({})", value);
    used[name] = false;
  }
  std::string out(expression);
  for (const auto& [name, value] : known)
    if (!replace(out, name, value) && !used[name]) throw InputError(fmt::format("--feature {}: nothing uses it", name));
  return out;
}

}  // namespace forewarp::model::expression
