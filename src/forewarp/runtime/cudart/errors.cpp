// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Names and texts of errors, and the calls that ask for the last one.
#include <algorithm>
#include <iterator>

#include "forewarp/runtime/cudart/error_text.hpp"
#include "forewarp/runtime/cudart/process.hpp"

namespace forewarp::cudart {
namespace {

#define FOREWARP_ERROR(number, own, runtime, driver, text) static_assert(runtime == (number));
#define FOREWARP_RUNTIME_ERROR(number, own, runtime, text) static_assert(runtime == (number));
#include "forewarp/runtime/errors.def"
#undef FOREWARP_ERROR
#undef FOREWARP_RUNTIME_ERROR

constexpr ErrorText texts[] = {
#define FOREWARP_ERROR(number, own, runtime, driver, text) {number, #runtime, #driver, text},
#define FOREWARP_RUNTIME_ERROR(number, own, runtime, text) {number, #runtime, nullptr, text},
#include "forewarp/runtime/errors.def"
#undef FOREWARP_ERROR
#undef FOREWARP_RUNTIME_ERROR
};

}  // namespace

const ErrorText* error_text(int number) {
  const auto* const found = std::ranges::find(texts, number, &ErrorText::number);
  return found == std::end(texts) ? nullptr : found;
}

}  // namespace forewarp::cudart

using namespace forewarp::cudart;

extern "C" {

const char* cudaGetErrorName(cudaError_t error) {
  const ErrorText* text = error_text(error);
  return text ? text->runtime_name : "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  const ErrorText* text = error_text(error);
  return text ? text->text : "unrecognized error code";
}

cudaError_t cudaPeekAtLastError() {
  const cudaError_t sticky = process().sticky;
  return sticky != cudaSuccess ? sticky : last_error();
}

cudaError_t cudaGetLastError() {
  const cudaError_t error = cudaPeekAtLastError();
  last_error() = cudaSuccess;
  return error;
}
}
