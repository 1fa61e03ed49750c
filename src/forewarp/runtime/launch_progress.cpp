// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/launch_progress.hpp"

#include <unistd.h>

#include <cstdio>

#include <fmt/format.h>

#include "forewarp/runtime/host_clock.hpp"

namespace forewarp::runtime {
namespace {

constexpr double shortest_shown_s = 1, between_drawings_s = 0.2;
constexpr std::string_view wipe = "\r\x1b[K";

void draw_on_errors(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

LaunchProgress::LaunchProgress()
    : draw_(isatty(STDERR_FILENO) != 0 ? Draw(draw_on_errors) : Draw()), now_(real_seconds) {}

void LaunchProgress::begin(std::string kernel) {
  if (!draw_) return;
  kernel_ = std::move(kernel);
  began_s_ = now_();
  drawn_s_ = 0;
}

void LaunchProgress::end() {
  if (drawn_) draw_(wipe);
  drawn_ = false;
}

void LaunchProgress::advance(std::size_t done, std::size_t total, std::string_view what) {
  if (!draw_ || total == 0) return;
  const std::lock_guard lock(mutex_);
  const double now = now_();
  if (now - began_s_ < shortest_shown_s || now - drawn_s_ < between_drawings_s) return;
  drawn_s_ = now;
  drawn_ = true;
  constexpr std::size_t longest_name = 48;
  draw_(fmt::format("{}forewarp: {}  {} % of its {}  {:.0f} s", wipe, kernel_.substr(0, longest_name),
                    100 * done / total, what, now - began_s_));
}

}  // namespace forewarp::runtime
