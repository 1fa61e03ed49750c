// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the applications part prints.
#include "papers/stevens2020/applications.hpp"

namespace forewarp::papers::stevens2020 {

/// Figures 7 to 9 (predicted and measured), the measurement kernels by feature (Figure 6), the parameters (Table 3),
/// errors and ranking of one application.
void add_application(Reproduction& all, const Result& result, const run::DeviceInfo& device,
                     const calibrate::Times& times);
/// The error over the eight variants together, and the ranking.
void add_together(Reproduction& all, const std::vector<Result>& results);
/// Section 6.1.1: the loads of the product's a and b, alone.
void add_patterns(Reproduction& all, const std::vector<Result>& results, const calibrate::Times& times);

}  // namespace forewarp::papers::stevens2020
