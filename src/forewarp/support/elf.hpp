// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Sections and symbols of 64-bit little-endian ELF files: programs, libraries, objects, and the machine code of GPUs.
/// Nothing is believed: every offset is checked against the bytes that are there. Layout: the System V ABI.
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "forewarp/support/byte_place.hpp"

namespace forewarp::elf {

struct Section {
  std::string_view name;
  std::uint32_t type = 0, link = 0, info = 0;
  std::uint64_t flags = 0, offset = 0;
  std::uint64_t size = 0;  ///< in memory
  std::string_view bytes;  ///< empty for one that takes no room in the file (.bss)
};

struct Symbol {
  std::string_view name;
  std::uint8_t type = 0, binding = 0, other = 0;  ///< st_info & 15, st_info >> 4, st_other
  std::uint16_t section = 0;                      ///< 0: another file defines it
  std::uint64_t value = 0;                        ///< its place in the section of an object
};

/// A place in a section whose value a linker fills in with that of a symbol.
struct Relocation {
  std::uint64_t offset = 0;
  std::uint32_t symbol = 0;  ///< index in symbols_of
};

/// What the dynamic loader reads: a tag and a number, or an offset in the table of texts.
struct Dynamic {
  std::uint64_t tag = 0, value = 0;
  std::string_view text;  ///< of an offset
};

struct Elf {
  std::uint16_t machine = 0;
  std::uint8_t abi_version = 0;
  std::uint32_t flags = 0;
  std::vector<Section> sections;  ///< by index
};

inline constexpr std::uint16_t machine_cuda = 190;  ///< EM_CUDA
inline constexpr std::uint64_t flag_allocated = 2, flag_executable = 4;
inline constexpr std::uint32_t type_program = 1, type_symbols = 2, type_dynamic_symbols = 11,
                               type_relocations_with_addend = 4, type_relocations = 9;  ///< of sections
inline constexpr std::uint64_t tag_needed = 1, tag_soname = 14;
inline constexpr std::uint8_t binding_weak = 2;

[[nodiscard]] bool is_elf(std::string_view bytes);
/// Whether it is of the kind that is read here, and has its header whole.
[[nodiscard]] bool is_elf_64(std::string_view bytes);
/// Throws InputError where the bytes are another kind of file, or a table or section leaves them.
[[nodiscard]] Elf read_elf(std::string_view bytes, const BytePlace& place);
/// The symbols of .symtab, or of .dynsym, in their order; none where there is none.
[[nodiscard]] std::vector<Symbol> symbols_of(const Elf& elf, const BytePlace& place, std::uint32_t type = type_symbols);
/// By index of the section that they are places in; in the order of the file.
[[nodiscard]] std::map<std::uint32_t, std::vector<Relocation>> relocations_of(const Elf& elf);
/// The entries of .dynamic in their order; none where there is none.
[[nodiscard]] std::vector<Dynamic> dynamics_of(const Elf& elf, const BytePlace& place);
/// The loader that the program names; empty for none. The bytes are those of a file that read_elf reads.
[[nodiscard]] std::string_view interpreter_of(std::string_view bytes);

}  // namespace forewarp::elf
