// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which line of PTX a machine instruction comes from: the section .nv_debug_line_sass, which ptxas writes with
/// -lineinfo. It is a line number program of DWARF 2 (section 6.2 of the standard); a relocation at the address that a
/// sequence begins with names its kernel.
#include <cstdint>
#include <map>
#include <vector>

#include "forewarp/support/elf.hpp"

namespace forewarp::machine {

/// From this address to that of the next row.
struct LineRow {
  std::uint32_t address = 0, line = 0;
  bool operator==(const LineRow&) const = default;
};

/// Rows by address, in ascending order.
using LineRows = std::vector<LineRow>;

/// By index of the section with the code; the symbols are elf::symbols_of(elf). Empty where the file has no such lines.
/// Throws InputError where the program leaves its section, or what it says cannot be.
[[nodiscard]] std::map<std::uint32_t, LineRows> read_line_tables(const elf::Elf& elf,
                                                                 const std::vector<elf::Symbol>& symbols,
                                                                 const BytePlace& place);

/// The line at an address; 0 before the first row.
[[nodiscard]] std::uint32_t line_at(const LineRows& rows, std::uint32_t address);

}  // namespace forewarp::machine
