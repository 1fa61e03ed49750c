// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Files that are dropped onto the page and are no kernel to edit.
#include <optional>
#include <string>
#include <vector>

#include "forewarp/report/page/page.hpp"
#include "serve/question.hpp"

namespace forewarp::serve {

/// The page of a profiler's counters (.csv) or of a result of forewarp (.json); nothing for a kernel. Throws
/// InputError for a file that is neither inside.
[[nodiscard]] std::optional<report::Page> page_of_results(const Question& question);

/// Which kernels a file of machine code alone has, and what a prediction needs; nothing where the file has PTX, or is
/// no binary.
[[nodiscard]] std::optional<report::Page> page_of_machine_code(const Question& question);

}  // namespace forewarp::serve
