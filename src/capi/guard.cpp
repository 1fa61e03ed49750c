// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "capi/guard.hpp"

#include <algorithm>
#include <cstdlib>

namespace forewarp::capi {
namespace {

thread_local std::string message_of_thread;

}  // namespace

forewarp_status failed(forewarp_status status, std::string_view message) noexcept {
  try {
    message_of_thread = message;
  } catch (...) {
    message_of_thread.clear();
  }
  return status;
}

const char* last_error() noexcept { return message_of_thread.c_str(); }

char* text_out(std::string_view text) {
  auto* out = static_cast<char*>(std::malloc(text.size() + 1));
  if (out == nullptr) throw std::bad_alloc();
  std::ranges::copy(text, out);
  out[text.size()] = '\0';
  return out;
}

}  // namespace forewarp::capi

extern "C" {

const char* forewarp_version(void) { return FOREWARP_VERSION; }

const char* forewarp_error(void) { return forewarp::capi::last_error(); }

const char* forewarp_status_name(forewarp_status status) {
  switch (status) {
    case FOREWARP_OK:
      return "no error";
    case FOREWARP_INTERNAL_ERROR:
      return "internal error";
    case FOREWARP_INPUT_ERROR:
      return "input error";
    case FOREWARP_UNAVAILABLE:
      return "unavailable";
    case FOREWARP_DEVICE_ERROR:
      return "device error";
    case FOREWARP_PARSE_ERROR:
      return "parse error";
    case FOREWARP_OUT_OF_MEMORY:
      return "out of memory";
  }
  return "unknown status";
}

void forewarp_text_free(char* text) { std::free(text); }

}  // extern "C"
