// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "papers/reproduction.hpp"

namespace forewarp::papers {

/// The public stand-in for braun2020's time data: 104 kernels at their sizes on 13 devices. One model a device and one
/// over all devices; leave one row out, leave a kernel out, leave an application out, leave a device out.
[[nodiscard]] Reproduction aiwc(const Options& options);

}  // namespace forewarp::papers
