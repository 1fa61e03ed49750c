// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/relocatable.hpp"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "forewarp/frontend/fatbin/choose.hpp"
#include "forewarp/frontend/fatbin/unit_symbols.hpp"
#include "forewarp/frontend/ptx/link.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::fatbin {
namespace {

constexpr std::array<std::string_view, 6> source_endings = {".cu", ".cpp", ".cc", ".cxx", ".c", ".C"};

std::vector<ptx::Module> parsed(const std::vector<PtxUnit>& units) {
  std::vector<ptx::Module> modules;
  for (const PtxUnit& unit : units) modules.push_back(ptx::parse(unit.text, unit.name));
  return modules;
}

/// Each unit's own symbols under names that no other unit has.
void separate_local_symbols(std::vector<ptx::Module>& modules) {
  std::map<std::string, int, std::less<>> definitions;
  for (const ptx::Module& module : modules)
    for (const std::string& name : symbols_of(module, false)) ++definitions[name];
  for (std::size_t unit = 0; unit < modules.size(); ++unit) {
    std::map<std::string, std::string, std::less<>> names;
    for (const std::string& name : local_symbols(modules[unit]))
      if (definitions.at(name) > 1) names.emplace(name, fmt::format("{}_unit{}", name, unit));
    if (!names.empty()) modules[unit] = ptx::parse(renamed(*modules[unit].text, names), modules[unit].file);
  }
}

/// Weak definitions (templates, inline functions) may be repeated.
void require_one_definition(const std::vector<ptx::Module>& modules) {
  std::map<std::string_view, const ptx::Module*> first;
  const auto check = [&](std::string_view name, const ptx::Module& module) {
    const auto [place, is_new] = first.emplace(name, &module);
    if (!is_new)
      throw InputError(fmt::format("{} and {} both define '{}' for the device", place->second->file, module.file,
                                   source::demangled(name)));
  };
  for (const ptx::Module& module : modules) {
    for (const ptx::Function& f : module.functions)
      if (!f.is_declaration && f.linkage == ".visible") check(f.name, module);
    for (const ptx::Variable& v : module.variables)
      if (v.linkage == ".visible") check(v.name, module);
  }
}

void require_definitions(const std::vector<ptx::Module>& modules) {
  Symbols defined;
  for (const ptx::Module& module : modules) defined.merge(symbols_of(module, false));
  for (const ptx::Module& module : modules)
    for (const std::string& name : symbols_of(module, true))
      if (!defined.contains(name) && !is_of_system(name))
        throw InputError(fmt::format("{} uses '{}' on the device, which no file of the program defines", module.file,
                                     source::demangled(name)));
}

}  // namespace

std::string source_of(std::string_view ptx, std::string otherwise) {
  constexpr std::string_view directive = ".file";
  for (std::size_t at = 0; (at = ptx.find(directive, at)) != std::string_view::npos;) {
    at += directive.size();
    const std::string_view line = ptx.substr(at, ptx.find('\n', at) - at);
    const std::size_t begin = line.find('"') + 1, end = line.find('"', begin);
    if (begin == 0 || end == std::string_view::npos) continue;
    const std::string_view file = line.substr(begin, end - begin);
    if (std::ranges::any_of(source_endings, [&](std::string_view ending) { return file.ends_with(ending); }))
      return std::string(file);
  }
  return otherwise;
}

std::vector<PtxUnit> units_for(std::span<const std::string_view> images, unsigned capability, const std::string& name,
                               std::size_t& skipped) {
  std::vector<PtxUnit> units;
  skipped = 0;
  for (std::size_t i = 0; i < images.size(); ++i) {
    const std::vector<Entry> entries = read(images[i]);
    const Entry* const best = best_for(entries, Entry::Kind::ptx, capability);
    if (!best) {
      ++skipped;
      continue;
    }
    std::string text(payload(*best).bytes);
    std::string source = source_of(text, fmt::format("unit {} of {}", i + 1, name));
    units.push_back({std::move(text), std::move(source)});
  }
  return units;
}

std::vector<std::string_view> images_in(std::string_view section) {
  std::vector<std::string_view> images;
  while (!section.empty()) {
    if (section.front() == '\0') {
      section.remove_prefix(1);
      continue;
    }
    const std::uint64_t bytes = container_bytes(section);
    if (bytes == 0 || bytes > section.size()) throw InputError("__nv_relfatbin: a fat binary is damaged");
    images.push_back(section.substr(0, bytes));
    section.remove_prefix(bytes);
  }
  return images;
}

std::string linked_program(const std::vector<PtxUnit>& units) {
  std::vector<ptx::Module> modules = parsed(units);
  if (modules.empty()) throw InputError("there is no device code to link");
  require_one_definition(modules);
  require_definitions(modules);
  if (modules.size() == 1) return units.front().text;
  separate_local_symbols(modules);
  return ptx::linked(modules);
}

}  // namespace forewarp::fatbin
