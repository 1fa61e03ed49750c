// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/counters/once.hpp"

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::run {
namespace {

void say(std::FILE* out, const std::string& line) {
  std::fputs((line + "\n").c_str(), out);
  std::fflush(out);  // before the next launch, which may take the process with it
}

std::string first_line(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

}  // namespace

std::size_t launch_once(Device& device, std::span<const Job> jobs, std::FILE* out) {
  say(out, std::string(once_device) + device.info().name);
  std::size_t failed = 0;
  for (const Job& job : jobs) {
    try {
      const auto kernel = device.compile(job.code)->kernel(job.entry);
      kernel->set_arguments(job.arguments);
      kernel->launch(job.shape);
      say(out, std::string(once_launched) + job.id);
    } catch (const InputError& error) {
      say(out, fmt::format("{}{}: {}", once_failed, job.id, first_line(error.what())));
      ++failed;
    }
  }
  return failed;
}

}  // namespace forewarp::run
