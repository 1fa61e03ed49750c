// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A launch description: everything about running a kernel that does not depend on the size, which stands as
/// expressions of named parameters. kernels/<name>/launch.toml is one:
///
///     description = "c = a b, each block one BLOCK x BLOCK tile of c through shared memory"
///     source = "kernel.cu"                      # beside this file; the default
///     entry = "matmul_tiled"                    # default: the only entry of the source
///     grid = ["n / BLOCK", "n / BLOCK"]         # x, y, z; or "n / BLOCK, n / BLOCK"
///     block = ["BLOCK", "BLOCK"]
///     cluster = [2, 1, 1]                       # blocks of a cluster; default: what the code requires, or 1
///     dynamic_shared_bytes = 0
///     constraints = ["n % BLOCK == 0"]
///     reference = "matmul"                      # a CPU reference, see kernels/references.hpp
///     area = "dense linear algebra"             # what it is for, and the suite whose work it resembles: groups that
///     suite = "own"                             # a model may be tested on without having seen any of them
///     check = { n = 64 }                        # a launch small enough for an emulator and the reference
///     tolerance = 1e-5                          # relative, where the reference gives no bound of its own
///
///     [parameters]                              # integers: a default and the sizes of interest
///     n = { default = 1024, sizes = [256, 512, 1024] }
///     [defines]                                 # the same, but given to the compiler as -D
///     BLOCK = { default = 16, sizes = [8, 16, 32] }
///
///     [[argument]]                              # in the order of the kernel's parameters
///     name = "a"
///     buffer = "f32"
///     count = "n * n"
///     fill = { kind = "uniform", low = -1, high = 1, seed = 1 }
///     [[argument]]
///     name = "c"
///     buffer = "f32"
///     count = "n * n"
///     output = true
///     [[argument]]
///     name = "n"
///     scalar = "s32"
///     value = "n"
///     [[argument]]
///     name = "shifted"
///     pointer = "a + 4 * n"                     # into the buffer of another argument, in its elements
///     [[argument]]
///     name = "options"                          # a struct by value; members as --arg has them
///     struct = ["n", 2.5, "buffer:f32:n", ["s16:1", "s16:2"]]
///     [[constant]]                              # a __constant__ or __device__ variable; the keys of an argument
///     name = "weights"
///     buffer = "f32"
///     count = 9
///     fill = "uniform"
///
/// Fills: zero; constant (value); iota (low, step); uniform (low, high, seed); normal (mean, deviation, seed);
/// permutation (seed); csr_offsets and csr_columns (rows, columns, nonzeros: the mean of a row, row_lengths: equal,
/// varied or skewed, seed); file (path). Every number may be an expression in quotes.
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "forewarp/frontend/launch/expression.hpp"
#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::launch {

struct ParameterSpec {
  std::string name;
  std::int64_t value = 0;           ///< default
  std::vector<std::int64_t> sizes;  ///< of interest: for ranking, tests and sweeps
};

struct ScalarSpec {
  ptx::Type type = ptx::Type::none;  ///< none: as the kernel's signature says
  Expression value;
};

struct FillSpec {
  FillKind kind = FillKind::zero;
  Expression low = 0, high = 1, seed = 1;  ///< as Fill's, whatever the fill calls them
  Expression rows = 0, columns = 0, nonzeros = 0;
  RowLengths row_lengths = RowLengths::equal;
  std::string path;
};

struct BufferSpec {
  ptx::Type element = ptx::Type::none;
  Expression count;
  FillSpec fill;
  bool output = false;
  bool host = false;   ///< in the host's memory
  unsigned lanes = 1;  ///< numbers of an element: 4 of float4
};

struct ArgumentSpec;

/// A struct by value: its members in order, nested ones as structs of their own. A member's name may be empty.
struct StructSpec {
  std::vector<ArgumentSpec> members;
};

struct ArgumentSpec {
  std::string name;
  std::variant<ScalarSpec, BufferSpec, StructSpec> value;
};

using ShapeSpec = std::array<Expression, 3>;

struct Description {
  std::filesystem::path file;  ///< launch.toml; empty when made from the command line
  std::string summary, entry;
  std::filesystem::path source;  ///< absolute, or relative to the working directory; empty when unknown
  std::vector<ParameterSpec> parameters, defines;
  bool open_parameters = false;  ///< nobody listed the parameters: any name can be set
  std::vector<Expression> constraints;
  std::optional<ShapeSpec> grid, block;
  std::optional<ShapeSpec> cluster = {};  ///< in blocks
  Expression dynamic_shared_bytes = 0;
  std::vector<ArgumentSpec> arguments;
  std::string reference;
  double tolerance = 0;
  Parameters check;         ///< of a small launch that is compared with the reference; the rest as their defaults
  std::string area, suite;  ///< groups of kernels; empty when nobody said
  std::vector<ArgumentSpec> constants = {};
};

/// What the command line changes.
struct Overrides {
  Parameters set;  ///< parameters and defines
  std::optional<ShapeSpec> grid = {}, block = {};
  std::optional<Expression> dynamic_shared_bytes = {};
  std::vector<ArgumentSpec> arguments = {};  ///< each replaces the one of its name, or comes after those that are there
  std::string entry = {};
  std::vector<ArgumentSpec> constants = {};  ///< as arguments
};

/// Reads a launch.toml. Throws ParseError (file:line) for a syntax error, an unknown key or an impossible value.
[[nodiscard]] Description read_description(const std::filesystem::path& file);
/// The same from text; file names it in messages and is what relative paths start from.
[[nodiscard]] Description parse_description(std::string_view text, const std::filesystem::path& file);

/// The parameters and defines in force. A scalar argument on the command line gives the parameter of its name its value
/// (argument_parameters.hpp). A block or grid override given for a dimension that is exactly one parameter
/// sets that parameter ("--block 32,32" on block = ["BLOCK", "BLOCK"]). Throws InputError for a name that is not there.
[[nodiscard]] Parameters parameters_of(const Description& description, const Overrides& overrides = {});

/// "-D" values in force, as NAME=VALUE, in the order of the description.
[[nodiscard]] std::vector<std::string> defines_of(const Description& description, const Overrides& overrides = {});

/// The launch without its arguments: shape, parameters, dynamic shared memory. Where no block is given, the kernel's
/// .reqntid and .maxntid are looked at, and a note says what was taken. Throws InputError.
[[nodiscard]] Launch launch_without_arguments(const Description& description, const Overrides& overrides = {},
                                              const ptx::Function* entry = nullptr);

/// The launch. With the kernel's PTX entry at hand, types that the description leaves open are taken from its
/// signature, arguments that nobody described are guessed (guess.hpp) and all are checked against it (signature.hpp).
/// Throws InputError: an unknown name, a broken constraint, a shape or size that is out of range.
[[nodiscard]] Launch launch_from(const Description& description, const Overrides& overrides = {},
                                 const ptx::Function* entry = nullptr);

}  // namespace forewarp::launch
