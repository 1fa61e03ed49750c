// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "forewarp/model/expression/detail/feature_match.hpp"
#include "forewarp/model/expression/feature.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model::expression {

namespace {

using count::KernelCounts;
using count::PwQPolynomial;
using detail::fits;
using detail::may_match;

/// A formula ready for the values of the kernel's parameters, in their order.
class Formula {
 public:
  /// Names of the formula that are missing in the list are added to it: a fixed parameter remains in formulas.
  Formula(const PwQPolynomial& p, std::vector<std::string>& parameters) : evaluator_(p) {
    for (const std::string& name : evaluator_.parameters()) {
      const auto found = std::ranges::find(parameters, name);
      places_.push_back(static_cast<std::size_t>(found - parameters.begin()));
      if (found == parameters.end()) parameters.push_back(name);
    }
    buffer_.resize(places_.size());
  }
  [[nodiscard]] bool is_constant() const { return places_.empty(); }
  [[nodiscard]] double operator()(const std::vector<std::int64_t>& values) {
    for (std::size_t i = 0; i < places_.size(); ++i) buffer_[i] = places_[i] < values.size() ? values[places_[i]] : 0;
    return evaluator_(buffer_).value();
  }

 private:
  symbolic::Evaluator evaluator_;
  std::vector<std::size_t> places_;
  std::vector<std::int64_t> buffer_;
};

}  // namespace

std::vector<std::string> feature_names_of(const KernelCounts& counts) {
  std::set<std::string> names{"f_sync_barrier_local", "f_sync_kernel_launch", "f_thread_groups", "f_work_items"};
  for (const auto& row : counts.operations) names.insert(fmt::format("f_op_{}_{}", row.data_type, row.kind));
  for (const auto& row : counts.chains) names.insert(fmt::format("f_chain_{}_{}", row.data_type, row.kind));
  for (const auto& row : counts.accesses) {
    names.insert(fmt::format("f_mem_access_{}_{}_{}", row.space, row.data_type, row.direction));
    if (!row.tag.empty()) names.insert(fmt::format("f_mem_access_tag:{}", row.tag));
  }
  return {names.begin(), names.end()};
}

namespace {

/// A stride or a ratio that sizes change, and what it has to be.
// Example of one: lstrides:{1:<=16*n} of an access with the stride n + 2: value n + 2, relation <=, factor 16, size n.
struct SizeTest {
  Formula value;
  Constraint constraint;
  std::vector<std::size_t> limits;  ///< places of the sizes that the constraint names

  [[nodiscard]] bool holds(const std::vector<std::int64_t>& values) {
    auto limit = static_cast<double>(constraint.factor);
    for (const std::size_t place : limits) limit *= static_cast<double>(values[place]);
    return detail::relation_holds(constraint.relation, value(values), limit);
  }
};

/// A row of accesses that may match: it does where all of its tests hold.
struct Candidate {
  std::size_t row = 0;
  std::vector<SizeTest> tests;
  bool slow = false;  ///< its ratio is not a formula
};

}  // namespace

/// What can be decided once is decided in add(): rows that cannot match are left out, constraints
/// without sizes are evaluated, and a feature whose rows do not depend on sizes becomes one
/// formula. at() then only evaluates formulas at new sizes, which a search over thousands of sizes
/// does.
struct FeatureValues::State {
  struct One {
    Feature feature;
    std::vector<Candidate> candidates;                     ///< rows of accesses
    std::map<std::vector<std::size_t>, Formula> formulas;  ///< by the rows that match
    std::vector<std::size_t> last_rows;                    ///< that matched the time before
    Formula* last = nullptr;                               ///< their sum
    std::optional<Formula> constant;                       ///< where sizes do not matter to what matches
    bool zero = false;
  };
  KernelCounts counts;
  std::vector<std::string> names;  ///< the counts' parameters, then what else formulas name
  OwnFeatures own;
  Unmatched unmatched{};
  std::vector<One> all;
  std::vector<std::size_t> matching;  ///< room for the rows that match

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

  static bool always(const Candidate& candidate) { return candidate.tests.empty() && !candidate.slow; }
  static std::vector<std::size_t> rows_of(const One& one) {
    std::vector<std::size_t> rows;
    for (const Candidate& candidate : one.candidates) rows.push_back(candidate.row);
    return rows;
  }

  /// Tests that do not depend on sizes are decided here. False where one does not hold.
  bool add_test(Candidate& candidate, const PwQPolynomial& value, const Constraint& constraint) {
    SizeTest test{Formula(value, names), constraint, {}};
    for (const std::string& size : constraint.sizes) {
      const auto found = std::ranges::find(names, size);
      test.limits.push_back(static_cast<std::size_t>(found - names.begin()));
      if (found == names.end()) candidate.slow = true;  // the general matching reports what is missing
    }
    if (candidate.slow) return true;
    if (test.value.is_constant() && constraint.sizes.empty()) return test.holds({});
    candidate.tests.push_back(std::move(test));
    return true;
  }

  /// An axis that an access does not have has the stride 0. A ratio that is no formula (a quotient of two) cannot be
  /// tested as one: then the general matching decides at each size.
  void add_candidate(One& one, std::size_t row) {
    const Feature& f = one.feature;
    const count::MemoryAccess& access = counts.accesses[row];
    Candidate candidate{row, {}, f.afr && !access.access_ratio};
    const PwQPolynomial none = PwQPolynomial::constant(0);
    for (const auto& [wanted, are] :
         {std::pair(&f.lstrides, &access.local_strides), std::pair(&f.gstrides, &access.group_strides)})
      for (const auto& [axis, constraint] : *wanted) {
        const auto stride = (*are)->find(axis);
        if (!add_test(candidate, stride == (*are)->end() ? none : stride->second, constraint)) return;
      }
    if (f.afr && access.access_ratio && !add_test(candidate, *access.access_ratio, *f.afr)) return;
    one.candidates.push_back(std::move(candidate));
  }

  void add(const std::string& text) {
    One one;
    one.feature = parse_feature(text);
    const Feature& f = one.feature;
    std::optional<PwQPolynomial> formula;
    switch (f.kind) {
      case Feature::Class::operation:
      case Feature::Class::chain:
        for (const auto& row : f.kind == Feature::Class::chain ? counts.chains : counts.operations)
          if (fits(f.operation, row.kind) && fits(f.data_type, row.data_type))
            formula = formula ? (*formula + row.count).merged() : row.count;
        break;
      case Feature::Class::mem_access:
        for (std::size_t i = 0; i < counts.accesses.size(); ++i)
          if (may_match(f, counts.accesses[i])) add_candidate(one, i);
        if (!one.candidates.empty() && std::ranges::all_of(one.candidates, always)) formula = sum_of(rows_of(one));
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
      case Feature::Class::work_items:
        formula = (counts.groups * counts.group_size).merged();
        break;
      case Feature::Class::own:
        if (!own.contains(text)) nothing_matches(f, ", and no feature of that name was given");
        break;
    }
    if (formula) one.constant.emplace(*formula, names);
    for (const Candidate& candidate : one.candidates)  // what they name
      (void)Formula(counts.accesses[candidate.row].count, names);
    const bool is_empty = !formula && one.candidates.empty() && f.kind != Feature::Class::own;
    if (is_empty && unmatched == Unmatched::is_an_error) nothing_matches(f, "");
    one.zero = is_empty;
    all.push_back(std::move(one));
  }

  /// Sizes decide which rows match; the sum of a set of rows is built once and kept (formulas), and the last set is
  /// tried first, since neighbouring sizes mostly match the same rows.
  double value(One& one, const Sizes& sizes, const std::vector<std::int64_t>& values) {
    if (one.zero) return 0;
    if (one.constant) return (*one.constant)(values);
    if (one.feature.kind == Feature::Class::own) return own.at(one.feature.text)(counts, sizes);
    std::vector<std::size_t>& rows = matching;
    rows.clear();
    for (Candidate& candidate : one.candidates) {
      const bool holds = candidate.slow
                             ? detail::constraints_hold(one.feature, counts, counts.accesses[candidate.row], sizes)
                             : std::ranges::all_of(candidate.tests, [&](SizeTest& test) { return test.holds(values); });
      if (holds) rows.push_back(candidate.row);
    }
    if (one.last != nullptr && rows == one.last_rows) return (*one.last)(values);
    if (rows.empty() && unmatched == Unmatched::is_an_error) nothing_matches(one.feature, " at these sizes");
    if (rows.empty()) return 0;
    auto formula = one.formulas.find(rows);
    if (formula == one.formulas.end()) formula = one.formulas.emplace(rows, Formula(sum_of(rows), names)).first;
    one.last_rows = rows;
    one.last = &formula->second;
    return formula->second(values);
  }
};

FeatureValues::FeatureValues(const KernelCounts& counts, const std::vector<std::string>& features, OwnFeatures own,
                             Unmatched unmatched)
    : state_(std::make_unique<State>()) {
  state_->counts = counts;
  state_->names = counts.parameters;
  state_->own = std::move(own);
  state_->unmatched = unmatched;
  for (const std::string& feature : features) state_->add(feature);
}

FeatureValues::~FeatureValues() = default;
FeatureValues::FeatureValues(FeatureValues&&) noexcept = default;
FeatureValues& FeatureValues::operator=(FeatureValues&&) noexcept = default;

// Sizes that no formula names are not asked for: a kernel with an argument that changes nothing needs no value of it.
std::vector<double> FeatureValues::at(const Sizes& sizes) {
  std::vector<std::int64_t> values(state_->names.size(), 0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string& name = state_->names[i];
    const auto size = sizes.find(name);
    if (size == sizes.end() && i >= state_->counts.parameters.size()) continue;  // unused by every feature
    if (size == sizes.end()) throw InputError(fmt::format("{}: no value for '{}'", state_->counts.kernel, name));
    values[i] = size->second;
  }
  std::vector<double> all;
  all.reserve(state_->all.size());
  for (State::One& one : state_->all) all.push_back(state_->value(one, sizes, values));
  return all;
}

}  // namespace forewarp::model::expression
