// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A call that CUDA answers with an error code. The numbers are those of the CUDA runtime API.
#include <optional>
#include <string>
#include <utility>

#include "forewarp/emulate/machine/finding.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::runtime {

enum class Status : int {
  success = 0,
  invalid_value = 1,
  memory_allocation = 2,
  initialization_error = 3,
  invalid_configuration = 9,
  invalid_symbol = 13,
  invalid_device_pointer = 17,
  invalid_memcpy_direction = 21,
  missing_configuration = 52,
  invalid_device_function = 98,
  no_device = 100,
  invalid_device = 101,
  invalid_kernel_image = 200,
  no_kernel_image = 209,
  invalid_ptx = 218,
  invalid_resource_handle = 400,
  not_ready = 600,
  illegal_address = 700,
  launch_out_of_resources = 701,
  launch_timeout = 702,
  peer_access_already_enabled = 704,
  peer_access_not_enabled = 705,
  assert_failed = 710,
  host_memory_already_registered = 712,
  host_memory_not_registered = 713,
  misaligned_address = 716,
  launch_failure = 719,
  cooperative_launch_too_large = 720,
  not_supported = 801,
  stream_capture_unsupported = 900,
  stream_capture_unmatched = 903,
};

/// what() says why where forewarp knows more than the code; empty otherwise.
class CallFailed : public Error {
 public:
  explicit CallFailed(Status status, const std::string& why = "") : Error(why), status_(status) {}
  [[nodiscard]] Status status() const { return status_; }

 private:
  Status status_;
};

/// The kernel itself went wrong: no later call succeeds (CUDA's sticky errors).
class KernelFailed : public CallFailed {
 public:
  using CallFailed::CallFailed;
  KernelFailed(Status status, const std::string& why, std::optional<emu::Finding> finding)
      : CallFailed(status, why), finding_(std::move(finding)) {}
  /// What went wrong at which instruction, where that is known.
  [[nodiscard]] const std::optional<emu::Finding>& finding() const { return finding_; }

 private:
  std::optional<emu::Finding> finding_;
};

}  // namespace forewarp::runtime
