// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What an executable or a shared library (ELF, 64 bits, little endian) says of itself: the libraries and symbols that
/// it needs, and its sections. The file is mapped, so that a library of several hundred megabytes costs what is read of
/// it.
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/support/elf.hpp"
#include "forewarp/support/mapped_file.hpp"

namespace forewarp {

class ElfFile {
 public:
  /// Nothing where the file is none; one that is cut off has no sections. Throws InputError where it cannot be read.
  [[nodiscard]] static std::optional<ElfFile> open(const std::filesystem::path& path);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// The loader, as the program names it; empty in a library and in a static program.
  [[nodiscard]] std::string interpreter() const { return interpreter_; }
  [[nodiscard]] const std::string& soname() const { return soname_; }
  [[nodiscard]] const std::vector<std::string>& needed() const { return needed_; }
  /// Names of dynamic symbols, without versions. Weak references need nothing and are left out.
  [[nodiscard]] const std::set<std::string>& undefined() const { return undefined_; }
  [[nodiscard]] const std::set<std::string>& defined() const { return defined_; }
  /// The bytes of a section; empty where there is none of that name.
  [[nodiscard]] std::string_view section(std::string_view name) const;

 private:
  ElfFile(std::filesystem::path path, MappedBytes mapped);
  void read();

  std::filesystem::path path_;
  MappedBytes mapped_;
  std::string_view bytes_;  ///< of mapped_
  elf::Elf elf_;
  std::string interpreter_, soname_;
  std::vector<std::string> needed_;
  std::set<std::string> undefined_, defined_;
};

}  // namespace forewarp
