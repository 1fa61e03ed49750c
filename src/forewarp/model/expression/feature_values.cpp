// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "forewarp/model/expression/feature.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model::expression {

namespace {

using count::KernelCounts;
using count::MemoryAccess;
using count::PwQPolynomial;

/// A formula ready for the values of the kernel's parameters, in their order.
class Formula {
 public:
  Formula(const PwQPolynomial& p, const std::vector<std::string>& parameters) : evaluator_(p) {
    for (const std::string& name : evaluator_.parameters()) {
      const auto found = std::ranges::find(parameters, name);
      // A fixed parameter may linger in the name table of a formula that does not use it.
      places_.push_back(found == parameters.end() ? parameters.size()
                                                  : static_cast<std::size_t>(found - parameters.begin()));
    }
    buffer_.resize(places_.size());
  }
  [[nodiscard]] double operator()(const std::vector<std::int64_t>& values) {
    for (std::size_t i = 0; i < places_.size(); ++i) buffer_[i] = places_[i] < values.size() ? values[places_[i]] : 0;
    return evaluator_(buffer_).value();
  }

 private:
  symbolic::Evaluator evaluator_;
  std::vector<std::size_t> places_;
  std::vector<std::int64_t> buffer_;
};

bool holds(const Constraint& c, double value, const Sizes& sizes) {
  auto limit = static_cast<double>(c.factor);
  for (const std::string& name : c.sizes) {
    const auto size = sizes.find(name);
    if (size == sizes.end())
      throw InputError(fmt::format("a constraint names the size '{}', which has no value", name));
    limit *= static_cast<double>(size->second);
  }
  switch (c.relation) {
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

bool fits(const std::string& wanted, const std::string& is) { return wanted.empty() || wanted == is; }

/// By all that does not depend on sizes.
bool may_match(const Feature& f, const MemoryAccess& row) {
  return fits(f.tag, row.tag) && fits(f.space, row.space) && fits(f.data_type, row.data_type) &&
         fits(f.direction, row.direction) && (f.lstrides.empty() || row.local_strides) &&
         (f.gstrides.empty() || row.group_strides) && (!f.afr || row.footprint);
}

/// The strides of an axis that the kernel has not are 0.
bool strides_match(const std::map<int, Constraint>& wanted, const std::optional<std::map<int, PwQPolynomial>>& are,
                   const Sizes& sizes) {
  return std::ranges::all_of(wanted, [&](const auto& axis) {
    const auto stride = are->find(axis.first);
    return holds(axis.second, stride == are->end() ? 0 : stride->second.evaluate(sizes).value(), sizes);
  });
}

bool has_constraints(const Feature& f) { return !f.lstrides.empty() || !f.gstrides.empty() || f.afr; }

}  // namespace

std::vector<std::string> feature_names_of(const KernelCounts& counts) {
  std::set<std::string> names{"f_sync_barrier_local", "f_sync_kernel_launch", "f_thread_groups"};
  for (const auto& row : counts.operations) names.insert(fmt::format("f_op_{}_{}", row.data_type, row.kind));
  for (const auto& row : counts.accesses) {
    names.insert(fmt::format("f_mem_access_{}_{}_{}", row.space, row.data_type, row.direction));
    if (!row.tag.empty()) names.insert(fmt::format("f_mem_access_tag:{}", row.tag));
  }
  return {names.begin(), names.end()};
}

struct FeatureValues::State {
  struct One {
    Feature feature;
    std::vector<std::size_t> candidates;                   ///< rows of accesses
    std::map<std::vector<std::size_t>, Formula> formulas;  ///< by the rows that match
    std::optional<Formula> constant;                       ///< where sizes do not matter to what matches
    bool zero = false;
  };
  KernelCounts counts;
  OwnFeatures own;
  Unmatched unmatched{};
  std::vector<One> all;

  [[noreturn]] void nothing_matches(const Feature& f, const std::string& more) const {
    const auto known = feature_names_of(counts);
    throw InputError(fmt::format("{}: nothing in {} matches {}{}; it has {}", f.text, counts.kernel, f.text, more,
                                 fmt::join(closest(f.text, known).empty() ? known : closest(f.text, known), ", ")));
  }

  PwQPolynomial sum_of(const std::vector<std::size_t>& rows) const {
    PwQPolynomial sum;
    for (const std::size_t row : rows) sum = sum + counts.accesses[row].count;
    return sum.merged();
  }

  void add(const std::string& text) {
    One one;
    one.feature = parse_feature(text);
    const Feature& f = one.feature;
    std::optional<PwQPolynomial> formula;
    switch (f.kind) {
      case Feature::Class::operation:
        for (const auto& row : counts.operations)
          if (fits(f.operation, row.kind) && fits(f.data_type, row.data_type))
            formula = formula ? (*formula + row.count).merged() : row.count;
        break;
      case Feature::Class::mem_access:
        for (std::size_t i = 0; i < counts.accesses.size(); ++i)
          if (may_match(f, counts.accesses[i])) one.candidates.push_back(i);
        if (!one.candidates.empty() && !has_constraints(f)) formula = sum_of(one.candidates);
        break;
      case Feature::Class::barrier:
        formula = counts.local_barriers;
        break;
      case Feature::Class::launch:
        formula = counts.launches;
        break;
      case Feature::Class::groups:
        formula = counts.groups;
        break;
      case Feature::Class::own:
        if (!own.contains(text)) nothing_matches(f, ", and no feature of that name was given");
        break;
    }
    if (formula) one.constant.emplace(*formula, counts.parameters);
    const bool is_empty = !formula && one.candidates.empty() && f.kind != Feature::Class::own;
    if (is_empty && unmatched == Unmatched::is_an_error) nothing_matches(f, "");
    one.zero = is_empty;
    all.push_back(std::move(one));
  }

  bool matches(const Feature& f, const MemoryAccess& row, const Sizes& sizes) const {
    if (!strides_match(f.lstrides, row.local_strides, sizes) || !strides_match(f.gstrides, row.group_strides, sizes))
      return false;
    if (!f.afr) return true;
    if (row.access_ratio) return holds(*f.afr, row.access_ratio->evaluate(sizes).value(), sizes);
    const double elements = row.footprint->evaluate(sizes).value();
    double accesses = 0;  // of the array in this direction
    for (const auto& other : counts.accesses)
      if (other.array == row.array && other.direction == row.direction)
        accesses += other.executions.evaluate(sizes).value();
    return elements > 0 && holds(*f.afr, accesses / elements, sizes);
  }

  double value(One& one, const Sizes& sizes, const std::vector<std::int64_t>& values) {
    if (one.zero) return 0;
    if (one.constant) return (*one.constant)(values);
    if (one.feature.kind == Feature::Class::own) return own.at(one.feature.text)(counts, sizes);
    std::vector<std::size_t> rows;
    for (const std::size_t row : one.candidates)
      if (matches(one.feature, counts.accesses[row], sizes)) rows.push_back(row);
    if (rows.empty() && unmatched == Unmatched::is_an_error) nothing_matches(one.feature, " at these sizes");
    if (rows.empty()) return 0;
    auto formula = one.formulas.find(rows);
    if (formula == one.formulas.end())
      formula = one.formulas.emplace(rows, Formula(sum_of(rows), counts.parameters)).first;
    return formula->second(values);
  }
};

FeatureValues::FeatureValues(const KernelCounts& counts, const std::vector<std::string>& features, OwnFeatures own,
                             Unmatched unmatched)
    : state_(std::make_unique<State>()) {
  state_->counts = counts;
  state_->own = std::move(own);
  state_->unmatched = unmatched;
  for (const std::string& feature : features) state_->add(feature);
}

FeatureValues::~FeatureValues() = default;
FeatureValues::FeatureValues(FeatureValues&&) noexcept = default;
FeatureValues& FeatureValues::operator=(FeatureValues&&) noexcept = default;

std::vector<double> FeatureValues::at(const Sizes& sizes) {
  std::vector<std::int64_t> values;
  for (const std::string& name : state_->counts.parameters) {
    const auto size = sizes.find(name);
    if (size == sizes.end()) throw InputError(fmt::format("{}: no value for '{}'", state_->counts.kernel, name));
    values.push_back(size->second);
  }
  std::vector<double> all;
  for (State::One& one : state_->all) all.push_back(state_->value(one, sizes, values));
  return all;
}

}  // namespace forewarp::model::expression
