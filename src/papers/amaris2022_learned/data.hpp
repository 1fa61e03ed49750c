// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The launches of amaris2022 that are still there, and the few steps every experiment on them takes.
#include <map>
#include <span>
#include <string>
#include <vector>

#include "forewarp/learn/pipeline.hpp"
#include "forewarp/learn/samples.hpp"
#include "forewarp/learn/validation/splits.hpp"
#include "papers/reproduction.hpp"

namespace forewarp::papers::amaris2022_learned {

inline constexpr std::string_view published_at = "https://github.com/marcosamaris/gpuperfpredict";
inline constexpr std::uint64_t seed = 5;  ///< as the authors' scripts

using Names = std::vector<std::string>;

/// Launches with the counters of each and the columns of deviceInfo.csv for its GPU.
struct Launches {
  Table table;
  Names kernel, gpu;  ///< one a launch; kernels by the paper's short names
  std::vector<double> seconds;
};

/// Six Rodinia kernels (BCK-K1, BCK-K2, HTW, HOT, LUD-K1, LUD-K3), at most so many launches a kernel and GPU.
[[nodiscard]] Launches read_rodinia(const Options& options, Names& files, std::size_t most);
/// The nine matrix-vector kernels, likewise.
[[nodiscard]] Launches read_matrix_vector(const Options& options, Names& files, std::size_t most);

/// A table of the paper as printed (data/papers/amaris2022_NAME.csv); its file is named among those that were read.
[[nodiscard]] Table published(Reproduction& result, std::string_view name);

[[nodiscard]] Launches of_rows(const Launches& all, std::span<const std::size_t> rows);
[[nodiscard]] Launches of_kernel(const Launches& all, const std::string& kernel);
[[nodiscard]] Names distinct(const Names& names);

struct Technique {
  std::string name, learner;
  std::map<std::string, std::string> settings;
};
/// Linear regression, support vector machine (radial as e1071's default, or linear), random forest of 50 trees with 3
/// candidates a split.
[[nodiscard]] std::vector<Technique> techniques(const std::string& svm_kernel);

/// Seconds told by a model in log2 on both sides that has not seen the group of the row.
[[nodiscard]] std::vector<double> told(const Launches& launches, const Names& features, const Technique& technique,
                                       const Names& groups, const Options& options);

/// In percent, of the rows where the group is this (empty: all).
[[nodiscard]] double mape(std::span<const double> told, std::span<const double> seconds, const Names& groups = {},
                          const std::string& group = {});
[[nodiscard]] double median_error(std::span<const double> told, std::span<const double> seconds);
/// 100 |ln p - ln t| / |ln t|: what the authors' scripts compute, whose constant divisor of the logarithms falls out.
[[nodiscard]] double mape_of_logs(std::span<const double> told, std::span<const double> seconds,
                                  const Names& groups = {}, const std::string& group = {});

}  // namespace forewarp::papers::amaris2022_learned
