// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/fat_binary.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::fatbin {
namespace {

constexpr std::uint32_t fat_magic = 0xBA55ED50;
constexpr std::uint64_t container_header = 16, entry_header = 64;
constexpr std::uint16_t entry_version = 0x101;
constexpr std::uint64_t plain_flags = 0x11;                   // 64-bit, Linux
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 40;  // so that sums do not overflow
constexpr unsigned most_capability = 9999;

template <typename Number>
void append(std::string& to, Number value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

Entry entry_at(std::string_view bytes, std::uint64_t at, std::uint64_t& next, const BytePlace& place) {
  if (bytes.size() - at < entry_header) place.at(at).fail("a fat binary ends within the header of an entry");
  const std::uint64_t header = number_at<std::uint32_t>(bytes, at + 4);
  const std::uint64_t padded = number_at<std::uint32_t>(bytes, at + 8);
  const std::uint64_t compressed = number_at<std::uint32_t>(bytes, at + 16);
  const std::uint64_t room = std::max(padded, compressed);
  if (header < entry_header || header > bytes.size() - at || room > bytes.size() - at - header)
    place.at(at).fail(fmt::format("an entry of {} bytes leaves its fat binary", header + room));
  Entry entry;
  entry.kind = static_cast<Entry::Kind>(number_at<std::uint16_t>(bytes, at));
  entry.capability = number_at<std::uint32_t>(bytes, at + 28);
  entry.flags = number_at<std::uint64_t>(bytes, at + 40);
  const bool is_compressed = entry.compression() != Compression::none;
  entry.stored = bytes.substr(at + header, is_compressed && compressed > 0 ? compressed : padded);
  entry.bytes = is_compressed ? number_at<std::uint64_t>(bytes, at + 56) : padded;
  entry.offset = at + header;
  next = at + header + room;
  return entry;
}

}  // namespace

std::uint64_t container_bytes(std::string_view begin) {
  if (begin.size() < container_header || number_at<std::uint32_t>(begin, 0) != fat_magic) return 0;
  const std::uint64_t header = number_at<std::uint16_t>(begin, 6), entries = number_at<std::uint64_t>(begin, 8);
  return header < container_header || entries > most_bytes ? 0 : header + entries;
}

Compression Entry::compression() const {
  if ((flags & lz4) != 0) return Compression::lz4;
  return (flags & zstd) != 0 ? Compression::zstd : Compression::none;
}

source::Arch Entry::arch() const {
  const char* const suffix = (flags & suffix_a) != 0 ? "a" : (flags & suffix_f) != 0 ? "f" : "";
  return {static_cast<int>(std::min(capability, most_capability)), suffix};
}

std::vector<Entry> read(std::string_view container, const BytePlace& place) {
  const std::uint64_t bytes = container_bytes(container);
  if (bytes == 0) place.fail("no fat binary begins here");
  if (bytes > container.size())
    place.fail(fmt::format("a fat binary of {} bytes ends after {}", bytes, container.size()));
  std::vector<Entry> entries;
  std::uint64_t at = number_at<std::uint16_t>(container, 6);
  while (at < bytes) entries.push_back(entry_at(container.substr(0, bytes), at, at, place));
  return entries;
}

Payload payload(const Entry& entry, const BytePlace& container) {
  Payload payload = decompressed(entry.stored, entry.compression(), entry.bytes, container.at(entry.offset));
  if (entry.kind == Entry::Kind::ptx) payload.bytes = payload.bytes.substr(0, payload.bytes.find('\0'));
  return payload;
}

std::string written(std::string_view ptx, unsigned capability) {
  std::string payload(ptx);
  payload.resize((payload.size() + 8) / 8 * 8, '\0');  // at least one zero ends the text
  std::string out;
  append(out, fat_magic);
  append(out, std::uint16_t{1});
  append(out, static_cast<std::uint16_t>(container_header));
  append(out, entry_header + payload.size());
  append(out, static_cast<std::uint16_t>(Entry::Kind::ptx));
  append(out, entry_version);
  append(out, static_cast<std::uint32_t>(entry_header));
  append(out, std::uint64_t{payload.size()});
  append(out, std::uint32_t{0});
  append(out, std::uint32_t{0});
  append(out, std::uint16_t{5});  // version of the entry's format, as nvcc writes it for PTX
  append(out, std::uint16_t{8});
  append(out, std::uint32_t{capability});
  append(out, std::uint64_t{0});  // no name
  append(out, plain_flags);
  append(out, std::uint64_t{0});
  append(out, std::uint64_t{0});
  return out + payload;
}

}  // namespace forewarp::fatbin
