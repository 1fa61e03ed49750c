// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "papers/reproduction.hpp"

namespace forewarp::papers {

/// braun2020's protocol (sections 3.3, 5, 6) on the launches its authors publish, for the T4 and the K80 that they were
/// measured on: nested cross-validation by fold (Figures 5, 8, 9), best hyper-parameters and latency (Tables 4, 5),
/// each launch left out alone (Figures 6, 7, 10, 11) with classes of error, importances (Table 6), the share of
/// launches that leave SMs idle, and, past the paper, error and latency with the top 1 to 12 features and with fewer
/// trees.
[[nodiscard]] Reproduction protocol(const Options& options);

/// The same on the tables of data/measured/, and the errors of every recipe of forewarp retrain by what is left out.
[[nodiscard]] Reproduction own_protocol(const Options& options);

}  // namespace forewarp::papers
