// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <mutex>

#include "forewarp/support/progress.hpp"

namespace forewarp::tool {

/// A bar on standard error when that is a terminal, silent otherwise; Ctrl-C asks the work to stop (and a second one
/// kills). Work that ends within a moment draws nothing.
///
///     [##########----------]  512/1024  TILE=16 block=32x8   0:41 left
///     compiling k.cu  12 s
class ProgressBar : public Progress {
 public:
  ProgressBar();
  ~ProgressBar() override;
  void advance(std::size_t done, std::size_t total, std::string_view what) override;
  void busy(std::string_view what) override;
  [[nodiscard]] bool cancelled() const override;

 private:
  [[nodiscard]] bool may_draw(std::chrono::steady_clock::time_point now) const;

  const bool visible_;
  bool drawn_ = false;
  std::size_t last_done_ = 0;  ///< a smaller number is the first of another piece of work
  bool counting_ = false;      ///< whether the last report was of items, not of something that is busy
  std::chrono::steady_clock::time_point first_, start_, last_report_, last_drawn_{};
  std::mutex mutex_;
};

}  // namespace forewarp::tool
