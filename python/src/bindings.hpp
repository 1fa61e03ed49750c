// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The parts of forewarp._forewarp, each in a file of its own. Python's side of the package (python/forewarp) checks
/// arguments and makes results; these functions take texts and give what the commands print.
#include <nanobind/nanobind.h>

namespace forewarp::python {

/// C++ errors become the classes of forewarp.errors.
void bind_errors(nanobind::module_& module);
void bind_kernel(nanobind::module_& module);
void bind_devices(nanobind::module_& module);
void bind_programs(nanobind::module_& module);
void bind_learners(nanobind::module_& module);

}  // namespace forewarp::python
