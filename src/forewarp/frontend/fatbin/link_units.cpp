// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/link_units.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "forewarp/frontend/fatbin/unit_symbols.hpp"
#include "forewarp/frontend/ptx/link.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::fatbin {
namespace {

/// Names that a module has for itself although another one, which defines them as well, comes before.
Symbols own_names(const ptx::Module& module, const Symbols& taken) {
  Symbols names = local_symbols(module);
  std::erase_if(names, [&](const std::string& name) { return !taken.contains(name); });
  return names;
}

/// Units by text until one of them is needed, for parsing takes much longer than a look for a name.
class Linking {
 public:
  explicit Linking(ptx::Module first) { add(std::move(first)); }

  [[nodiscard]] bool open() const { return !missing_.empty(); }
  [[nodiscard]] bool may_need(std::string_view text) const {
    return std::ranges::any_of(missing_,
                               [&](const std::string& name) { return text.find(name) != std::string_view::npos; });
  }
  bool add_if_needed(ptx::Module module) {
    const Symbols defined = symbols_of(module, false);
    if (std::ranges::none_of(defined, [&](const std::string& name) { return missing_.contains(name); })) return false;
    const Symbols own = own_names(module, defined_);
    if (own.empty()) {
      add(std::move(module));
    } else {
      std::map<std::string, std::string, std::less<>> names;
      for (const std::string& name : own) names.emplace(name, fmt::format("{}_unit{}", name, modules_.size()));
      add(ptx::parse(renamed(*module.text, names), module.file));
    }
    return true;
  }
  [[nodiscard]] std::optional<std::string> text() const {
    if (modules_.size() == 1) return std::nullopt;
    return ptx::linked(modules_);
  }

 private:
  void add(ptx::Module module) {
    defined_.merge(symbols_of(module, false));
    missing_.merge(symbols_of(module, true));
    std::erase_if(missing_, [&](const std::string& name) { return defined_.contains(name) || is_of_system(name); });
    modules_.push_back(std::move(module));
  }

  std::vector<ptx::Module> modules_;
  Symbols defined_, missing_;
};

struct Unit {
  std::string text, name;
  bool used = false;
};

}  // namespace

std::optional<std::string> linked_ptx(const DeviceCode& code, const Container& container, const Entry& unit) {
  std::string first(payload(unit, container.place).bytes);
  if (code.containers.size() == 1 || first.find(".extern") == std::string::npos) return std::nullopt;
  Linking linking(ptx::parse(std::move(first), container.place.file + " (PTX)"));
  std::vector<Unit> others;
  if (linking.open())
    for (const Container& other : code.containers)
      for (const Entry& e : other.entries)
        if (&other != &container && e.kind == Entry::Kind::ptx && e.arch() == unit.arch())
          others.push_back({std::string(payload(e, other.place).bytes), other.place.file + " (PTX)"});
  for (bool found = true; found && linking.open();) {
    found = false;
    for (Unit& other : others)
      if (!other.used && linking.may_need(other.text) && linking.add_if_needed(ptx::parse(other.text, other.name)))
        found = other.used = true;
  }
  return linking.text();
}

}  // namespace forewarp::fatbin
