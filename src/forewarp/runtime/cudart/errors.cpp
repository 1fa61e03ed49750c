// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Names and texts of errors, and the calls that ask for the last one.
#include <algorithm>
#include <array>

#include "forewarp/runtime/cudart/process.hpp"

using namespace forewarp::cudart;

namespace {

struct Text {
  cudaError_t code;
  const char* name;
  const char* text;
};

#define FOREWARP_ERROR(name, text) \
  Text { name, #name, text }
constexpr std::array texts = {
    FOREWARP_ERROR(cudaSuccess, "no error"),
    FOREWARP_ERROR(cudaErrorInvalidValue, "invalid argument"),
    FOREWARP_ERROR(cudaErrorMemoryAllocation, "out of memory"),
    FOREWARP_ERROR(cudaErrorInitializationError, "initialization error"),
    FOREWARP_ERROR(cudaErrorCudartUnloading, "driver shutting down"),
    FOREWARP_ERROR(cudaErrorInvalidConfiguration, "invalid configuration argument"),
    FOREWARP_ERROR(cudaErrorInvalidPitchValue, "invalid pitch argument"),
    FOREWARP_ERROR(cudaErrorInvalidSymbol, "invalid device symbol"),
    FOREWARP_ERROR(cudaErrorInvalidDevicePointer, "invalid device pointer"),
    FOREWARP_ERROR(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    FOREWARP_ERROR(cudaErrorInsufficientDriver, "CUDA driver version is insufficient for CUDA runtime version"),
    FOREWARP_ERROR(cudaErrorMissingConfiguration, "__global__ function call is not configured"),
    FOREWARP_ERROR(cudaErrorInvalidDeviceFunction, "invalid device function"),
    FOREWARP_ERROR(cudaErrorNoDevice, "no CUDA-capable device is detected"),
    FOREWARP_ERROR(cudaErrorInvalidDevice, "invalid device ordinal"),
    FOREWARP_ERROR(cudaErrorInvalidKernelImage, "device kernel image is invalid"),
    FOREWARP_ERROR(cudaErrorNoKernelImageForDevice, "no kernel image is available for execution on the device"),
    FOREWARP_ERROR(cudaErrorInvalidPtx, "a PTX JIT compilation failed"),
    FOREWARP_ERROR(cudaErrorUnsupportedLimit, "limit is not supported on this architecture"),
    FOREWARP_ERROR(cudaErrorPeerAccessUnsupported, "peer access is not supported between these two devices"),
    FOREWARP_ERROR(cudaErrorInvalidResourceHandle, "invalid resource handle"),
    FOREWARP_ERROR(cudaErrorSymbolNotFound, "named symbol not found"),
    FOREWARP_ERROR(cudaErrorNotReady, "device not ready"),
    FOREWARP_ERROR(cudaErrorIllegalAddress, "an illegal memory access was encountered"),
    FOREWARP_ERROR(cudaErrorLaunchOutOfResources, "too many resources requested for launch"),
    FOREWARP_ERROR(cudaErrorLaunchTimeout, "the launch timed out and was terminated"),
    FOREWARP_ERROR(cudaErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    FOREWARP_ERROR(cudaErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    FOREWARP_ERROR(cudaErrorAssert, "device-side assert triggered"),
    FOREWARP_ERROR(cudaErrorHostMemoryAlreadyRegistered, "part or all of the requested memory range is already mapped"),
    FOREWARP_ERROR(cudaErrorHostMemoryNotRegistered, "pointer does not correspond to a registered memory region"),
    FOREWARP_ERROR(cudaErrorIllegalInstruction, "an illegal instruction was encountered"),
    FOREWARP_ERROR(cudaErrorMisalignedAddress, "misaligned address"),
    FOREWARP_ERROR(cudaErrorLaunchFailure, "unspecified launch failure"),
    FOREWARP_ERROR(cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    FOREWARP_ERROR(cudaErrorNotPermitted, "operation not permitted"),
    FOREWARP_ERROR(cudaErrorNotSupported, "operation not supported"),
    FOREWARP_ERROR(cudaErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing"),
    FOREWARP_ERROR(cudaErrorStreamCaptureUnmatched, "capture was not initiated in this stream"),
    FOREWARP_ERROR(cudaErrorUnknown, "unknown error"),
};
#undef FOREWARP_ERROR

const Text* text_of(cudaError_t error) {
  const auto found = std::ranges::find(texts, error, &Text::code);
  return found == texts.end() ? nullptr : found;
}

}  // namespace

extern "C" {

const char* cudaGetErrorName(cudaError_t error) {
  const Text* text = text_of(error);
  return text ? text->name : "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  const Text* text = text_of(error);
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
