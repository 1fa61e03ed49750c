// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Time and efficiency of any launch shape from three constants: blocks go to SMs in waves, and within a wave an SM is
/// as fast for few warps as for one until its schedulers are full, then slower by what each warp adds. After hasan2014
/// (printed.hpp); docs/models/wave.md explains it with figures.
///
///     T    = tau ( F f(s(R W)) + last )
///     f(w) = (1 + (w / w_s)^p)^(1/p)         flat at 1 for w << w_s, then w / w_s
///     s(w) = H ceil(w / H)                   the scheduler with the most warps decides
///     last = 0                               where Q = 0, else
///            max( f(s(ceil(Q / M) W)), f(n W) )
///     n    = 0                               where F = 0, else
///            min( R, Q / M + k sqrt( Q / M (1 - Q / (M R)) ) )
///
/// tau  time of a launch of one warp, s          F  full waves: floor(B / (M R))    Q  blocks left: B - F M R
/// w_s  warps that saturate an SM                B  blocks        M  SMs            R  blocks resident on an SM at once
/// p    sharpness of the bend                    W  warps of a block                H  warp schedulers of an SM
/// k    spread of the last wave                  (R from device/occupancy.hpp: registers, shared memory, warps, blocks)
///
/// The first blocks are dealt out evenly, so the busiest SM has ceil(Q / M) of them. After a full wave they go to
/// whichever SM has room first: were the places drawn at random, an SM would get Q / M on average with the standard
/// deviation of the root (hypergeometric), and the busiest SM, which ends the launch, is taken to have k = 1 of it
/// more.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/model/device/occupancy.hpp"

namespace forewarp::model::wave {

/// p of the binomial series (Table 2 of hasan2014, fitted to all of it: forewarp reproduce hasan2014 prints it with its
/// error), and the one device that was measured. Anywhere else it is an assumption: sharpness_note() reports it.
inline constexpr double usual_sharpness = 6.5;
inline constexpr std::string_view usual_sharpness_from = "K20";

struct Constants {
  double tau_s = 0;
  double saturation_warps = 0;         ///< w_s, of an SM
  double sharpness = usual_sharpness;  ///< p, at least 1
  double spread = 1;                   ///< k; 0: every wave is dealt out evenly
  bool whole_schedulers = true;        ///< false: s(w) = w
};

/// One launch: blocks of a shape, all alike.
struct Shape {
  std::uint64_t blocks = 0;
  device::BlockDemand block;
};

struct Waves {
  double time_s = 0;
  double efficiency = 0;     ///< tau / T, what the paper calls so: 1 where everything fits at once, falls with B
  double utilisation = 0;    ///< tau B W / (M w_s T): the share of its best rate at which the device works, at most 1
  double full = 0;           ///< F
  double blocks_left = 0;    ///< Q
  double waves = 0;          ///< B / (M R)
  double busiest_warps = 0;  ///< of an SM in the last wave
  device::Occupancy resident;
};

/// (1 + (w / w_s)^p)^(1/p).
[[nodiscard]] double slowdown(double warps, const Constants& constants);

/// Throws InputError for a block that does not fit the device, no blocks, or constants that are not positive.
[[nodiscard]] Waves waves(const device::DeviceSpec& device, const Shape& shape, const Constants& constants);
/// The same where the blocks that an SM holds are known already.
[[nodiscard]] Waves waves(const device::DeviceSpec& device, const device::Occupancy& resident, double blocks,
                          const Constants& constants);

/// The note of an answer where usual_sharpness is taken for another device than it was fitted on.
[[nodiscard]] std::optional<std::string> sharpness_note(const Constants& constants, const device::DeviceSpec& device);

/// tau from one measured launch: T is proportional to it. Throws as waves(), and for a time that is not positive.
[[nodiscard]] double tau_from(const device::DeviceSpec& device, const Shape& shape, double measured_s,
                              Constants constants);

/// Warps that keep an SM's schedulers busy when a warp must wait out each instruction (Little's law): schedulers times
/// instructions per cycle (at most one per scheduler, nor than single-precision lanes take) times latency of
/// arithmetic. 36 on a K20, where the fit to hasan2014's measurements gives 33.
[[nodiscard]] double saturation_from_data_sheet(const device::DeviceSpec& device);

}  // namespace forewarp::model::wave
