// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/host_clock.hpp"

#include <dlfcn.h>

#include <ctime>
#include <utility>

#include "forewarp/support/error.hpp"

namespace forewarp::runtime {

/// The C library's: a plain call would reach the stand-in's own (cudart/clock.cpp). It may come before the stand-in in
/// the loader's order, so that RTLD_NEXT does not find it.
double real_seconds() {
  using ClockGettime = int (*)(clockid_t, timespec*);
  static const auto of_libc = reinterpret_cast<ClockGettime>(dlsym(dlopen("libc.so.6", RTLD_LAZY), "clock_gettime"));
  timespec t{};
  if (!of_libc || of_libc(CLOCK_MONOTONIC, &t) != 0) throw Unavailable("the C library has no clock_gettime");
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

HostClock::HostClock() : offset_(real_seconds()), frozen_(-1) {}

void HostClock::enter() { frozen_ = real_seconds() - offset_; }

void HostClock::leave() {
  offset_ = real_seconds() - frozen_;
  frozen_ = -1;
}

void HostClock::spend(double seconds) {
  frozen_ = frozen_ + seconds;
  called_ = called_ + seconds;
}

void HostClock::wait_until(double now_s) {
  if (now_s <= frozen_) return;
  waited_ = waited_ + (now_s - frozen_);
  if (!wait_) wait_ = {frozen_, now_s};
  wait_->end_s = now_s;
  frozen_ = now_s;
}

std::optional<HostClock::Wait> HostClock::take_wait() { return std::exchange(wait_, std::nullopt); }

double HostClock::now() const {
  const double frozen = frozen_;
  return frozen >= 0 ? frozen : real_seconds() - offset_;
}

}  // namespace forewarp::runtime
