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

/// One instruction of sm_80; of sm_61 the word and its 21 bits of control.
struct Word {
  std::uint64_t low = 0, high = 0;
  std::uint32_t line = 0;
};

/// Opcodes as ptxas emits them.
inline constexpr std::uint16_t mov = 0x202, ffma = 0x223, dfma = 0x22b, ldg = 0x381, stg = 0x386, lds = 0x984,
                               sts = 0x388, bar = 0xb1d, atomg = 0x3a8, ldl = 0x983, stl = 0x387, ldc = 0xb82,
                               isetp = 0x80c, lop3 = 0x812;

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

/// An instruction of sm_61 with a stall count of one that no scoreboard concerns.
[[nodiscard]] Word pascal(std::uint64_t word, std::uint32_t line = 0, std::uint64_t control = 0x7e1);
/// Opcodes of sm_61 that are nothing but their upper sixteen bits here, always executed.
inline constexpr std::uint64_t pascal_ffma = 0x5980000000070000, pascal_ldg_64 = 0xeed5200000070204,
                               pascal_stg_64 = 0xeedd200000070204, pascal_exit = 0xe30000000007000f,
                               pascal_sync = 0xf0f800000007000f, pascal_brk = 0xe34000000007000f,
                               pascal_bra = 0xe24000000007000f, pascal_ssy = 0xe290000000000000,
                               pascal_pbk = 0xe2a0000000000000, pascal_cal = 0xe260000000000040,
                               pascal_ret = 0xe32000000007000f, pascal_nop = 0x50b0000000070f00;
/// The same with the guard @P0.
[[nodiscard]] std::uint64_t guarded(std::uint64_t word);
/// A branch, call, SSY or PBK at place `at` of the code with place `to` as its target.
[[nodiscard]] std::uint64_t leading(std::uint64_t word, std::uint32_t at, std::uint32_t to);
/// Of a place in code of sm_61.
[[nodiscard]] std::uint32_t pascal_address(std::uint32_t place);

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

/// The same for sm_61.
[[nodiscard]] KernelSpec pascal_add_one(const std::string& name = "add_one");

/// By file name.
[[nodiscard]] std::map<std::string, std::string> all();

}  // namespace forewarp::machine::samples
