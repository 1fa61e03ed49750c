// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Sections and symbols of 64-bit little-endian ELF files: programs, libraries, objects, and the machine code of GPUs.
/// Nothing is believed: every offset is checked against the bytes that are there. Layout: the System V ABI.
#include <cstdint>
#include <string_view>
#include <vector>

#include "forewarp/frontend/fatbin/place.hpp"

namespace forewarp::fatbin {

struct Section {
  std::string_view name;
  std::uint32_t type = 0, link = 0, info = 0;
  std::uint64_t flags = 0, offset = 0;
  std::string_view bytes;  ///< empty for one that takes no room in the file (.bss)
};

struct Symbol {
  std::string_view name;
  std::uint8_t type = 0, other = 0;  ///< st_info & 15, st_other
  std::uint16_t section = 0;
};

struct Elf {
  std::uint16_t machine = 0;
  std::uint8_t abi_version = 0;
  std::uint32_t flags = 0;
  std::vector<Section> sections;  ///< by index
};

inline constexpr std::uint16_t machine_cuda = 190;  ///< EM_CUDA
inline constexpr std::uint64_t flag_allocated = 2, flag_executable = 4;
inline constexpr std::uint32_t type_program = 1;  ///< SHT_PROGBITS

[[nodiscard]] bool is_elf(std::string_view bytes);
/// Throws InputError where the bytes are another kind of file, or a table or section leaves them.
[[nodiscard]] Elf read_elf(std::string_view bytes, const Place& place);
/// The symbols of .symtab in their order; none where there is none.
[[nodiscard]] std::vector<Symbol> symbols_of(const Elf& elf, const Place& place);

}  // namespace forewarp::fatbin
