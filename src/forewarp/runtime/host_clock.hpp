// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The time of a program's host side beside a device that is not there: real time while the program computes, the
/// calls' costs while it is in the runtime, and nothing for the emulation.
///
///     now = real time - (real time spent inside calls) + (costs of the calls and waits for the device)
///
/// One clock for all host threads: calls exclude each other, and their real time is taken out once. While a call is in
/// progress the clock stands, for threads outside of it, too.
#include <atomic>
#include <optional>

namespace forewarp::runtime {

/// Real seconds since some moment, by the kernel's clock even where a program's own clock is replaced.
[[nodiscard]] double real_seconds();

class HostClock {
 public:
  HostClock();

  void enter();
  void leave();
  /// Between enter() and leave(): the call costs this much, or waits until then.
  void spend(double seconds);
  void wait_until(double now_s);
  /// From the beginning of the first wait to the end of the last one since this was asked before; nothing without any.
  struct Wait {
    double begin_s = 0, end_s = 0;
  };
  [[nodiscard]] std::optional<Wait> take_wait();

  [[nodiscard]] double now() const;
  /// Of now(): the seconds in which the host waited for the device; spent in calls; and in which it computed itself.
  [[nodiscard]] double waited() const { return waited_.load(); }
  [[nodiscard]] double called() const { return called_.load(); }

 private:
  std::atomic<double> offset_;  ///< real time minus now, outside of calls
  std::atomic<double> frozen_;  ///< now, inside of a call; negative outside
  std::atomic<double> waited_ = 0, called_ = 0;
  std::optional<Wait> wait_;  ///< only touched inside of calls
};

}  // namespace forewarp::runtime
