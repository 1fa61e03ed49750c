// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Section 5.1: each kernel alone, its counters in log2, one GPU left out at a time; Tables 11 and 12.
#include "papers/amaris2022_learned/data.hpp"

namespace forewarp::papers::amaris2022_learned {

/// Table 12 as the scripts compute it (their twelve columns), and with Table 8's thirteen features.
void add_scenario1(Reproduction& result, const Launches& rodinia, const Options& options);
/// Table 11 with Table 8's thirteen features.
void add_matrix_vector(Reproduction& result, const Launches& launches, const Options& options);

}  // namespace forewarp::papers::amaris2022_learned
