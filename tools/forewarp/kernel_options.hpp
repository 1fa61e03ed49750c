// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The options that profile, predict and rank share: which kernel, which launch, how much to run, what to print.
#include <CLI/CLI.hpp>

#include <string>
#include <vector>

#include "forewarp/device/device_spec.hpp"
#include "forewarp/kernel/request.hpp"
#include "forewarp/profile/profile.hpp"

namespace forewarp::tool {

struct KernelOptions {
  kernel::Request request;
  profile::ProfileOptions profile;
  std::string compiler;
  bool json = false, csv = false;
};

/// Adds them all; the values land in options, which must outlive the parse.
void add_kernel_options(CLI::App& command, KernelOptions& options);
/// The request with --compiler understood. Throws InputError for anything but nvcc and clang.
[[nodiscard]] kernel::Request request_of(const KernelOptions& options);

/// The devices named by --device (commas or repeats). Throws InputError when there is none, or naming the unknown one.
[[nodiscard]] std::vector<device::DeviceSpec> devices_of(const std::vector<std::string>& names);

}  // namespace forewarp::tool
