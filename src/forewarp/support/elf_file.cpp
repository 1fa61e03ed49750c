// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/elf_file.hpp"

#include <algorithm>
#include <utility>

namespace forewarp {

std::optional<ElfFile> ElfFile::open(const std::filesystem::path& path) {
  std::error_code ec;
  if (!std::filesystem::is_regular_file(path, ec) || std::filesystem::file_size(path, ec) == 0) return std::nullopt;
  ElfFile file(path, map_file(path, Pages::when_read));
  if (!elf::is_elf_64(file.bytes_)) return std::nullopt;
  file.read();
  return file;
}

ElfFile::ElfFile(std::filesystem::path path, MappedBytes mapped)
    : path_(std::move(path)),
      mapped_(std::move(mapped)),
      bytes_(reinterpret_cast<const char*>(mapped_.bytes.data()), mapped_.bytes.size()) {}

void ElfFile::read() {
  const BytePlace place{path_.string(), 0};
  interpreter_ = elf::interpreter_of(bytes_);
  try {
    elf_ = elf::read_elf(bytes_, place);
  } catch (const InputError&) {
    return;  // cut off
  }
  for (const elf::Dynamic& entry : elf::dynamics_of(elf_, place)) {
    if (entry.tag == elf::tag_needed) needed_.emplace_back(entry.text);
    if (entry.tag == elf::tag_soname) soname_ = entry.text;
  }
  for (const elf::Symbol& symbol : elf::symbols_of(elf_, place, elf::type_dynamic_symbols)) {
    if (symbol.name.empty()) continue;
    if (symbol.section != 0)
      defined_.emplace(symbol.name);
    else if (symbol.binding != elf::binding_weak)
      undefined_.emplace(symbol.name);
  }
}

std::string_view ElfFile::section(std::string_view name) const {
  const auto found = std::ranges::find(elf_.sections, name, &elf::Section::name);
  return found == elf_.sections.end() ? std::string_view() : found->bytes;
}

}  // namespace forewarp
