// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Shows on a terminal how far a long launch is; a launch that ends within a moment shows nothing, and neither does
/// anything where standard error is no terminal.
///
///     forewarp: heat(float*, int)  37 % of its blocks  12 s
#include <functional>
#include <mutex>
#include <string>

#include "forewarp/support/progress.hpp"

namespace forewarp::runtime {

class LaunchProgress : public Progress {
 public:
  /// Where it draws, and what time it is, seconds.
  using Draw = std::function<void(std::string_view)>;
  using Now = std::function<double()>;
  LaunchProgress(Draw draw, Now now) : draw_(std::move(draw)), now_(std::move(now)) {}
  /// On standard error, where that is a terminal.
  LaunchProgress();

  void begin(std::string kernel);
  /// Wipes out what was drawn, so that the program's own output begins at the edge.
  void end();
  void advance(std::size_t done, std::size_t total, std::string_view what) override;

 private:
  Draw draw_;
  Now now_;
  std::string kernel_;
  double began_s_ = 0, drawn_s_ = 0;
  bool drawn_ = false;
  std::mutex mutex_;
};

}  // namespace forewarp::runtime
