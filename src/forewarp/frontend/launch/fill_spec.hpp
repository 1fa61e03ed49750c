// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string_view>

#include "forewarp/frontend/launch/description.hpp"

namespace forewarp::launch {

/// The fill of this name: "zero", "constant", "iota", "uniform", "normal", "permutation", "csr_offsets", "csr_columns",
/// "file".
[[nodiscard]] std::optional<FillKind> fill_kind_from(std::string_view name);
[[nodiscard]] std::string_view name_of(FillKind kind);
/// The names of all fills, for messages.
[[nodiscard]] std::string fill_names();
[[nodiscard]] std::optional<RowLengths> row_lengths_from(std::string_view name);

/// The fill with its expressions evaluated. Throws InputError.
[[nodiscard]] Fill evaluate(const FillSpec& spec, const Parameters& parameters);

}  // namespace forewarp::launch
