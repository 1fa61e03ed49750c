// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the page can change of a launch, and what it begins with where a source has no launch.
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/query/predict.hpp"
#include "serve/question.hpp"

namespace forewarp::serve {

/// The kernels of a source, of PTX or of a binary file at this path, in its order.
[[nodiscard]] std::vector<std::string> kernel_names(const Question& question, const std::string& path);

/// Throws InputError for a file that is neither a kernel's text nor a binary.
void check_kind(const Question& question);

/// Chooses the first of several kernels where the question has none, and sizes for its integers where it says nothing
/// of the launch: 2^20 elements in all; a grid with a thread for each element, of 2^20 threads where it has none.
void complete(Question& question, const std::vector<std::string>& kernels);

/// {"parameters", "block", "grid", "registers", "registers_estimated", "kernels", "kernel"}.
[[nodiscard]] nlohmann::ordered_json controls_json(const Question& question, const query::Predicted& predicted,
                                                   const std::vector<std::string>& kernels);

}  // namespace forewarp::serve
