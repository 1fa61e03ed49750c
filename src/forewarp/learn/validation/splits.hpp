// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which samples are learnt from and which are held out. Random splits leave rows of the same kernel on both sides and
/// answer "how accurate is it for known kernels at new sizes"; grouped splits answer the usual question: "how accurate
/// is it for a kernel that was never measured".
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace forewarp::validate {

/// Row numbers, ascending in both.
struct Split {
  std::vector<std::size_t> train, test;
};

/// Every row is tested in one fold and learnt from in the others. One number per row for any number of folds.
struct Splits {
  static constexpr std::size_t always_train = static_cast<std::size_t>(-1);
  std::vector<std::size_t> fold_of;  ///< where a row is tested
  std::size_t folds = 0;
  std::vector<std::string> names;  ///< the group left out in each fold, where groups were
  [[nodiscard]] Split split(std::size_t fold) const;
};

/// Each row is held out once. Throws InputError when folds < 2 or there are fewer rows than folds.
[[nodiscard]] Splits k_fold(std::size_t rows, std::size_t folds, std::uint64_t seed);
/// Each row alone. Throws InputError for fewer than two rows.
[[nodiscard]] Splits leave_one_out(std::size_t rows);
/// All rows of one group at a time, in the order in which the groups first come. Throws InputError when there is one
/// group only.
[[nodiscard]] Splits leave_one_group_out(std::span<const std::string> groups);
/// Whole groups dealt to folds, so that no group is on both sides: the biggest first, each to the fold that has fewest
/// rows, equals in random order. Throws InputError when there are fewer groups than folds.
[[nodiscard]] Splits group_k_fold(std::span<const std::string> groups, std::size_t folds, std::uint64_t seed);

/// The split of braun2020, 3.3: trees cannot predict more than the longest time in training.
struct DurationStrata {
  std::size_t longest = 5;                  ///< number of longest samples in every training set, and never tested
  std::vector<double> edges = {1e-3, 0.1};  ///< s: short < 1 ms <= medium <= 100 ms < long
};
/// k_fold in which every fold has about as many short, medium and long samples as the others. Throws InputError as
/// k_fold, counting the samples that may be tested.
[[nodiscard]] Splits stratified_by_duration(std::span<const double> seconds, std::size_t folds, std::uint64_t seed,
                                            const DurationStrata& strata = {});

/// The values of these rows, in their order.
[[nodiscard]] std::vector<double> values_at(std::span<const double> values, std::span<const std::size_t> rows);

}  // namespace forewarp::validate
