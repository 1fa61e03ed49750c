// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Files with device code, written by code: for unit tests, for transcripts, and as seeds of the fuzzer.
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "forewarp/frontend/fatbin/fat_binary.hpp"

namespace forewarp::fatbin::samples {

struct EntrySpec {
  Entry::Kind kind = Entry::Kind::ptx;
  unsigned capability = 80;
  std::string payload = {};
  Compression compression = Compression::none;
  std::uint64_t flags = 0;  ///< beside those of the compression
};

[[nodiscard]] std::string container(const std::vector<EntrySpec>& entries);

/// A kernel of this name that adds 1 to each element of its first parameter.
[[nodiscard]] std::string ptx(const std::string& kernel, const std::string& target = "sm_80");

struct SectionSpec {
  std::string name, bytes;
  std::uint32_t type = 1, link = 0;
  std::uint64_t flags = 2;
};

/// An ELF file as a linker makes it: the table of names of sections is the last section.
[[nodiscard]] std::string elf(const std::vector<SectionSpec>& sections);

/// Machine code as ptxas writes it, without instructions: kernels by name with their registers.
[[nodiscard]] std::string cubin(const std::vector<std::pair<std::string, std::uint32_t>>& kernels,
                                unsigned capability = 80);

[[nodiscard]] std::string archive(const std::vector<std::pair<std::string, std::string>>& members);

/// By file name: every kind of file, compression and arrangement once.
[[nodiscard]] std::map<std::string, std::string> all();

}  // namespace forewarp::fatbin::samples
