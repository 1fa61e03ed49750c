// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Leaves out launches whose results are known. Programs repeat a launch hundreds of times to time it.
///
/// Each allocation has a version: a number that names its contents. Copies and fills set it from what they write. After
/// a launch it is a hash of the bytes where that costs little beside the launch; kernels that work in place and come to
/// rest are recognised by it. Else it follows from the launch (kernel, shape, argument bytes) and the versions of all
/// memory that it reads. The emulator is deterministic, so equal inputs give equal results:
///
///   unchanged  what the launch would write was written last by the same launch with the same inputs, or the launch
///              found this very state before and left it as it was: nothing to do
///   put off    the same inputs and the same old contents of its outputs were there before: the outputs get the
///   versions
///              that they had afterwards, and their bytes when somebody looks (deferred.hpp)
///   restored   the same for a launch that uses memory that the host sees: from the second time on the results are kept
///              (up to max_kept_bytes) and copied from then on
///   run        everything else: the first time, launches that follow pointers to unknown memory and change it, and
///              kernels that print
///
/// Memory that the host can write without a call is identified by a hash of its bytes.
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/runtime/arena.hpp"
#include "forewarp/runtime/deferred.hpp"

namespace forewarp::runtime {

/// 64 bits of the bytes, not secure.
[[nodiscard]] std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed = 0);

class Replay {
 public:
  /// defers: launches may be put off, so that those who look at bytes tell deferred() before.
  explicit Replay(Arena& arena, std::uint64_t max_kept_bytes, bool defers = false)
      : arena_(arena), deferred_(arena, max_kept_bytes / 2), max_kept_bytes_(max_kept_bytes / 2), defers_(defers) {}

  /// What a launch reads and writes at this moment.
  struct State {
    bool known = false;     ///< all of it has versions
    bool may_wait = false;  ///< and the host sees none of it
    std::uint64_t inputs = 0, before = 0;
    std::vector<Allocation*> read, changed;
    std::vector<std::uint64_t> versions;  ///< of what is changed, before
  };
  [[nodiscard]] State before(std::uint64_t launch, const emu::MemoryUse& use);
  /// Brings the memory to the state after the launch, if that is known; run() would do the same by executing it.
  [[nodiscard]] bool replay(const State& state, const std::function<void()>& run);
  /// The launch has been run and has executed so many warp instructions.
  void after(const State& state, const emu::MemoryUse& use, std::uint64_t executed);

  /// Versions for what the host's calls write.
  void copied(Allocation& to, std::uint64_t offset, std::uint64_t bytes, std::uint64_t content);
  /// Whether a copy of this content to the whole allocation was the last that happened to it: its bytes are there.
  [[nodiscard]] static bool holds(const Allocation& to, std::uint64_t content);
  void changed_somehow(Allocation& allocation);
  [[nodiscard]] Deferred& deferred() { return deferred_; }
  /// The version of part of an allocation.
  [[nodiscard]] std::uint64_t content(Allocation& from, std::uint64_t offset, std::uint64_t bytes);

 private:
  struct Results {
    unsigned seen = 0;
    bool left_alone = false;              ///< the launch left all as it was
    std::vector<std::uint64_t> versions;  ///< of State::changed, afterwards
    std::vector<std::vector<std::byte>> bytes;
  };
  [[nodiscard]] std::uint64_t version_of(Allocation& allocation);
  void keep(const State& state, Results& results);
  void note_results(const State& state, Results& results, std::uint64_t executed);

  void put_off(const State& state, const Results& results, const std::function<void()>& run);
  [[nodiscard]] bool restore(const State& state, const Results& results);

  Arena& arena_;
  Deferred deferred_;
  std::uint64_t max_kept_bytes_, kept_bytes_ = 0;
  bool defers_;
  std::uint64_t unique_ = 1;
  std::map<std::uint64_t, Results> results_;  ///< by State::before
};

}  // namespace forewarp::runtime
