// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Loops of a launch that wait for other threads (frontend/analysis/loops/wait_loops.hpp). The emulator runs blocks one
/// after the other, so it does not see how long they wait. Two answers are possible:
///
/// * Who takes a lock keeps all others out until it is released: the acquisitions of one address follow each other.
///   They are counted, with the path of one from its swap to the release, which makes a lower bound of the time.
/// * How long a thread waits for a value that another one stores is not known. A mark says so, and that the prediction
///   is a lower bound.
#include <functional>
#include <vector>

#include "forewarp/emulate/profile/nothing_done.hpp"
#include "forewarp/emulate/profile/profile.hpp"

namespace forewarp::profile {

struct Waits {
  std::vector<Mark> marks;
  Lock lock;  ///< the one that takes longest
};

/// lanes_at_busiest: of a site of the program, lanes that its most loaded address of global memory has in the launch.
[[nodiscard]] Waits waits_of(const LaunchCode& code, const Profile& profile,
                             const std::function<double(std::uint32_t site)>& lanes_at_busiest);

}  // namespace forewarp::profile
