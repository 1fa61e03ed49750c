// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "work.hpp"

namespace forewarp::python {

bool Signals::cancelled() const {
  using Clock = std::chrono::steady_clock;
  constexpr auto interval = std::chrono::duration_cast<Clock::duration>(std::chrono::milliseconds(50)).count();
  if (cancelled_) return true;
  const auto now = Clock::now().time_since_epoch().count();
  auto next = next_.load();
  if (now < next || !next_.compare_exchange_strong(next, now + interval)) return false;
  const nanobind::gil_scoped_acquire locked;
  if (PyErr_CheckSignals() != 0) {
    PyErr_Clear();
    cancelled_ = true;
  }
  return cancelled_;
}

}  // namespace forewarp::python
