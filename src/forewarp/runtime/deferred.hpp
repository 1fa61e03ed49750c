// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Launches whose results are known by their versions (Replay) and that are not brought into memory until somebody
/// looks.
///
/// A program that repeats a sequence of launches to time it does not read its results before the last repetition. A
/// launch that is put off changes the versions of its outputs, and their bytes stay as they were. Before bytes are
/// read, or changed in another way, they are made good:
///
///   nothing to do   all outputs have the versions again that their bytes have: the sequence has come full circle
///   from a copy     the bytes of these versions were met before and are kept (up to max_kept_bytes); each allocation
///                   gets them when its bytes are read, so that what is overwritten before costs nothing
///   by running      the launches that were put off run in their order
///
/// Invariant: while launches are put off, the bytes of all memory that they read or write are those from before the
/// first of them, or a copy of those is named in copies_.
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/runtime/arena.hpp"

namespace forewarp::runtime {

class Deferred {
 public:
  Deferred(Arena& arena, std::uint64_t max_kept_bytes) : arena_(arena), max_kept_bytes_(max_kept_bytes) {}

  /// A launch is put off that run() would execute. used: what it reads and writes, with the versions before it.
  void put_off(const std::vector<Allocation*>& used, std::function<void()> run);
  /// The versions of the last launch's outputs are set.
  void was_put_off();

  /// Before the bytes of an allocation are read.
  void before_read(const Allocation& allocation);
  /// Before they are changed, by anything but a launch that is put off, or freed. whole: nothing of them remains.
  void before_change(const Allocation& allocation, bool whole);
  /// Before a launch runs.
  void before_run(const emu::MemoryUse& use);
  /// Makes all bytes good.
  void settle();

  [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }

 private:
  struct Used {
    Allocation* allocation = nullptr;
    std::uint64_t held = 0;  ///< the version that its bytes have
    [[nodiscard]] bool stale() const { return allocation->version != held; }
  };
  using Name = std::pair<std::uint64_t, std::uint64_t>;  ///< address and version
  void settle(const Allocation* unwanted);
  [[nodiscard]] bool take_copies(const Allocation* unwanted);
  void fetch(std::uint64_t address);
  void fetch_all();
  void drop_oldest();
  void keep(const Allocation& allocation);
  void clear();

  Arena& arena_;
  std::uint64_t max_kept_bytes_, kept_bytes_ = 0;
  std::vector<std::function<void()>> waiting_;
  std::map<std::uint64_t, Used> used_;  ///< by address, by launches that wait
  std::map<Name, std::vector<std::byte>> kept_;
  std::deque<Name> order_;  ///< of kept_, the oldest first
  struct Copy {
    const Allocation* allocation = nullptr;
    Name name;
  };
  std::map<std::uint64_t, Copy> copies_;  ///< by address: where the bytes are that the allocation should have
};

}  // namespace forewarp::runtime
