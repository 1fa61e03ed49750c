// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The kernels of a file with device code, one row each.
///
///     app: 2 fat binaries, 2 kernels
///
///     PTX    machine code  kernel
///     sm_80  sm_75 sm_80   fill(float*, float, int)
///     none   sm_75         scale<float>(float const*, float*, int)
///
///     1 kernel exists only as machine code, which forewarp cannot predict: ...
///
/// Names come last: those of templates can have thousands of characters.
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/frontend/fatbin/kernel_table.hpp"

namespace forewarp::report {

[[nodiscard]] std::string kernel_table_text(const fatbin::KernelTable& table, const std::string& file);
[[nodiscard]] nlohmann::ordered_json kernel_table_json(const fatbin::KernelTable& table, const std::string& file);
[[nodiscard]] std::string kernel_table_csv(const fatbin::KernelTable& table);

}  // namespace forewarp::report
