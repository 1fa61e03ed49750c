// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <set>

#include "forewarp/support/error.hpp"

namespace forewarp::rank {
namespace {

constexpr std::size_t max_points = 1'000'000;

std::optional<std::int64_t> integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

[[noreturn]] void bad_range(std::string_view name, std::string_view text, std::string_view why) {
  throw InputError(fmt::format(
      "{}: cannot read the values '{}': {}; expected 8,16,32 or 1..10 or 0..100+20 or 64..1024*2", name, text, why));
}

struct Range {
  std::int64_t first = 0, last = 0, step = 1;
  bool geometric = false;
};

/// FIRST..LAST, then +STEP or *FACTOR. A minus directly after the dots is a sign: -4..-1 has four
/// values.
Range parse_range(std::string_view name, std::string_view text, std::size_t dots) {
  Range range;
  std::string_view rest = text.substr(dots + 2);
  // A leading minus belongs to the number; + and * after it introduce the step.
  const std::size_t sign = rest.find_first_of("+*", rest.starts_with('-') ? 1 : 0);
  if (sign != std::string_view::npos) {
    range.geometric = rest[sign] == '*';
    const auto step = integer(rest.substr(sign + 1));
    if (!step || *step < (range.geometric ? 2 : 1))
      bad_range(name, text, "the step must be a whole number that goes forward");
    range.step = *step;
    rest = rest.substr(0, sign);
  }
  const auto first = integer(text.substr(0, dots)), last = integer(rest);
  if (!first || !last) bad_range(name, text, "the ends of a range are whole numbers");
  if (*first > *last) bad_range(name, text, "it begins after its end");
  if (range.geometric && *first <= 0) bad_range(name, text, "a range with a factor begins above zero");
  range.first = *first;
  range.last = *last;
  return range;
}

/// 64..1024*2 is 64, 128, 256, 512, 1024; 0..100+30 is 0, 30, 60, 90. The test for the end is made
/// before the step, by division or subtraction, so that the step cannot overflow.
void expand(std::string_view name, const Range& range, std::vector<std::string>& values) {
  for (std::int64_t v = range.first;;) {
    values.push_back(std::to_string(v));
    if (values.size() > max_points) throw InputError(fmt::format("{}: more than {} values", name, max_points));
    const std::uint64_t left = static_cast<std::uint64_t>(range.last) - static_cast<std::uint64_t>(v);
    const bool past = range.geometric ? v > range.last / range.step : left < static_cast<std::uint64_t>(range.step);
    if (past) return;
    v = range.geometric ? v * range.step : v + range.step;
  }
}

}  // namespace

Dimension parse_dimension(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0)
    throw InputError(fmt::format("'{}': expected NAME=VALUES, such as block=64,128 or TILE=8..32*2", text));
  Dimension dimension{std::string(text.substr(0, equals)), {}};
  std::string_view rest = text.substr(equals + 1);
  while (true) {
    const std::size_t comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    if (item.empty()) bad_range(dimension.name, text.substr(equals + 1), "a value is empty");
    const std::size_t dots = item.find("..");
    if (dots == std::string_view::npos) {
      dimension.values.emplace_back(item);
    } else {
      expand(dimension.name, parse_range(dimension.name, item, dots), dimension.values);
    }
    if (comma == std::string_view::npos) return dimension;
    rest.remove_prefix(comma + 1);
  }
}

Space default_space() { return {{parse_dimension("block=32..1024*2")}, {}}; }

namespace {

constexpr std::size_t max_tried = 20'000'000;

/// Goes through the combinations of values, the last dimension fastest. A restriction is evaluated as soon as its last
/// name has a value, so that what it leaves out is not combined further: of x < 4, y, z with a restriction on x and y
/// no z is tried where those two break it.
class Combinations {
 public:
  explicit Combinations(const Space& space) : space_(space), decided_(space.dimensions.size() + 1) {
    for (const python::Expression& restriction : space.restrictions) {
      const std::set<std::string> names = restriction.names();
      std::size_t last = 0;
      for (std::size_t d = 0; d < space.dimensions.size(); ++d)
        if (names.contains(space.dimensions[d].name)) last = d + 1;
      decided_[last].push_back(&restriction);
    }
  }

  std::vector<Configuration> all() {
    if (!space_.listed.empty()) {
      for (const Configuration& configuration : space_.listed)
        if (keeps(configuration)) points_.push_back(configuration);
    } else if (holds(0)) {
      combine(0);
    }
    if (points_.empty()) throw InputError("the restrictions of the space leave no configuration");
    return std::move(points_);
  }

 private:
  [[nodiscard]] bool holds(std::size_t values) const {
    return std::ranges::all_of(decided_[values], [&](const python::Expression* restriction) {
      return python::truth_of(restriction->evaluate(names_));
    });
  }

  bool keeps(const Configuration& configuration) {
    for (const auto& [name, value] : configuration) names_[name] = python::value_of(value);
    for (std::size_t values = 0; values < decided_.size(); ++values)
      if (!holds(values)) return false;
    return true;
  }

  void combine(std::size_t d) {
    if (d == space_.dimensions.size()) {
      if (points_.size() == max_points)
        throw InputError(fmt::format("the space has more than {} configurations", max_points));
      points_.push_back(point_);
      return;
    }
    const Dimension& dimension = space_.dimensions[d];
    for (const std::string& value : dimension.values) {
      if (++tried_ > max_tried)
        throw InputError(
            fmt::format("the space has more than {} combinations, most of which break a restriction: "
                        "list its configurations (--configurations)",
                        max_tried));
      point_[dimension.name] = value;
      if (!space_.restrictions.empty()) names_[dimension.name] = python::value_of(value);
      if (holds(d + 1)) combine(d + 1);
    }
  }

  const Space& space_;
  std::vector<std::vector<const python::Expression*>> decided_;  ///< by the number of dimensions that have values
  python::Names names_;
  Configuration point_;
  std::vector<Configuration> points_;
  std::size_t tried_ = 0;
};

}  // namespace

std::vector<Configuration> configurations(const Space& space) {
  constexpr std::size_t max_dimensions = 256;
  if (space.dimensions.size() > max_dimensions)
    throw InputError(fmt::format("a space has at most {} dimensions, not {}", max_dimensions, space.dimensions.size()));
  std::size_t count = 1;
  for (std::size_t i = 0; i < space.dimensions.size(); ++i) {
    const Dimension& d = space.dimensions[i];
    for (std::size_t j = 0; j < i; ++j)
      if (space.dimensions[j].name == d.name) throw InputError(fmt::format("{}: named twice in the space", d.name));
    if (d.values.empty()) throw InputError(fmt::format("{}: has no values", d.name));
    if (!space.restrictions.empty() || !space.listed.empty()) continue;
    count *= d.values.size();
    if (count > max_points) throw InputError(fmt::format("the space has more than {} configurations", max_points));
  }
  return Combinations(space).all();
}

}  // namespace forewarp::rank
