// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/transform/remove_work.hpp"

// Algorithm 3 of stevens2020. Each statement is replaced by one statement per global access that stays: loads add to
// read_tgt, stores store it; dependences between statements become dependences between their replacements (stand_ins).
// Arithmetic and accesses to local memory disappear with the statements.
//
// Example: c[i] = a[i] * b[i] + a[i] becomes, in the order of the accesses,
//
//     read_tgt = 0;  read_tgt = read_tgt + a[i];  read_tgt = read_tgt + b[i];  ...;  c[i] = read_tgt
//
// Invariant: every load that stays reaches a store of its own work-item, since a compiler removes loads whose result
// is unused. Work-items without a store get one (work_items_without_a_store, store_by_work_items).
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/set.h>

#include <algorithm>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/access.hpp"
#include "forewarp/symbolic/loop/affine.hpp"
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"
#include "forewarp/symbolic/loop/transform/detail/greatest.hpp"

namespace forewarp::loop {

namespace {

struct Remover {
  const Program& program;
  std::set<std::string> arrays, tags;
  Program result = program;
  std::string target = "", init_id = "";
  std::vector<Statement> made = {};
  std::map<std::string, std::set<std::string>> stand_ins = {};  ///< of each statement that was, by id

  /// Global array accesses that were neither named nor tagged for removal.
  [[nodiscard]] bool stays(const Access& access) const {
    const auto variable = program.variables.find(access.variable);
    return variable->second.space == Space::global && !variable->second.shape.empty() &&
           !arrays.contains(access.variable) && !tags.contains(access.tag);
  }

  void check_names() const {
    std::vector<std::string> known;
    for (const Access& access : accesses_of(program))
      if (!access.tag.empty()) known.push_back(access.tag);
    for (const std::string& array : arrays) (void)program.variable(array);
    for (const std::string& each : tags)
      if (std::find(known.begin(), known.end(), each) == known.end())
        throw InputError(fmt::format("remove_work: no access has the tag '{}'{}", each, did_you_mean(each, known)));
  }

  /// Conditions and subscripts may use loops, parameters and arguments, but nothing that is taken away.
  [[nodiscard]] bool is_clean(const ExpressionPtr& e) const {
    bool clean = true;
    walk(e, [&](const Expression& node) {
      const auto variable = program.variables.find(node.name);
      const bool names = node.op == Op::name || node.op == Op::subscript;
      if (names && variable != program.variables.end() && variable->second.space != Space::global) clean = false;
    });
    return clean;
  }

  void require_clean(const Access& access) const {
    for (const ExpressionPtr& index : access.subscripts)
      if (!is_clean(index))
        detail::refuse_at(access.where, fmt::format("remove_work: the subscript '{}' of '{}' is computed by work that "
                                                    "would be taken away; remove '{}' too",
                                                    to_text(index), access.variable, access.variable));
  }

  /// The statements that must run before `s`, in terms of the new ones.
  std::set<std::string> inherited(const Statement& s) const {
    std::set<std::string> after{init_id};
    for (const std::string& id : s.after)
      if (const auto found = stand_ins.find(id); found != stand_ins.end())
        after.insert(found->second.begin(), found->second.end());
    return after;
  }

  /// A statement with the loops given and those conditions of `s` that can still be evaluated.
  Statement like(const Statement& s, const std::string& id, const std::set<std::string>& loops) const {
    Statement copy;
    copy.id = id;
    copy.loops = loops;
    copy.after = inherited(s);
    copy.where = s.where;
    for (const ExpressionPtr& condition : s.conditions)
      if (is_clean(condition)) copy.conditions.push_back(condition);
    return copy;
  }

  static ExpressionPtr access_text(const Access& access) {
    return subscript(access.variable, access.subscripts, access.tag);
  }

  /// Accesses of one statement run in their order, each after the one before.
  void replace(const Statement& s) {
    std::set<std::string> mine = inherited(s);
    std::size_t count = 0;
    for (const Access& access : accesses_of(program, s)) {
      if (!stays(access) || (access.atomic && !access.write)) continue;
      require_clean(access);
      Statement copy = like(s, fmt::format("{}_{}{}", s.id, access.write ? "store" : "load", count++),
                            {access.loops.begin(), access.loops.end()});
      copy.after.insert(mine.begin(), mine.end());
      copy.atomic = access.atomic;
      copy.target = access.write ? access_text(access) : name(target);
      copy.value = access.write ? name(target) : make(Op::add, {name(target), access_text(access)});
      mine.insert(copy.id);
      made.push_back(std::move(copy));
    }
    stand_ins[s.id] = std::move(mine);
  }

  /// One loop for each axis of groups and work-items: the longest that is in use.
  [[nodiscard]] std::map<std::pair<int, int>, std::string> work_items() const {
    std::map<std::pair<int, int>, std::string> loops;
    for (const Statement& s : made)
      for (const std::string& loop : s.loops) {
        const LoopTag tag = program.tag_of(loop);
        if (tag.kind != LoopTag::Kind::group && tag.kind != LoopTag::Kind::local) continue;
        std::string& best = loops[{static_cast<int>(tag.kind), tag.axis}];
        if (best.empty() || (tag.kind == LoopTag::Kind::local && size_of(loop) > size_of(best))) best = loop;
      }
    return loops;
  }

  /// Whether read_tgt is written to global memory by what stays (Algorithm 3's last condition).
  [[nodiscard]] bool is_stored() const {
    return std::ranges::any_of(made, [](const Statement& s) { return s.target->op == Op::subscript; });
  }

  /// The loop over work-items of this axis that a statement is in; empty where it is in none.
  [[nodiscard]] std::string item_loop(const Statement& s, int axis) const {
    for (const std::string& loop : s.loops) {
      const LoopTag tag = program.tag_of(loop);
      if (tag.kind == LoopTag::Kind::local && tag.axis == axis) return loop;
    }
    return "";
  }

  [[nodiscard]] std::int64_t size_of(const std::string& loop) const {
    const auto range = detail::constant_range(program, loop);
    if (!range)
      throw InputError(
          fmt::format("remove_work: how many work-items loop '{}' has depends on parameters; split it, or "
                      "fix the parameter",
                      loop));
    return range->extent();
  }

  /// The loops of groups and of work-items, axis by axis from the last on; empty where there is none.
  [[nodiscard]] static std::vector<std::pair<std::string, std::string>> axes(
      const std::map<std::pair<int, int>, std::string>& loops) {
    std::vector<std::pair<std::string, std::string>> out;
    for (int axis = 2; axis >= 0; --axis) {
      const auto group = loops.find({static_cast<int>(LoopTag::Kind::group), axis});
      const auto item = loops.find({static_cast<int>(LoopTag::Kind::local), axis});
      if (group == loops.end() && item == loops.end()) continue;
      out.emplace_back(group == loops.end() ? "" : group->second, item == loops.end() ? "" : item->second);
    }
    return out;
  }

  /// The position of a work-item along one axis of the grid: group size * group + work-item, counted from 0. `item` is
  /// the loop over all work-items of the group, `own` the one over those that are meant.
  [[nodiscard]] ExpressionPtr place(const std::string& group, const std::string& item, const std::string& own) const {
    if (item.empty()) return name(group);
    const std::int64_t low = detail::constant_range(program, item).value_or(detail::Range{}).low;
    const ExpressionPtr inner = low == 0 ? name(own) : make(Op::subtract, {name(own), integer(low)});
    if (group.empty()) return inner;
    return make(Op::add, {make(Op::multiply, {integer(size_of(item)), name(group)}), inner});
  }

  /// An extent of some array of the program that is one more than the greatest value, whatever the sizes.
  [[nodiscard]] std::optional<ExpressionPtr> extent_in_use(const symbolic::Set& values) const {
    const auto fulfils = [&](Op op, const ExpressionPtr& left, const ExpressionPtr& right) {
      return values.intersect(*condition_set(program, {"place_"}, make(op, {left, right})));
    };
    const auto sizes = [&](const symbolic::Set& set) {
      return symbolic::Set::adopt(isl_set_params(isl_set_copy(set.get())), program.context);
    };
    for (const auto& [key, variable] : program.variables)
      for (const ExpressionPtr& candidate : variable.shape) {
        if (variable.space != Space::global || !is_affine(program, candidate)) continue;
        const ExpressionPtr at = name("place_");
        if (!fulfils(Op::less_equal, candidate, at).is_empty()) continue;
        const symbolic::Set last = fulfils(Op::equal, make(Op::add, {at, integer(1)}), candidate);
        if (sizes(values).subtract(sizes(last)).is_empty()) return candidate;
      }
    return std::nullopt;
  }

  /// The size that an axis of read_tgt_dest needs: the largest value of the index plus one, preferably in the form of
  /// an extent that the program has already.
  [[nodiscard]] ExpressionPtr extent(const ExpressionPtr& index) const {
    std::vector<std::string> loops;
    for (const std::string& each : names_in(index)) loops.push_back(each);
    const symbolic::Set points = domain_of(program, loops);
    const symbolic::Set values = detail::named(points, loops).apply(affine_map(program, loops, {index}, "index"));
    if (const auto known = extent_in_use(values)) return *known;
    const auto most = detail::greatest(values);
    if (!most)
      throw InputError(
          fmt::format("remove_work: how many work-items there are is no one formula of the sizes ('{}'); "
                      "assume more of them",
                      to_text(index)));
    if (const auto value = constant_value(program, *most)) return integer(*value + 1);
    const Expression& last = **most;
    const bool minus_one = last.op == Op::subtract && constant_value(program, last.operands[1]) == 1;
    return minus_one ? last.operands[0] : make(Op::add, {*most, integer(1)});
  }

  using Axis = std::pair<int, int>;
  using Loops = std::map<Axis, std::string>;  ///< one for each axis of groups and work-items

  /// A loop over work-items first to last of an axis, under a name of its own.
  std::string items(int axis, std::int64_t first, std::int64_t last) {
    const std::string loop = detail::free_name(result, fmt::format("others_{}", axis));
    const auto range = symbolic::Set::parse(fmt::format("{{ [p0] : {} <= p0 <= {} }}", first, last), program.context);
    result.domains.push_back(detail::named(range, {loop}));
    result.tags[loop] = {LoopTag::Kind::local, axis};
    return loop;
  }

  /// The work-items that execute no store, as boxes. Where 16 x 16 of 18 x 18 work-items store, the others are those of
  /// 2 x 18 behind the first 16 along one axis, and among the first 16 those of 16 x 2 behind the 16 along the other.
  /// A compiler would let them load nothing: it moves a load to the only branch that uses it.
  [[nodiscard]] std::vector<Loops> work_items_without_a_store() {
    const Loops all = work_items();
    const auto store = std::ranges::find_if(made, [](const Statement& s) { return s.target->op == Op::subscript; });
    std::vector<Loops> boxes;
    Loops inside = all;
    for (const auto& [axis, loop] : all) {
      if (axis.first != static_cast<int>(LoopTag::Kind::local)) continue;
      const std::string own = item_loop(*store, axis.second);
      const auto whole = detail::constant_range(program, loop);
      const auto part = own.empty() ? whole : detail::constant_range(program, own);
      if (!whole || !part) continue;
      for (const auto& [first, last] : {std::pair(whole->low, part->low - 1),
                                        std::pair(part->low + part->extent(), whole->low + whole->extent() - 1)}) {
        if (first > last) continue;
        boxes.push_back(inside);
        boxes.back()[axis] = items(axis.second, first, last);
      }
      if (part->extent() < whole->extent()) inside[axis] = own;
    }
    return boxes;
  }

  /// The work-items of a box store read_tgt, each to its own element of an array of all work-items.
  void store_to(const std::string& array, const Loops& all, const Loops& box, const std::set<std::string>& after) {
    Statement store;
    store.id = detail::free_statement_id(result, array);
    while (std::ranges::any_of(made, [&](const Statement& s) { return s.id == store.id; })) store.id += "_";
    store.value = name(target);
    store.after = after;
    for (const auto& [axis, loop] : box) store.loops.insert(loop);
    std::vector<ExpressionPtr> where;
    for (const auto& [group, item] : axes(all)) {
      const auto own = std::ranges::find_if(all, [&](const auto& loop) { return loop.second == item; });
      where.push_back(place(group, item, item.empty() ? "" : box.at(own->first)));
    }
    if (where.empty()) where.push_back(integer(0));  // one work-item in all
    store.target = subscript(array, std::move(where));
    made.push_back(std::move(store));
  }

  void store_by_work_items(const std::vector<Loops>& boxes) {
    if (boxes.empty()) return;
    const Loops all = work_items();
    const std::string array = detail::free_name(program, "read_tgt_dest");
    Variable dest{array, Space::global, result.variables.at(target).type, {}, {}, false, {}};
    for (const auto& [group, item] : axes(all)) {
      dest.order.push_back(dest.shape.size());
      dest.shape.push_back(extent(place(group, item, item)));
    }
    if (dest.shape.empty()) {
      dest.order.push_back(0);
      dest.shape.push_back(integer(1));
    }
    result.variables[array] = std::move(dest);
    std::set<std::string> after;
    for (const Statement& s : made) after.insert(s.id);
    for (const Loops& box : boxes) store_to(array, all, box, after);
  }

  /// The widest of the types that are loaded.
  [[nodiscard]] Type type_of_target() const {
    Type widest = Type::unknown;
    for (const Access& access : accesses_of(program))
      if (stays(access)) widest = std::max(widest, program.variable(access.variable).type);
    return widest;
  }

  /// Removes variables and loops that nothing uses any more; domains are projected on the loops that remain.
  void drop_unused() {
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
      program.context.renew();
      const auto choose = symbolic::Map::parse(
          fmt::format("{{ [{}] -> [{}] }}", fmt::join(numbered, ", "), fmt::join(chosen, ", ")), program.context);
      domains.push_back(detail::named(detail::named(domain, numbered).apply(choose), kept));
    }
    result.domains = std::move(domains);
    std::erase_if(result.tags, [&](const auto& each) { return !loops.contains(each.first); });
    for (auto& priority : result.priorities)
      std::erase_if(priority, [&](const std::string& loop) { return !loops.contains(loop); });
    std::erase_if(result.priorities, [](const auto& priority) { return priority.size() < 2; });
  }

  Program run() {
    check_names();
    target = detail::free_name(program, "read_tgt");
    init_id = detail::free_statement_id(program, target + "_init");
    for (const Statement& s : program.statements) replace(s);
    if (made.empty()) throw InputError("remove_work: no global access would be left");
    const Type type = type_of_target();
    result.variables[target] = {target, Space::private_, type, {}, {}, false, {}};
    Statement init;
    init.id = init_id;
    init.target = name(target);
    init.value = is_float(type) || type == Type::unknown ? real(0) : integer(0);
    for (const auto& [axis, loop] : work_items()) init.loops.insert(loop);
    store_by_work_items(is_stored() ? work_items_without_a_store() : std::vector<Loops>{work_items()});
    result.statements = std::move(made);
    result.statements.insert(result.statements.begin(), std::move(init));
    drop_unused();
    return std::move(result);
  }
};

}  // namespace

Program remove_work(const Program& program, const std::set<std::string>& arrays, const std::set<std::string>& tags) {
  std::vector<std::string> named(arrays.begin(), arrays.end());
  for (const std::string& each : tags) named.push_back("$" + each);
  return detail::recorded(Remover{program, arrays, tags}.run(), program,
                          named.empty() ? "remove_work" : fmt::format("remove_work {}", fmt::join(named, ", ")));
}

}  // namespace forewarp::loop
