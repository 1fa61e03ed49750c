// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/parameter_names.hpp"

#include <algorithm>
#include <array>

#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/frontend/source/listing.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::source {
namespace {

constexpr std::array<std::string_view, 10> type_words{"int",  "unsigned", "signed", "long", "short",
                                                      "char", "float",    "double", "bool", "const"};

/// Without what follows the name: a default value, the extents of an array, blanks.
std::string_view declarator(std::string_view parameter) {
  parameter = parameter.substr(0, parameter.find('='));
  parameter = parameter.substr(0, parameter.find('['));
  while (!parameter.empty() && parameter.back() == ' ') parameter.remove_suffix(1);
  return parameter;
}

std::string declared_name(std::string_view parameter) {
  const std::string_view text = declarator(parameter);
  std::size_t begin = text.size();
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  const std::string_view name = text.substr(begin);
  const bool type_alone = text.substr(0, begin).find_first_not_of(' ') == std::string_view::npos;
  if (type_alone || std::find(type_words.begin(), type_words.end(), name) != type_words.end()) return "";
  return std::string(name);
}

}  // namespace

std::vector<std::string> parameter_names(std::string_view parameters) {
  std::vector<std::string> names;
  if (parameters.find_first_not_of(' ') == std::string_view::npos || parameters == "void") return names;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= parameters.size(); ++at) {
    const bool end = at == parameters.size();
    if (!end && std::string_view("(<[{").find(parameters[at]) != std::string_view::npos) ++depth;
    if (!end && std::string_view(")>]}").find(parameters[at]) != std::string_view::npos) --depth;
    if (!end && (parameters[at] != ',' || depth > 0)) continue;
    names.push_back(declared_name(parameters.substr(begin, at - begin)));
    begin = at + 1;
  }
  return names;
}

std::vector<std::string> parameter_names_of(std::string_view entry, std::string_view source_text) {
  std::vector<std::string> names;
  const std::string wanted = bare_name(entry);
  for (const SourceKernel& kernel : list_source(source_text).kernels) {
    if (kernel.name != wanted) continue;
    if (kernel.parameters.find('#') != std::string::npos) return {};  // conditions, which the preprocessor decides
    std::vector<std::string> these = parameter_names(kernel.parameters);
    if (!names.empty() && these != names) return {};
    names = std::move(these);
  }
  return names;
}

}  // namespace forewarp::source
