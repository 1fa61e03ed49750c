// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/csr.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::launch {

CsrStructure::CsrStructure(const Fill& fill)
    : rows_(fill.rows), columns_(fill.columns), mean_(fill.nonzeros), key_(mix(fill.seed)), lengths_(fill.row_lengths) {
  constexpr std::uint64_t limit = std::uint64_t{1} << 31;
  if (rows_ == 0 || columns_ == 0 || mean_ == 0)
    throw InputError(fmt::format("CSR matrix: rows ({}), columns ({}) and nonzeros a row ({}) must be at least 1",
                                 rows_, columns_, mean_));
  if (mean_ > limit || rows_ > (limit << 16) || columns_ > (limit << 16))
    throw InputError(fmt::format("CSR matrix: {} rows of {} nonzeros are too many", rows_, mean_));
  if (lengths_ == RowLengths::skewed) deal_group();
  if (longest_row() > columns_)
    throw InputError(
        fmt::format("CSR matrix: a row can have {} nonzeros, but there are only {} columns", longest_row(), columns_));
}

/// Skewed rows come in groups whose lengths follow 1 / rank and add up to group * mean; dealt_[r] is the sum of the
/// first r.
void CsrStructure::deal_group() {
  double harmonic = 0;
  for (std::uint64_t rank = 1; rank <= group; ++rank) harmonic += 1.0 / static_cast<double>(rank);
  double share = 0;
  for (std::uint64_t rank = 1; rank < group; ++rank) {
    share += 1.0 / static_cast<double>(rank);
    dealt_[rank] = static_cast<std::uint64_t>(share / harmonic * static_cast<double>(group * mean_));
  }
  dealt_[group] = group * mean_;
}

std::uint64_t CsrStructure::longest_row() const {
  switch (lengths_) {
    case RowLengths::equal:
      return mean_;
    case RowLengths::varied:
      return 2 * mean_;
    case RowLengths::skewed:
      return dealt_[1] + 1;
  }
  return mean_;
}

/// Each group starts the same lengths at a random rank (turn), cyclically, so the offset is a difference of prefix sums
/// and costs O(1). The last, incomplete group has rows of the mean length.
std::uint64_t CsrStructure::skewed_offset(std::uint64_t row) const {
  const std::uint64_t index = row / group, within = row % group;
  if ((index + 1) * group > rows_) return row * mean_;
  const std::uint64_t turn = scaled_below(random_bits(key_, index), group), rank = turn + within;
  const std::uint64_t here = rank < group ? dealt_[rank] : dealt_[group] + dealt_[rank - group];
  return index * group * mean_ + here - dealt_[turn];
}

/// Offsets are computed, not stored: O(1) for any row. Varied rows: r * mean plus a random part of at most mean, so
/// offsets ascend and a row has 0 to 2 * mean nonzeros. Example: mean 4, row 3: 12 to 16.
std::uint64_t CsrStructure::offset(std::uint64_t row) const {
  switch (lengths_) {
    case RowLengths::equal:
      return row * mean_;
    case RowLengths::varied:
      return row * mean_ + (row == 0 || row == rows_ ? 0 : scaled_below(random_bits(key_, row), mean_ + 1));
    case RowLengths::skewed:
      return skewed_offset(row);
  }
  return 0;
}

std::uint64_t CsrStructure::row_of(std::uint64_t element) const {
  // offset(r) is within [r * k, (r + 1) * k] when varied, so the row is e / k or the one before; when skewed it is in
  // the same group. The last row that begins at or before the element
  // contains it; within a group it is found by binary search.
  std::uint64_t row = element / mean_;
  if (lengths_ == RowLengths::equal) return row;
  if (lengths_ == RowLengths::varied) return offset(row) > element ? row - 1 : row;
  std::uint64_t first = row / group * group, count = std::min(group, rows_ - first);
  while (count > 1) {
    const std::uint64_t step = count / 2;
    if (offset(first + step) <= element) first += step;
    count -= step;
  }
  return first;
}

/// Consecutive elements advance to the next row that has nonzeros; any other element starts with row_of.
void CsrStructure::move_to(std::uint64_t element, Cursor& cursor) const {
  if (element >= cursor.begin && element < cursor.end) return;
  const bool next = element == cursor.end && cursor.end != 0;
  cursor.row = next ? cursor.row + 1 : row_of(element);
  cursor.begin = next ? cursor.end : offset(cursor.row);
  cursor.end = offset(cursor.row + 1);
  while (cursor.end <= element) {  // rows without nonzeros
    ++cursor.row;
    cursor.begin = cursor.end;
    cursor.end = offset(cursor.row + 1);
  }
}

void CsrStructure::turn_to(std::uint64_t element, Cursor& cursor) const {
  __extension__ using u128 = unsigned __int128;
  move_to(element, cursor);
  cursor.length = cursor.end - cursor.begin;
  const u128 product = u128{element - cursor.begin} * columns_;
  if (product >> 64 == 0) {
    const auto small = static_cast<std::uint64_t>(product);
    cursor.at = {small / cursor.length, small % cursor.length};
  } else {
    cursor.at = {static_cast<std::uint64_t>(product / cursor.length),
                 static_cast<std::uint64_t>(product % cursor.length)};
  }
  cursor.step = {columns_ / cursor.length, columns_ % cursor.length};
}

std::uint64_t CsrStructure::column(std::uint64_t element) const {
  Cursor cursor;
  return column(element, cursor);
}

}  // namespace forewarp::launch
