// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/unit_symbols.hpp"

#include "forewarp/frontend/ptx/device_runtime.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::fatbin {
namespace {

bool is_declared(const ptx::Function& f) { return f.is_declaration; }
bool is_declared(const ptx::Variable& v) { return v.linkage == ".extern"; }

}  // namespace

bool is_of_system(std::string_view name) {
  return name == "vprintf" || ptx::is_of_heap(name) || name == "__assertfail" || name.starts_with("cuda");
}

Symbols symbols_of(const ptx::Module& module, bool declared) {
  Symbols symbols;
  for (const ptx::Function& f : module.functions)
    if (is_declared(f) == declared) symbols.emplace(f.name);
  for (const ptx::Variable& v : module.variables)
    if (is_declared(v) == declared && v.space != ptx::StateSpace::shared) symbols.emplace(v.name);
  return symbols;
}

Symbols local_symbols(const ptx::Module& module) {
  Symbols names;
  for (const ptx::Function& f : module.functions)
    if (!is_declared(f) && f.linkage.empty()) names.emplace(f.name);
  for (const ptx::Variable& v : module.variables)
    if (!is_declared(v) && v.linkage.empty()) names.emplace(v.name);
  return names;
}

std::string renamed(std::string_view text, const std::map<std::string, std::string, std::less<>>& names) {
  const auto is_of_name = [](char c) { return is_word(c) || c == '$' || c == '%'; };
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_of_name(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    const auto other = names.find(word);
    out += other == names.end() ? word : std::string_view(other->second);
    if (end < text.size()) out += text[end++];
    at = end;
  }
  return out;
}

}  // namespace forewarp::fatbin
