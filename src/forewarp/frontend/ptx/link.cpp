// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/link.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "forewarp/frontend/ptx/printer.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::ptx {
namespace {

bool is_weak(std::string_view linkage) { return linkage == ".weak" || linkage == ".common"; }
bool is_declared(const Variable& v) { return v.linkage == ".extern"; }
bool is_declared(const Function& f) { return f.is_declaration; }

class Linker {
 public:
  explicit Linker(const Module& first) : out_(first) {
    for (const Variable& v : out_.variables)
      if (!is_declared(v)) defined_.insert(v.name);
    for (const Function& f : out_.functions)
      if (!is_declared(f)) defined_.insert(f.name);
  }

  void add(const Module& module) {
    if (module.target != out_.target)
      throw InputError(
          fmt::format("{} is compiled for {}, {} for {}", module.file, module.target, out_.file, out_.target));
    const auto files = static_cast<std::uint32_t>(out_.files.size());
    out_.files.insert(out_.files.end(), module.files.begin(), module.files.end());
    out_.version_major = std::max(out_.version_major, module.version_major);
    for (const ModuleItem& item : module.items) {
      if (item.kind == ModuleItem::Kind::variable)
        take(module.variables[item.index], out_.variables, ModuleItem::Kind::variable, module);
      if (item.kind == ModuleItem::Kind::function) {
        if (!take(module.functions[item.index], out_.functions, ModuleItem::Kind::function, module)) continue;
        move_places(out_.functions.back(), files);
      }
      if (item.kind == ModuleItem::Kind::alias) {
        out_.aliases.push_back(module.aliases[item.index]);
        out_.items.push_back({item.kind, static_cast<std::uint32_t>(out_.aliases.size() - 1)});
      }
    }
  }

  std::string text() {
    // A variable that is declared here and defined below (or the other way round) must not be declared after all:
    // memory would be found under the declaration, which has no initial value. Its definition takes the place of the
    // first declaration, for names are declared before they are used.
    std::set<std::string_view> placed;
    std::vector<ModuleItem> items;
    for (ModuleItem item : out_.items) {
      if (item.kind == ModuleItem::Kind::variable) {
        const std::string_view name = out_.variables[item.index].name;
        if (defined_.contains(name) && !placed.insert(name).second) continue;
        item.index = definition_of(name).value_or(item.index);
      }
      items.push_back(item);
    }
    out_.items = std::move(items);
    return print(out_);
  }

 private:
  [[nodiscard]] std::optional<std::uint32_t> definition_of(std::string_view name) const {
    for (std::uint32_t i = 0; i < out_.variables.size(); ++i)
      if (out_.variables[i].name == name && !is_declared(out_.variables[i])) return i;
    return std::nullopt;
  }

  template <class Symbol>
  bool take(const Symbol& symbol, std::vector<Symbol>& to, ModuleItem::Kind kind, const Module& from) {
    if (!is_declared(symbol) && !defined_.insert(symbol.name).second) {
      if (is_weak(symbol.linkage)) return false;
      throw InputError(fmt::format("{} defines '{}', which an earlier file defines as well", from.file, symbol.name));
    }
    to.push_back(symbol);
    out_.items.push_back({kind, static_cast<std::uint32_t>(to.size() - 1)});
    return true;
  }

  /// Places speak of the files of their own module, and of names in its debug sections, which are not taken along.
  static void move_places(Function& function, std::uint32_t files) {
    for (Loc& loc : function.locs) {
      loc.file += files;
      loc.inlined_at = {};
      loc.function_name = {};
      loc.function_name_offset = 0;
    }
  }

  Module out_;
  std::set<std::string_view> defined_;
};

}  // namespace

std::string linked(std::span<const Module> modules) {
  Linker linker(modules.front());
  for (const Module& module : modules.subspan(1)) linker.add(module);
  return linker.text();
}

}  // namespace forewarp::ptx
