// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A unit is u32 length, u16 version, u32 length of the rest of its header, u8 bytes of a step, u8 default, i8 line
// base, u8 line range, u8 first special opcode, and the tables of files, which are not read. The program after it moves
// two registers, address and line, and says when they are a row:
//
//   special opcode k    address += step * ((k - first) / range), line += base + (k - first) % range, a row
//   1 copy (a row)      2 advance the address     3 advance the line     8 advance as opcode 255 does, without a row
//   9 advance by a u16  0 extended: length, then 1 end of a sequence, 2 set the address
//
// Example (step 1, base -5, range 14, first 10): 0x00 09 02 <0>  3 9 1  0xf3: address 0, line 10, a row; then
// 243 - 10 = 233 = 16 * 14 + 9: address 16, line 14, a row.
#include "forewarp/frontend/machine/line_table.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include <fmt/format.h>

namespace forewarp::machine {
namespace {

constexpr std::string_view section_name = ".nv_debug_line_sass";

/// Numbers one after another, none beyond the end.
class Reader {
 public:
  Reader(std::string_view bytes, BytePlace place) : bytes_(bytes), place_(std::move(place)) {}

  [[nodiscard]] bool done() const { return at_ == bytes_.size(); }
  [[nodiscard]] std::uint64_t at() const { return at_; }
  [[nodiscard]] BytePlace here() const { return place_.at(at_); }

  template <typename Number>
  Number number() {
    if (sizeof(Number) > bytes_.size() - at_) here().fail("the table of lines ends within a number");
    const auto value = number_at<Number>(bytes_, at_);
    at_ += sizeof(Number);
    return value;
  }

  void skip(std::uint64_t count) {
    if (count > bytes_.size() - at_) here().fail(fmt::format("the table of lines ends within {} bytes", count));
    at_ += count;
  }

  /// LEB128: seven bits a byte, the lowest first.
  std::uint64_t unsigned_leb() {
    unsigned bits = 0;
    return leb(bits);
  }

  std::int64_t signed_leb() {
    unsigned bits = 0;
    std::uint64_t value = leb(bits);
    if (bits < 64 && (value >> (bits - 1) & 1) != 0) value |= ~std::uint64_t{0} << bits;
    return static_cast<std::int64_t>(value);
  }

 private:
  std::uint64_t leb(unsigned& bits) {
    std::uint64_t value = 0;
    for (;;) {
      const auto byte = number<std::uint8_t>();
      if (bits >= 63) here().fail("a number in the table of lines has more than 63 bits");
      value |= std::uint64_t{byte & 0x7fU} << bits;
      bits += 7;
      if (byte < 0x80) return value;
    }
  }

  std::string_view bytes_;
  BytePlace place_;
  std::uint64_t at_ = 0;
};

struct Header {
  std::uint8_t step = 1, range = 1, first_special = 10;
  std::int8_t base = 0;
  std::vector<std::uint8_t> operands;  ///< of opcode k + 1
};

/// The state machine of a line program: its registers, and the rows of the current sequence.
struct Sequence {
  std::uint64_t address = 0;
  std::int64_t line = 1;
  std::uint64_t address_place = std::numeric_limits<std::uint64_t>::max();  ///< where it was set, in the section
  LineRows rows;
};

class Program {
 public:
  Program(const elf::Elf& elf, std::uint32_t section, const std::vector<elf::Symbol>& symbols, const BytePlace& place)
      : bytes_(elf.sections[section].bytes), place_(place.at(elf.sections[section].offset)) {
    const auto relocations = elf::relocations_of(elf);
    const auto own = relocations.find(section);
    if (own == relocations.end()) return;
    for (const elf::Relocation& r : own->second)
      if (r.symbol < symbols.size())
        begins_.emplace(r.offset, Begin{symbols[r.symbol].section, symbols[r.symbol].value});
  }

  std::map<std::uint32_t, LineRows> run() {
    Reader units(bytes_, place_);
    while (!units.done()) {
      const auto length = units.number<std::uint32_t>();
      const std::uint64_t begin = units.at();
      units.skip(length);
      run_unit(begin, length);
    }
    for (auto& [section, rows] : tables_) std::ranges::stable_sort(rows, {}, &LineRow::address);
    return std::move(tables_);
  }

 private:
  struct Begin {
    std::uint32_t section = 0;
    std::uint64_t address = 0;
  };

  void run_unit(std::uint64_t begin, std::uint64_t length) {
    Reader reader(bytes_.substr(begin, length), place_.at(begin));
    const Header header = header_of(reader);
    Sequence s;
    while (!reader.done()) step(reader, header, begin, s);
  }

  static Header header_of(Reader& reader) {
    Header h;
    if (const auto version = reader.number<std::uint16_t>(); version < 2 || version > 3)
      reader.here().fail(fmt::format("a table of lines of DWARF {}; versions 2 and 3 are read", version));
    const auto rest = reader.number<std::uint32_t>();
    const std::uint64_t begin = reader.at();
    h.step = reader.number<std::uint8_t>();
    (void)reader.number<std::uint8_t>();  // whether a row is a statement
    h.base = reader.number<std::int8_t>();
    h.range = reader.number<std::uint8_t>();
    h.first_special = reader.number<std::uint8_t>();
    if (h.range == 0 || h.first_special == 0) reader.here().fail("a table of lines without a range of lines");
    for (unsigned k = 1; k < h.first_special; ++k) h.operands.push_back(reader.number<std::uint8_t>());
    const std::uint64_t read = reader.at() - begin;
    if (rest < read) reader.here().fail("the header of a table of lines is longer than it says");
    reader.skip(rest - read);
    return h;
  }

  void step(Reader& reader, const Header& h, std::uint64_t unit, Sequence& s) {
    const auto opcode = reader.number<std::uint8_t>();
    if (opcode >= h.first_special) {
      const unsigned k = opcode - h.first_special;
      s.address += std::uint64_t{h.step} * (k / h.range);
      s.line += h.base + static_cast<int>(k % h.range);
      return add_row(reader, s);
    }
    switch (opcode) {
      case 0:
        return extended(reader, unit, s);
      case 1:
        return add_row(reader, s);
      case 2:
        s.address += reader.unsigned_leb() * h.step;
        return;
      case 3:
        return advance_line(reader, s);
      case 8:
        s.address += std::uint64_t{h.step} * ((255U - h.first_special) / h.range);
        return;
      case 9:
        s.address += reader.number<std::uint16_t>();
        return;
      default:  // file, column, statement, block: their operands are skipped
        for (unsigned n = 0; n < h.operands[opcode - 1U]; ++n) (void)reader.unsigned_leb();
    }
  }

  /// Lines are checked where they are used; here it is made sure that adding does not overflow.
  static void advance_line(Reader& reader, Sequence& s) {
    constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    const std::int64_t by = reader.signed_leb();
    if (by > most || by < -most) reader.here().fail(fmt::format("the table of lines advances by {} lines", by));
    s.line += by;
    if (s.line > most || s.line < -most) reader.here().fail(fmt::format("there is no line {}", s.line));
  }

  void extended(Reader& reader, std::uint64_t unit, Sequence& s) {
    constexpr std::uint8_t end_of_sequence = 1, set_address = 2;
    const std::uint64_t length = reader.unsigned_leb();
    if (length == 0) reader.here().fail("an extended opcode of no bytes in the table of lines");
    const std::uint64_t begin = reader.at();
    const auto kind = reader.number<std::uint8_t>();
    if (kind == set_address && length == 9) {
      s.address_place = unit + reader.at();
      s.address = reader.number<std::uint64_t>();
    }
    if (kind == end_of_sequence) {
      finish(s);
      s = {};
    }
    const std::uint64_t read = reader.at() - begin;
    if (length < read) reader.here().fail("an extended opcode in the table of lines is longer than it says");
    reader.skip(length - read);
  }

  void add_row(Reader& reader, Sequence& s) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    if (s.line < 0) reader.here().fail(fmt::format("there is no line {}", s.line));
    if (s.address > most) reader.here().fail(fmt::format("the table of lines has the address {:#x}", s.address));
    s.rows.push_back({static_cast<std::uint32_t>(s.address), static_cast<std::uint32_t>(s.line)});
  }

  /// Without a relocation the sequence is of no known code.
  void finish(const Sequence& s) {
    const auto begin = begins_.find(s.address_place);
    if (begin == begins_.end()) return;
    LineRows& rows = tables_[begin->second.section];
    for (LineRow row : s.rows) {
      row.address += static_cast<std::uint32_t>(begin->second.address);
      rows.push_back(row);
    }
  }

  std::string_view bytes_;
  BytePlace place_;
  std::unordered_map<std::uint64_t, Begin> begins_;
  std::map<std::uint32_t, LineRows> tables_;
};

}  // namespace

std::map<std::uint32_t, LineRows> read_line_tables(const elf::Elf& elf, const std::vector<elf::Symbol>& symbols,
                                                   const BytePlace& place) {
  const auto found = std::ranges::find(elf.sections, section_name, &elf::Section::name);
  if (found == elf.sections.end()) return {};
  return Program(elf, static_cast<std::uint32_t>(found - elf.sections.begin()), symbols, place).run();
}

std::uint32_t line_at(const LineRows& rows, std::uint32_t address) {
  const auto after = std::ranges::upper_bound(rows, address, {}, &LineRow::address);
  return after == rows.begin() ? 0 : std::prev(after)->line;
}

}  // namespace forewarp::machine
