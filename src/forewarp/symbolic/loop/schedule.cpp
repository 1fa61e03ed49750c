// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Nests statements into loops. Statements whose next loop is the same form an item, a recursion on its inside; items
// are ordered by dependences, each time the first that depends on no other. O(statements^2) per level.
//
// Example: s0 in loops i, s1 in i and j, after s0. Level 0: one item, loop i. Inside: items {s0} and {loop j: s1}, s0
// first: for i { s0; for j { s1 } }. Parallel loops (groups, work-items) are not opened.
#include "forewarp/symbolic/loop/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/access.hpp"
#include "forewarp/symbolic/loop/dependence.hpp"
#include "forewarp/symbolic/loop/detail/barriers.hpp"

namespace forewarp::loop {

namespace {

/// A statement whose loops are all open, or all that share the loop which has to be opened next.
struct Item {
  std::string loop;  ///< "" for a statement
  std::vector<std::size_t> statements;
};

class Sequencer {
 public:
  explicit Sequencer(const Program& program) : p_(program), before_(p_.statements.size()) {
    for (std::size_t t = 0; t < p_.statements.size(); ++t)
      for (std::size_t s = 0; s < p_.statements.size(); ++s)
        if (s != t && must_precede(s, t)) before_[t].insert(s);
  }

  std::vector<Step> all() {
    std::vector<std::size_t> statements(p_.statements.size());
    for (std::size_t i = 0; i < statements.size(); ++i) statements[i] = i;
    return ordered(statements, {});
  }

 private:
  /// Ordered by `after`, or earlier in the program with a common variable that one of both writes.
  /// By variables and not by elements: an order that elements would not need does no harm to a
  /// sequential text, and no isl test is needed.
  bool must_precede(std::size_t s, std::size_t t) {
    const Statement &first = p_.statements[s], &second = p_.statements[t];
    if (second.after.contains(first.id)) return true;
    if (!runs_before(p_, first.id, second.id)) return false;
    const auto a = accesses_of(p_, first), b = accesses_of(p_, second);
    return std::ranges::any_of(a, [&](const Access& x) {
      return std::ranges::any_of(b, [&](const Access& y) { return x.variable == y.variable && (x.write || y.write); });
    });
  }

  /// The sequential loops of a statement that are still to be opened, outermost first.
  std::vector<std::string> to_open(std::size_t statement, const std::set<std::string>& open) const {
    std::vector<std::string> loops;
    for (const std::string& loop : p_.statements[statement].loops)
      if (!open.contains(loop) && !p_.tag_of(loop).is_parallel()) loops.push_back(loop);
    return nest_order(p_, loops);
  }

  /// Groups statements by the loop that they open next. A statement whose loops are all open is an
  /// item of its own, so what shares a loop shares its iterations, whatever stands between the
  /// statements in the text.
  std::vector<Item> items_of(const std::vector<std::size_t>& statements, const std::set<std::string>& open) const {
    std::vector<Item> items;
    for (const std::size_t s : statements) {
      const auto loops = to_open(s, open);
      const auto found =
          std::ranges::find_if(items, [&](const Item& item) { return !loops.empty() && item.loop == loops.front(); });
      if (found != items.end())
        found->statements.push_back(s);
      else
        items.push_back({loops.empty() ? "" : loops.front(), {s}});
    }
    check_shared(items, open);
    return items;
  }

  /// A loop that two items still have to open would run twice. Example: s0 in {i, j} with i
  /// outside, s1 in {j} alone: one item opens i, the other j, and j would be opened in both. With j
  /// outside they share it.
  void check_shared(const std::vector<Item>& items, const std::set<std::string>& open) const {
    std::map<std::string, const Item*> owner;
    for (const Item& item : items)
      for (const std::size_t s : item.statements)
        for (const std::string& loop : to_open(s, open)) {
          const auto [found, fresh] = owner.try_emplace(loop, &item);
          if (!fresh && found->second != &item)
            throw InputError(fmt::format(
                "{}: '{}' and '{}' share the loop '{}', but one of them has to open '{}' first: prioritize the shared "
                "loop, or duplicate its name for one of them",
                p_.name, p_.statements[found->second->statements.front()].id, p_.statements[s].id, loop,
                item.loop == loop ? found->second->loop : item.loop));
        }
  }

  bool depends(const Item& later, const Item& earlier) const {
    return std::ranges::any_of(later.statements, [&](std::size_t t) {
      return std::ranges::any_of(earlier.statements, [&](std::size_t s) { return before_[t].contains(s); });
    });
  }

  /// Emits items in an order that respects dependences; fails where they form a cycle, as for s0 in
  /// {i}, s1 outside of i after s0, and s2 in {i} after s1: the loop i would have to run before s1
  /// and after it.
  std::vector<Step> ordered(const std::vector<std::size_t>& statements, const std::set<std::string>& open) {
    std::vector<Item> items = items_of(statements, open);
    std::vector<Step> steps;
    while (!items.empty()) {
      // The first item that depends on none of the others: a topological order that keeps the
      // text's order among equals.
      const auto next = std::ranges::find_if(items, [&](const Item& item) {
        return std::ranges::none_of(items, [&](const Item& other) { return &other != &item && depends(item, other); });
      });
      if (next == items.end()) fail_between(items);
      steps.push_back(step_of(*next, open));
      items.erase(next);
    }
    return steps;
  }

  Step step_of(const Item& item, std::set<std::string> open) {
    if (item.loop.empty()) return {Step::Kind::statement, p_.statements[item.statements.front()].id, false, {}};
    open.insert(item.loop);
    return {Step::Kind::loop, item.loop, false, ordered(item.statements, open)};
  }

  [[noreturn]] void fail_between(const std::vector<Item>& items) const {
    for (const Item& shared : items)
      for (const Item& other : items)
        if (&other != &shared && shared.statements.size() > 1 && depends(shared, other) && depends(other, shared))
          throw InputError(fmt::format(
              "{}: '{}' has to run after one and before another of the statements that share the loop '{}': duplicate "
              "the loop's name for one of them",
              p_.name, p_.statements[other.statements.front()].id, shared.loop));
    throw InputError(fmt::format("{}: no order of the statements keeps what data flow and 'after' ask for", p_.name));
  }

  const Program& p_;
  std::vector<std::set<std::size_t>> before_;  ///< by statement: those that must come first
};

void write(const std::vector<Step>& steps, int depth, std::string& out) {
  for (const Step& step : steps) {
    out.append(static_cast<std::size_t>(2 * depth), ' ');
    if (step.kind == Step::Kind::barrier)
      out += step.global_fence ? "barrier global\n" : "barrier\n";
    else
      out += (step.kind == Step::Kind::loop ? "for " : "") + step.name + "\n";
    write(step.inside, depth + 1, out);
  }
}

}  // namespace

std::vector<Step> schedule(const Program& program) {
  std::vector<Step> steps = Sequencer(program).all();
  detail::place_barriers(program, steps);
  return steps;
}

std::string to_text(const std::vector<Step>& steps) {
  std::string out;
  write(steps, 0, out);
  return out;
}

}  // namespace forewarp::loop
