// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which block and grid to launch a number of threads with, and on which device: the purpose of hasan2014's model.
/// Every thread is taken to do the same, whatever block it is in.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "forewarp/model/wave/wave_fit.hpp"

namespace forewarp::model::wave {

/// What is to be launched.
struct Work {
  std::uint64_t threads = 0;
  std::uint32_t registers_per_thread = 0;
  std::uint64_t shared_bytes = 0;  ///< per block, static and dynamic
};

/// A device with the constants that the work has on it.
struct Candidate {
  device::DeviceSpec device;
  Constants constants;
  double overhead_s = 0;  ///< of a launch, added to every time
  double min_s = 0;       ///< what the data sheet allows all the threads together (bounds/roof.hpp)
};

struct Suggestion {
  std::string device;
  Shape shape;
  Waves waves;
  double time_s = 0;
  double over_best = 1;  ///< time over the shortest on any device
};

/// Every number of whole warps that a block can have on any of the devices, shortest time first; of equal times the
/// device that was named first, then the larger block. Throws InputError for no threads, no candidate, or where no
/// block fits any of them (more than 2^31 - 1 blocks do not).
[[nodiscard]] std::vector<Suggestion> suggestions(std::span<const Candidate> candidates, const Work& work);

/// A kernel of which nothing is known: each instruction waits for the one before it, so that a warp alone takes the
/// latency of arithmetic for each. tau is that of one instruction: devices can be compared, but seconds are not
/// predicted.
[[nodiscard]] Constants of_dependent_arithmetic(const device::DeviceSpec& device);

/// Constants that measured launches on one device give, from the ones expected there: with one or two tau alone
/// (geometric mean), with three or more all three (wave_fit.hpp).
struct Learnt {
  Constants constants;
  std::optional<fit::Summary> summary;  ///< where a fit was made
};
[[nodiscard]] Learnt learn_from(const device::DeviceSpec& device, std::span<const Measured> launches,
                                const Constants& expected);

/// What was learnt on one device carried to another: tau and w_s keep their ratios to what was expected, sharpness
/// stays.
[[nodiscard]] Constants carried_over(const Constants& learnt, const Constants& expected_there,
                                     const Constants& expected_here);

}  // namespace forewarp::model::wave
