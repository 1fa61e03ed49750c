// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The structure of a random sparse matrix (or graph) in CSR form, any element of it at once: no pass over the rows is
/// needed to know where row one billion begins.
///
/// Row r begins at r * k plus a small bounded term, k being the mean length:
///   equal   0
///   varied  a hash of r in [0, k]; the first and one past the last row have 0
///   skewed  rows come in groups of 64 whose 64 * k nonzeros are dealt as 1 / rank, the ranks rotated by a hash of the
///   group;
///           a last, incomplete group is equal.
/// Element i of a row of length L lies in the i-th of L equal strata of the columns, at a hashed place: the columns of
/// a row ascend and are distinct.
#include <array>
#include <cstdint>

#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/support/random.hpp"

namespace forewarp::launch {

class CsrStructure {
 public:
  /// Throws InputError when a row could be longer than there are columns, or the numbers overflow.
  explicit CsrStructure(const Fill& fill);

  /// First nonzero of the row; row <= rows. offset(rows) is the number of nonzeros.
  [[nodiscard]] std::uint64_t offset(std::uint64_t row) const;
  /// Row of a nonzero; element < offset(rows).
  [[nodiscard]] std::uint64_t row_of(std::uint64_t element) const;
  /// Column of a nonzero.
  [[nodiscard]] std::uint64_t column(std::uint64_t element) const;

  /// A number of columns as a quotient by the length of a row, with its remainder.
  struct Quotient {
    std::uint64_t whole = 0, rest = 0;
  };
  /// The row that was looked at last: columns of neighbouring nonzeros are asked for one after the other.
  struct Cursor {
    std::uint64_t row = 0, begin = 0, end = 0, length = 0;
    std::uint64_t next = 0;  ///< the element after the last one asked
    Quotient at, step;       ///< where its stratum begins if it is in the row, and how far apart strata are
  };
  /// column(element), quicker when the element lies in or shortly after the cursor's row.
  ///
  /// Columns of a row are strictly ascending: the i-th of n lies at random in the i-th of n equal parts of the width,
  /// its stratum. Example: width 10, n = 2: one column in 0 to 4, one in 5 to 9. Strata follow each other, so a row
  /// takes one division: each begins width / n after the one before it, and one more where the remainders reach n.
  [[nodiscard]] std::uint64_t column(std::uint64_t element, Cursor& cursor) const {
    if (element != cursor.next || element >= cursor.end) turn_to(element, cursor);
    const std::uint64_t low = cursor.at.whole, rest = cursor.at.rest + cursor.step.rest;
    const std::uint64_t carry = rest >= cursor.length ? 1 : 0;
    const std::uint64_t high = low + cursor.step.whole + carry;
    cursor.at = {high, rest - (cursor.length & (0 - carry))};
    cursor.next = element + 1;
    return low + scaled_below(random_bits(key_ ^ 0x5ca1ab1e, element), high - low);
  }

 private:
  static constexpr std::uint64_t group = 64;
  void move_to(std::uint64_t element, Cursor& cursor) const;
  /// Of an element that is not the next one in the cursor's row.
  void turn_to(std::uint64_t element, Cursor& cursor) const;
  [[nodiscard]] std::uint64_t skewed_offset(std::uint64_t row) const;
  [[nodiscard]] std::uint64_t longest_row() const;
  void deal_group();

  std::uint64_t rows_, columns_, mean_, key_;
  RowLengths lengths_;
  std::array<std::uint64_t, group + 1> dealt_{};  ///< nonzeros of the ranks before this one
};

}  // namespace forewarp::launch
