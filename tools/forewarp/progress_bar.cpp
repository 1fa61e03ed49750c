// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "progress_bar.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <string>

namespace forewarp::tool {
namespace {

volatile std::sig_atomic_t interrupted = 0;

void on_interrupt(int) {
  interrupted = 1;
  std::signal(SIGINT, SIG_DFL);  // the second Ctrl-C ends the program
}

}  // namespace

ProgressBar::ProgressBar() : visible_(::isatty(2) != 0), start_(std::chrono::steady_clock::now()) {
  std::signal(SIGINT, on_interrupt);
}

ProgressBar::~ProgressBar() {
  std::signal(SIGINT, SIG_DFL);
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
}

bool ProgressBar::cancelled() const { return interrupted != 0; }

void ProgressBar::advance(std::size_t done, std::size_t total, std::string_view what) {
  if (!visible_ || total == 0) return;
  const std::lock_guard lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (done < total && now - last_drawn_ < std::chrono::milliseconds(100)) return;
  last_drawn_ = now;
  drawn_ = true;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const auto left = static_cast<long>(elapsed / static_cast<double>(done) * static_cast<double>(total - done));
  const std::size_t width = 20, filled = width * done / total;
  fmt::print(stderr, "\r\x1b[K[{}{}]  {}/{}  {}   {}:{:02} left", std::string(filled, '#'),
             std::string(width - filled, '-'), done, total, what.substr(0, 60), left / 60, left % 60);
  std::fflush(stderr);
}

}  // namespace forewarp::tool
