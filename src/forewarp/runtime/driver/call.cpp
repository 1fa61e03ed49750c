// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/driver/call.hpp"

#include <algorithm>
#include <array>

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

/// The numbers of both APIs are the same but for what only the runtime API distinguishes.
Result result_of(Status status) {
  constexpr std::array values = {Status::invalid_configuration, Status::invalid_pitch_value,
                                 Status::invalid_device_pointer, Status::invalid_memcpy_direction,
                                 Status::missing_configuration};
  constexpr std::array symbols = {Status::invalid_symbol, Status::invalid_device_function};
  if (std::ranges::find(values, status) != values.end()) return Result::invalid_value;
  if (std::ranges::find(symbols, status) != symbols.end()) return Result::not_found;
  return static_cast<Result>(status);
}

/// Each failure is recorded once: programs that ignore errors repeat them.
Result failed(Session& session, const char* call, Result result, const char* why) {
  if (result == Result::not_ready) return result;
  const std::string text = fmt::format("{}: {}{}{}", call, name_of(result), *why ? ": " : "", why);
  if (cudart::process().failures.insert(text).second) session.recorder().failed_call(text);
  return result;
}

}  // namespace forewarp::driver
