// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/splits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "forewarp/support/error.hpp"
#include "forewarp/support/random.hpp"

namespace forewarp::validate {
namespace {

std::vector<std::size_t> counted(std::size_t rows) {
  std::vector<std::size_t> all(rows);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

void check_folds(std::size_t things, std::size_t folds, const char* what) {
  if (folds < 2) throw InputError(fmt::format("{} folds: at least 2 are needed", folds));
  if (things < folds) throw InputError(fmt::format("{} {} cannot make {} folds", things, what, folds));
}

/// The groups in order of appearance, and the group of each row.
struct Grouping {
  std::vector<std::string> names;
  std::vector<std::size_t> of_row, size;
};

Grouping grouping_of(std::span<const std::string> groups) {
  Grouping grouping;
  std::map<std::string_view, std::size_t> index;
  for (const std::string& group : groups) {
    const auto [at, fresh] = index.emplace(group, grouping.names.size());
    if (fresh) {
      grouping.names.push_back(group);
      grouping.size.push_back(0);
    }
    grouping.of_row.push_back(at->second);
    ++grouping.size[at->second];
  }
  return grouping;
}

}  // namespace

Split Splits::split(std::size_t fold) const {
  Split split;
  for (std::size_t row = 0; row < fold_of.size(); ++row)
    (fold_of[row] == fold ? split.test : split.train).push_back(row);
  return split;
}

/// Shuffled rows are dealt to the folds in turn: sizes differ by at most one.
Splits k_fold(std::size_t rows, std::size_t folds, std::uint64_t seed) {
  check_folds(rows, folds, "rows");
  std::vector<std::size_t> order = counted(rows), fold_of(rows);
  SplitMix::from_state(seed).shuffle(std::span(order));
  for (std::size_t i = 0; i < rows; ++i) fold_of[order[i]] = i % folds;
  return {std::move(fold_of), folds, {}};
}

Splits leave_one_out(std::size_t rows) {
  if (rows < 2) throw InputError("leaving one row out needs at least two rows");
  return {counted(rows), rows, {}};
}

Splits leave_one_group_out(std::span<const std::string> groups) {
  Grouping grouping = grouping_of(groups);
  if (grouping.names.size() < 2)
    throw InputError(grouping.names.empty()
                         ? std::string("there is no row to group")
                         : fmt::format("every row is of the group '{}': none can be left out", grouping.names[0]));
  const std::size_t folds = grouping.names.size();
  return {std::move(grouping.of_row), folds, std::move(grouping.names)};
}

/// Greedy balance: groups by descending size (equal ones in random order), each to the fold with the fewest rows so
/// far. O(rows log groups + groups * folds). Example: groups of 5, 3, 3, 1 in two folds: 5 + 1 and 3 + 3.
Splits group_k_fold(std::span<const std::string> groups, std::size_t folds, std::uint64_t seed) {
  const Grouping grouping = grouping_of(groups);
  check_folds(grouping.names.size(), folds, "groups");
  std::vector<std::size_t> order = counted(grouping.names.size()), fold_of_group(order.size()), filled(folds);
  SplitMix::from_state(seed).shuffle(std::span(order));
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return grouping.size[a] > grouping.size[b]; });
  for (const std::size_t group : order) {
    const auto fold = static_cast<std::size_t>(std::ranges::min_element(filled) - filled.begin());
    fold_of_group[group] = fold;
    filled[fold] += grouping.size[group];
  }
  std::vector<std::size_t> fold_of;
  for (const std::size_t group : grouping.of_row) fold_of.push_back(fold_of_group[group]);
  return {std::move(fold_of), folds, {}};
}

/// The longest samples are always in training; the others are sorted, divided at the edges, shuffled within each
/// stratum and dealt to the folds in turn, so every fold has nearly equal numbers of short and long ones.
Splits stratified_by_duration(std::span<const double> seconds, std::size_t folds, std::uint64_t seed,
                              const DurationStrata& strata) {
  if (!std::ranges::all_of(seconds, [](double t) { return std::isfinite(t); }))
    throw InputError("a duration is NaN or infinite: leave the row out");
  const std::size_t kept = std::min(strata.longest, seconds.size());
  check_folds(seconds.size() - kept, folds, "rows that are not always in training");
  std::vector<std::size_t> order = counted(seconds.size()), fold_of(seconds.size(), Splits::always_train);
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return seconds[a] < seconds[b]; });
  order.resize(order.size() - kept);
  const std::size_t levels = strata.edges.size() + 1;
  std::size_t dealt = 0;
  for (std::size_t level = 0, first = 0; level < levels; ++level) {
    std::size_t last = first;  // the first edge belongs to the stratum above it, later edges to the one below
    while (last < order.size() && (level + 1 == levels || (level == 0 ? seconds[order[last]] < strata.edges[level]
                                                                      : seconds[order[last]] <= strata.edges[level])))
      ++last;
    const std::span<std::size_t> stratum(order.data() + first, last - first);
    SplitMix::from_state(derived_seed(seed, level)).shuffle(stratum);
    for (const std::size_t row : stratum) fold_of[row] = dealt++ % folds;  // going on where the last stratum stopped
    first = last;
  }
  return {std::move(fold_of), folds, {}};
}

std::vector<double> values_at(std::span<const double> values, std::span<const std::size_t> rows) {
  std::vector<double> some;
  some.reserve(rows.size());
  for (const std::size_t row : rows) some.push_back(values[row]);
  return some;
}

}  // namespace forewarp::validate
