// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/elf_file.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace forewarp {
namespace {

/// The i-th structure of an array in bytes; its zero where the bytes end before.
template <typename T>
T element(std::string_view bytes, std::uint64_t i) {
  T value{};
  if (i < bytes.size() / sizeof(T)) std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
  return value;
}

std::string_view text_at(std::string_view texts, std::uint64_t offset) {
  if (offset >= texts.size()) return {};
  const std::string_view rest = texts.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

}  // namespace

std::optional<ElfFile> ElfFile::open(const std::filesystem::path& path) {
  std::error_code ec;
  if (!std::filesystem::is_regular_file(path, ec) || std::filesystem::file_size(path, ec) < sizeof(Elf64_Ehdr))
    return std::nullopt;
  ElfFile file(path, map_file(path, Pages::when_read));
  const std::string_view bytes = file.bytes_;
  if (!bytes.starts_with(ELFMAG) || bytes[EI_CLASS] != ELFCLASS64 || bytes[EI_DATA] != ELFDATA2LSB) return std::nullopt;
  file.read_sections();
  file.read_interpreter();
  for (const Section& s : file.sections_) {
    if (s.type == SHT_DYNAMIC) file.read_dynamic(s);
    if (s.type == SHT_DYNSYM) file.read_symbols(s);
  }
  return file;
}

ElfFile::ElfFile(std::filesystem::path path, MappedBytes mapped)
    : path_(std::move(path)),
      mapped_(std::move(mapped)),
      bytes_(reinterpret_cast<const char*>(mapped_.bytes.data()), mapped_.bytes.size()) {}

std::string_view ElfFile::bytes_at(std::uint64_t offset, std::uint64_t size) const {
  if (offset > bytes_.size() || size > bytes_.size() - offset) return {};
  return bytes_.substr(offset, size);
}

void ElfFile::read_sections() {
  const auto header = element<Elf64_Ehdr>(bytes_, 0);
  if (header.e_shentsize != sizeof(Elf64_Shdr)) return;
  const std::string_view table = bytes_at(header.e_shoff, std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr));
  const auto names = element<Elf64_Shdr>(table, header.e_shstrndx);
  const std::string_view texts = bytes_at(names.sh_offset, names.sh_size);
  for (std::uint64_t i = 0; i < table.size() / sizeof(Elf64_Shdr); ++i) {
    const auto s = element<Elf64_Shdr>(table, i);
    const std::string_view bytes = s.sh_type == SHT_NOBITS ? std::string_view() : bytes_at(s.sh_offset, s.sh_size);
    sections_.push_back({text_at(texts, s.sh_name), bytes, s.sh_type, s.sh_link});
  }
}

void ElfFile::read_interpreter() {
  const auto header = element<Elf64_Ehdr>(bytes_, 0);
  if (header.e_phentsize != sizeof(Elf64_Phdr)) return;
  const std::string_view table = bytes_at(header.e_phoff, std::uint64_t{header.e_phnum} * sizeof(Elf64_Phdr));
  for (std::uint64_t i = 0; i < table.size() / sizeof(Elf64_Phdr); ++i) {
    const auto p = element<Elf64_Phdr>(table, i);
    if (p.p_type == PT_INTERP) interpreter_ = text_at(bytes_at(p.p_offset, p.p_filesz), 0);
  }
}

void ElfFile::read_dynamic(const Section& dynamic) {
  const std::string_view texts = dynamic.link < sections_.size() ? sections_[dynamic.link].bytes : "";
  for (std::uint64_t i = 0; i < dynamic.bytes.size() / sizeof(Elf64_Dyn); ++i) {
    const auto entry = element<Elf64_Dyn>(dynamic.bytes, i);
    if (entry.d_tag == DT_NULL) break;
    if (entry.d_tag == DT_NEEDED) needed_.emplace_back(text_at(texts, entry.d_un.d_val));
    if (entry.d_tag == DT_SONAME) soname_ = text_at(texts, entry.d_un.d_val);
  }
}

void ElfFile::read_symbols(const Section& symbols) {
  const std::string_view texts = symbols.link < sections_.size() ? sections_[symbols.link].bytes : "";
  for (std::uint64_t i = 1; i < symbols.bytes.size() / sizeof(Elf64_Sym); ++i) {
    const auto symbol = element<Elf64_Sym>(symbols.bytes, i);
    const std::string name(text_at(texts, symbol.st_name));
    if (name.empty()) continue;
    if (symbol.st_shndx != SHN_UNDEF)
      defined_.insert(name);
    else if (ELF64_ST_BIND(symbol.st_info) != STB_WEAK)
      undefined_.insert(name);
  }
}

std::string_view ElfFile::section(std::string_view name) const {
  const auto found = std::ranges::find(sections_, name, &Section::name);
  return found == sections_.end() ? std::string_view() : found->bytes;
}

}  // namespace forewarp
