// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/frontend/machine/samples.hpp"

#include <algorithm>
#include <utility>

#include "forewarp/frontend/machine/detail/target_stack.hpp"
#include "forewarp/frontend/machine/maxwell.hpp"

namespace forewarp::machine::samples {
namespace {

constexpr std::uint64_t always = std::uint64_t{7} << 23, stall_4 = std::uint64_t{4} << 41,
                        no_scoreboards = std::uint64_t{077} << 46;

template <typename Number>
void append(std::string& to, Number value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <typename Number>
void put(std::string& to, std::size_t at, Number value) {
  to.replace(at, sizeof value, reinterpret_cast<const char*>(&value), sizeof value);
}

Word jump(std::uint16_t opcode, std::uint32_t at, std::uint32_t to, std::uint64_t guard, std::uint32_t line) {
  Word word = plain(opcode, line, guard);
  const std::int64_t distance = (std::int64_t{to} - at - 1) * instruction_bytes / 4;
  word.low |= static_cast<std::uint64_t>(distance) << 34;
  word.high |= always | (static_cast<std::uint64_t>(distance) >> 30 & 0x3ffff);
  return word;
}

struct Section {
  std::string name, bytes = {};
  std::uint32_t type = 1, link = 0, info = 0;
  std::uint64_t size = 0;  ///< of one that takes no room
};

bool is_pascal(unsigned sm) { return sm < 70; }

/// Advance the address by so many bytes, below 128.
std::string advance(std::uint32_t bytes) { return {'\x02', static_cast<char>(bytes)}; }

/// A sequence of the line program: each instruction is a row.
std::string sequence(const std::vector<Word>& code, unsigned sm) {
  std::string out("\x00\x09\x02", 3);
  append(out, std::uint64_t{0});
  std::int64_t line = 1;
  if (is_pascal(sm)) out += advance(pascal_address(0));
  for (std::uint32_t place = 0; place < code.size(); ++place) {
    const Word& word = code[place];
    out += '\x03';  // advance the line, two bytes of LEB128 and one more
    const std::int64_t by = std::int64_t{word.line} - line;
    out += static_cast<char>((by & 0x7f) | 0x80);
    out += static_cast<char>((by >> 7 & 0x7f) | 0x80);
    out += static_cast<char>(by >> 14 & 0x7f);
    line = word.line;
    out += '\x01';
    out += advance(is_pascal(sm) ? pascal_address(place + 1) - pascal_address(place) : instruction_bytes);
  }
  return out + std::string("\x00\x01\x01", 3);
}

struct LineProgram {
  std::string bytes, relocations;
};

LineProgram line_program(const std::vector<KernelSpec>& kernels, unsigned sm) {
  std::string header;
  append(header, std::uint16_t{2});
  const std::string tables("\x01\x01\xfb\x0e\x0a\x00\x01\x01\x01\x01\x00\x00\x00\x01\x00\x00", 16);
  append(header, static_cast<std::uint32_t>(tables.size()));
  LineProgram program;
  program.bytes = std::string(4, '\0') + header + tables;
  for (std::uint32_t k = 0; k < kernels.size(); ++k) {
    append(program.relocations, std::uint64_t{program.bytes.size() + 3});
    append(program.relocations, std::uint32_t{2});
    append(program.relocations, std::uint32_t{k + 1});
    program.bytes += sequence(kernels[k].code, sm);
  }
  put(program.bytes, 0, static_cast<std::uint32_t>(program.bytes.size() - 4));
  return program;
}

/// Groups of a word of control and three instructions, the last filled up with NOPs.
std::string pascal_text(const std::vector<Word>& code) {
  std::string text;
  for (std::size_t group = 0; group < code.size(); group += 3) {
    std::uint64_t control = 0;
    std::string words;
    for (std::size_t k = 0; k < 3; ++k) {
      const Word word = group + k < code.size() ? code[group + k] : pascal(pascal_nop);
      control |= word.high << 21 * k;
      append(words, word.low);
    }
    append(text, control);
    text += words;
  }
  return text;
}

std::string text_of(const std::vector<Word>& code, unsigned sm) {
  if (is_pascal(sm)) return pascal_text(code);
  std::string text;
  for (const Word& word : code) {
    append(text, word.low);
    append(text, word.high);
  }
  return text;
}

std::string file(const std::vector<Section>& sections, unsigned sm) {
  std::string out(
      "\x7f"
      "ELF\x02\x01\x01\x41\x08\0\0\0\0\0\0\0",
      16);
  out.resize(64, '\0');
  std::string names(1, '\0');
  std::vector<std::uint64_t> places;
  std::vector<std::uint32_t> names_at;
  for (const Section& s : sections) {
    names_at.push_back(static_cast<std::uint32_t>(names.size()));
    names += s.name + '\0';
    places.push_back(out.size());
    out += s.bytes;
    out.resize((out.size() + 15) / 16 * 16, '\0');
  }
  const std::uint64_t names_place = out.size();
  names_at.push_back(static_cast<std::uint32_t>(names.size()));
  names += std::string(".shstrtab\0", 10);
  out += names;
  const std::uint64_t table = out.size();
  out.resize(out.size() + 64, '\0');
  for (std::size_t k = 0; k <= sections.size(); ++k) {
    const bool is_names = k == sections.size();
    append(out, names_at[k]);
    append(out, is_names ? std::uint32_t{3} : sections[k].type);
    append(out, std::uint64_t{0});
    append(out, std::uint64_t{0});
    append(out, is_names ? names_place : places[k]);
    append(out, is_names ? names.size() : std::max<std::uint64_t>(sections[k].bytes.size(), sections[k].size));
    append(out, is_names ? std::uint32_t{0} : sections[k].link);
    append(out, is_names ? std::uint32_t{0} : sections[k].info);
    append(out, std::uint64_t{16});
    append(out, std::uint64_t{0});
  }
  put(out, 18, std::uint16_t{190});
  put(out, 40, table);
  put(out, 48, std::uint32_t{sm << 8 | 0x06000004});
  put(out, 58, std::uint16_t{64});
  put(out, 60, static_cast<std::uint16_t>(sections.size() + 2));
  put(out, 62, static_cast<std::uint16_t>(sections.size() + 1));
  return out;
}

}  // namespace

Word plain(std::uint16_t opcode, std::uint32_t line, std::uint64_t guard) {
  return {opcode | guard << 12, stall_4 | no_scoreboards, line};
}

Word access(std::uint16_t opcode, std::uint32_t line, std::uint64_t size, std::uint64_t guard) {
  Word word = plain(opcode, line, guard);
  word.high |= size << 9;
  return word;
}

Word branch(std::uint32_t at, std::uint32_t to, std::uint64_t guard, std::uint32_t line) {
  return jump(0x947, at, to, guard, line);
}

Word call(std::uint32_t at, std::uint32_t to, std::uint64_t guard, std::uint32_t line) {
  return jump(0x944, at, to, guard, line);
}

Word leave(std::uint64_t guard, std::uint32_t line) {
  Word word = plain(0x94d, line, guard);
  word.high |= always;
  return word;
}

Word ret() {
  Word word = plain(0x950, 0);
  word.high |= always;
  return word;
}

Word pascal(std::uint64_t word, std::uint32_t line, std::uint64_t control) { return {word, control, line}; }

std::uint64_t guarded(std::uint64_t word) { return word & ~(std::uint64_t{7} << 16); }

std::uint32_t pascal_address(std::uint32_t place) { return place / 3 * 32 + (place % 3 + 1) * 8; }

std::uint64_t leading(std::uint64_t word, std::uint32_t at, std::uint32_t to) {
  const std::int64_t distance = std::int64_t{pascal_address(to)} - pascal_address(at) - 8;
  return word | (static_cast<std::uint64_t>(distance) & 0xffffff) << 20;
}

Kernel kernel(const std::vector<Word>& code, int sm) {
  Kernel k;
  k.name = "k";
  k.has_lines = true;
  for (const Word& word : code) {
    const auto place = static_cast<std::uint32_t>(k.instructions.size());
    k.instructions.push_back(
        is_pascal(static_cast<unsigned>(sm))
            ? decode_maxwell(word.low, static_cast<std::uint32_t>(word.high), pascal_address(place), sm)
            : decode(word.low, word.high, place * instruction_bytes, sm));
    k.instructions.back().line = word.line;
  }
  if (is_pascal(static_cast<unsigned>(sm))) detail::add_kept_targets(k);
  return k;
}

std::string cubin(const std::vector<KernelSpec>& kernels, unsigned sm) {
  const LineProgram lines = line_program(kernels, sm);
  std::vector<Section> sections = {{".strtab"},
                                   {".symtab", std::string(24, '\0'), 2, 1},
                                   {".nv_debug_line_sass", lines.bytes},
                                   {".rel.nv_debug_line_sass", lines.relocations, 9, 2, 3},
                                   {".nv.info", "", 0x70000000}};
  std::string names(1, '\0'), symbols = sections[1].bytes, info;
  for (std::uint32_t k = 0; k < kernels.size(); ++k) {
    const KernelSpec& spec = kernels[k];
    append(symbols, static_cast<std::uint32_t>(names.size()));
    names += spec.name + '\0';
    symbols += std::string("\x12\x10", 2);
    append(symbols, static_cast<std::uint16_t>(sections.size() + 1));
    symbols += std::string(16, '\0');
    for (const auto& [kind, value] : {std::pair{'\x2f', spec.registers}, std::pair{'\x11', spec.frame_bytes}}) {
      info += '\x04';
      info += kind;
      append(info, std::uint16_t{8});
      append(info, std::uint32_t{k + 1});
      append(info, value);
    }
    sections.push_back({".text." + spec.name, text_of(spec.code, sm)});
    sections.push_back({".nv.constant0." + spec.name, std::string(64, '\0')});
    if (spec.shared_bytes > 0) sections.push_back({".nv.shared." + spec.name, "", 8, 0, 0, spec.shared_bytes});
  }
  sections[0].bytes = names;
  sections[1].bytes = symbols;
  sections[4].bytes = info;
  return file(sections, sm);
}

/// 0: MOV, 1: @P0 EXIT, 2: LDG.64, 3: FFMA, 4: STG.64, 5: EXIT, 6: BRA 6, 7: unknown.
KernelSpec add_one(const std::string& name) {
  KernelSpec spec{name, {}, 12, 16, 1024};
  spec.code = {plain(mov, 5), leave(0, 6),  access(ldg, 7, size_64), plain(ffma, 8), access(stg, 9, size_64),
               leave(7, 10),  branch(6, 6), plain(0x1ff, 0)};
  return spec;
}

/// 0: MOV, 1: @P0 EXIT, 2: LDG.64, 3: FFMA, 4: STG.64, 5: EXIT, 6: SSY 8, 7: @P0 SYNC, 8: BRA 6, 9: unknown.
KernelSpec pascal_add_one(const std::string& name) {
  KernelSpec spec{name, {}, 12, 16, 1024};
  spec.code = {pascal(0x4c98078000870001, 5),     pascal(guarded(pascal_exit), 6),
               pascal(pascal_ldg_64, 7),          pascal(pascal_ffma, 8),
               pascal(pascal_stg_64, 9),          pascal(pascal_exit, 10),
               pascal(leading(pascal_ssy, 6, 8)), pascal(guarded(pascal_sync)),
               pascal(leading(pascal_bra, 8, 6)), pascal(0xffff000000070000)};
  return spec;
}

std::map<std::string, std::string> all() {
  const std::string whole = cubin({add_one(), add_one("other")});
  std::string wrong_machine = whole, loop = cubin({add_one("k")}, 90);
  put(wrong_machine, 18, std::uint16_t{62});
  return {{"two.cubin", whole},
          {"one_sm_90.cubin", loop},
          {"truncated.cubin", whole.substr(0, whole.size() - 70)},
          {"wrong_machine.cubin", wrong_machine},
          {"two_sm_61.cubin", cubin({pascal_add_one(), pascal_add_one("other")}, 61)},
          {"old.cubin", cubin({add_one()}, 37)}};
}

}  // namespace forewarp::machine::samples
