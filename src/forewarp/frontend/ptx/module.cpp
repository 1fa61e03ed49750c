// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/module.hpp"

#include <charconv>

namespace forewarp::ptx {
namespace {

/// Cuts the next dotted suffix off the front of rest; false when there is none left.
bool next_suffix(std::string_view& rest, std::string_view& suffix) {
  if (rest.empty()) return false;
  const std::size_t dot = rest.find('.');
  suffix = rest.substr(0, dot);
  rest = dot == std::string_view::npos ? std::string_view{} : rest.substr(dot + 1);
  return true;
}

std::string_view without_opcode(std::string_view mnemonic) {
  const std::size_t dot = mnemonic.find('.');
  return dot == std::string_view::npos ? std::string_view{} : mnemonic.substr(dot + 1);
}

}  // namespace

bool Instruction::has(std::string_view suffix) const {
  std::string_view rest = without_opcode(mnemonic);
  std::string_view one;
  while (next_suffix(rest, one))
    if (one == suffix) return true;
  return false;
}

std::vector<std::string_view> Instruction::suffixes() const {
  std::vector<std::string_view> all;
  std::string_view rest = without_opcode(mnemonic);
  std::string_view one;
  while (next_suffix(rest, one)) all.push_back(one);
  return all;
}

const Directive* Function::directive(std::string_view wanted) const {
  for (const Directive& d : directives)
    if (d.name == wanted) return &d;
  return nullptr;
}

const Function* Module::find(std::string_view name) const {
  for (const Alias& a : aliases)
    if (a.name == name) name = a.target;
  const Function* declaration = nullptr;
  for (const Function& f : functions) {
    if (f.name != name) continue;
    if (!f.is_declaration) return &f;
    declaration = &f;
  }
  return declaration;
}

std::vector<std::string_view> Module::entries() const {
  std::vector<std::string_view> found;
  for (const Function& f : functions)
    if (f.is_entry && !f.is_declaration) found.push_back(f.name);
  return found;
}

unsigned Module::sm() const {
  const std::size_t at = target.find("sm_");
  if (at == std::string_view::npos) return 0;
  unsigned number = 0;
  std::from_chars(target.data() + at + 3, target.data() + target.size(), number);
  return number;
}

}  // namespace forewarp::ptx
