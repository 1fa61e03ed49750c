// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The launches of the authors' tutorial (github UniHD-CEG/gpu-mangrove-tutorial): CUDA Flux's counters of 43 launches,
/// their time and power on a T4 and a K80, and what the authors' own T4 model says of them.
#include <string>
#include <vector>

#include "forewarp/learn/samples.hpp"
#include "papers/reproduction.hpp"

namespace forewarp::papers {

/// The twelve features of braun2020 (section 3.2, Table 6) from a wide table of CUDA Flux's counters, by the names that
/// forewarp profile gives them, so that what is learnt here answers for kernels that forewarp runs itself. A counter
/// that a launch lacks is 0.
[[nodiscard]] learn::Samples braun_features_from_flux(const Table& counters);

/// Launches of one GPU with one measured target.
struct TutorialRuns {
  std::string gpu, quantity;  ///< "T4", "time" or "power"
  std::vector<std::string> files;
  Table launches;  ///< keys and kernel name of each
  learn::Samples features;
  std::vector<double> measured;  ///< s or W, the median over repetitions
};
/// Throws Unavailable as data_file.
[[nodiscard]] TutorialRuns read_tutorial(const Options& options, const std::string& gpu, const std::string& quantity);

/// The time that the authors' model tells for each launch, s; NaN where their notebook shows none.
[[nodiscard]] std::vector<double> authors_predictions(const Options& options, const TutorialRuns& runs);

}  // namespace forewarp::papers
