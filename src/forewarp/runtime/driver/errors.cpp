// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Names and texts of results.
#include "forewarp/runtime/cudart/error_text.hpp"
#include "forewarp/runtime/driver/call.hpp"

namespace forewarp::driver {
namespace {

using cudart::ErrorText;

const ErrorText* text_of(Result result) {
  const ErrorText* text = cudart::error_text(static_cast<int>(result));
  return text && text->driver_name ? text : nullptr;
}

Result look_up(Result result, const char** out, const char* ErrorText::*member) {
  if (!out) return Result::invalid_value;
  const ErrorText* text = text_of(result);
  *out = text ? text->*member : nullptr;
  return text ? Result::success : Result::invalid_value;
}

}  // namespace

const char* name_of(Result result) {
  const ErrorText* text = text_of(result);
  return text ? text->driver_name : "CUDA_ERROR_UNKNOWN";
}

extern "C" {

Result cuGetErrorName(Result result, const char** name) { return look_up(result, name, &ErrorText::driver_name); }
Result cuGetErrorString(Result result, const char** text) { return look_up(result, text, &ErrorText::text); }
}

}  // namespace forewarp::driver
