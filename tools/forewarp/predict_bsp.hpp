// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// predict --model bsp: Eq. 3 to 5 of amaris2022 with counts that the user states or that a kernel gives, and lambda.
#include <string>
#include <vector>

#include "command.hpp"
#include "kernel_options.hpp"

namespace forewarp::tool {

struct BspOptions {
  std::vector<std::string> counts;  ///< "comp=2*n"
  double lambda = 0;                ///< 0: of the measured run, else 1
};

/// --counts and --lambda.
void add_bsp_options(const Command& command, BspOptions& options);

/// Throws InputError where neither a kernel nor enough counts are given, for a name that is no parameter of the
/// equations, and for --lambda beside a measured run. measured: "8.9ms@K20,n=1024", or empty.
void predict_bsp(const BspOptions& bsp, const KernelOptions& options, const std::vector<std::string>& devices,
                 const std::string& measured, const std::string& page);

}  // namespace forewarp::tool
