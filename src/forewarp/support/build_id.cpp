// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/build_id.hpp"

#include <link.h>

#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include "forewarp/support/file.hpp"

namespace forewarp {
namespace {

struct Search {
  std::uintptr_t address = 0;  ///< of code in the module that is looked for
  std::string id = {}, file = {};
};

std::size_t aligned(std::size_t size) { return (size + 3) & ~std::size_t{3}; }

/// The description of the GNU build ID among these notes, as hex digits.
std::string id_among(const char* notes, std::size_t size) {
  for (std::size_t at = 0; at + sizeof(ElfW(Nhdr)) <= size;) {
    ElfW(Nhdr) note;
    std::memcpy(&note, notes + at, sizeof note);
    const std::size_t name = at + sizeof note, description = name + aligned(note.n_namesz);
    if (description + note.n_descsz > size) return "";
    std::string id;
    for (std::size_t i = 0; i < note.n_descsz; ++i)
      id += fmt::format("{:02x}", static_cast<unsigned char>(notes[description + i]));
    if (note.n_type == NT_GNU_BUILD_ID && std::string_view(notes + name, note.n_namesz) == std::string_view("GNU", 4))
      return id;
    at = description + aligned(note.n_descsz);
  }
  return "";
}

/// Of one module of this process; 1 where it is the one that is looked for.
int look_at(dl_phdr_info* module, std::size_t /*size*/, void* to) {
  Search& search = *static_cast<Search*>(to);
  bool found = false;
  std::string id;
  for (int i = 0; i < module->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = module->dlpi_phdr[i];
    const std::uintptr_t begin = module->dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_LOAD && search.address - begin < part.p_memsz) found = true;
    if (part.p_type == PT_NOTE && id.empty()) id = id_among(reinterpret_cast<const char*>(begin), part.p_memsz);
  }
  if (!found) return 0;
  search.id = id;
  search.file = module->dlpi_name;
  return 1;
}

std::string found_id() {
  Search search{.address = reinterpret_cast<std::uintptr_t>(&found_id)};
  ::dl_iterate_phdr(look_at, &search);
  if (!search.id.empty()) return search.id;
  return digest(read_file(search.file.empty() ? "/proc/self/exe" : search.file));
}

}  // namespace

const std::string& build_id() {
  static const std::string id = found_id();
  return id;
}

}  // namespace forewarp
