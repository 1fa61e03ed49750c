// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Work without Python's lock, so that other threads of the interpreter go on, and Ctrl-C is heard.
#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>

#include "forewarp/support/progress.hpp"

namespace forewarp::python {

/// Asks Python for signals, at most twenty times a second. Python has its handlers called in the main thread alone; in
/// another thread nothing is heard.
class Signals : public Progress {
 public:
  void advance(std::size_t, std::size_t, std::string_view) override {}
  [[nodiscard]] bool cancelled() const override;

 private:
  mutable std::atomic<bool> cancelled_ = false;
  mutable std::atomic<std::chrono::steady_clock::rep> next_ = 0;
};

/// work(progress) without the lock. An Interrupted of its own is KeyboardInterrupt in Python.
template <typename Work>
auto unlocked(Work work) {
  const nanobind::gil_scoped_release released;
  Signals signals;
  return work(&signals);
}

}  // namespace forewarp::python
