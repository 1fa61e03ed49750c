// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Parts of a table: some rows, some columns, some rows of each group.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "forewarp/support/table/table.hpp"

namespace forewarp::table {

/// The cells of a column in this order; rows may repeat. The row none is a missing cell.
inline constexpr std::size_t no_row = static_cast<std::size_t>(-1);
[[nodiscard]] Table::Column take_rows(const Table::Column& column, std::span<const std::size_t> rows);
[[nodiscard]] Table take_rows(const Table& table, std::span<const std::size_t> rows);

/// The named columns in this order. Throws InputError naming one that is missing.
[[nodiscard]] Table select_columns(const Table& table, std::span<const std::string> columns);
/// All others. Throws as select_columns.
[[nodiscard]] Table drop_columns(const Table& table, std::span<const std::string> columns);

/// Each row's group as a text: the cells of the columns with "/" between. Throws InputError naming a missing column.
[[nodiscard]] std::vector<std::string> group_labels(const Table& table, std::span<const std::string> columns);

/// At most this many rows of each group (rows alike in the key columns), chosen at random by seed and group alone and
/// left in their order: what other groups hold changes nothing. Throws InputError for a cap of 0 or a missing column.
[[nodiscard]] Table cap(const Table& table, std::span<const std::string> keys, std::size_t most, std::uint64_t seed);

/// One table below the other: the columns of the first; where the second lacks one, its cells are missing. Throws
/// InputError where the second has a column more, another unit, or text where the first has numbers.
[[nodiscard]] Table append(const Table& first, const Table& second);

}  // namespace forewarp::table
