// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The reference semantics of loop programs, for tests: enumerates the points of each statement and executes the
// schedule, group by group. A step is executed by all work-items before the next one begins, as if a barrier followed
// each; running work-items backwards (InterpretOptions) shows races, as results then differ.
//
// Cost: O(steps x work-items x log(points)); `most` bounds every enumeration.
#include "forewarp/symbolic/loop/interpret.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/val.h>

#include <algorithm>
#include <array>
#include <limits>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/detail/evaluate.hpp"
#include "forewarp/symbolic/loop/launch.hpp"
#include "forewarp/symbolic/loop/schedule.hpp"
#include "forewarp/symbolic/loop/transform/realize.hpp"
#include "forewarp/symbolic/loop/types.hpp"
#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::loop {

namespace {

using Point = std::vector<std::int64_t>;

struct Points {
  std::set<Point> all;
  std::int64_t most = 0;
  int dimensions = 0;
};

/// The least and the greatest value of a loop over all statements that it is around; empty until
/// the first value.
struct Span {
  std::int64_t low = std::numeric_limits<std::int64_t>::max(), high = std::numeric_limits<std::int64_t>::min();
  void include(std::int64_t value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

/// Called by isl for each point. An error stops the enumeration at the limit: the only way to leave
/// it early.
isl_stat take(isl_point* point, void* user) {
  auto& points = *static_cast<Points*>(user);
  Point values;
  for (int i = 0; i < points.dimensions; ++i) {
    isl_val* value = isl_point_get_coordinate_val(point, isl_dim_set, i);
    values.push_back(isl_val_get_num_si(value));
    isl_val_free(value);
  }
  isl_point_free(point);
  points.all.insert(std::move(values));
  return static_cast<std::int64_t>(points.all.size()) > points.most ? isl_stat_error : isl_stat_ok;
}

class Interpreter {
 public:
  Interpreter(Program program, const std::map<std::string, std::int64_t>& sizes, Arrays& arrays,
              const InterpretOptions& options)
      : program_(std::move(program)), sizes_(sizes), globals_(arrays), options_(options) {
    for (const auto& [parameter, value] : program_.fixed) sizes_[parameter] = value;
    for (const std::string& parameter : program_.parameters())
      if (!sizes_.contains(parameter))
        throw InputError(fmt::format("{}: the parameter '{}' has no value", program_.name, parameter));
    for (const Statement& s : program_.statements) enumerate(s);
    for (const auto& [key, variable] : program_.variables) prepare(variable);
  }

  void run() {
    const std::vector<Step> steps = schedule(program_);
    for_each_place(LoopTag::Kind::group, [&] {
      for (auto& [key, values] : locals_) std::fill(values.begin(), values.end(), unset);
      privates_.clear();
      for (const Step& step : steps) take_step(step);
    });
  }

 private:
  static constexpr double unset = std::numeric_limits<double>::quiet_NaN();

  /// The points of a statement at these sizes, and the range of each of its loops.
  void enumerate(const Statement& s) {
    const std::vector<std::string> loops(s.loops.begin(), s.loops.end());
    isl_set* set = isl_set_copy(domain_of(program_, loops).get());
    for (const auto& [parameter, value] : sizes_) {
      const int at = isl_set_find_dim_by_name(set, isl_dim_param, parameter.c_str());
      if (at >= 0) set = isl_set_fix_si(set, isl_dim_param, static_cast<unsigned>(at), static_cast<int>(value));
    }
    set = isl_set_project_out(set, isl_dim_param, 0, static_cast<unsigned>(isl_set_dim(set, isl_dim_param)));
    Points points{{}, options_.most, static_cast<int>(loops.size())};
    const isl_stat done = isl_set_foreach_point(set, take, &points);
    isl_set_free(set);
    if (done == isl_stat_error)
      throw symbolic::LimitExceeded(
          fmt::format("{}: statement '{}' runs more than {} times, or forever", program_.name, s.id, options_.most));
    for (const Point& point : points.all)
      for (std::size_t i = 0; i < loops.size(); ++i) {
        spans_[loops[i]].include(point[i]);
        const LoopTag tag = program_.tag_of(loops[i]);
        if (tag.kind == LoopTag::Kind::group) groups_[static_cast<std::size_t>(tag.axis)].include(point[i]);
        if (tag.kind == LoopTag::Kind::local) items_[static_cast<std::size_t>(tag.axis)].include(point[i]);
      }
    points_[s.id] = std::move(points.all);
  }

  std::int64_t extent(const ExpressionPtr& e) const {
    const std::int64_t value = value_of(e, sizes_);
    if (value < 0 || value > options_.most)
      throw symbolic::LimitExceeded(
          fmt::format("{}: an extent '{}' is not in 0..{}", program_.name, to_text(e), options_.most));
    return value;
  }

  /// Shapes and storage of a variable; unset elements are NaN so that reading them shows.
  void prepare(const Variable& variable) {
    std::int64_t elements = 1;
    for (const ExpressionPtr& each : variable.shape) {
      shapes_[variable.name].push_back(extent(each));
      elements *= shapes_[variable.name].back();
      if (elements > options_.most)
        throw symbolic::LimitExceeded(
            fmt::format("{}: '{}' has more than {} elements", program_.name, variable.name, options_.most));
    }
    elements_[variable.name] = static_cast<std::size_t>(elements);
    if (variable.space == Space::local) locals_[variable.name].assign(static_cast<std::size_t>(elements), unset);
    if (variable.space != Space::global) return;
    auto& values = globals_[variable.name];
    if (values.empty()) values.assign(static_cast<std::size_t>(elements), 0.0);
    if (values.size() != static_cast<std::size_t>(elements))
      throw InputError(
          fmt::format("{}: '{}' has {} elements, not {}", program_.name, variable.name, elements, values.size()));
  }

  /// All groups, or all work-items of one: loops with these tags are bound to the place on their
  /// axis. An axis that no loop uses has the one place 0.
  template <class Visit>
  void for_each_place(LoopTag::Kind kind, const Visit& visit) {
    auto spans = kind == LoopTag::Kind::group ? groups_ : items_;
    for (Span& span : spans)
      if (span.low > span.high) span = {0, 0};
    auto& place = kind == LoopTag::Kind::group ? group_ : item_;
    const auto along = [&](std::size_t axis, const auto& next) {
      for (std::int64_t i = spans[axis].low; i <= spans[axis].high; ++i) {
        place[axis] = options_.backwards ? spans[axis].low + spans[axis].high - i : i;
        next();
      }
    };
    along(2, [&] { along(1, [&] { along(0, visit); }); });
  }

  /// A statement runs for all work-items; a sequential loop runs its steps for each value; barriers do nothing here.
  void take_step(const Step& step) {
    if (step.kind == Step::Kind::statement)
      for_each_place(LoopTag::Kind::local, [&] { execute(program_.statement(step.name)); });
    if (step.kind != Step::Kind::loop) return;
    const Span span = spans_[step.name];
    for (std::int64_t i = span.low; i <= span.high; ++i) {
      at_[step.name] = i;
      for (const Step& inner : step.inside) take_step(inner);
    }
  }

  std::int64_t value_of_loop(const std::string& loop) const {
    const LoopTag tag = program_.tag_of(loop);
    if (tag.kind == LoopTag::Kind::group) return group_[static_cast<std::size_t>(tag.axis)];
    if (tag.kind == LoopTag::Kind::local) return item_[static_cast<std::size_t>(tag.axis)];
    return at_.at(loop);
  }

  /// A statement that writes shared memory and has no loop along an axis of work-items is executed
  /// by the first only: the same rule by which generated code guards it with lid(a) == 0
  /// (placement.cpp, is_pinned).
  bool is_first(const Statement& s) const {
    if (program_.variable(s.target->name).space == Space::private_) return true;
    std::array<bool, 3> has{};
    for (const std::string& loop : s.loops)
      if (program_.tag_of(loop).kind == LoopTag::Kind::local)
        has[static_cast<std::size_t>(program_.tag_of(loop).axis)] = true;
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (!has[axis] && items_[axis].low <= items_[axis].high && item_[axis] != items_[axis].low) return false;
    return true;
  }

  void execute(const Statement& s) {
    if (!is_first(s)) return;
    Point point;
    for (const std::string& loop : s.loops) point.push_back(value_of_loop(loop));
    // Ids and loops run over the ranges that any statement needs; this statement may need fewer.
    if (!points_.at(s.id).contains(point)) return;
    if (++runs_ > options_.most)
      throw symbolic::LimitExceeded(fmt::format("{}: more than {} runs of statements", program_.name, options_.most));
    const detail::Surroundings around{[&](const std::string& n) { return named(n); },
                                      [&](const Expression& e) { return element(e); }};
    for (const ExpressionPtr& condition : s.conditions)
      if (detail::evaluate(condition, around) == 0) return;
    const double value = detail::evaluate(s.value, around);
    double& target = element(*s.target);
    target = s.atomic ? target + value : value;
  }

  double named(const std::string& n) {
    if (program_.variables.contains(n)) return storage(n)[0];
    if (const auto size = sizes_.find(n); size != sizes_.end()) return static_cast<double>(size->second);
    return static_cast<double>(value_of_loop(n));
  }

  /// Private values are kept per work-item of the current group; run() clears them with each group.
  std::vector<double>& storage(const std::string& variable) {
    const Space space = program_.variable(variable).space;
    if (space == Space::global) return globals_.at(variable);
    if (space == Space::local) return locals_.at(variable);
    auto& values = privates_[{variable, item_}];
    if (values.empty()) values.assign(elements_.at(variable), unset);
    return values;
  }

  /// The element that a subscript names, with a bounds check per axis.
  double& element(const Expression& e) {
    const detail::Surroundings around{[&](const std::string& n) { return named(n); },
                                      [&](const Expression& inner) { return element(inner); }};
    std::size_t place = 0;
    for (std::size_t axis = 0; axis < e.operands.size(); ++axis) {
      const double index = detail::evaluate(e.operands[axis], around);
      const std::int64_t size = shapes_.at(e.name)[axis];
      if (!(index >= 0 && index < static_cast<double>(size)))
        throw InputError(fmt::format("{}: subscript {} of '{}' is {}, outside of 0..{}", program_.name, axis,
                                     to_text(std::make_shared<const Expression>(e)), index, size - 1));
      place = place * static_cast<std::size_t>(size) + static_cast<std::size_t>(index);
    }
    return storage(e.name).at(place);
  }

  Program program_;
  std::map<std::string, std::int64_t> sizes_;
  Arrays& globals_;
  InterpretOptions options_;
  std::map<std::string, std::set<Point>> points_;
  std::map<std::string, Span> spans_;
  std::array<Span, 3> groups_, items_;
  std::array<std::int64_t, 3> group_{}, item_{};
  std::map<std::string, std::int64_t> at_;
  std::map<std::string, std::vector<std::int64_t>> shapes_;
  std::map<std::string, std::size_t> elements_;
  std::map<std::string, std::vector<double>> locals_;
  std::map<std::pair<std::string, std::array<std::int64_t, 3>>, std::vector<double>> privates_;
  std::int64_t runs_ = 0;
};

}  // namespace

void interpret(const Program& program, const std::map<std::string, std::int64_t>& sizes, Arrays& arrays,
               const InterpretOptions& options) {
  Interpreter(infer_types(realize_reductions(program)), sizes, arrays, options).run();
}

}  // namespace forewarp::loop
