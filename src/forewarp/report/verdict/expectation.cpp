// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Two passes over the tree: the units, which the text alone decides, so that a mistake is reported before the program
// runs; then the values.
#include "forewarp/report/verdict/expectation.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/report/text.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/expression/arithmetic.hpp"

namespace forewarp::report {
namespace {

using expression::Index;
using expression::Node;
using expression::Op;
using expression::Tree;

enum class Unit : std::uint8_t { number, time, bytes, percent };

struct UnitName {
  std::string_view name;
  Unit unit;
  double factor;
};
constexpr std::array units{UnitName{"ns", Unit::time, 1e-9},      UnitName{"us", Unit::time, 1e-6},
                           UnitName{"ms", Unit::time, 1e-3},      UnitName{"s", Unit::time, 1},
                           UnitName{"%", Unit::percent, 0.01},    UnitName{"B", Unit::bytes, 1},
                           UnitName{"kB", Unit::bytes, 1e3},      UnitName{"MB", Unit::bytes, 1e6},
                           UnitName{"GB", Unit::bytes, 1e9},      UnitName{"KiB", Unit::bytes, 1 << 10},
                           UnitName{"MiB", Unit::bytes, 1 << 20}, UnitName{"GiB", Unit::bytes, 1 << 30}};

/// What can be asked of a kernel, behind a dot.
constexpr std::array kernel_members{"total", "mean", "min", "max", "launches", "share"};
/// Quantities of the whole program.
constexpr std::array program_names{"kernels",     "copies",       "copies.bytes", "copies.number", "fills",
                                   "fills.bytes", "fills.number", "total",        "busy",          "program"};

template <typename Names>
bool contains(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool is_program_name(const Node& n) { return n.op == Op::name && contains(program_names, n.text); }

/// "reduce.total" as kernel and member; no member: "".
struct KernelName {
  std::string pattern, member;
};
KernelName kernel_name(const Tree& tree, const Node& n) {
  const std::size_t dot = n.text.rfind('.');
  if (dot == std::string::npos) return {n.text, ""};
  KernelName name{n.text.substr(0, dot), n.text.substr(dot + 1)};
  if (!contains(kernel_members, name.member))
    tree.fail(n.position,
              fmt::format("a kernel has no '{}' (it has {})", name.member, fmt::join(kernel_members, ", ")));
  return name;
}

Unit literal_unit(const Tree& tree, const Node& n) {
  if (n.text.empty()) return Unit::number;
  const auto* known = std::ranges::find(units, n.text, &UnitName::name);
  if (known == units.end())
    tree.fail(n.position, fmt::format("'{}' is no unit (ns, us, ms, s, %, B, kB, MB, GB, KiB, MiB, GiB)", n.text));
  return known->unit;
}

Unit name_unit(const Tree& tree, const Node& n) {
  if (is_program_name(n))
    return n.text.ends_with(".bytes") ? Unit::bytes : n.text.ends_with(".number") ? Unit::number : Unit::time;
  const std::string member = kernel_name(tree, n).member;
  return member == "launches" ? Unit::number : member == "share" ? Unit::percent : Unit::time;
}

std::string_view words(Unit unit) {
  constexpr std::array names{"a number without unit", "a time", "a number of bytes", "a percentage"};
  return names.at(static_cast<std::size_t>(unit));
}

bool comparable(Unit a, Unit b) {
  const auto is = [&](Unit x, Unit y) { return (a == x && b == y) || (a == y && b == x); };
  return a == b || is(Unit::time, Unit::percent) || is(Unit::number, Unit::percent);
}

Unit combined_unit(const Tree& tree, const Node& n, Unit a, Unit b) {
  if (n.op == Op::add || n.op == Op::subtract) {
    if (a != b) tree.fail(n.position, fmt::format("{} and {} cannot be added", words(a), words(b)));
    return a;
  }
  if (n.op == Op::divide && a == b) return Unit::number;
  if (b == Unit::number || b == Unit::percent) return a;
  if (n.op == Op::multiply && (a == Unit::number || a == Unit::percent)) return b;
  tree.fail(n.position,
            fmt::format("{} cannot be {} {}", words(a), n.op == Op::divide ? "divided by" : "multiplied by", words(b)));
}

Unit sum_unit(const Tree& tree, Index index) {
  const Node& n = tree.nodes[index];
  if (n.op == Op::number) return literal_unit(tree, n);
  if (n.op == Op::name || n.op == Op::text) return name_unit(tree, n);
  if (expression::is_truth(n.op)) tree.fail(n.position, "a comparison is not a quantity");
  const Unit a = sum_unit(tree, n.operand[0]);
  return n.operands == 1 ? a : combined_unit(tree, n, a, sum_unit(tree, n.operand[1]));
}

void check(const Tree& tree, Index index) {
  const Node& n = tree.nodes[index];
  if (n.op == Op::logical_and) {
    check(tree, n.operand[0]);
    check(tree, n.operand[1]);
    return;
  }
  if (!expression::is_comparison(n.op))
    tree.fail(n.position, "an expectation compares something: reduce < 120us, copies < 10%, reduce.launches == 3");
  const Unit a = sum_unit(tree, n.operand[0]), b = sum_unit(tree, n.operand[1]);
  if (comparable(a, b)) return;
  const bool forgotten = (a == Unit::time && b == Unit::number) || (a == Unit::number && b == Unit::time);
  tree.fail(n.position,
            fmt::format("{} is compared with {}{}", words(a), words(b), forgotten ? "; times have a unit: 120us" : ""));
}

/// A value with its range: of times the range of the prediction.
struct Value {
  Seconds v;
  Unit unit = Unit::number;
};

Value exact(double value, Unit unit) { return {{value, value, value}, unit}; }

class Evaluator {
 public:
  Evaluator(const Tree& tree, const ProgramMeasures& measures) : tree_(tree), measures_(measures) {}

  struct Outcome {
    bool met = true;
    double seconds = 0;
    std::vector<std::string> failures, successes;
  };

  void compare(Index index, Outcome& out) {
    const Node& n = tree_.nodes[index];
    if (n.op == Op::logical_and) {
      compare(n.operand[0], out);
      compare(n.operand[1], out);
      return;
    }
    const bool above = n.op == Op::greater || n.op == Op::greater_equal;
    const Value left = value(n.operand[0], !above), right = value(n.operand[1], above);
    // Only who expects no launches of a kernel expects a kernel that is not there.
    if (n.op != Op::equal || right.v.predicted != 0) missing.insert(missing.end(), absent_.begin(), absent_.end());
    absent_.clear();
    if (!missing.empty()) return;
    const Value a = as_time(left, right.unit), b = as_time(right, left.unit);
    const bool met = expression::real(n.op, a.v.predicted, b.v.predicted) != 0;
    out.met = out.met && met;
    if (a.unit == Unit::time) out.seconds = std::max(out.seconds, a.v.predicted);
    (met ? out.successes : out.failures).push_back(message(n.op, a, b));
  }

  std::vector<std::string> missing;  ///< kernels that were not launched
  bool needs_unknown_end = false;    ///< asks for the program's time, which is not known

 private:
  /// A percentage that a time is compared with is that part of the total.
  [[nodiscard]] Value as_time(const Value& value, Unit other) const {
    if (value.unit != Unit::percent || other != Unit::time) return value;
    const Seconds all = measures_.total();
    return {{value.v.predicted * all.predicted, value.v.low * all.low, value.v.high * all.high}, Unit::time};
  }

  /// upper: whether the largest of several launches counts, else the smallest.
  Value value(Index index, bool upper) {
    const Node& n = tree_.nodes[index];
    if (n.op == Op::number) {
      const double number = std::get<double>(n.number);
      const auto* unit = std::ranges::find(units, n.text, &UnitName::name);
      return unit == units.end() ? exact(number, Unit::number) : exact(number * unit->factor, unit->unit);
    }
    if (n.op == Op::name || n.op == Op::text) return is_program_name(n) ? of_program(n.text) : of_kernel(n, upper);
    const Value a = value(n.operand[0], n.op == Op::negate ? !upper : upper);
    if (n.operands == 1) return {{-a.v.predicted, -a.v.high, -a.v.low}, a.unit};
    const bool flips = n.op == Op::subtract || n.op == Op::divide;
    const Value b = value(n.operand[1], flips ? !upper : upper);
    const double low = flips ? b.v.high : b.v.low, high = flips ? b.v.low : b.v.high;
    return {{expression::real(n.op, a.v.predicted, b.v.predicted), expression::real(n.op, a.v.low, low),
             expression::real(n.op, a.v.high, high)},
            combined_unit(tree_, n, a.unit, b.unit)};
  }

  Value of_program(std::string_view name) {
    if (name == "program") return of_whole_program();
    const TransferMeasures& t = name.starts_with("copies") ? measures_.copies : measures_.fills;
    if (name.ends_with(".bytes")) return exact(t.bytes, Unit::bytes);
    if (name.ends_with(".number")) return exact(static_cast<double>(t.number), Unit::number);
    if (name == "kernels") return {measures_.all_kernels, Unit::time};
    if (name == "total") return {measures_.total(), Unit::time};
    if (name == "busy") return exact(measures_.busy_s, Unit::time);
    return exact(t.seconds, Unit::time);
  }

  Value of_whole_program() {
    if (!measures_.host_s) needs_unknown_end = true;
    return exact(measures_.host_s.value_or(0), Unit::time);
  }

  Value of_kernel(const Node& n, bool upper) {
    const KernelName name = kernel_name(tree_, n);
    KernelMeasures all;
    for (const KernelMeasures& k : measures_.kernels) {
      if (!names_kernel(name.pattern, k.name)) continue;
      if (all.launches == 0 || k.longest.predicted > all.longest.predicted) all.longest = k.longest;
      if (all.launches == 0 || k.shortest.predicted < all.shortest.predicted) all.shortest = k.shortest;
      all.launches += k.launches;
      all.total += k.total;
    }
    const auto launches = static_cast<double>(all.launches);
    if (all.launches == 0) {
      (name.member == "launches" ? absent_ : missing).push_back(name.pattern);
      return exact(0, name_unit(tree_, n));
    }
    if (name.member == "launches") return exact(launches, Unit::number);
    if (name.member == "share") return exact(all.total.predicted / measures_.all_kernels.predicted, Unit::percent);
    if (name.member == "total") return {all.total, Unit::time};
    if (name.member == "mean")
      return {{all.total.predicted / launches, all.total.low / launches, all.total.high / launches}, Unit::time};
    const bool longest = name.member == "max" || (name.member.empty() && upper);
    return {longest ? all.longest : all.shortest, Unit::time};
  }

  [[nodiscard]] static std::string text_of(double value, Unit unit) {
    switch (unit) {
      case Unit::time:
        return time_text(value);
      case Unit::bytes:
        return bytes_text(value);
      case Unit::percent:
        return percent_text(value);
      case Unit::number:
        break;
    }
    return count_text(value);
  }

  [[nodiscard]] static std::string_view relation(Op op) {
    if (op == Op::less) return "below";
    if (op == Op::less_equal) return "at most";
    if (op == Op::greater) return "above";
    if (op == Op::greater_equal) return "at least";
    return op == Op::equal ? "equal to" : "other than";
  }

  [[nodiscard]] static std::string message(Op op, const Value& a, const Value& b) {
    const bool ranged = a.v.low < a.v.high;
    std::string text = fmt::format("expected {} {}, {} {}", relation(op), text_of(b.v.predicted, b.unit),
                                   a.unit == Unit::number ? "found" : "predicted", text_of(a.v.predicted, a.unit));
    if (ranged) text += fmt::format(" (range {} to {})", text_of(a.v.low, a.unit), text_of(a.v.high, a.unit));
    if (ranged && a.v.low < b.v.predicted && b.v.predicted < a.v.high) text += "; the limit is within the range";
    return text;
  }

  const Tree& tree_;
  const ProgramMeasures& measures_;
  std::vector<std::string> absent_;  ///< kernels whose number of launches is 0
};

std::string missing_text(const std::vector<std::string>& missing, const ProgramMeasures& measures) {
  std::vector<std::string> names;
  for (const KernelMeasures& k : measures.kernels) names.push_back(short_name(k.name));
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return fmt::format("no kernel '{}' was launched{}; {}", missing.front(), did_you_mean(missing.front(), names),
                     names.empty() ? "none was" : fmt::format("those that were: {}", fmt::join(names, ", ")));
}

}  // namespace

expression::Tree parse_expectation(const std::string& text) {
  Tree tree = expression::parse(text, expression::Language::budget, {"--expect"});
  check(tree, tree.root);
  return tree;
}

Verdict judge(const expression::Tree& expectation, const ProgramMeasures& measures) {
  Evaluator evaluator(expectation, measures);
  Evaluator::Outcome outcome;
  evaluator.compare(expectation.root, outcome);
  Verdict verdict{.group = "expectation",
                  .name = expectation.text,
                  .device = measures.device,
                  .passed = outcome.met,
                  .message = fmt::format("{}", fmt::join(outcome.met ? outcome.successes : outcome.failures, "; ")),
                  .seconds = outcome.seconds};
  if (!evaluator.missing.empty()) {
    verdict.passed = false;
    verdict.message = missing_text(evaluator.missing, measures);
  } else if (evaluator.needs_unknown_end) {
    verdict.passed = false;
    verdict.message =
        "the time of the program is not known: it was killed, or left without its exit handlers (_exit, exec)";
  }
  return verdict;
}

}  // namespace forewarp::report
