// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/transform/remove_work.hpp"

// Algorithm 3 of stevens2020. Each statement is replaced by one statement per global access that stays: loads add to
// read_tgt, stores store it; dependences between statements become dependences between their replacements
// (replacements). Arithmetic and accesses to local memory disappear with the statements.
//
// Example: c[i] = a[i] * b[i] + a[i] becomes, in the order of the accesses,
//
//     read_tgt = 0;  read_tgt = read_tgt + a[i];  read_tgt = read_tgt + b[i];  ...;  c[i] = read_tgt
//
// Invariant: every load that stays reaches a store of its own work-item, since a compiler removes loads whose result
// is unused. Where no store stays, each work-item gets one (Algorithm 3). Where some work-items execute a store that
// stays, the others get one under a condition that never holds, read_tgt < 0: no traffic is added, and a compiler that
// cannot know the condition keeps the loads (work_items_without_a_store, store_by_work_items).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/access.hpp"
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"
#include "forewarp/symbolic/loop/transform/detail/work_items.hpp"

namespace forewarp::loop {

namespace {

using detail::WorkItemLoops;

/// What is removed of a program.
struct Removal {
  const Program& program;
  const std::set<std::string>&arrays, &tags;

  /// Global array accesses that were neither named nor tagged for removal.
  [[nodiscard]] bool keeps(const Access& access) const {
    const auto variable = program.variables.find(access.variable);
    return variable->second.space == Space::global && !variable->second.shape.empty() &&
           !arrays.contains(access.variable) && !tags.contains(access.tag);
  }
};

/// The variable that loads are added to, and the statement that sets it to zero.
struct ReadTarget {
  std::string variable, init_id;
};

void check_names(const Removal& removal) {
  std::vector<std::string> known;
  for (const Access& access : accesses_of(removal.program))
    if (!access.tag.empty()) known.push_back(access.tag);
  for (const std::string& array : removal.arrays) (void)removal.program.variable(array);
  for (const std::string& each : removal.tags)
    if (std::ranges::find(known, each) == known.end())
      throw InputError(fmt::format("remove_work: no access has the tag '{}'{}", each, did_you_mean(each, known)));
}

/// Conditions and subscripts may use loops, parameters and arguments, but nothing that is taken away.
bool is_clean(const Program& program, const ExpressionPtr& e) {
  bool clean = true;
  walk(e, [&](const Expression& node) {
    const auto variable = program.variables.find(node.name);
    const bool names = node.op == Op::name || node.op == Op::subscript;
    if (names && variable != program.variables.end() && variable->second.space != Space::global) clean = false;
  });
  return clean;
}

void require_clean(const Program& program, const Access& access) {
  for (const ExpressionPtr& index : access.subscripts)
    if (!is_clean(program, index))
      detail::refuse_at(access.where, fmt::format("remove_work: the subscript '{}' of '{}' is computed by work that "
                                                  "would be taken away; remove '{}' too",
                                                  to_text(index), access.variable, access.variable));
}

ExpressionPtr access_text(const Access& access) { return subscript(access.variable, access.subscripts, access.tag); }

/// One statement per access of `s` that stays, each after the one before; the first after `after`. Of the conditions of
/// `s` they have those that can still be evaluated.
std::vector<Statement> replacements_of(const Removal& removal, const ReadTarget& target, const Statement& s,
                                       std::set<std::string> after) {
  std::vector<Statement> made;
  for (const Access& access : accesses_of(removal.program, s)) {
    if (!removal.keeps(access) || (access.atomic && !access.write)) continue;
    require_clean(removal.program, access);
    Statement copy;
    copy.id = fmt::format("{}_{}{}", s.id, access.write ? "store" : "load", made.size());
    copy.loops = {access.loops.begin(), access.loops.end()};
    copy.after = after;
    copy.where = s.where;
    copy.atomic = access.atomic;
    for (const ExpressionPtr& condition : s.conditions)
      if (is_clean(removal.program, condition)) copy.conditions.push_back(condition);
    copy.target = access.write ? access_text(access) : name(target.variable);
    copy.value = access.write ? name(target.variable) : make(Op::add, {name(target.variable), access_text(access)});
    after.insert(copy.id);
    made.push_back(std::move(copy));
  }
  return made;
}

/// The replacements of all statements, in their order. A dependence on a statement becomes one on its replacements, or,
/// where it has none, on those that it would have run after.
std::vector<Statement> replacements(const Removal& removal, const ReadTarget& target) {
  std::vector<Statement> all;
  std::map<std::string, std::set<std::string>> stand_ins;  // of each statement that was, by id
  for (const Statement& s : removal.program.statements) {
    std::set<std::string> after{target.init_id};
    for (const std::string& id : s.after)
      if (const auto found = stand_ins.find(id); found != stand_ins.end())
        after.insert(found->second.begin(), found->second.end());
    std::vector<Statement> made = replacements_of(removal, target, s, after);
    for (Statement& each : made) {
      after.insert(each.id);
      all.push_back(std::move(each));
    }
    stand_ins[s.id] = std::move(after);
  }
  return all;
}

bool is_store(const Statement& s) { return s.target->op == Op::subscript; }

/// A loop over work-items first to last of an axis, under a name of its own.
std::string add_items(Program& result, int axis, std::int64_t first, std::int64_t last) {
  const std::string loop = detail::free_name(result, fmt::format("others_{}", axis));
  const auto range = symbolic::Set::parse(fmt::format("{{ [p0] : {} <= p0 <= {} }}", first, last), result.context);
  result.domains.push_back(detail::named(range, {loop}));
  result.tags[loop] = {LoopTag::Kind::local, axis};
  return loop;
}

/// The work-items that execute no store, as boxes; their loops are added to the result. Where 16 x 16 of 18 x 18
/// work-items store, the others are those of 2 x 18 behind the first 16 along one axis, and among the first 16 those of
/// 16 x 2 behind the 16 along the other. A compiler would let them load nothing: it moves a load to the only branch
/// that uses it.
std::vector<WorkItemLoops> work_items_without_a_store(Program& result, const Program& program,
                                                      const std::vector<Statement>& statements) {
  const WorkItemLoops all = detail::work_item_loops(program, statements);
  const auto store = std::ranges::find_if(statements, is_store);
  if (store == statements.end()) return {all};
  std::vector<WorkItemLoops> boxes;
  WorkItemLoops inside = all;
  for (const auto& [axis, loop] : all) {
    if (axis.first != LoopTag::Kind::local) continue;
    const std::string own = detail::work_item_loop(program, *store, axis.second);
    const auto whole = detail::constant_range(program, loop);
    const auto part = own.empty() ? whole : detail::constant_range(program, own);
    if (!whole || !part) continue;
    for (const auto& [first, last] : {std::pair(whole->low, part->low - 1),
                                      std::pair(part->low + part->extent(), whole->low + whole->extent() - 1)}) {
      if (first > last) continue;
      boxes.push_back(inside);
      boxes.back()[axis] = add_items(result, axis.second, first, last);
    }
    if (part->extent() < whole->extent()) inside[axis] = own;
  }
  return boxes;
}

/// The array of one element per work-item.
Variable array_of(const Program& program, const WorkItemLoops& all, Type type) {
  Variable array{detail::free_name(program, "read_tgt_dest"), Space::global, type, {}, {}, false, {}};
  for (const auto& [group, item] : detail::by_axis(all)) {
    array.order.push_back(array.shape.size());
    array.shape.push_back(detail::extent_for(program, detail::work_item_place(program, group, item, item)));
  }
  if (array.shape.empty()) {
    array.order.push_back(0);
    array.shape.push_back(integer(1));
  }
  return array;
}

/// The element of the array for each work-item of a box.
ExpressionPtr element_of(const Program& program, const std::string& array, const WorkItemLoops& all,
                         const WorkItemLoops& box) {
  std::vector<ExpressionPtr> where;
  for (const auto& [group, item] : detail::by_axis(all)) {
    const auto own = std::ranges::find_if(all, [&](const auto& loop) { return loop.second == item; });
    where.push_back(detail::work_item_place(program, group, item, item.empty() ? "" : box.at(own->first)));
  }
  if (where.empty()) where.push_back(integer(0));  // one work-item in all
  return subscript(array, std::move(where));
}

/// Appends, for each box, the statement in which its work-items store `value`, each to its own element of an array that
/// is added to the result. Where a store stays elsewhere, the statement never runs.
void store_by_work_items(Program& result, const Program& program, std::vector<Statement>& statements,
                         const std::string& value, const std::vector<WorkItemLoops>& boxes) {
  if (boxes.empty()) return;
  const WorkItemLoops all = detail::work_item_loops(program, statements);
  const Variable array = array_of(program, all, result.variables.at(value).type);
  result.variables[array.name] = array;
  std::set<std::string> after;
  for (const Statement& s : statements) after.insert(s.id);
  const bool stored = std::ranges::any_of(statements, is_store);
  for (const WorkItemLoops& box : boxes) {
    Statement store;
    store.never_runs = stored;
    if (stored) store.conditions.push_back(make(Op::less, {name(value), integer(0)}));
    store.id = detail::free_statement_id(result, array.name);
    while (std::ranges::find(statements, store.id, &Statement::id) != statements.end()) store.id += "_";
    store.value = name(value);
    store.after = after;
    for (const auto& [axis, loop] : box) store.loops.insert(loop);
    store.target = element_of(program, array.name, all, box);
    statements.push_back(std::move(store));
  }
}

/// The widest of the types that are loaded.
Type type_of_target(const Removal& removal) {
  Type widest = Type::unknown;
  for (const Access& access : accesses_of(removal.program))
    if (removal.keeps(access)) widest = std::max(widest, removal.program.variable(access.variable).type);
  return widest;
}

Statement initialisation(const Program& program, const ReadTarget& target, Type type,
                         const std::vector<Statement>& statements) {
  Statement init;
  init.id = target.init_id;
  init.target = name(target.variable);
  init.value = is_float(type) || type == Type::unknown ? real(0) : integer(0);
  for (const auto& [axis, loop] : detail::work_item_loops(program, statements)) init.loops.insert(loop);
  return init;
}

/// Removes variables and loops that nothing uses any more; domains are projected on the loops that remain.
void drop_unused(Program& result) {
  std::set<std::string> variables, loops;
  for (const Access& access : accesses_of(result)) variables.insert(access.variable);
  for (const Statement& s : result.statements) loops.insert(s.loops.begin(), s.loops.end());
  std::erase_if(result.variables, [&](const auto& each) { return !variables.contains(each.first); });
  std::vector<symbolic::Set> domains;
  for (const symbolic::Set& domain : result.domains) {
    std::vector<std::string> kept = detail::loops_of(domain), numbered, chosen;
    for (const std::string& loop : detail::loops_of(domain)) {
      numbered.push_back(fmt::format("p{}", numbered.size()));
      if (loops.contains(loop)) chosen.push_back(numbered.back());
    }
    std::erase_if(kept, [&](const std::string& loop) { return !loops.contains(loop); });
    if (kept.empty()) continue;
    result.context.renew();
    const auto choose = symbolic::Map::parse(
        fmt::format("{{ [{}] -> [{}] }}", fmt::join(numbered, ", "), fmt::join(chosen, ", ")), result.context);
    domains.push_back(detail::named(detail::named(domain, numbered).apply(choose), kept));
  }
  result.domains = std::move(domains);
  std::erase_if(result.tags, [&](const auto& each) { return !loops.contains(each.first); });
  for (auto& priority : result.priorities)
    std::erase_if(priority, [&](const std::string& loop) { return !loops.contains(loop); });
  std::erase_if(result.priorities, [](const auto& priority) { return priority.size() < 2; });
}

Program without_work(const Removal& removal) {
  const Program& program = removal.program;
  check_names(removal);
  ReadTarget target;
  target.variable = detail::free_name(program, "read_tgt");
  target.init_id = detail::free_statement_id(program, target.variable + "_init");
  std::vector<Statement> statements = replacements(removal, target);
  if (statements.empty()) throw InputError("remove_work: no global access would be left");
  const Type type = type_of_target(removal);
  Program result = program;
  result.variables[target.variable] = {target.variable, Space::private_, type, {}, {}, false, {}};
  Statement init = initialisation(program, target, type, statements);
  const std::vector<WorkItemLoops> boxes = work_items_without_a_store(result, program, statements);
  store_by_work_items(result, program, statements, target.variable, boxes);
  result.statements = std::move(statements);
  result.statements.insert(result.statements.begin(), std::move(init));
  drop_unused(result);
  return result;
}

}  // namespace

Program remove_work(const Program& program, const std::set<std::string>& arrays, const std::set<std::string>& tags) {
  std::vector<std::string> named(arrays.begin(), arrays.end());
  for (const std::string& each : tags) named.push_back("$" + each);
  return detail::recorded(without_work({program, arrays, tags}), program,
                          named.empty() ? "remove_work" : fmt::format("remove_work {}", fmt::join(named, ", ")));
}

}  // namespace forewarp::loop
