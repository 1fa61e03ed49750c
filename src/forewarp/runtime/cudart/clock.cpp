// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// With --clock device the program's own clocks go as they would beside the first device: std::chrono, clock_gettime and
// gettimeofday show the real time at which the session began plus the session's time.
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <ctime>

#include "forewarp/runtime/cudart/clock.hpp"

namespace forewarp::cudart {
namespace {

std::atomic<const runtime::Session*> shown{nullptr};

bool is_shown(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW ||
         clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_BOOTTIME;
}

int real_time(clockid_t clock, timespec* out) { return static_cast<int>(syscall(SYS_clock_gettime, clock, out)); }

/// The clock's real time less what the session's time lags behind real time since it began.
int shown_time(const runtime::Session& session, clockid_t clock, timespec* out) {
  const int status = real_time(clock, out);
  if (status != 0) return status;
  const double ahead = session.now() - (runtime::real_seconds() - session.began());
  const double whole = std::floor(ahead);
  out->tv_sec += static_cast<time_t>(whole);
  out->tv_nsec += static_cast<long>((ahead - whole) * 1e9);
  if (out->tv_nsec >= 1'000'000'000) {
    out->tv_nsec -= 1'000'000'000;
    ++out->tv_sec;
  }
  return 0;
}

}  // namespace

void show_time_of(const runtime::Session& session) { shown = &session; }

}  // namespace forewarp::cudart

extern "C" {

int clock_gettime(clockid_t clock, timespec* out) noexcept {
  const forewarp::runtime::Session* session = forewarp::cudart::shown;
  if (!session || !forewarp::cudart::is_shown(clock)) return forewarp::cudart::real_time(clock, out);
  return forewarp::cudart::shown_time(*session, clock, out);
}

int gettimeofday(timeval* out, void*) noexcept {
  timespec t{};
  const int status = clock_gettime(CLOCK_REALTIME, &t);
  out->tv_sec = t.tv_sec;
  out->tv_usec = t.tv_nsec / 1000;
  return status;
}
}
