// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Stevens and Klöckner, "A mechanism for balancing accuracy and scope in cross-machine black-box GPU performance
/// modeling" (2020), on a device that is here: no times were published, so that what is compared are errors.
#include "papers/reproduction.hpp"

namespace forewarp::papers::stevens2020 {

[[nodiscard]] Reproduction example(const Options& options);       ///< Figures 1 and 2
[[nodiscard]] Reproduction overlap(const Options& options);       ///< Figure 5
[[nodiscard]] Reproduction applications(const Options& options);  ///< Figures 6 to 9, Table 3, section 6.1.1

}  // namespace forewarp::papers::stevens2020
