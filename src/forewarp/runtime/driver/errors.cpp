// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Names and texts of results.
#include <algorithm>
#include <array>

#include "forewarp/runtime/driver/call.hpp"

namespace forewarp::driver {
namespace {

struct Text {
  Result code;
  const char* name;
  const char* text;
};

constexpr std::array texts = {
    Text{Result::success, "CUDA_SUCCESS", "no error"},
    Text{Result::invalid_value, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    Text{Result::out_of_memory, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    Text{Result::not_initialized, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    Text{Result::deinitialized, "CUDA_ERROR_DEINITIALIZED", "driver shutting down"},
    Text{Result::no_device, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    Text{Result::invalid_device, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    Text{Result::invalid_image, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
    Text{Result::invalid_context, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    Text{Result::no_binary_for_gpu, "CUDA_ERROR_NO_BINARY_FOR_GPU",
         "no kernel image is available for execution on the device"},
    Text{Result::unsupported_limit, "CUDA_ERROR_UNSUPPORTED_LIMIT", "limit is not supported on this architecture"},
    Text{Result::peer_access_unsupported, "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED",
         "peer access is not supported between these two devices"},
    Text{Result::invalid_ptx, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    Text{Result::file_not_found, "CUDA_ERROR_FILE_NOT_FOUND", "file not found"},
    Text{Result::invalid_handle, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    Text{Result::not_found, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    Text{Result::not_ready, "CUDA_ERROR_NOT_READY", "device not ready"},
    Text{Result::illegal_address, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    Text{Result::launch_out_of_resources, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",
         "too many resources requested for launch"},
    Text{Result::launch_timeout, "CUDA_ERROR_LAUNCH_TIMEOUT", "the launch timed out and was terminated"},
    Text{Result::peer_access_already_enabled, "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED",
         "peer access is already enabled"},
    Text{Result::peer_access_not_enabled, "CUDA_ERROR_PEER_ACCESS_NOT_ENABLED", "peer access has not been enabled"},
    Text{Result::context_is_destroyed, "CUDA_ERROR_CONTEXT_IS_DESTROYED", "context is destroyed"},
    Text{Result::assert_failed, "CUDA_ERROR_ASSERT", "device-side assert triggered"},
    Text{Result::host_memory_already_registered, "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED",
         "part or all of the requested memory range is already mapped"},
    Text{Result::host_memory_not_registered, "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED",
         "pointer does not correspond to a registered memory region"},
    Text{Result::illegal_instruction, "CUDA_ERROR_ILLEGAL_INSTRUCTION", "an illegal instruction was encountered"},
    Text{Result::misaligned_address, "CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
    Text{Result::launch_failed, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
    Text{Result::cooperative_launch_too_large, "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE",
         "too many blocks in cooperative launch"},
    Text{Result::not_supported, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
    Text{Result::stream_capture_unsupported, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED",
         "operation not permitted when stream is capturing"},
    Text{Result::stream_capture_unmatched, "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED",
         "capture was not initiated in this stream"},
    Text{Result::unknown, "CUDA_ERROR_UNKNOWN", "unknown error"},
};

const Text* text_of(Result result) {
  const auto found = std::ranges::find(texts, result, &Text::code);
  return found == texts.end() ? nullptr : found;
}

Result look_up(Result result, const char** out, const char* Text::*member) {
  if (!out) return Result::invalid_value;
  const Text* text = text_of(result);
  *out = text ? text->*member : nullptr;
  return text ? Result::success : Result::invalid_value;
}

}  // namespace

const char* name_of(Result result) {
  const Text* text = text_of(result);
  return text ? text->name : "CUDA_ERROR_UNKNOWN";
}

extern "C" {

Result cuGetErrorName(Result result, const char** name) { return look_up(result, name, &Text::name); }
Result cuGetErrorString(Result result, const char** text) { return look_up(result, text, &Text::text); }
}

}  // namespace forewarp::driver
