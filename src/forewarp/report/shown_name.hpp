// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace forewarp::report {

/// A kernel's name for tables and sentences, at most 56 characters: the longest of these that fits. The name without
/// the result's type; that without parameters; without template arguments, too; without namespaces, too; the beginning
/// and the end of the last.
[[nodiscard]] std::string shown_name(std::string name);
/// The same of several kernels, each named once; those whose short names are the same are numbered.
[[nodiscard]] std::vector<std::string> shown_names(const std::vector<std::string>& names);

}  // namespace forewarp::report
