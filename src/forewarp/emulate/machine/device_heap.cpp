// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The heap is a row of chunks behind a header. All is in 8-byte words:
//
//   header   the end of the last chunk (0 in a heap that was not used yet), that chunk's size, and for each class of
//   sizes
//            the first free chunk
//   chunk    its size, odd if it is in use, the size of the chunk before it, then what malloc returns; a free chunk has
//            there the next and the previous one of its class
//
// Class c has the sizes from 32 << c on. Free neighbours are joined, and the one at the end is given back. Each
// operation looks at a bounded number of chunks. A kernel may write over all of this, so every word is checked.
#include "forewarp/emulate/machine/device_heap.hpp"

#include <algorithm>
#include <bit>

#include "forewarp/support/error.hpp"

namespace forewarp::emu {

namespace {

constexpr std::uint64_t end_word = 0, last_size_word = 8, lists = 16;
constexpr unsigned size_classes = 36;
constexpr std::uint64_t header_bytes = 320;  ///< a multiple of 16
static_assert(lists + 8 * size_classes <= header_bytes);
constexpr std::uint64_t chunk_header = 16, smallest_chunk = 32, granularity = 16;
constexpr unsigned max_looked_at = 16;  ///< chunks of the class that may have smaller ones, too

unsigned class_of(std::uint64_t size) {
  return std::min(static_cast<unsigned>(std::bit_width(size / smallest_chunk)) - 1, size_classes - 1);
}

[[noreturn]] void damaged() {
  throw InputError("the heap of malloc is damaged: a kernel wrote outside of what it had allocated");
}

}  // namespace

std::uint64_t& DeviceHeap::word(std::uint64_t offset) {
  if (offset % 8 != 0 || offset >= buffer_.bytes || buffer_.bytes - offset < 8) damaged();
  if (!buffer_.range_made(offset, 8)) memory_.make(buffer_, offset, 8);
  return *reinterpret_cast<std::uint64_t*>(buffer_.host + offset);
}

std::uint64_t& DeviceHeap::list(unsigned size_class) { return word(lists + std::uint64_t{8} * size_class); }

std::uint64_t DeviceHeap::size_at(std::uint64_t chunk) {
  const std::uint64_t size = word(chunk) & ~std::uint64_t{1}, end = word(end_word);
  if (chunk < header_bytes || chunk >= end || size < smallest_chunk || size % granularity != 0 || size > end - chunk)
    damaged();
  return size;
}

/// Tells the chunk behind it, or the header, its size.
void DeviceHeap::set_chunk(std::uint64_t chunk, std::uint64_t size, bool used) {
  word(chunk) = size | (used ? 1 : 0);
  const std::uint64_t behind = chunk + size;
  word(behind == word(end_word) ? last_size_word : behind + 8) = size;
}

void DeviceHeap::link(std::uint64_t chunk) {
  std::uint64_t& first = list(class_of(size_at(chunk)));
  word(chunk + chunk_header) = first;
  word(chunk + chunk_header + 8) = 0;
  if (first != 0) word(first + chunk_header + 8) = chunk;
  first = chunk;
}

void DeviceHeap::unlink(std::uint64_t chunk) {
  const std::uint64_t next = word(chunk + chunk_header), before = word(chunk + chunk_header + 8);
  if (next != 0) word(next + chunk_header + 8) = before;
  (before != 0 ? word(before + chunk_header) : list(class_of(size_at(chunk)))) = next;
}

/// 0 where there is none. All chunks of higher classes are large enough.
std::uint64_t DeviceHeap::find_free(std::uint64_t size) {
  const unsigned own = class_of(size);
  std::uint64_t chunk = list(own);
  for (unsigned looked_at = 0; chunk != 0 && looked_at < max_looked_at; ++looked_at) {
    if (size_at(chunk) >= size) return chunk;
    chunk = word(chunk + chunk_header);
  }
  for (unsigned c = own + 1; c < size_classes; ++c)
    if (list(c) != 0) return list(c);
  return 0;
}

std::uint64_t DeviceHeap::allocate(std::uint64_t bytes) {
  if (buffer_.bytes <= header_bytes || bytes > buffer_.bytes - header_bytes) return 0;
  const std::uint64_t wanted = (bytes + granularity - 1) / granularity * granularity + chunk_header;
  const std::uint64_t size = std::max(wanted, smallest_chunk);
  std::uint64_t& end = word(end_word);
  if (end == 0) end = header_bytes;
  std::uint64_t chunk = find_free(size);
  if (chunk != 0) {
    const std::uint64_t has = size_at(chunk);
    if ((word(chunk) & 1) != 0 || has < size) damaged();
    unlink(chunk);
    const bool splits = has - size >= smallest_chunk;
    if (splits) {
      set_chunk(chunk + size, has - size, false);
      link(chunk + size);
    }
    set_chunk(chunk, splits ? size : has, true);
  } else {
    if (end > buffer_.bytes) damaged();
    if (size > buffer_.bytes - end) return 0;
    chunk = end;
    word(chunk + 8) = word(last_size_word);
    end += size;
    set_chunk(chunk, size, true);
  }
  return buffer_.base + chunk + chunk_header;
}

void DeviceHeap::release(std::uint64_t address) {
  if (address == 0) return;
  const auto refuse = [] { throw InputError("free of an address that malloc did not return, or that was freed"); };
  const std::uint64_t offset = address - buffer_.base;
  if (address % granularity != 0 || offset < header_bytes + chunk_header || offset >= word(end_word)) refuse();
  std::uint64_t chunk = offset - chunk_header;
  if ((word(chunk) & 1) == 0) refuse();
  std::uint64_t size = size_at(chunk);
  const std::uint64_t behind = chunk + size, end = word(end_word);
  if (word(behind == end ? last_size_word : behind + 8) != size) refuse();
  if (behind != end && (word(behind) & 1) == 0) {
    const std::uint64_t joined = size_at(behind);
    unlink(behind);
    size += joined;
  }
  if (const std::uint64_t before = word(chunk + 8); before != 0) {
    if (before > chunk - header_bytes) damaged();
    if ((word(chunk - before) & 1) == 0) {
      if (size_at(chunk - before) != before) damaged();
      chunk -= before;
      unlink(chunk);
      size += before;
    }
  }
  if (chunk + size == end) {
    word(end_word) = chunk;
    word(last_size_word) = word(chunk + 8);
    return;
  }
  set_chunk(chunk, size, false);
  link(chunk);
}

}  // namespace forewarp::emu
