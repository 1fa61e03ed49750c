// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/expression/detail/feature_match.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/support/error.hpp"

namespace forewarp::model::expression::detail {

namespace {

using count::KernelCounts;
using count::MemoryAccess;
using count::PwQPolynomial;

bool holds(const Constraint& c, double value, const Sizes& sizes) {
  auto limit = static_cast<double>(c.factor);
  for (const std::string& name : c.sizes) {
    const auto size = sizes.find(name);
    if (size == sizes.end())
      throw InputError(fmt::format("a constraint names the size '{}', which has no value", name));
    limit *= static_cast<double>(size->second);
  }
  return relation_holds(c.relation, value, limit);
}

/// The strides of an axis that the kernel has not are 0.
bool strides_match(const std::map<int, Constraint>& wanted, const std::optional<std::map<int, PwQPolynomial>>& are,
                   const Sizes& sizes) {
  return std::ranges::all_of(wanted, [&](const auto& axis) {
    const auto stride = are->find(axis.first);
    return holds(axis.second, stride == are->end() ? 0 : stride->second.evaluate(sizes).value(), sizes);
  });
}

/// Accesses of an array over its distinct elements (AFR, stevens2020, section 6.1): from the row
/// where it was counted symbolically, else from all rows of the array in this direction. 16 loads
/// of each element are a ratio of 16, which afr:>1 accepts and afr:1 does not.
bool ratio_matches(const Constraint& wanted, const KernelCounts& counts, const MemoryAccess& row, const Sizes& sizes) {
  if (row.access_ratio) return holds(wanted, row.access_ratio->evaluate(sizes).value(), sizes);
  const double elements = row.footprint->evaluate(sizes).value();
  double accesses = 0;  // of the array in this direction
  for (const auto& other : counts.accesses)
    if (other.array == row.array && other.direction == row.direction)
      accesses += other.executions.evaluate(sizes).value();
  return elements > 0 && holds(wanted, accesses / elements, sizes);
}

}  // namespace

bool fits(const std::string& wanted, const std::string& is) { return wanted.empty() || wanted == is; }

/// What can be decided without sizes. A row without strides or footprint (its address depends on
/// data) cannot satisfy a constraint on them.
bool may_match(const Feature& f, const MemoryAccess& row) {
  return fits(f.tag, row.tag) && fits(f.space, row.space) && fits(f.data_type, row.data_type) &&
         fits(f.direction, row.direction) && (f.lstrides.empty() || row.local_strides) &&
         (f.gstrides.empty() || row.group_strides) && (!f.afr || row.footprint);
}

bool relation_holds(Constraint::Relation relation, double value, double limit) {
  switch (relation) {
    case Constraint::Relation::equal:
      return value == limit;
    case Constraint::Relation::less:
      return value < limit;
    case Constraint::Relation::less_equal:
      return value <= limit;
    case Constraint::Relation::greater:
      return value > limit;
    case Constraint::Relation::greater_equal:
      return value >= limit;
  }
  return false;
}

bool constraints_hold(const Feature& f, const KernelCounts& counts, const MemoryAccess& row, const Sizes& sizes) {
  return strides_match(f.lstrides, row.local_strides, sizes) && strides_match(f.gstrides, row.group_strides, sizes) &&
         (!f.afr || ratio_matches(*f.afr, counts, row, sizes));
}

}  // namespace forewarp::model::expression::detail

namespace forewarp::model::expression {

bool matches(const Feature& f, const count::KernelCounts& counts, const count::MemoryAccess& row, const Sizes& sizes) {
  return detail::may_match(f, row) && detail::constraints_hold(f, counts, row, sizes);
}

/// Features with an afr: constraint whose rows would match but for an unknown ratio; reported,
/// since leaving the row out and counting it are both wrong by its whole cost.
std::vector<std::string> undecided(const std::vector<std::string>& features, const count::KernelCounts& counts,
                                   const Sizes& sizes) {
  std::vector<std::string> out;
  for (const std::string& text : features) {
    Feature f = parse_feature(text);
    if (f.kind != Feature::Class::mem_access || !f.afr) continue;
    f.afr.reset();
    for (const count::MemoryAccess& row : counts.accesses) {
      if (row.footprint || !matches(f, counts, row, sizes)) continue;
      std::string sentence =
          fmt::format("{} asks how often each element {} is touched (AFR), which is not known for the {} {} {}", text,
                      row.array.empty() ? "of an array" : fmt::format("of '{}'", row.array), row.space, row.data_type,
                      row.direction);
      if (std::ranges::find(out, sentence) == out.end()) out.push_back(std::move(sentence));
    }
  }
  return out;
}

}  // namespace forewarp::model::expression
