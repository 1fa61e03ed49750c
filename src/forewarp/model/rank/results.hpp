// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a launch leaves in its buffers, as a sample small enough to keep for each of thousands of configurations.
///
/// The elements that are sampled are those whose index has the smallest hash (a bottom-k sketch; Cohen and Kaplan, PODC
/// 2007), so two launches that store the same elements have the same ones in their samples, whatever their blocks are.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/module.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::rank {

/// One stored element.
struct Element {
  std::uint64_t hash = 0;  ///< of its index
  std::uint64_t bits = 0;  ///< its value, in its own type
  bool operator==(const Element&) const = default;
};

/// What the launch stored in one buffer.
struct BufferResult {
  std::string name;
  ptx::Type type = ptx::Type::none;
  bool guessed = false;
  std::uint64_t stored = 0;            ///< elements
  std::uint64_t values = 0;            ///< a digest of their values, whatever their order
  double sum = 0;                      ///< of their values
  double least = 0, most = 0;          ///< of their values
  std::vector<Element> elements = {};  ///< by hash, ascending; all of them up to sampled_elements
  bool operator==(const BufferResult&) const = default;
};
inline constexpr std::size_t sampled_elements = 1024;

/// What of the launch was run.
enum class Extent : std::uint8_t { nothing, whole, smaller_problem, first_block };

struct Results {
  Extent extent = Extent::nothing;
  std::string problem;  ///< Extent::smaller_problem: the parameters that were changed, "n=128"
  double threads = 0;   ///< that were run
  bool atomics = false;
  std::vector<BufferResult> buffers = {};  ///< those that were stored to, in the order of the arguments
  bool operator==(const Results&) const = default;
};

/// Runs these blocks of the launch (empty: all). Nothing when it takes more than max_warp_instructions, faults, or is
/// over more than 256 MB of stored pages. Throws Interrupted.
[[nodiscard]] std::optional<Results> results_of(const ptx::Module& module, const launch::Launch& launch,
                                                unsigned warp_size, std::uint64_t max_warp_instructions,
                                                std::span<const std::uint64_t> blocks, Progress* progress);

enum class Verdict : std::uint8_t { same, different, unknown };

/// How the results of one launch differ from another's, most in one buffer.
struct ResultDifference {
  std::string buffer;
  bool elements = false;  ///< one stores fewer elements, or more; else it stores other values
  double share = 0;       ///< of the other's elements that one stores, or in which it stores another value
};

struct Comparison {
  Verdict verdict = Verdict::unknown;
  std::optional<ResultDifference> difference;  ///< of those that are different
};

/// Integers must be equal, reals within what another order of additions may change (1e-4 of the larger, or of a usual
/// element, for f32). The same values in another order are the same result; sums of blocks, of which there are as many
/// as blocks, are where they add up to the same, or have the same extremes. Of first blocks only elements that both
/// store are compared, and nothing of what other blocks add to. Unknown: nothing that could be compared, or all
/// elements of one value.
[[nodiscard]] Comparison compare(const Results& one, const Results& other);

/// The results as text for a cache, and back; nothing where it is not that of this version.
[[nodiscard]] std::string stored_text(const Results& results);
[[nodiscard]] std::optional<Results> results_from(std::string_view text);

}  // namespace forewarp::rank
