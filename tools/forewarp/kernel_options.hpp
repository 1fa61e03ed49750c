// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The options that profile, predict and rank share: which kernel, which launch, how much to run, what to print.

#include <string>

#include "command.hpp"
#include "forewarp/query/kernel_options.hpp"

namespace forewarp::tool {

using query::checked_options_of;
using query::devices_of;
using query::profile_options_of;
using query::register_source;
using query::request_of;
using query::stated_registers;

struct KernelOptions : query::KernelOptions {
  bool json = false, csv = false;
};

/// Adds them all; the values land in options, which must outlive the parse.
void add_kernel_options(const Command& command, KernelOptions& options);
/// --check [memory|races|all]; without a word it is "all".
void add_check_option(const Command& command, std::string& check);

}  // namespace forewarp::tool
