// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The items of one loop: which are open, who holds which, which are done. No threads and no network: the coordinator
/// locks it.
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace forewarp::distribute {

/// A process, as the coordinator numbers them.
using Holder = std::uint64_t;

class Queue {
 public:
  Queue() = default;
  explicit Queue(std::size_t count) : count_(count) {}

  /// The next open item, those that came back before those that were never out. Where none is open, the one that has
  /// been out longest, if that is much longer than items take (overdue_s()), only one process has it, and the holder
  /// does not have it: a process may be stuck with it. now_s: of any clock that does not go back.
  [[nodiscard]] std::optional<std::size_t> take(Holder holder, double now_s);
  /// Whether this is the first result of the item, from one who has it.
  [[nodiscard]] bool finish(Holder holder, std::size_t item, double now_s);
  /// What it holds is open again, unless another has it too.
  void lose(Holder holder);

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t finished() const { return finished_; }
  [[nodiscard]] bool done() const { return finished_ == count_; }
  [[nodiscard]] bool has_open() const { return !returned_.empty() || next_ < count_; }
  /// How often an item was open again because its holder was lost.
  [[nodiscard]] std::size_t repeated() const { return repeated_; }
  /// After so long an item that is out is given to another process as well: four times the mean of those that came
  /// back, at least 10 s.
  [[nodiscard]] double overdue_s() const;

 private:
  struct Out {
    double since_s = 0;  ///< of the first who took it
    std::vector<Holder> holders = {};
  };
  void hand_out(Holder holder, std::size_t item, double now_s);
  [[nodiscard]] std::optional<std::size_t> overdue(Holder holder, double now_s) const;

  std::size_t count_ = 0, next_ = 0, finished_ = 0, repeated_ = 0;
  std::set<std::size_t> returned_;
  std::map<std::size_t, Out> out_;
  std::map<Holder, std::set<std::size_t>> held_;
  double total_s_ = 0;
};

}  // namespace forewarp::distribute
