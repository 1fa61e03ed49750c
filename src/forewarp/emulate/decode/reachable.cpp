// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/decode/reachable.hpp"

#include <algorithm>
#include <map>

namespace forewarp::emu {

namespace {

/// What an entry can reach, by names: functions that are called or whose address is taken,
/// variables, and what their initial values name. A worklist over functions; each is scanned once,
/// O(operands).
class Search {
 public:
  explicit Search(const ptx::Module& module) : module_(module) {
    for (const ptx::Function& f : module.functions) {
      const auto [known, fresh] = functions_.try_emplace(f.name, &f);
      if (!fresh && known->second->is_declaration) known->second = &f;
    }
    for (const ptx::Variable& v : module.variables) variables_.try_emplace(v.name, &v);
  }

  Reachable run(const ptx::Function& entry) {
    result_.symbols.insert(entry.name);
    visit(entry);
    while (!pending_.empty()) {
      const ptx::Function& f = *pending_.back();
      pending_.pop_back();
      scan(f);
    }
    return std::move(result_);
  }

 private:
  void visit(const ptx::Function& f) {
    result_.functions.push_back(&f);
    pending_.push_back(&f);
  }

  void scan(const ptx::Function& f) {
    for (const ptx::Operand& o : f.operands)
      if (!o.name.empty()) mention(o.name);
    for (const ptx::LabelTable& t : f.tables)
      for (const std::string_view name : t.functions) mention(name);
    for (const ptx::Variable& v : f.variables) scan(v);
    if (!any_address_ && std::ranges::any_of(f.body, [&](const ptx::Instruction& i) { return is_indirect(f, i); })) {
      any_address_ = true;
      mention_addresses();
    }
  }

  static bool is_indirect(const ptx::Function& f, const ptx::Instruction& i) {
    return i.opcode == ptx::Opcode::call &&
           std::ranges::any_of(f.operands_of(i), [](const ptx::Operand& o) { return o.kind == ptx::OperandKind::reg; });
  }

  void mention_function(std::string_view name) {
    if (functions_.contains(name)) mention(name);
  }

  /// Every function of the module whose address is a value somewhere: a pointer in memory may have been stored by
  /// another kernel, as that of a table of virtual functions is.
  void mention_addresses() {
    for (const ptx::Variable& v : module_.variables)
      for (const ptx::Initializer& i : v.initial) mention_function(i.symbol);
    for (const ptx::Function& f : module_.functions) {
      for (const ptx::Variable& v : f.variables)
        for (const ptx::Initializer& i : v.initial) mention_function(i.symbol);
      for (const ptx::Instruction& i : f.body)
        if (i.opcode != ptx::Opcode::call)
          for (const ptx::Operand& o : f.operands_of(i)) mention_function(o.name);
    }
  }

  void scan(const ptx::Variable& v) {
    for (const ptx::Initializer& i : v.initial)
      if (!i.symbol.empty()) mention(i.symbol);
  }

  /// Depth of recursion is bounded by the chain of initialisers, so it goes over a list.
  void mention(std::string_view first) {
    std::vector<std::string_view> names{first};
    while (!names.empty()) {
      const std::string_view name = names.back();
      names.pop_back();
      if (!result_.symbols.insert(name).second) continue;
      if (const auto f = functions_.find(name); f != functions_.end()) visit(*f->second);
      if (const auto v = variables_.find(name); v != variables_.end())
        for (const ptx::Initializer& i : v->second->initial)
          if (!i.symbol.empty()) names.push_back(i.symbol);
    }
  }

  const ptx::Module& module_;
  bool any_address_ = false;  ///< mention_addresses() was called
  std::map<std::string_view, const ptx::Function*> functions_;
  std::map<std::string_view, const ptx::Variable*> variables_;
  std::vector<const ptx::Function*> pending_;
  Reachable result_;
};

}  // namespace

Reachable reachable_from(const ptx::Module& module, const ptx::Function& entry) { return Search(module).run(entry); }

}  // namespace forewarp::emu
