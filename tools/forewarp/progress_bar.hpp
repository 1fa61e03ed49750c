// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <mutex>

#include "forewarp/support/progress.hpp"

namespace forewarp::tool {

/// A bar on stderr when that is a terminal, silent otherwise; Ctrl-C asks the work to stop (and a second one kills).
///
///     [##########----------]  512/1024  TILE=16 block=32x8   0:41 left
class ProgressBar : public Progress {
 public:
  ProgressBar();
  ~ProgressBar() override;
  void advance(std::size_t done, std::size_t total, std::string_view what) override;
  [[nodiscard]] bool cancelled() const override;

 private:
  const bool visible_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point start_, last_drawn_{};
  std::mutex mutex_;
};

}  // namespace forewarp::tool
