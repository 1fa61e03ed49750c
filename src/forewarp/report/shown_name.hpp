// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace forewarp::report {

/// A kernel's name for tables and sentences, at most 56 characters: the longest of these that fits. The name without
/// the result's type; that without parameters; without template arguments, too; without namespaces, too; the beginning
/// and the end of the last.
[[nodiscard]] std::string shown_name(std::string name);

}  // namespace forewarp::report
