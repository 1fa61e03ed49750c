// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/frontend/fatbin/samples.hpp"

#include <lz4.h>
#include <zstd.h>

#include <fmt/format.h>

namespace forewarp::fatbin::samples {
namespace {

template <typename Number>
void append(std::string& to, Number value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <typename Number>
void put(std::string& to, std::size_t at, Number value) {
  to.replace(at, sizeof value, reinterpret_cast<const char*>(&value), sizeof value);
}

void align(std::string& bytes, std::size_t to) { bytes.resize((bytes.size() + to - 1) / to * to, '\0'); }

std::string compressed(const std::string& bytes, Compression compression) {
  if (compression == Compression::none) return bytes;
  std::string out(compression == Compression::lz4
                      ? static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(bytes.size())))
                      : ZSTD_compressBound(bytes.size()),
                  '\0');
  if (compression == Compression::lz4)
    out.resize(static_cast<std::size_t>(
        LZ4_compress_default(bytes.data(), out.data(), static_cast<int>(bytes.size()), static_cast<int>(out.size()))));
  else
    out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
  return out;
}

std::string entry(const EntrySpec& spec) {
  const std::string stored = compressed(spec.payload, spec.compression);
  std::string padded = stored;
  if (spec.kind == Entry::Kind::ptx && spec.compression == Compression::none) padded += '\0';
  align(padded, 8);
  const bool is_compressed = spec.compression != Compression::none;
  const std::uint64_t flag = spec.compression == Compression::lz4    ? Entry::lz4
                             : spec.compression == Compression::zstd ? Entry::zstd
                                                                     : 0;
  std::string out;
  append(out, static_cast<std::uint16_t>(spec.kind));
  append(out, std::uint16_t{0x101});
  append(out, std::uint32_t{64});
  append(out, static_cast<std::uint32_t>(padded.size()));
  append(out, std::uint32_t{0});
  append(out, static_cast<std::uint32_t>(is_compressed ? stored.size() : 0));
  append(out, std::uint32_t{0});
  append(out, std::uint32_t{0x90000});
  append(out, std::uint32_t{spec.capability});
  append(out, std::uint64_t{0});
  append(out, spec.flags | flag | 0x11);
  append(out, std::uint64_t{0});
  append(out, static_cast<std::uint64_t>(is_compressed ? spec.payload.size() : 0));
  return out + padded;
}

/// Sections one after the other from byte 64 on, then the table of them; `names` is the index of the table of names.
std::string elf_file(std::uint16_t type, std::uint16_t machine, std::uint32_t flags,
                     const std::vector<SectionSpec>& sections, const std::vector<std::uint32_t>& names_at,
                     std::size_t names) {
  std::string out(
      "\x7f"
      "ELF\x02\x01\x01\0\0\0\0\0\0\0\0\0",
      16);
  if (machine == 190) out[7] = 'A', out[8] = 8;
  out.resize(64, '\0');
  std::vector<std::size_t> places;
  for (const SectionSpec& section : sections) {
    places.push_back(out.size());
    out += section.bytes;
    align(out, 8);
  }
  const std::uint64_t table = out.size();
  out.resize(out.size() + 64, '\0');
  for (std::size_t i = 0; i < sections.size(); ++i) {
    append(out, names_at[i]);
    append(out, sections[i].type);
    append(out, sections[i].flags);
    append(out, std::uint64_t{0});
    append(out, std::uint64_t{places[i]});
    append(out, std::uint64_t{sections[i].bytes.size()});
    append(out, sections[i].link);
    append(out, std::uint32_t{0});
    append(out, std::uint64_t{8});
    append(out, std::uint64_t{0});
  }
  put(out, 16, type);
  put(out, 18, machine);
  put(out, 40, table);
  put(out, 48, flags);
  put(out, 58, std::uint16_t{64});
  put(out, 60, static_cast<std::uint16_t>(sections.size() + 1));
  put(out, 62, static_cast<std::uint16_t>(names + 1));
  return out;
}

}  // namespace

std::string container(const std::vector<EntrySpec>& entries) {
  std::string all;
  for (const EntrySpec& spec : entries) all += entry(spec);
  std::string out;
  append(out, std::uint32_t{0xBA55ED50});
  append(out, std::uint16_t{1});
  append(out, std::uint16_t{16});
  append(out, std::uint64_t{all.size()});
  return out + all;
}

std::string ptx(const std::string& kernel, const std::string& target) {
  return fmt::format(R"(.version 8.0
.target {}
.address_size 64
.visible .entry {}(.param .u64 data, .param .u32 n)
{{
  .reg .pred %p<2>;
  .reg .b32 %r<6>;
  .reg .b64 %rd<4>;
  .reg .f32 %f<3>;
  ld.param.u64 %rd1, [data];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.s32 %p1, %r5, %r1;
  @%p1 bra $done;
  mul.wide.s32 %rd2, %r5, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.f32 %f1, [%rd3];
  add.f32 %f2, %f1, 0f3F800000;
  st.global.f32 [%rd3], %f2;
$done:
  ret;
}}
)",
                     target, kernel);
}

std::string elf(const std::vector<SectionSpec>& sections) {
  std::vector<SectionSpec> all = sections;
  all.push_back({".shstrtab", "", 3, 0, 0});
  std::string names(1, '\0');
  std::vector<std::uint32_t> names_at;
  for (const SectionSpec& section : all) {
    names_at.push_back(static_cast<std::uint32_t>(names.size()));
    names += section.name + '\0';
  }
  all.back().bytes = names;
  return elf_file(2, 62, 0, all, names_at, all.size() - 1);
}

std::string cubin(const std::vector<std::pair<std::string, std::uint32_t>>& kernels, unsigned capability) {
  std::vector<SectionSpec> sections = {{".shstrtab", "", 3, 0, 0},
                                       {".strtab", "", 3, 0, 0},
                                       {".symtab", "", 2, 2, 0},
                                       {".nv.info", "", 0x70000000, 0, 0}};
  for (const auto& [name, registers] : kernels) {
    sections.push_back({".text." + name, std::string(128, '\0'), 1, 0, 6});
    sections.push_back({".nv.constant0." + name, std::string(64, '\0'), 1, 0, 2});
  }
  std::string names(1, '\0');
  std::vector<std::uint32_t> names_at;
  for (const SectionSpec& section : sections) {
    names_at.push_back(static_cast<std::uint32_t>(names.size()));
    names += section.name + '\0';
  }
  std::string symbol_names = names, symbols(24, '\0'), info;
  std::uint32_t symbol = 0;
  for (const auto& [name, registers] : kernels) {
    append(symbols, static_cast<std::uint32_t>(symbol_names.size()));
    symbols += std::string("\x12\x10", 2);  // a global function, the entry of a kernel
    append(symbols, static_cast<std::uint16_t>(5 + 2 * symbol));
    symbols += std::string(16, '\0');
    symbol_names += name + '\0';
    ++symbol;
    info += std::string("\x04\x2f\x08\x00", 4);
    append(info, symbol);
    append(info, registers);
  }
  sections[0].bytes = names;
  sections[1].bytes = symbol_names;
  sections[2].bytes = symbols;
  sections[3].bytes = info;
  return elf_file(2, 190, capability << 8 | 0x06000004, sections, names_at, 0);
}

std::string archive(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string out = "!<arch>\n", long_names;
  std::vector<std::string> fields;
  for (const auto& [name, bytes] : members) {
    const bool is_long = name.size() > 15;
    fields.push_back(is_long ? fmt::format("/{}", long_names.size()) : name + "/");
    if (is_long) long_names += name + "/\n";
  }
  const auto add = [&](const std::string& field, const std::string& bytes) {
    out += fmt::format("{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", field, 0, 0, 0, 644, bytes.size()) + bytes;
    if (bytes.size() % 2 == 1) out += '\n';
  };
  if (!long_names.empty()) add("//", long_names);
  for (std::size_t i = 0; i < members.size(); ++i) add(fields[i], members[i].second);
  return out;
}

std::map<std::string, std::string> all() {
  const auto machine_code = [](const std::string& kernel, unsigned capability, Compression compression) {
    return EntrySpec{Entry::Kind::machine_code, capability, cubin({{kernel, 32}}, capability), compression};
  };
  const auto text = [](const std::string& kernel, unsigned capability, Compression compression) {
    return EntrySpec{Entry::Kind::ptx, capability, ptx(kernel, fmt::format("sm_{}", capability)), compression};
  };
  const std::string several =
      container({machine_code("add_one", 80, Compression::zstd), text("add_one", 75, Compression::none),
                 text("add_one", 80, Compression::lz4), text("add_one", 90, Compression::zstd)});
  const std::string only_code = container({machine_code("secret", 90, Compression::none)});
  const std::string executable =
      elf({{".text", std::string(32, '\x90'), 1, 0, 6},
           {".nv_fatbin", several + only_code},
           {".data", std::string(24, '\1') + container({text("hidden", 80, Compression::lz4)})}});
  EntrySpec too_large = text("add_one", 80, Compression::lz4);
  std::string hostile = container({too_large});
  put(hostile, 16 + 56, std::uint64_t{1} << 29);
  return {
      {"several.fatbin", several},
      {"machine_code.fatbin", only_code},
      {"kernels.cubin", cubin({{"_Z4fillPffi", 10}, {"saxpy", 16}}, 90)},
      {"app", executable},
      {"truncated_app", executable.substr(0, executable.size() - 100)},
      {"without_ptx", elf({{".nv_fatbin", only_code}})},
      {"no_device_code", elf({{".text", std::string(32, '\x90'), 1, 0, 6}})},
      {"lib.a",
       archive({{"one.o", elf({{"__nv_relfatbin", several}})}, {"a_name_of_many_letters.o", executable}, {"t", "x"}})},
      {"hostile.fatbin", hostile}};
}

}  // namespace forewarp::fatbin::samples
