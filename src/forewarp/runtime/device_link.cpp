// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/device_link.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "forewarp/frontend/fatbin/archive.hpp"
#include "forewarp/frontend/fatbin/relocatable.hpp"
#include "forewarp/frontend/fatbin/unit_symbols.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/elf.hpp"
#include "forewarp/support/elf_file.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::runtime {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view registration = "__cudaRegisterLinkedBinary";

struct Registrations {
  std::set<std::string> called, defined;

  void add_object(std::string_view bytes, const BytePlace& place) {
    if (!elf::is_elf_64(bytes)) return;
    for (const elf::Symbol& symbol : elf::symbols_of(elf::read_elf(bytes, place), place))
      if (symbol.name.starts_with(registration))
        (symbol.section == 0 ? called : defined).emplace(symbol.name.substr(registration.size()));
  }
  void add_file(const fs::path& path) {
    std::error_code ec;
    if (!fs::is_regular_file(path, ec) || path.extension() == ".so") return;  // the linker says what is missing
    const std::string bytes = read_file(path);
    const BytePlace place{path.string(), 0};
    if (!fatbin::is_archive(bytes)) return add_object(bytes, place);
    for (const fatbin::Member& member : fatbin::members_of(bytes, place))
      add_object(member.bytes, {fmt::format("{}({})", path.string(), member.name), 0});
  }
};

/// The archive that -lname means; empty where there is none.
fs::path archive_of(const std::string& name, const std::vector<fs::path>& dirs) {
  std::error_code ec;
  for (const fs::path& dir : dirs)
    if (const fs::path file = dir / ("lib" + name + ".a"); fs::exists(file, ec)) return file;
  return {};
}

constexpr const char* link_source = R"(typedef struct {{ unsigned magic, version; const void *data, *units; }} Wrapper;
void** __cudaRegisterFatBinary(void*);
void __cudaRegisterFatBinaryEnd(void**);
static const unsigned long long no_machine_code[2] = {{0x00100001ba55ed50ull, 0}};
static const void* units[{0} + 1];
static void (*callbacks[{0}])(void**);
static Wrapper linked __attribute__((section(".nvFatBinSegment"))) = {{0x466243b1, 2, no_machine_code, units}};
static int count;
static void add(const Wrapper* unit, void (*callback)(void**)) {{
  units[count] = unit->data;
  callbacks[count++] = callback;
  if (count < {0}) return;
  void** const handle = __cudaRegisterFatBinary(&linked);
  for (int i = 0; i < count; ++i) callbacks[i](handle);
  __cudaRegisterFatBinaryEnd(handle);
}}
#define UNIT(id) \
  extern const Wrapper __fatbinwrap##id; \
  void __cudaRegisterLinkedBinary##id(void (*callback)(void**), void* unit, void* name, void (*unused)(void*)) {{ \
    add(&__fatbinwrap##id, callback); \
  }}
)";

}  // namespace

std::set<std::string> units_to_link(const std::vector<std::string>& words) {
  std::vector<fs::path> dirs;
  for (const std::string& word : words)
    if (word.starts_with("-L")) dirs.emplace_back(word.substr(2));
  Registrations found;
  for (const std::string& word : words) {
    if (word.starts_with("-l")) found.add_file(archive_of(word.substr(2), dirs));
    if (!word.starts_with("-")) found.add_file(word);
  }
  std::set<std::string> ids;
  std::ranges::set_difference(found.called, found.defined, std::inserter(ids, ids.end()));
  return ids;
}

std::string device_link_source(const std::set<std::string>& ids) {
  std::string source = fmt::format(fmt::runtime(link_source), ids.size());
  for (const std::string& id : ids) source += fmt::format("UNIT({})\n", id);
  return source;
}

std::string with_static_names(const std::string& ptx) {
  constexpr std::string_view suffix = "__static__";
  if (ptx.find(suffix) == std::string::npos) return ptx;
  const ptx::Module module = ptx::parse(ptx, "PTX of clang");
  const fatbin::Symbols declared = fatbin::symbols_of(module, true);
  std::map<std::string, std::string, std::less<>> names;
  for (const std::string& name : fatbin::symbols_of(module, false))
    if (const std::string bare = name.substr(0, name.find(suffix)); declared.contains(bare)) names.emplace(bare, name);
  if (names.empty()) return ptx;
  // A declaration beside the definition: the definition alone remains.
  std::string out;
  for (std::size_t at = 0; at < ptx.size();) {
    const std::size_t end = std::min(ptx.find('\n', at), ptx.size() - 1) + 1;
    const std::string_view line = std::string_view(ptx).substr(at, end - at);
    const std::string other = fatbin::renamed(line, names);
    if (!line.starts_with(".extern") || other == line) out += other;
    at = end;
  }
  return out;
}

void check_device_code(const fs::path& program, unsigned capability) {
  const std::optional<ElfFile> file = ElfFile::open(program);
  if (!file) return;
  std::size_t skipped = 0;
  const std::vector<std::string_view> images = fatbin::images_in(file->section("__nv_relfatbin"));
  const std::vector<fatbin::PtxUnit> units = fatbin::units_for(images, capability, program.string(), skipped);
  if (skipped == 0 && !units.empty()) (void)fatbin::linked_program(units);
}

}  // namespace forewarp::runtime
