// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/driver/call.hpp"

#include <fmt/format.h>

namespace forewarp::driver {
State& state() {
  static State* const the_state = new State;
  return *the_state;
}

std::vector<Context*>& context_stack() {
  thread_local std::vector<Context*> stack;
  return stack;
}

Context& primary_context(const Session& session, int gpu) {
  State& s = state();
  if (gpu < 0 || gpu >= session.options().gpus) throw CallFailed(Status::invalid_device);
  while (s.primary.size() < static_cast<std::size_t>(session.options().gpus)) {
    s.primary.push_back(std::make_unique<Context>());
    s.primary.back()->gpu = static_cast<int>(s.primary.size()) - 1;
    s.primary.back()->primary = true;
    s.contexts.insert(s.primary.back().get());
  }
  return *s.primary[static_cast<std::size_t>(gpu)];
}

Context* current_context(const Session& session) {
  if (!context_stack().empty()) return context_stack().back();
  return cudart::uses_runtime_api() ? &primary_context(session, cudart::current_gpu()) : nullptr;
}

void follow_context() {
  if (!context_stack().empty() && context_stack().back()) cudart::current_gpu() = context_stack().back()->gpu;
}

Result result_of(Status status) {
  switch (status) {
    case Status::invalid_configuration:
    case Status::invalid_pitch_value:
    case Status::invalid_device_pointer:
    case Status::invalid_memcpy_direction:
    case Status::missing_configuration:
      return Result::invalid_value;
    case Status::invalid_symbol:
    case Status::invalid_device_function:
      return Result::not_found;
    default:
      return static_cast<Result>(status);
  }
}

/// Each failure is recorded once: programs that ignore errors repeat them.
Result failed(Session& session, const char* call, Result result, const char* why) {
  if (result == Result::not_ready) return result;
  const std::string text = fmt::format("{}: {}{}{}", call, name_of(result), *why ? ": " : "", why);
  if (cudart::process().failures.insert(text).second) session.recorder().failed_call(text);
  return result;
}

}  // namespace forewarp::driver
