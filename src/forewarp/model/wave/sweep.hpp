// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Surfaces over blocks and threads per block, as Figures 1 and 2 of hasan2014 are: time and efficiency by the wave
/// model (wave.hpp) and by the equations as printed (printed.hpp), for any kernel and device.
///
///     wave       T = T0 + wave time, at least what the data sheet allows       efficiency = tau / wave time
///     printed    T = tau' / kappa                                              efficiency = kappa
///
/// tau is the time of a warp alone (wave.hpp); tau' of the printed equations is measured T times kappa of that launch,
/// or tau where nothing was measured. Each thread is taken to do the same in every launch.
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "forewarp/model/wave/printed.hpp"
#include "forewarp/model/wave/suggest.hpp"

namespace forewarp::model::wave {

struct Steps {
  std::uint64_t from = 0, to = 0, step = 1;
};
/// "16:1248:16", "32:1024" in steps of default_step, or one number. Throws InputError naming the option.
[[nodiscard]] Steps parse_steps(std::string_view option, std::string_view text, std::uint64_t default_step);

/// Of the paper's figures.
inline constexpr Steps figure_blocks = {16, 1248, 16}, figure_threads = {32, 1024, 32};

/// Eq. 1 to 3 of one launch.
struct Printed {
  double xi_rb_s = 0, xi_rw_s = 0, kappa = 0, time_s = 0;
};
[[nodiscard]] Printed printed_of(const Symbols& symbols, double blocks, double threads, double tau_s);

/// tau' from measured launches: the geometric mean of T kappa. Throws InputError for none.
[[nodiscard]] double printed_tau_from(const Symbols& symbols, std::span<const Measured> launches);

struct SweepCell {
  std::uint64_t blocks = 0;
  std::uint32_t threads = 0;
  Waves wave;
  double time_s = 0;
  Printed printed;
};

struct SweepRanges {
  Steps blocks = figure_blocks, threads = figure_threads;
};

/// Launches of the work's registers and shared memory, blocks ascending, then threads; those whose block does not fit
/// are left out. candidate.min_s is of work.threads threads. Throws InputError for empty or too many (10^6) steps, and
/// where no block fits.
[[nodiscard]] std::vector<SweepCell> sweep(const Candidate& candidate, const Work& work, double printed_tau_s,
                                           const SweepRanges& ranges = {});

}  // namespace forewarp::model::wave
