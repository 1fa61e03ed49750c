// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How much of its problem a launch does, so that a configuration that leaves a part of it out is not taken for a fast
/// one. Counts come from the profile; results are compared elsewhere (results.hpp).
#include <optional>
#include <string>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"

namespace forewarp::rank {

/// Bytes of one buffer over the whole grid.
struct BufferWork {
  std::string name;
  double touched = 0;  ///< used by some thread, each byte once
  double loaded = 0;   ///< asked for by loads, repetitions included
  double stored = 0;   ///< by stores and atomics, repetitions included
  double stores = 0;   ///< how many stores and atomics of single threads that is
};

struct Work {
  std::vector<BufferWork> buffers;  ///< in the order of the arguments
  double loaded = 0, stored = 0;    ///< global memory, those that fall in no one buffer included
  double thread_instructions = 0, threads = 0;
  double count_error = 0;    ///< relative standard error of what is counted: instructions, bytes asked for
  double touched_error = 0;  ///< the same of the bytes that are touched, where they are touched more than once
  double edge = 0;  ///< share of the grid that its last blocks along each axis are: they may reach over the end
  std::vector<std::string> arguments;  ///< values of scalars and sizes of buffers, as text to be compared
};

[[nodiscard]] Work work_of(const profile::Profile& profile);

/// In what the first launch falls short of the second.
struct Shortfall {
  std::string buffer;   ///< empty: it executes fewer instructions
  bool stores = false;  ///< it stores less there; else it reads less
  double share = 1;     ///< of the bytes of the other, or of its instructions
};

/// The largest shortfall of `one` against `other`; nothing where the two may well do the same work.
///
/// Configurations that do the same work differ honestly in how often they load an element (tiles), in index arithmetic,
/// and in how many partial results they store (one a block or warp). So less is required of what those leave alone:
///
/// * a buffer that is only read: fewer different bytes of it, and fewer bytes asked of it;
/// * a buffer that is written, by more than one thread in eight: fewer different bytes of it, fewer bytes stored there,
///   fewer instructions, and either fewer bytes asked of all buffers or as many instructions for each store.
///
/// Where nothing is loaded and few threads store, instructions fewer by a quarter are enough.
///
/// "Fewer" is by more than both grids' edges (tiles that reach over the end of the problem, up to a quarter) and two
/// standard errors. Bytes that are touched once are known as well as the counts. Of launches whose parameters the user
/// varies (`sizes_may_differ`) and whose arguments differ, 3 % is enough.
[[nodiscard]] std::optional<Shortfall> shortfall(const Work& one, const Work& other, bool sizes_may_differ = false);

/// "1/8" where it is near such a fraction, else "39 %".
[[nodiscard]] std::string share_text(double share);

}  // namespace forewarp::rank
