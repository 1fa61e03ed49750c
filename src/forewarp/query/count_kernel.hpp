// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The counts of a kernel that compiles to PTX as formulas: what forewarp count, the C API and the Python package
/// answer.
#include <string>
#include <vector>

#include "forewarp/emulate/profile/mark.hpp"
#include "forewarp/frontend/kernel/request.hpp"
#include "forewarp/report/count_view.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::query {

struct Counted {
  count::KernelCounts counts;
  report::CountSizes sizes;               ///< where numbers were asked for
  std::vector<profile::Mark> marks = {};  ///< of the launch that was emulated for them
};

/// `at`: parameters of the launch, sizes of the formulas, unknowns; `fill`: emulate the launch for the unknowns, with
/// what `check` names checked (kernel_options.hpp). Throws
/// what loading the kernel throws, and InputError for a name that is no size, for an unknown without a value, and where
/// the formulas hold for another shape of the launch alone.
[[nodiscard]] Counted count_kernel(const kernel::Request& request, const std::vector<std::string>& at, bool fill,
                                   const std::string& check, Progress* progress = nullptr);

/// The counts with the marks' texts among the notes, as documents show them.
[[nodiscard]] count::KernelCounts with_marks(const Counted& counted);

}  // namespace forewarp::query
