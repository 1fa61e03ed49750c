// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/elf.hpp"

#include <algorithm>

namespace forewarp::fatbin {
namespace {

constexpr std::string_view magic =
    "\x7f"
    "ELF";
constexpr std::uint64_t header_bytes = 64, section_bytes = 64, symbol_bytes = 24;
constexpr std::uint32_t type_symbols = 2, type_no_bits = 8, first_of_processor = 0x70000000;
constexpr std::uint16_t index_elsewhere = 0xffff;  // SHN_XINDEX: the number is in section 0

/// The text that begins here and ends with a zero, or with its table.
std::string_view text_at(std::string_view table, std::uint64_t at) {
  if (at >= table.size()) return {};
  const std::string_view rest = table.substr(at);
  return rest.substr(0, rest.find('\0'));
}

void check_kind(std::string_view bytes, const Place& place) {
  if (!is_elf(bytes)) place.fail("no ELF file begins here");
  if (bytes.size() < header_bytes) place.fail("an ELF file ends within its header");
  if (bytes[4] != 2) place.fail("a 32-bit ELF file; only 64-bit ones are read");
  if (bytes[5] != 1) place.fail("a big-endian ELF file; only little-endian ones are read");
}

/// Its bytes are filled in later, and so is its name.
Section section_at(std::string_view bytes, std::uint64_t at, std::uint64_t& name) {
  Section section;
  name = number_at<std::uint32_t>(bytes, at);
  section.type = number_at<std::uint32_t>(bytes, at + 4);
  section.flags = number_at<std::uint64_t>(bytes, at + 8);
  section.offset = number_at<std::uint64_t>(bytes, at + 24);
  section.link = number_at<std::uint32_t>(bytes, at + 40);
  section.info = number_at<std::uint32_t>(bytes, at + 44);
  return section;
}

std::string_view bytes_of(std::string_view bytes, const Section& section, std::uint64_t at, std::string_view name,
                          const Place& place) {
  const std::uint64_t size = number_at<std::uint64_t>(bytes, at + 32);
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

Table table_of(std::string_view bytes, const Place& place) {
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

}  // namespace

bool is_elf(std::string_view bytes) { return bytes.starts_with(magic); }

Elf read_elf(std::string_view bytes, const Place& place) {
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

std::vector<Symbol> symbols_of(const Elf& elf, const Place& place) {
  std::vector<Symbol> symbols;
  const auto table = std::ranges::find(elf.sections, type_symbols, &Section::type);
  if (table == elf.sections.end()) return symbols;
  if (table->link >= elf.sections.size()) place.at(table->offset).fail("symbols without a table of their names");
  const std::string_view names = elf.sections[table->link].bytes;
  for (std::uint64_t at = 0; at + symbol_bytes <= table->bytes.size(); at += symbol_bytes)
    symbols.push_back({text_at(names, number_at<std::uint32_t>(table->bytes, at)),
                       static_cast<std::uint8_t>(table->bytes[at + 4] & 15),
                       static_cast<std::uint8_t>(table->bytes[at + 5]),
                       number_at<std::uint16_t>(table->bytes, at + 6)});
  return symbols;
}

}  // namespace forewarp::fatbin
