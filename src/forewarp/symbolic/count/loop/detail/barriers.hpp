// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/symbolic/count/loop/detail/points.hpp"

namespace forewarp::count::detail {

/// Barriers that one work-item meets, from the schedule (stevens2020, section 5).
[[nodiscard]] PwQPolynomial barriers_of(const loop::Program& program, Points& points);

}  // namespace forewarp::count::detail
