// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which elements of a sparse matrix A are given (PTX ISA, "Sparse matrix storage" of mma.sp; CUTLASS's layouts of the
/// metadata of wgmma and of mma on sm_120 agree). A row has chunks of 4 elements of which 2 are given, with 4-byte
/// elements chunks of 2 of which 1 is; a chunk has 4 bits of metadata, the numbers of the two elements (of the two
/// halves of the one). With row r of 16, g = r % 8, and the four lanes 4 g to 4 g + 3:
///
///     elements of 1 byte    a lane has 8 chunks of row g (even lanes) or g + 8 (odd ones): of 16 chunks lanes 0 and 1
///                           the first 8, lanes 2 and 3 the others; of 8 chunks lanes 2 s and 2 s + 1 for selector s
///     elements of 2 or 4    a lane has 4 chunks of row g in its lower half and 4 of row g + 8 in its upper one: of 8
///                           chunks lane 2 s the first 4, lane 2 s + 1 the others; of 4 chunks lane s
#include <cstdint>

namespace forewarp::emu {

struct SparseMetadata {
  bool has_bytes = false;  ///< elements of 1 byte
  unsigned chunks = 4;     ///< of a row
  unsigned selector = 0;

  /// The four bits of a chunk; word_of(lane) is the metadata register.
  template <typename WordOf>
  [[nodiscard]] unsigned bits(const WordOf& word_of, unsigned row, unsigned chunk) const {
    const unsigned first = 4 * (row % 8), upper = row / 8;
    if (has_bytes) {
      const unsigned pair = chunks > 8 ? chunk / 8 : selector % 2;
      return word_of(first + 2 * pair + upper) >> (4 * (chunk % 8)) & 15U;
    }
    const unsigned lane = chunks > 4 ? 2 * (selector % 2) + chunk / 4 : selector % 4;
    return word_of(first + lane) >> (16 * upper + 4 * (chunk % 4)) & 15U;
  }
};

/// Spreads the given elements of a row over its elements; those that are not given are 0. one_of_two: elements of 4
/// bytes.
template <typename Value, typename BitsOf>
void expand_sparse_row(const Value* given, Value* row, unsigned chunks, bool one_of_two, const BitsOf& bits_of) {
  const unsigned in_chunk = one_of_two ? 2 : 4;
  for (unsigned k = 0; k < chunks * in_chunk; ++k) row[k] = 0;
  for (unsigned c = 0; c < chunks; ++c) {
    const unsigned bits = bits_of(c), low = bits & 3U, high = bits >> 2U;
    if (one_of_two) {
      row[2 * c + low / 2] = given[c];
      continue;
    }
    row[4 * c + low] = given[2 * c];
    row[4 * c + high] = given[2 * c + 1];
  }
}

}  // namespace forewarp::emu
