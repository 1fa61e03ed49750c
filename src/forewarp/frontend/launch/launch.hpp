// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One launch of a kernel: its shape, its named integer parameters and its arguments.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "forewarp/frontend/ptx/type.hpp"

namespace forewarp::launch {

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  [[nodiscard]] std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  bool operator==(const Dim3&) const = default;
};

/// How a buffer's elements come to be; every element is a function of its index and the seed, so that pages can be
/// made when they are first touched.
enum class FillKind : std::uint8_t {
  zero,
  constant,
  iota,
  uniform,
  normal,
  permutation,
  dominant,
  csr_offsets,
  csr_columns,
  file
};

/// How the nonzeros of a CSR matrix spread over its rows; rows * nonzeros of them in all, every time.
enum class RowLengths : std::uint8_t {
  equal,   ///< every row has as many
  varied,  ///< between none and twice as many, triangular
  skewed   ///< in each group of 64 rows the longest has 13 times as many as the mean, falling as 1 / rank
};

struct Fill {
  FillKind kind = FillKind::zero;
  double low = 0,
         high = 1;  ///< uniform [low, high); constant: low; iota: low + high * i; normal: mean low, deviation high
  std::uint64_t seed = 1;
  std::uint64_t rows = 0, columns = 0, nonzeros = 0;  ///< of the (CSR) matrix: nonzeros is the mean of a row
  RowLengths row_lengths = RowLengths::equal;
  std::string path = {};  ///< raw little-endian elements
};

struct Scalar {
  ptx::Type type = ptx::Type::none;
  std::uint64_t bits = 0;  ///< the value's bytes, little endian, in its own type
};

struct Buffer {
  ptx::Type element = ptx::Type::none;
  std::uint64_t count = 0;
  Fill fill;
  bool output = false;  ///< what the kernel is run for; compared with the CPU reference
  bool host = false;    ///< lies in the host's memory (zero-copy): the device reaches it over PCIe or NVLink
  [[nodiscard]] std::uint64_t bytes() const { return count * ptx::size_of(element); }
};

struct Argument {
  std::string name;
  std::variant<Scalar, Buffer, std::string /* raw bytes of a struct passed by value */> value;
  bool guessed = false;  ///< nobody described it; a guessed buffer has no end: what lies beyond it repeats it
};

/// An address that is known once buffers have theirs: arguments[argument] has it at byte `at`, and it is that of
/// arguments[buffer] plus offset.
struct Link {
  std::size_t argument = 0;
  std::uint64_t at = 0;
  std::size_t buffer = 0;
  std::uint64_t offset = 0;
};

struct Launch {
  std::string entry;  ///< the PTX name
  Dim3 grid, block;
  std::uint64_t dynamic_shared_bytes = 0;
  std::map<std::string, std::int64_t> parameters;
  std::vector<Argument> arguments;
  bool guessed_arguments = false;  ///< some argument is guessed, from the kernel's code
  std::vector<std::string> notes;  ///< what the reader must know: which arguments were guessed, and as what
  std::size_t unpassed = 0;        ///< how many at the end of arguments are buffers that only structs point to
  std::vector<Link> links = {};
  /// Blocks of a cluster, where the launch names them; else what the code requires (cluster_from_bounds), or one.
  std::optional<Dim3> cluster = {};
  std::vector<Argument> constants = {};  ///< variables of the module by their PTX names: written before it runs
};

}  // namespace forewarp::launch
