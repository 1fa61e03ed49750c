// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Each kernel K of a cubin has a section .nv.constant0.K with its parameters, which a device function has not. The
// names of sections are a table that ptxas writes at the very beginning, after the header of 64 bytes; the table of
// symbols' names follows and begins with the same names:
//
//     64: "\0.shstrtab\0.strtab\0...\0.nv.constant0.K\0"   then "\0.shstrtab\0.strtab\0..."
//
// The kernels of a library with gigabytes of compressed machine code are thus known from the first block of each entry.
// Where the second table is not found there, all of the entry is decompressed, and its sections are read.
#include "forewarp/frontend/fatbin/machine_code.hpp"

#include <algorithm>

#include "forewarp/frontend/fatbin/attributes.hpp"
#include "forewarp/support/elf.hpp"

namespace forewarp::fatbin {
namespace {

constexpr std::string_view constants = ".nv.constant0.", attributes = ".nv.info";
constexpr std::uint64_t elf_header = 64;
constexpr std::uint64_t first_try = std::uint64_t{128} << 10, last_try = std::uint64_t{4} << 20;

std::optional<std::vector<std::string>> names_at_begin(std::string_view bytes) {
  constexpr std::string_view begin{"\0.shstrtab\0", 11};
  if (bytes.size() <= elf_header || !elf::is_elf(bytes) || number_at<std::uint16_t>(bytes, 18) != elf::machine_cuda)
    return std::nullopt;
  std::string_view table = bytes.substr(elf_header);
  const std::size_t end = table.find(begin, begin.size());
  if (!table.starts_with(begin) || end == std::string_view::npos) return std::nullopt;
  table = table.substr(0, end + 1);
  std::vector<std::string> names;
  for (std::size_t at = 0; (at = table.find(constants, at)) != std::string_view::npos;) {
    const std::size_t from = at + constants.size(), to = table.find('\0', from);
    if (table[at - 1] == '\0' && to > from) names.emplace_back(table.substr(from, to - from));
    at = to;
  }
  return names;
}

elf::Elf elf_of(std::string_view cubin, const BytePlace& place) {
  elf::Elf file = elf::read_elf(cubin, place);
  if (file.machine != elf::machine_cuda)
    place.fail(
        fmt::format("machine code of another processor (ELF machine {}) where a GPU's was expected", file.machine));
  return file;
}

}  // namespace

std::vector<std::string> kernel_names(const Entry& entry, const BytePlace& container) {
  const BytePlace place = container.at(entry.offset);
  for (std::uint64_t wanted = first_try; wanted < std::min(entry.bytes, last_try); wanted *= 8) {
    const Payload begin = decompressed_prefix(entry.stored, entry.compression(), entry.bytes, wanted, place);
    if (auto names = names_at_begin(begin.bytes)) return *std::move(names);
  }
  const Payload whole = decompressed(entry.stored, entry.compression(), entry.bytes, place);
  if (auto names = names_at_begin(whole.bytes)) return *std::move(names);
  std::vector<std::string> names;
  for (const elf::Section& section : elf_of(whole.bytes, place).sections)
    if (section.name.starts_with(constants)) names.emplace_back(section.name.substr(constants.size()));
  return names;
}

std::optional<std::uint32_t> registers_of(std::string_view cubin, std::string_view kernel, const BytePlace& place) {
  const elf::Elf file = elf_of(cubin, place);
  const std::vector<elf::Symbol> symbols = elf::symbols_of(file, place);
  constexpr std::uint8_t function = 2;  // STT_FUNC
  const auto symbol = std::ranges::find_if(
      symbols, [&](const elf::Symbol& s) { return s.name == kernel && s.type == function && s.section != 0; });
  const auto info = std::ranges::find(file.sections, attributes, &elf::Section::name);
  if (symbol == symbols.end() || info == file.sections.end()) return std::nullopt;
  return attribute_of(info->bytes, Attribute::registers, static_cast<std::uint32_t>(symbol - symbols.begin()));
}

/// The flags of ABI version 8 have the number of the architecture in bits 8 to 15, older ones in bits 0 to 7.
source::Arch arch_of(std::string_view cubin, const BytePlace& place) {
  const elf::Elf file = elf_of(cubin, place);
  const bool is_new = file.abi_version >= 8;
  const std::uint32_t number = (is_new ? file.flags >> 8 : file.flags) & 0xff, a = is_new ? 0x8 : 0x800;
  return {static_cast<int>(number), (file.flags & a) != 0 ? "a" : ""};
}

}  // namespace forewarp::fatbin
