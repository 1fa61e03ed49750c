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
#define FOREWARP_ERROR(number, own, runtime, driver, text) own = number,
#define FOREWARP_RUNTIME_ERROR(number, own, runtime, text) own = number,
#include "forewarp/runtime/errors.def"
#undef FOREWARP_ERROR
#undef FOREWARP_RUNTIME_ERROR
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
