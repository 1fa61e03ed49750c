// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The versions of scikit-learn that bench_forest is compared with, and what scikit_learn.py finds with each.
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace forewarp::bench {

/// A Python that has scikit-learn.
struct Peer {
  std::string id;    ///< "" for the current version, "debian." for Debian's
  std::string name;  ///< "scikit-learn 1.9.1"
  std::filesystem::path python;
  std::size_t absolute_trees;  ///< how many are fitted by absolute error, so that it takes seconds
};

using Figures = std::map<std::string, double>;

/// scikit-learn 1.9.1 and treelite 4.8.1 from PyPI, installed into `environment` the first time, and Debian's
/// python3-sklearn. What is missing is named on standard error. Throws Unavailable where both are missing.
[[nodiscard]] std::vector<Peer> peers(const std::filesystem::path& environment);

/// What scikit_learn.py writes. Throws Unavailable with its last message where it fails.
[[nodiscard]] Figures ask(const Peer& peer, const std::vector<std::string>& arguments,
                          const std::filesystem::path& answer);

}  // namespace forewarp::bench
