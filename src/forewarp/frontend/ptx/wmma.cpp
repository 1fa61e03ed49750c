// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The layout of fragments. With g = lane / 4 and t = lane % 4, a product of mma.sync (16 rows or 8, 8 columns) holds
//
//   A   register r: row g + 8 (r % 2), words t + 4 (r / 2) of k     (with 8 rows: row g, word t + 4 r)
//   B   register r: column g, words t + 4 r of k
//   C   register r: row g + 8 (r / 2), column 2 t + r % 2; f16: register r: row g + 8 r, columns 2 t and 2 t + 1
//
// (PTX ISA, "Matrix Fragments for mma"; lanes/kernels/matrix.cpp). wmma's matrices have up to two blocks of 16 rows
// or of 8 columns, whose registers follow one another. m8n32k16 is B' A': its A is the B of the machine's product, and
// row and column of everything change places.
#include "forewarp/frontend/ptx/wmma.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace forewarp::ptx {
namespace {

constexpr unsigned warp = 32, block_columns = 8, register_bytes = 4;

/// The suffixes of an instruction by meaning.
struct Words {
  std::string_view part;
  WmmaShape shape;
  std::array<Type, 4> types{};
  unsigned type_count = 0;
  unsigned layouts = 0, columns = 0;  ///< .row and .col, and the last .col
  bool is_shared = false, satfinite = false, rounded = false, unknown = false;
};

bool read_shape(std::string_view word, WmmaShape& shape) {
  const char *at = word.data(), *const end = at + word.size();
  for (const auto& [letter, value] : {std::pair{'m', &shape.m}, {'n', &shape.n}, {'k', &shape.k}}) {
    if (at == end || *at != letter) return false;
    const auto [next, error] = std::from_chars(at + 1, end, *value);
    if (error != std::errc{}) return false;
    at = next;
  }
  return at == end;
}

void read_word(std::string_view word, Words& words) {
  WmmaShape shape;
  if (word == "sync" || word == "aligned" || word == "global") return;
  if (const auto space = space_from(word); space == StateSpace::shared) {
    words.is_shared = true;
  } else if (word == "row" || word == "col") {
    words.columns |= static_cast<unsigned>(word == "col") << words.layouts;
    ++words.layouts;
  } else if (word == "satfinite") {
    words.satfinite = true;
  } else if (word == "rn") {
    words.rounded = true;
  } else if (const auto type = type_from(word); type && words.type_count < words.types.size()) {
    words.types[words.type_count++] = *type;
  } else if (read_shape(word, shape)) {
    words.shape = shape;
  } else if (words.part.empty() && word.size() == 1) {
    words.part = word;
  } else {
    words.unknown = true;
  }
}

std::optional<Words> read_words(std::string_view mnemonic, std::string_view stem) {
  if (!mnemonic.starts_with(stem)) return std::nullopt;
  Words words;
  for (mnemonic.remove_prefix(stem.size()); !mnemonic.empty();) {
    const std::size_t dot = mnemonic.find('.');
    read_word(mnemonic.substr(0, dot), words);
    mnemonic.remove_prefix(dot == std::string_view::npos ? mnemonic.size() : dot + 1);
  }
  if (words.unknown) return std::nullopt;
  return words;
}

bool is_half(Type type) { return type == Type::f16 || type == Type::bf16; }
bool is_byte(Type type) { return type == Type::s8 || type == Type::u8; }

bool is_shape_of_16(const WmmaShape& s) {
  return s == WmmaShape{16, 16, 16} || s == WmmaShape{32, 8, 16} || s == WmmaShape{8, 32, 16};
}

/// Whether wmma offers this shape for A and B of this type.
bool has_shape(Type element, const WmmaShape& s) {
  if (is_half(element) || is_byte(element)) return is_shape_of_16(s);
  if (element == Type::tf32) return s == WmmaShape{16, 16, 8};
  return element == Type::f64 && s == WmmaShape{8, 8, 4};
}

/// Whether wmma offers accumulators of this type for the shape.
bool has_sums(Type element, const WmmaShape& s) {
  if (element == Type::f64) return s == WmmaShape{8, 8, 4};
  if (element == Type::f32) return is_shape_of_16(s) || s == WmmaShape{16, 16, 8};
  return (element == Type::f16 || element == Type::s32) && is_shape_of_16(s);
}

bool sums_fit(const WmmaProduct& p) {
  const auto both = [&](Type type) { return p.c == type && p.d == type; };
  if (p.a == Type::f16) return has_sums(p.c, p.shape) && has_sums(p.d, p.shape) && is_float(p.c) && is_float(p.d);
  if (is_byte(p.a)) return both(Type::s32);
  return both(p.a == Type::f64 ? Type::f64 : Type::f32);
}

/// One of the machine's products, seen as wmma's A, B or C seen through the transposition.
enum class Role : std::uint8_t { a, b, c };
Role role_of(const WmmaTransfer& t) {
  if (t.matrix == WmmaMatrix::c) return Role::c;
  return (t.matrix == WmmaMatrix::a) != t.shape.transposed() ? Role::a : Role::b;
}

/// Rows of one of the machine's products.
unsigned block_rows(const WmmaShape& s) { return s.m == 8 && s.n == 8 ? 8 : 16; }

/// Registers of A, B or C of one of the machine's products.
unsigned block_registers(const WmmaTransfer& t) {
  const unsigned elements = role_of(t) == Role::a   ? block_rows(t.shape) * t.shape.k
                            : role_of(t) == Role::b ? block_columns * t.shape.k
                                                    : block_rows(t.shape) * block_columns;
  return elements / (warp * t.elements_a_register());
}

/// Row and column in the machine's product of an element that a lane holds; for B the row counts k, for A the column
/// does. Lanes form eight groups g of four (q); the registers of a fragment first fill one block, then the next.
///
/// Example, m16n16k16: lane 5 (g = 1, q = 1). Accumulator f32, register 2: row 1 + 8 = 9, column 2; register 6 is the
/// second block: row 9, column 10. A of f16, register 3: row 9, columns 10 and 11 (two halves per register).
WmmaPlace place_in_product(const WmmaTransfer& t, unsigned reg, unsigned lane, unsigned part) {
  const unsigned g = lane / 4, q = lane % 4, each = t.elements_a_register(), halves = block_rows(t.shape) / 8;
  const unsigned block = reg / block_registers(t), r = reg % block_registers(t);
  switch (role_of(t)) {
    case Role::a:
      return {16 * block + g + 8 * (r % halves), (4 * (r / halves) + q) * each + part};
    case Role::b:
      return {(4 * r + q) * each + part, block_columns * block + g};
    case Role::c:
      break;
  }
  const unsigned row = g + 8 * (each == 2 ? r : r / 2), column = 2 * q + (each == 2 ? part : r % 2);
  const bool two_of_rows = std::max(t.shape.m, t.shape.n) == 32;
  return two_of_rows ? WmmaPlace{16 * block + row, column} : WmmaPlace{row, block_columns * block + column};
}

}  // namespace

unsigned WmmaTransfer::elements_a_register() const {
  const unsigned bytes = size_of(element);
  return bytes >= register_bytes ? 1 : register_bytes / bytes;
}

unsigned WmmaTransfer::distinct_registers() const { return rows() * columns() / (warp * elements_a_register()); }

unsigned WmmaTransfer::registers() const {
  constexpr unsigned of_half = 8;
  return matrix != WmmaMatrix::c && element == Type::f16 ? of_half : distinct_registers();
}

bool WmmaTransfer::along_registers() const {
  if (matrix == WmmaMatrix::c) return by_columns == shape.transposed();
  return by_columns == (matrix == WmmaMatrix::b);
}

std::optional<WmmaTransfer> wmma_transfer(std::string_view mnemonic) {
  auto words = read_words(mnemonic, "wmma.load.");
  const bool is_load = words.has_value();
  if (!is_load) words = read_words(mnemonic, "wmma.store.");
  if (!words || words->type_count != 1 || words->layouts != 1 || words->satfinite || words->rounded)
    return std::nullopt;
  WmmaTransfer t{WmmaMatrix::c, words->shape, words->types[0], words->columns != 0, words->is_shared};
  if (is_load && words->part == "a") t.matrix = WmmaMatrix::a;
  if (is_load && words->part == "b") t.matrix = WmmaMatrix::b;
  if (t.matrix != WmmaMatrix::c) return has_shape(t.element, t.shape) ? std::optional(t) : std::nullopt;
  if (words->part != (is_load ? "c" : "d") || !has_sums(t.element, t.shape)) return std::nullopt;
  return t;
}

std::optional<WmmaProduct> wmma_product(std::string_view mnemonic) {
  const auto words = read_words(mnemonic, "wmma.mma.");
  if (!words || words->layouts != 2 || !words->part.empty() || words->is_shared) return std::nullopt;
  const auto& types = words->types;
  // Half precision names D and C alone.
  const bool is_f16 = words->type_count == 2;
  if (!is_f16 && words->type_count != 4) return std::nullopt;
  WmmaProduct p{words->shape,
                is_f16 ? Type::f16 : types[1],
                is_f16 ? Type::f16 : types[2],
                is_f16 ? types[1] : types[3],
                types[0],
                words->satfinite};
  if (p.a != p.b || !has_shape(p.a, p.shape) || !sums_fit(p)) return std::nullopt;
  if ((words->rounded && p.a != Type::f64) || (p.satfinite && p.a == Type::f64)) return std::nullopt;
  return p;
}

/// How the machine loads a fragment: ldmatrix for operands in shared memory with 16-bit elements (or bytes along the
/// registers), words of 4 bytes for the other fragments of that kind, with one shuffle each where registers run across
/// the memory order; single bytes or elements otherwise. A piece is a matrix of 8 rows of 16 bytes.
WmmaRequests wmma_requests(const WmmaTransfer& t) {
  constexpr unsigned piece_bytes = 8 * 16, max_matrices = 4;
  const bool operand = t.matrix != WmmaMatrix::c;
  const unsigned bytes = size_of(t.element), pieces = t.rows() * t.columns() * bytes / piece_bytes;
  if (bytes == 2 || (bytes == 1 && t.along_registers())) {
    if (operand && t.is_shared) {
      const unsigned each = std::min(pieces, bytes == 2 ? max_matrices : max_matrices / 2);
      return {WmmaAccess::matrices, pieces / each, 16, each, 0};
    }
    return {WmmaAccess::words, pieces, register_bytes, 1, t.along_registers() ? 0 : pieces};
  }
  const unsigned registers = t.distinct_registers();
  if (bytes == 1) return {WmmaAccess::parts, registers * t.elements_a_register(), 1, 0, 0};
  const bool in_pairs = !operand && t.along_registers();
  return {WmmaAccess::elements, in_pairs ? registers / 2 : registers, in_pairs ? 2 * bytes : bytes, 0, 0};
}

/// Machine instructions per wmma.mma.
unsigned wmma_products(const WmmaProduct& p) {
  if (p.a == Type::f64) return 1;
  return p.a == Type::tf32 ? 4 : 2;
}

WmmaPlace wmma_place(const WmmaTransfer& t, unsigned reg, unsigned lane, unsigned part) {
  const WmmaPlace place = place_in_product(t, reg % t.distinct_registers(), lane, part);
  return t.shape.transposed() ? WmmaPlace{place.column, place.row} : place;
}

}  // namespace forewarp::ptx
