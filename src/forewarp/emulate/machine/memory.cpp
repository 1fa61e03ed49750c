// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Buffers are reserved as host address ranges and filled page by page at the first touch, so a buffer of gigabytes of
// which a sample of blocks touches little costs little. The number of a buffer is the upper 24 bits of its addresses.
#include "forewarp/emulate/machine/memory.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "forewarp/emulate/machine/memory_impl.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::emu {

namespace {
constexpr std::uint64_t small_bytes = 1 << 16;  // below this a mapping of its own is not worth it (and maps are few)
constexpr std::uint64_t offset_mask = (std::uint64_t{1} << Memory::buffer_shift) - 1;

std::uint64_t pages_of(std::uint64_t bytes) { return (bytes + Memory::page_bytes - 1) / Memory::page_bytes; }

/// The buffer and offset of a host access; throws when it leaves the buffer.
MemoryBuffer& locate(Memory::Impl& impl, std::uint64_t address, std::uint64_t size) {
  MemoryBuffer* buffer = impl.find(address);
  if (!buffer) throw InputError(fmt::format("device address {:#x} is in no buffer", address));
  const std::uint64_t offset = address - buffer->base;
  // Not offset + size > bytes, which a large size would bring past 2^64 and back to a small number.
  if (offset > buffer->bytes || size > buffer->bytes - offset)
    throw InputError(
        fmt::format("bytes [{}, {}) leave buffer '{}' ({} bytes)", offset, offset + size, buffer->name, buffer->bytes));
  return *buffer;
}
}  // namespace

/// Small ranges come from calloc, large ones from mmap without reserving swap space.
SparseRange::SparseRange(std::uint64_t bytes) : bytes_(bytes) {
  if (bytes == 0) return;
  if (bytes <= small_bytes) {
    data_ = static_cast<std::byte*>(std::calloc(bytes, 1));
    if (!data_) throw InputError("the host has no memory left");
    return;
  }
  void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) throw InputError(fmt::format("the host has no address range of {} bytes for a buffer", bytes));
  data_ = static_cast<std::byte*>(p);
}

SparseRange::~SparseRange() {
  if (bytes_ <= small_bytes)
    std::free(data_);
  else if (data_)
    munmap(data_, bytes_);
}

MemoryBuffer::MemoryBuffer(std::uint64_t base_address, std::uint64_t size, std::string label, PageSource source,
                           bool track_written)
    : base(base_address),
      bytes(size),
      name(std::move(label)),
      source_(std::move(source)),
      data_(pages_of(size) * Memory::page_bytes),
      states_(pages_of(size)),
      shadow_(track_written ? size : 0),
      missing_(pages_of(size)),
      complete_(size == 0) {
  host = data_.data();
  written = shadow_.data();
}

MemoryBuffer::MemoryBuffer(std::byte* mapped, std::uint64_t size, std::string label)
    : base(reinterpret_cast<std::uintptr_t>(mapped)),
      bytes(size),
      name(std::move(label)),
      host(mapped),
      written(nullptr),
      missing_(0),
      complete_(true) {}

void MemoryBuffer::track() {
  shadow_ = SparseRange(bytes);
  written = shadow_.data();
}

/// Address = number of the buffer << buffer_shift, plus the offset. Number 0 belongs to no buffer,
/// so null pointers and small integers that are taken for pointers fault.
std::uint64_t Memory::Impl::add(std::uint64_t bytes, std::string name, PageSource source, bool track_written) {
  if (bytes > offset_mask) throw InputError(fmt::format("buffer '{}' of {} bytes is 1 TiB or more", name, bytes));
  // Each costs the host about 20 KiB in all, and a file may declare a variable in 16 bytes.
  if (buffers.size() > 65536) throw InputError("more than 65536 buffers and variables");
  // Addresses of this process begin with a number, too: no buffer may get one of those.
  if (!mapped.empty() && buffers.size() >= HostMap::first_number)
    throw InputError(fmt::format("more than {} buffers beside mapped memory", HostMap::first_number - 1));
  const std::uint64_t base = static_cast<std::uint64_t>(buffers.size()) << Memory::buffer_shift;
  buffers.push_back(std::make_unique<MemoryBuffer>(base, bytes, std::move(name), std::move(source), track_written));
  return base;
}

void Memory::Impl::make(MemoryBuffer& buffer, std::uint64_t offset, std::uint64_t size) {
  if (size == 0) return;
  for (std::uint64_t p = offset / page_bytes, last = (offset + size - 1) / page_bytes; p <= last; ++p)
    if (!buffer.made(p)) make_page(buffer, p);
}

/// Double-checked locking: 64 mutexes by page number; `made` is read with acquire, set with release. Each page is
/// charged to the budget once.
void Memory::Impl::make_page(MemoryBuffer& buffer, std::uint64_t page) {
  const std::lock_guard lock(making[page % making.size()]);
  if (buffer.made(page)) return;
  // Added before it is compared: two threads with one page left to share cannot both have it.
  if (touched.fetch_add(page_bytes) + page_bytes > limit) {
    touched.fetch_sub(page_bytes);
    throw InputError(
        fmt::format("memory budget exhausted: touching buffer '{}' would pass {} bytes", buffer.name, limit));
  }
  const std::uint64_t first = page * page_bytes;
  if (buffer.source_) buffer.source_(first, std::span(buffer.host + first, std::min(page_bytes, buffer.bytes - first)));
  reinterpret_cast<std::atomic<std::uint8_t>*>(buffer.states_.data())[page].store(1, std::memory_order_release);
  if (buffer.missing_.fetch_sub(1) == 1) buffer.complete_.store(true, std::memory_order_release);
}

Memory::Memory(std::uint64_t max_touched_bytes) : impl_(std::make_unique<Impl>()) {
  impl_->limit = max_touched_bytes;
  impl_->buffers.push_back(nullptr);
}
Memory::~Memory() = default;
Memory::Memory(Memory&&) noexcept = default;
Memory& Memory::operator=(Memory&&) noexcept = default;

std::uint64_t Memory::allocate(std::uint64_t bytes, std::string name, PageSource source, Bounds bounds) {
  const std::uint64_t base = impl_->add(bytes, std::move(name), std::move(source), false);
  impl_->buffers.back()->bounds = bounds;
  return base;
}

std::uint64_t Memory::allocate_unwritten(std::uint64_t bytes, std::string name) {
  return impl_->add(bytes, std::move(name), {}, true);
}

void Memory::read(std::uint64_t address, std::span<std::byte> out) {
  MemoryBuffer& buffer = locate(*impl_, address, out.size());
  const std::uint64_t offset = address - buffer.base;
  impl_->make(buffer, offset, out.size());
  if (!out.empty()) std::memcpy(out.data(), buffer.host + offset, out.size());
}

void Memory::write(std::uint64_t address, std::span<const std::byte> in) {
  MemoryBuffer& buffer = locate(*impl_, address, in.size());
  const std::uint64_t offset = address - buffer.base;
  impl_->make(buffer, offset, in.size());
  if (in.empty()) return;
  std::memcpy(buffer.host + offset, in.data(), in.size());
  if (buffer.written) std::memset(buffer.written + offset, 1, in.size());
}

void Memory::map(std::byte* data, std::uint64_t bytes, std::string name, Bounds bounds, bool read_only) {
  if (impl_->buffers.size() > HostMap::first_number) throw InputError("memory cannot be mapped beside so many buffers");
  auto buffer = std::make_unique<MemoryBuffer>(data, bytes, std::move(name));
  buffer->bounds = bounds;
  buffer->read_only = read_only;
  impl_->mapped.add(std::move(buffer));
}

void Memory::track_written(const std::byte* data) {
  MemoryBuffer* const buffer = impl_->mapped.find(reinterpret_cast<std::uintptr_t>(data));
  FOREWARP_ASSERT(buffer != nullptr, "only mapped memory is tracked");
  buffer->track();
}

namespace {

/// The shadow of [data, data + bytes), nullptr where it is not tracked as a whole.
std::byte* shadow_of(const Memory::Impl& impl, const std::byte* data, std::uint64_t bytes) {
  const MemoryBuffer* const buffer = impl.mapped.find(reinterpret_cast<std::uintptr_t>(data));
  if (!buffer || !buffer->written) return nullptr;
  const auto offset = static_cast<std::uint64_t>(data - buffer->host);
  return offset <= buffer->bytes && bytes <= buffer->bytes - offset ? buffer->written + offset : nullptr;
}

}  // namespace

void Memory::mark_written(const std::byte* data, std::uint64_t bytes) {
  if (std::byte* const shadow = shadow_of(*impl_, data, bytes)) std::memset(shadow, 1, bytes);
}

void Memory::copy_written(const std::byte* to, const std::byte* from, std::uint64_t bytes) {
  std::byte* const shadow = shadow_of(*impl_, to, bytes);
  if (!shadow) return;
  if (const std::byte* const known = shadow_of(*impl_, from, bytes))
    std::memmove(shadow, known, bytes);
  else
    std::memset(shadow, 1, bytes);
}

void Memory::unmap(const std::byte* data) { impl_->mapped.remove(reinterpret_cast<std::uintptr_t>(data)); }

void Memory::set_heap(std::uint64_t address) { impl_->heap = locate(*impl_, address, 1).base; }

std::uint64_t Memory::touched_bytes() const { return impl_->touched.load(); }

std::uint64_t Memory::reached_bytes(std::uint64_t address) const {
  const MemoryBuffer* const buffer = impl_->find(address);
  if (!buffer) throw InputError(fmt::format("device address {:#x} is in no buffer", address));
  return std::max(buffer->bytes, buffer->reached.load());
}

}  // namespace forewarp::emu
