// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Teams whose processes are threads of a test, with real connections between them.
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "forewarp/support/distribute/coordinator.hpp"
#include "forewarp/support/distribute/member.hpp"

namespace forewarp::distribute::test {

inline const std::string secret = "a secret of 16 bytes or more";
inline const Identity input = {{"the input", "1234"}};

/// Lines that the coordinator says.
class Notes {
 public:
  [[nodiscard]] std::function<void(const std::string&)> writer() {
    return [this](const std::string& line) {
      const std::lock_guard lock(mutex_);
      lines_ += line + "\n";
    };
  }
  [[nodiscard]] std::string text() const {
    const std::lock_guard lock(mutex_);
    return lines_;
  }

 private:
  mutable std::mutex mutex_;
  std::string lines_;
};

inline CoordinatorOptions coordinator_options(Notes& notes, double silence_s = 30, bool works = true) {
  return {
      .secret = secret, .reach = Reach::this_machine, .silence_s = silence_s, .works = works, .note = notes.writer()};
}

inline MemberOptions member_options(const Coordinator& coordinator, std::uint64_t rank = 1, double silence_s = 30) {
  return {.place = coordinator.place(), .secret = secret, .rank = rank, .silence_s = silence_s, .heard = {}};
}

/// A member that runs program(team) in a thread, until it is dismissed.
inline std::jthread member(const Coordinator& coordinator, std::uint64_t rank, std::function<void(Team&)> program) {
  return std::jthread([options = member_options(coordinator, rank), program = std::move(program)] {
    try {
      Member team(options, input);
      program(team);
    } catch (const Dismissed&) {
      return;
    }
  });
}

}  // namespace forewarp::distribute::test
