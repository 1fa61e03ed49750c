// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/device_code.hpp"

#include <fstream>

#include "forewarp/frontend/fatbin/archive.hpp"
#include "forewarp/frontend/fatbin/machine_code.hpp"
#include "forewarp/support/elf.hpp"
#include "forewarp/support/mapped_file.hpp"

namespace forewarp::fatbin {
namespace {

constexpr std::uint64_t alignment = 8;

/// Containers one after the other, with zeros between them where a linker aligned.
void read_section(std::string_view bytes, const BytePlace& place, std::vector<Container>& to) {
  for (std::uint64_t at = 0; at < bytes.size();) {
    if (bytes[at] == '\0') {
      ++at;
      continue;
    }
    const std::string_view rest = bytes.substr(at);
    to.push_back({place.at(at), read(rest, place.at(at))});
    at += container_bytes(rest);
  }
}

/// What looks like a container and is one: data may hold its first number by chance.
bool take_if_container(std::string_view bytes, const BytePlace& place, std::vector<Container>& to) {
  if (container_bytes(bytes) == 0 || container_bytes(bytes) > bytes.size()) return false;
  try {
    to.push_back({place, read(bytes, place)});
    return true;
  } catch (const InputError&) {
    return false;
  }
}

/// Containers among other data, at multiples of 8 bytes.
void search(std::string_view bytes, const BytePlace& place, std::vector<Container>& to) {
  constexpr std::uint64_t first_bytes = 0x0010'0001'BA55'ED50;  // number, version 1, a header of 16 bytes
  for (std::uint64_t at = (alignment - place.offset % alignment) % alignment; at + alignment <= bytes.size();) {
    std::uint64_t here = 0;
    std::memcpy(&here, bytes.data() + at, sizeof here);
    const bool taken = here == first_bytes && take_if_container(bytes.substr(at), place.at(at), to);
    at += taken ? (container_bytes(bytes.substr(at)) + alignment - 1) / alignment * alignment : alignment;
  }
}

bool has_containers_only(std::string_view section) { return section == ".nv_fatbin" || section == "__nv_relfatbin"; }

/// A cubin by itself is like a fat binary of one entry.
Container of_cubin(std::string_view bytes, const BytePlace& place) {
  const source::Arch arch = arch_of(bytes, place);
  Entry entry;
  entry.kind = Entry::Kind::machine_code;
  entry.capability = static_cast<unsigned>(arch.number);
  entry.flags = arch.suffix == "a" ? Entry::suffix_a : 0;
  entry.bytes = bytes.size();
  entry.stored = bytes;
  return {place, {entry}};
}

void read_elf_file(std::string_view bytes, const BytePlace& place, std::vector<Container>& to) {
  const elf::Elf file = elf::read_elf(bytes, place);
  if (file.machine == elf::machine_cuda) return to.push_back(of_cubin(bytes, place));
  for (const elf::Section& section : file.sections) {
    if (section.bytes.empty()) continue;
    if (has_containers_only(section.name))
      read_section(section.bytes, place.at(section.offset), to);
    else if (section.type == elf::type_program &&
             (section.flags & (elf::flag_allocated | elf::flag_executable)) == elf::flag_allocated)
      search(section.bytes, place.at(section.offset), to);
  }
}

/// One file, or one of an archive; false where it is none that has device code.
bool read_one(std::string_view bytes, const BytePlace& place, std::vector<Container>& to) {
  if (elf::is_elf(bytes)) {
    read_elf_file(bytes, place, to);
  } else if (container_bytes(bytes) > 0) {
    read_section(bytes, place, to);
  } else {
    return false;
  }
  return true;
}

}  // namespace

bool is_binary(std::string_view begin) { return elf::is_elf(begin) || is_archive(begin) || container_bytes(begin) > 0; }

bool is_binary_file(const std::filesystem::path& path) {
  std::error_code ec;
  if (!std::filesystem::is_regular_file(path, ec)) return false;
  char begin[16] = {};
  std::ifstream in(path, std::ios::binary);
  in.read(begin, sizeof begin);
  return is_binary({begin, static_cast<std::size_t>(in.gcount())});
}

DeviceCode read_device_code(std::string_view bytes, const std::string& file) {
  DeviceCode code{file, {}, nullptr};
  if (is_archive(bytes)) {
    for (const Member& member : members_of(bytes, {file, 0}))
      (void)read_one(member.bytes, {fmt::format("{}({})", file, member.name), 0}, code.containers);
  } else if (!read_one(bytes, {file, 0}, code.containers)) {
    throw InputError(fmt::format("{}: neither ELF nor an archive nor a fat binary", file));
  }
  return code;
}

DeviceCode read_device_code(const std::filesystem::path& path) {
  const MappedBytes mapped = map_file(path, Pages::when_read);
  const std::string_view bytes(reinterpret_cast<const char*>(mapped.bytes.data()), mapped.bytes.size());
  DeviceCode code = read_device_code(bytes, path.string());
  code.owner = mapped.owner;
  return code;
}

DeviceCode device_code_of_ptx(std::string ptx, const std::string& file) {
  const auto text = std::make_shared<const std::string>(std::move(ptx));
  const std::size_t target = text->find("\n.target");
  const std::size_t begin = target == std::string::npos ? target : text->find("sm_", target);
  if (begin == std::string::npos) throw InputError(fmt::format("{}: PTX without a .target, such as sm_80", file));
  const source::Arch arch = source::parse_arch(text->substr(begin, text->find_first_of(" ,\t\r\n/", begin) - begin));
  Entry entry;
  entry.capability = static_cast<unsigned>(arch.number);
  entry.flags = arch.suffix == "a" ? Entry::suffix_a : arch.suffix == "f" ? Entry::suffix_f : 0;
  entry.bytes = text->size();
  entry.stored = *text;
  return {file, {{{file, 0}, {entry}}}, text};
}

}  // namespace forewarp::fatbin
