// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The meaning of a wmma instruction, and which machine instructions it becomes. PTX leaves open which lane holds which
/// element of a fragment; here it is as in the product of mma.sync that the machine executes.
///
/// The machine instructions are those that ptxas 13.0 makes for sm_80 and sm_90 (both alike), read from its cubins:
///
/// | matrix                                     | .shared                     | .global and generic                   |
/// |--------------------------------------------|-----------------------------|---------------------------------------|
/// | A, B of 16 bits                            | ldmatrix.x4 (.x2 where the matrix has two) | a word of each lane for
/// 8x8 elements | | A by rows, B by columns of 8 bits          | ldmatrix.x2 (.x1)           | a word of each lane for
/// 8x16 elements | | A by columns, B by rows of 8 bits          | 4 bytes of each lane, one by one, a register    | the
/// same              | | tf32, f64                                  | an element of each lane, a register             |
/// the same              | | C, D of 32 and 64 bits, along their rows   | two elements of each lane, two registers |
/// the same              | | C, D of 32 and 64 bits, across their rows  | an element of each lane, a register | the
/// same              | | C, D of 16 bits                            | a word of each lane for 8x8 elements            |
/// the same              |
///
/// Where 16-bit elements lie in memory across the direction in which registers hold them, ldmatrix transposes, and
/// words are transposed by a movmatrix each. A product is one or two mma.sync (four of half the depth for tf32);
/// m8n32k16 is computed transposed, as B' A'.
#include <cstdint>
#include <optional>
#include <string_view>

#include "forewarp/frontend/ptx/type.hpp"

namespace forewarp::ptx {

enum class WmmaMatrix : std::uint8_t { a, b, c };  ///< c is D too

struct WmmaShape {
  unsigned m = 0, n = 0, k = 0;
  bool operator==(const WmmaShape&) const = default;
  /// m8n32k16: the machine's products have 16 rows and 8 columns, so A and B change places.
  [[nodiscard]] bool transposed() const { return m == 8 && n == 32; }
};

/// wmma.load and wmma.store.
struct WmmaTransfer {
  WmmaMatrix matrix = WmmaMatrix::a;
  WmmaShape shape;
  Type element = Type::none;
  bool by_columns = false;  ///< .col: elements of a column are neighbours in memory
  bool is_shared = false;   ///< .shared is written; a generic address may point there all the same

  [[nodiscard]] unsigned rows() const { return matrix == WmmaMatrix::b ? shape.k : shape.m; }
  [[nodiscard]] unsigned columns() const { return matrix == WmmaMatrix::a ? shape.k : shape.n; }
  /// Elements that are neighbours in memory, and how many such lines there are.
  [[nodiscard]] unsigned line_length() const { return by_columns ? rows() : columns(); }
  [[nodiscard]] unsigned lines() const { return by_columns ? columns() : rows(); }
  /// Registers of the fragment in PTX. Half-precision A and B always have 8, some of which hold the same twice.
  [[nodiscard]] unsigned registers() const;
  /// Registers that hold different elements.
  [[nodiscard]] unsigned distinct_registers() const;
  /// Elements that one register of one lane holds.
  [[nodiscard]] unsigned elements_a_register() const;
  /// Whether registers hold neighbours in memory: A and B along k, C and D along the rows of the product.
  [[nodiscard]] bool along_registers() const;
};

/// wmma.mma.
struct WmmaProduct {
  WmmaShape shape;
  Type a = Type::none, b = Type::none, c = Type::none, d = Type::none;
  bool satfinite = false;
};

/// How the machine reads or writes a matrix.
enum class WmmaAccess : std::uint8_t {
  matrices,  ///< ldmatrix: a lane's address is that of a line of 16 bytes
  words,     ///< lane l: word l % 4 of line l / 4 of a piece of 8 lines of 16 bytes
  elements,  ///< what a register, or two, of the lane holds
  parts,     ///< every element of a register by itself
};

struct WmmaRequests {
  WmmaAccess access = WmmaAccess::elements;
  unsigned count = 0;           ///< requests of one warp
  unsigned bytes = 0;           ///< of one lane in one request
  unsigned pieces = 0;          ///< 8 lines of 16 bytes, of one request; matrices and words alone
  unsigned transpositions = 0;  ///< movmatrix instructions, of all requests
};

/// The meaning of a wmma.load or wmma.store; nothing for what is neither, for 4-bit and 1-bit elements, and for
/// combinations that PTX does not have.
[[nodiscard]] std::optional<WmmaTransfer> wmma_transfer(std::string_view mnemonic);
/// The same of a wmma.mma. f64 products are rounded to nearest; the other directions are not known here.
[[nodiscard]] std::optional<WmmaProduct> wmma_product(std::string_view mnemonic);
[[nodiscard]] WmmaRequests wmma_requests(const WmmaTransfer& transfer);
/// Machine instructions that compute one product.
[[nodiscard]] unsigned wmma_products(const WmmaProduct& product);

/// Where an element is.
struct WmmaPlace {
  unsigned row = 0, column = 0;
};
/// Which element of the matrix the part-th element of a register of a lane (0 to 31) is.
[[nodiscard]] WmmaPlace wmma_place(const WmmaTransfer& transfer, unsigned reg, unsigned lane, unsigned part);

}  // namespace forewarp::ptx
