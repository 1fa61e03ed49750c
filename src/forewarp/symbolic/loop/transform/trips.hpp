// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// trips NAME=AVERAGE, trips NAME=COUNT:WEIGHT,COUNT:WEIGHT: how often a loop runs whose bound is read from data. The
/// paper's section 4 leaves user-supplied trip counts to future work.
#include <string>
#include <string_view>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// "12.5" as an average: of the two whole numbers around it, in the right proportion. "3:10,4:20" as a distribution: 3
/// iterations with the weight 10. Throws InputError for anything else, and for weights that are all 0.
[[nodiscard]] TripCount trip_count_of(std::string_view text);
/// The weights of a list of trip counts, one each for every number in the text ("4 4 7").
[[nodiscard]] TripCount trip_counts_in(std::string_view numbers);

/// Throws InputError where the program has no trip count of that name.
[[nodiscard]] Program set_trips(const Program& program, const std::string& name, const TripCount& count);

}  // namespace forewarp::loop
