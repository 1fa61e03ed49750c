// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/elf.hpp"

#include <algorithm>

namespace forewarp::elf {
namespace {

constexpr std::string_view magic =
    "\x7f"
    "ELF";
constexpr std::uint64_t header_bytes = 64, section_bytes = 64, segment_bytes = 56, symbol_bytes = 24,
                        dynamic_bytes = 16;
constexpr std::uint32_t type_dynamic = 6, type_no_bits = 8, first_of_processor = 0x70000000, segment_interpreter = 3;
constexpr char class_64 = 2, little_endian = 1;
constexpr std::uint16_t index_elsewhere = 0xffff;  // SHN_XINDEX: the number is in section 0

/// The text that begins here and ends with a zero, or with its table.
std::string_view text_at(std::string_view table, std::uint64_t at) {
  if (at >= table.size()) return {};
  const std::string_view rest = table.substr(at);
  return rest.substr(0, rest.find('\0'));
}

void check_kind(std::string_view bytes, const BytePlace& place) {
  if (!is_elf(bytes)) place.fail("no ELF file begins here");
  if (bytes.size() < header_bytes) place.fail("an ELF file ends within its header");
  if (bytes[4] != class_64) place.fail("a 32-bit ELF file; only 64-bit ones are read");
  if (bytes[5] != little_endian) place.fail("a big-endian ELF file; only little-endian ones are read");
}

/// Its bytes are filled in later, and so is its name.
Section section_at(std::string_view bytes, std::uint64_t at, std::uint64_t& name) {
  Section section;
  name = number_at<std::uint32_t>(bytes, at);
  section.type = number_at<std::uint32_t>(bytes, at + 4);
  section.flags = number_at<std::uint64_t>(bytes, at + 8);
  section.offset = number_at<std::uint64_t>(bytes, at + 24);
  section.size = number_at<std::uint64_t>(bytes, at + 32);
  section.link = number_at<std::uint32_t>(bytes, at + 40);
  section.info = number_at<std::uint32_t>(bytes, at + 44);
  return section;
}

std::string_view bytes_of(std::string_view bytes, const Section& section, std::uint64_t at, std::string_view name,
                          const BytePlace& place) {
  const std::uint64_t size = section.size;
  if (section.type == type_no_bits || section.type == 0) return {};
  const bool leaves = section.offset > bytes.size() || size > bytes.size() - section.offset;
  if (leaves && section.type >= first_of_processor) return {};  // shared memory of a GPU takes no room, like .bss
  if (leaves)
    place.at(at).fail(fmt::format("section {} of {} bytes at {:#x} leaves the file, which has {} bytes", name, size,
                                  section.offset, bytes.size()));
  return bytes.substr(section.offset, size);
}

/// Where the table of sections begins, how many there are, and which has their names.
struct Table {
  std::uint64_t at = 0, count = 0, names = 0;
};

Table table_of(std::string_view bytes, const BytePlace& place) {
  Table t{number_at<std::uint64_t>(bytes, 40), number_at<std::uint16_t>(bytes, 60),
          number_at<std::uint16_t>(bytes, 62)};
  if (t.at == 0) return {};
  if (number_at<std::uint16_t>(bytes, 58) != section_bytes) place.at(58).fail("headers of sections have 64 bytes");
  const auto fits = [&](std::uint64_t count) {
    return t.at <= bytes.size() && count <= (bytes.size() - t.at) / section_bytes;
  };
  if (!fits(1)) place.at(40).fail("the table of sections lies beyond the end of the file");
  if (t.count == 0) t.count = number_at<std::uint64_t>(bytes, t.at + 32);
  if (t.names == index_elsewhere) t.names = number_at<std::uint32_t>(bytes, t.at + 40);
  if (!fits(t.count)) place.at(t.at).fail(fmt::format("the table of {} sections leaves the file", t.count));
  if (t.count > 0 && t.names >= t.count) place.at(62).fail("the section with the names of sections does not exist");
  return t;
}

const Section* section_of(const Elf& elf, std::uint32_t type) {
  const auto found = std::ranges::find(elf.sections, type, &Section::type);
  return found == elf.sections.end() ? nullptr : &*found;
}

/// That a table's entries name.
std::string_view texts_of(const Elf& elf, const Section& table, const BytePlace& place) {
  if (table.link >= elf.sections.size()) place.at(table.offset).fail("symbols without a table of their names");
  return elf.sections[table.link].bytes;
}

}  // namespace

bool is_elf(std::string_view bytes) { return bytes.starts_with(magic); }

bool is_elf_64(std::string_view bytes) {
  return is_elf(bytes) && bytes.size() >= header_bytes && bytes[4] == class_64 && bytes[5] == little_endian;
}

Elf read_elf(std::string_view bytes, const BytePlace& place) {
  check_kind(bytes, place);
  Elf elf{number_at<std::uint16_t>(bytes, 18),
          static_cast<std::uint8_t>(bytes[8]),
          number_at<std::uint32_t>(bytes, 48),
          {}};
  const Table table = table_of(bytes, place);
  if (table.count == 0) return elf;
  std::uint64_t ignored = 0;
  const std::uint64_t names_at = table.at + table.names * section_bytes;
  const std::string_view names =
      bytes_of(bytes, section_at(bytes, names_at, ignored), names_at, "with the names of sections", place);
  elf.sections.reserve(table.count);
  for (std::uint64_t i = 0; i < table.count; ++i) {
    const std::uint64_t at = table.at + i * section_bytes;
    std::uint64_t name = 0;
    Section section = section_at(bytes, at, name);
    section.name = text_at(names, name);
    section.bytes = bytes_of(bytes, section, at, section.name, place);
    elf.sections.push_back(section);
  }
  return elf;
}

std::vector<Symbol> symbols_of(const Elf& elf, const BytePlace& place, std::uint32_t type) {
  std::vector<Symbol> symbols;
  const Section* table = section_of(elf, type);
  if (!table) return symbols;
  const std::string_view names = texts_of(elf, *table, place);
  for (std::uint64_t at = 0; at + symbol_bytes <= table->bytes.size(); at += symbol_bytes) {
    const auto info = static_cast<std::uint8_t>(table->bytes[at + 4]);
    symbols.push_back({text_at(names, number_at<std::uint32_t>(table->bytes, at)), static_cast<std::uint8_t>(info & 15),
                       static_cast<std::uint8_t>(info >> 4), static_cast<std::uint8_t>(table->bytes[at + 5]),
                       number_at<std::uint16_t>(table->bytes, at + 6), number_at<std::uint64_t>(table->bytes, at + 8)});
  }
  return symbols;
}

/// An entry is u64 place and u64 kind with the symbol in its upper half; type 4 has a number to add after them.
std::map<std::uint32_t, std::vector<Relocation>> relocations_of(const Elf& elf) {
  std::map<std::uint32_t, std::vector<Relocation>> relocations;
  for (const Section& table : elf.sections) {
    const bool with_addend = table.type == type_relocations_with_addend;
    if (!with_addend && table.type != type_relocations) continue;
    const std::uint64_t step = with_addend ? 24 : 16;
    for (std::uint64_t at = 0; at + step <= table.bytes.size(); at += step)
      relocations[table.info].push_back(
          {number_at<std::uint64_t>(table.bytes, at), number_at<std::uint32_t>(table.bytes, at + 12)});
  }
  return relocations;
}

std::vector<Dynamic> dynamics_of(const Elf& elf, const BytePlace& place) {
  std::vector<Dynamic> entries;
  const Section* table = section_of(elf, type_dynamic);
  if (!table) return entries;
  const std::string_view texts = texts_of(elf, *table, place);
  for (std::uint64_t at = 0; at + dynamic_bytes <= table->bytes.size(); at += dynamic_bytes) {
    const auto tag = number_at<std::uint64_t>(table->bytes, at), value = number_at<std::uint64_t>(table->bytes, at + 8);
    if (tag == 0) break;
    entries.push_back({tag, value, text_at(texts, value)});
  }
  return entries;
}

std::string_view interpreter_of(std::string_view bytes) {
  const auto table = number_at<std::uint64_t>(bytes, 32);
  if (number_at<std::uint16_t>(bytes, 54) != segment_bytes || table > bytes.size()) return {};
  const std::uint64_t count =
      std::min<std::uint64_t>(number_at<std::uint16_t>(bytes, 56), (bytes.size() - table) / segment_bytes);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t at = table + i * segment_bytes;
    if (number_at<std::uint32_t>(bytes, at) != segment_interpreter) continue;
    const auto offset = number_at<std::uint64_t>(bytes, at + 8);
    return offset < bytes.size() ? text_at(bytes.substr(offset, number_at<std::uint64_t>(bytes, at + 32)), 0) : "";
  }
  return {};
}

}  // namespace forewarp::elf
