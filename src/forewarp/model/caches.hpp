// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What is assumed of the caches before and after a launch. It decides how many bytes DRAM moves, so it stands in
/// every answer.
#include <cstdint>
#include <string_view>

namespace forewarp::model {

enum class Caches : std::uint8_t {
  usual,  ///< nothing is in a cache at the start; what L2 can hold of the stores is still there at the end
  cold,   ///< nothing is in a cache at the start, and every store reaches DRAM, as under a profiler that flushes
  warm    ///< as usual, but inputs that fit in L2 are there at the start, as in the second of two equal launches
};

/// "usual", "cold", "warm".
[[nodiscard]] std::string_view name_of(Caches caches);
/// Throws InputError naming the three for any other word.
[[nodiscard]] Caches caches_called(std::string_view name);
/// One sentence for a reader of the answer.
[[nodiscard]] std::string_view statement(Caches caches);

}  // namespace forewarp::model
