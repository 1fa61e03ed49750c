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

using Clock = std::chrono::steady_clock;

constexpr auto shortest_shown = std::chrono::milliseconds(300);
constexpr auto between_drawings = std::chrono::milliseconds(100);

}  // namespace

ProgressBar::ProgressBar() : visible_(::isatty(2) != 0), first_(Clock::now()), start_(first_), last_report_(first_) {
  std::signal(SIGINT, on_interrupt);
}

ProgressBar::~ProgressBar() {
  std::signal(SIGINT, SIG_DFL);
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
}

bool ProgressBar::cancelled() const { return interrupted != 0; }

bool ProgressBar::may_draw(Clock::time_point now) const {
  return now - first_ >= shortest_shown && now - last_drawn_ >= between_drawings;
}

void ProgressBar::busy(std::string_view what) {
  if (!visible_) return;
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  if (counting_) start_ = last_report_;
  counting_ = false;
  last_report_ = now;
  if (!may_draw(now)) return;
  last_drawn_ = now;
  drawn_ = true;
  fmt::print(stderr, "\r\x1b[K{}  {} s", what.substr(0, 60),
             std::chrono::duration_cast<std::chrono::seconds>(now - start_).count());
  std::fflush(stderr);
}

void ProgressBar::advance(std::size_t done, std::size_t total, std::string_view what) {
  if (!visible_ || done == 0 || total == 0) return;
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  if (!counting_ || done < last_done_) start_ = last_report_;
  counting_ = true;
  last_report_ = now;
  last_done_ = done;
  if (!may_draw(now)) return;
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
