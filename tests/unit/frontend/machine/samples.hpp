// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Machine code written by code: for unit tests and as seeds of the fuzzer.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "forewarp/frontend/machine/cubin.hpp"
#include "forewarp/frontend/machine/line_table.hpp"

namespace forewarp::machine::samples {

/// One instruction of sm_80.
struct Word {
  std::uint64_t low = 0, high = 0;
  std::uint32_t line = 0;
};

/// Opcodes as ptxas emits them.
inline constexpr std::uint16_t mov = 0x202, ffma = 0x223, ldg = 0x381, stg = 0x386, lds = 0x984, sts = 0x388,
                               bar = 0xb1d, atomg = 0x3a8, ldl = 0x983, stl = 0x387, ldc = 0xb82;

/// Size codes of memory accesses.
inline constexpr std::uint64_t size_32 = 4, size_64 = 5, size_128 = 6;

/// `guard`: a predicate, 7 for none.
[[nodiscard]] Word plain(std::uint16_t opcode, std::uint32_t line, std::uint64_t guard = 7);
[[nodiscard]] Word access(std::uint16_t opcode, std::uint32_t line, std::uint64_t size = size_32,
                          std::uint64_t guard = 7);
/// From place `at` of the code to place `to`.
[[nodiscard]] Word branch(std::uint32_t at, std::uint32_t to, std::uint64_t guard = 7, std::uint32_t line = 0);
[[nodiscard]] Word call(std::uint32_t at, std::uint32_t to, std::uint64_t guard = 7, std::uint32_t line = 0);
[[nodiscard]] Word leave(std::uint64_t guard = 7, std::uint32_t line = 0);
[[nodiscard]] Word ret();

/// The kernel without a file around it.
[[nodiscard]] Kernel kernel(const std::vector<Word>& code, int sm = 80);

struct KernelSpec {
  std::string name = "k";
  std::vector<Word> code = {};
  std::uint32_t registers = 32, frame_bytes = 0, shared_bytes = 0;
};

/// As ptxas -lineinfo writes it.
[[nodiscard]] std::string cubin(const std::vector<KernelSpec>& kernels, unsigned sm = 80);

/// A guarded load, an addition and a store: eight instructions with their lines.
[[nodiscard]] KernelSpec add_one(const std::string& name = "add_one");

/// By file name.
[[nodiscard]] std::map<std::string, std::string> all();

}  // namespace forewarp::machine::samples
