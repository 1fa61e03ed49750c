// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "capi/process_memory.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "forewarp/support/file.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::capi {
namespace {

/// "7f12a000-7f12c000 rw-p ...": proc(5). Nothing for a line of another form.
bool parse(std::string_view line, MappedRange& range, bool& readable) {
  const char* const end = line.data() + line.size();
  const auto first = std::from_chars(line.data(), end, range.first, 16);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '-') return false;
  const auto last = std::from_chars(first.ptr + 1, end, range.end, 16);
  if (last.ec != std::errc() || end - last.ptr < 3) return false;
  readable = last.ptr[1] == 'r';
  range.writable = last.ptr[2] == 'w';
  return true;
}

}  // namespace

std::vector<MappedRange> readable_ranges(std::string_view maps) {
  std::vector<MappedRange> ranges;
  while (!maps.empty()) {
    const std::size_t end = std::min(maps.find('\n'), maps.size());
    MappedRange range;
    bool readable = false;
    if (parse(maps.substr(0, end), range, readable) && readable) {
      if (!ranges.empty() && ranges.back().end == range.first && ranges.back().writable == range.writable)
        ranges.back().end = range.end;
      else
        ranges.push_back(range);
    }
    maps.remove_prefix(std::min(end + 1, maps.size()));
  }
  return ranges;
}

ReachableMemory::ReachableMemory(emu::Memory& memory, std::span<const std::uint64_t> words) : memory_(memory) {
  const std::vector<MappedRange> ranges = readable_ranges(read_file("/proc/self/maps"));
  for (const std::uint64_t word : words) {
    const auto above = std::ranges::upper_bound(ranges, word, {}, &MappedRange::first);
    if (above == ranges.begin()) continue;
    const MappedRange& range = *std::prev(above);
    auto* const first = reinterpret_cast<std::byte*>(range.first);
    if (word >= range.end || std::ranges::find(mapped_, first) != mapped_.end()) continue;
    memory_.map(first, range.end - range.first, "memory of the process", emu::Bounds::exact, !range.writable);
    mapped_.push_back(first);
  }
}

ReachableMemory::~ReachableMemory() {
  for (const std::byte* first : mapped_) memory_.unmap(first);
}

}  // namespace forewarp::capi
