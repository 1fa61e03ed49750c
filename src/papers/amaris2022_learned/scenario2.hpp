// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Section 5.2: all kernels together, features selected by Algorithm 1, a GPU or a kernel left out: Tables 9, 13, 14
/// and 15 and Figures 3, 4 and 5 on the six kernels that still have data.
#include "papers/amaris2022_learned/data.hpp"

namespace forewarp::papers::amaris2022_learned {

void add_selection(Reproduction& result, const Launches& launches);
/// On the log scale as the scripts and in seconds, with and without time in disguise.
void add_scenario2(Reproduction& result, const Launches& launches, const Options& options);
void add_figures(Reproduction& result, const Launches& launches, const Options& options);

}  // namespace forewarp::papers::amaris2022_learned
