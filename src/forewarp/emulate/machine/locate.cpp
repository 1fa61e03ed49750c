// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Ways 3 and 4 of locating an access; access.cpp has the list.
#include "forewarp/emulate/machine/locate.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "forewarp/emulate/machine/access_fault.hpp"
#include "forewarp/emulate/machine/classify_addresses.hpp"
#include "forewarp/emulate/machine/cluster.hpp"
#include "forewarp/emulate/machine/touch_log.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::emu {

using ptx::StateSpace;

namespace {

/// Makes pages; the budget's complaint gets the place.
void make_pages(const Warp& warp, const MachineOp& op, unsigned lane, MemoryBuffer& buffer, std::uint64_t offset,
                std::uint64_t size) {
  try {
    warp.block.launch().memory->make(buffer, offset, size);
  } catch (const InputError& e) {
    warp.fault(op, LaneMask{1} << lane, e.what());
  }
}

/// Whether every lane's bytes are inside the range and aligned. There is no branch per lane: a lane outside sets
/// outside_bit of one of two differences. With base 0x1000, 64 bytes and 4 bytes per lane, limit is 60: address 0xffc
/// gives offset -4 and address 0x1040 gives limit - offset = -4; both are negative.
bool all_inside(const AccessRequest& r, const Range& range) {
  if (range.size < r.bytes) return false;
  const std::uint64_t base = range.base, limit = range.size - r.bytes;
  std::uint64_t outside = 0, bits = 0;
  for_each_lane(r.lanes, [&](unsigned lane) {
    const std::uint64_t offset = r.addresses[lane] - base;
    outside |= offset | (limit - offset);
    bits |= r.addresses[lane];
  });
  return (outside & outside_bit) == 0 && (bits & (r.bytes - 1)) == 0;
}

/// Locates an access that is in one range as a whole; false when it does not.
bool locate_in_range(Warp& warp, const AccessRequest& request, const Range& range) {
  Located& located = warp.located;
  located.pattern = Pattern::based;
  located.lane_groups = LaneGroups::any;
  located.bias = reinterpret_cast<std::uintptr_t>(range.host) - range.base;
  located.addresses = request.addresses;
  return all_inside(request, range);
}

/// Whether a lane's bytes are outside of `size` bytes, or misaligned.
bool is_wrong(std::uint64_t offset, std::uint64_t size, unsigned bytes) {
  return offset > size || bytes > size - offset || (offset & (bytes - 1)) != 0;
}

/// Where a lane's bytes are: offset bytes into a buffer.
struct Place {
  MemoryBuffer* buffer = nullptr;
  std::uint64_t offset = 0;
};

/// The byte of a buffer without bounds to which an address outside of it is mapped. Such a buffer repeats itself over
/// the addresses nearest to it, up to half of 2^40 bytes before and behind its first byte: in a buffer of 1024 bytes,
/// byte -4 is byte 1020 and byte 1032 is byte 8.
Place repeated(const Memory::Impl& memory, std::uint64_t address, unsigned bytes) {
  constexpr std::uint64_t half = window_bytes / 2;
  for (MemoryBuffer* buffer : {memory.find(address + half), memory.find(address)}) {
    if (!buffer || buffer->bounds != Bounds::none) continue;
    const std::uint64_t period = buffer->bytes / Memory::allocation_bytes * Memory::allocation_bytes;
    if (period == 0) continue;
    const std::uint64_t offset = address - buffer->base;
    const bool before = address < buffer->base;
    if (!before) buffer->reach(offset + bytes);
    return {buffer, before ? (period - (buffer->base - address) % period) % period : offset % period};
  }
  return {};
}

/// The allocation behind which an address lies in memory that a device maps with it, so that accesses there are no
/// fault; nullptr where there is none. A device maps pages of 2 MiB (CUDA driver API, "Virtual Memory Management": the
/// granularity of cuMemCreate).
const MemoryBuffer* mapped_with(const Memory::Impl& memory, std::uint64_t address) {
  constexpr std::uint64_t device_page = std::uint64_t{2} << 20;
  const auto& all = memory.mapped.buffers();
  const auto next = std::ranges::upper_bound(all, address, {}, [](const auto& buffer) { return buffer->base; });
  if (next == all.begin()) return nullptr;
  const MemoryBuffer& before = **std::prev(next);
  const std::uint64_t end = (before.base + before.bytes + device_page - 1) / device_page * device_page;
  return before.bounds == Bounds::allocation && address < end ? &before : nullptr;
}

/// What a lane accesses instead of memory that is wrong, where such accesses are collected: zeros that no other
/// thread of the host uses.
std::byte* nowhere() {
  alignas(64) thread_local std::array<std::byte, 256> zeros;
  zeros.fill(std::byte{0});
  return zeros.data();
}

std::byte* wrong_lane(const Warp& warp, const AccessRequest& r, unsigned lane) {
  device_memory_fault(warp, r, lane);
  return nowhere();
}

/// Where the access is to be noted; nullptr: nowhere.
TouchLog* log_of(const Warp& warp, const AccessRequest& r, const MemoryBuffer& buffer) {
  if (buffer.tracking == Tracking::none || r.kind == AccessKind::prefetch) return nullptr;
  return writes(r.kind) || buffer.tracking == Tracking::words ? warp.block.touches() : nullptr;
}

/// Notes a lane's bytes in the log of its chunk: those of the buffer, also where the buffer repeats itself.
void note_lane(const Warp& warp, const AccessRequest& r, const Place& place) {
  if (TouchLog* const log = log_of(warp, r, *place.buffer))
    log->touch(*place.buffer, place.buffer->base + place.offset, r.bytes, r.kind != AccessKind::store, writes(r.kind));
}

/// Finds one lane's bytes in device memory. buffer caches the buffer of the lane before, most often the same.
std::byte* locate_lane(const Warp& warp, const AccessRequest& r, unsigned lane, MemoryBuffer*& buffer) {
  const std::uint64_t address = r.addresses[lane];
  if (!buffer || address - buffer->base >= buffer->allocated()) buffer = warp.block.launch().memory->find(address);
  Place place{buffer, buffer ? address - buffer->base : 0};
  const bool aligned = (address & (r.bytes - 1)) == 0;
  if (!buffer || place.offset + r.bytes > buffer->allocated()) {
    place = aligned ? repeated(*warp.block.launch().memory, address, r.bytes) : Place{};
    if (!place.buffer) {
      const MemoryBuffer* const before = aligned ? mapped_with(*warp.block.launch().memory, address) : nullptr;
      if (!before) return wrong_lane(warp, r, lane);
      report_beyond_end(warp, r, *before, address - before->base);
      return nowhere();
    }
  } else {
    if (!aligned || (buffer->read_only && writes(r.kind))) return wrong_lane(warp, r, lane);
    if (place.offset + r.bytes > buffer->bytes && buffer->bounds == Bounds::allocation)
      report_beyond_end(warp, r, *buffer, place.offset);
  }
  if (!place.buffer->made(place.offset / Memory::page_bytes))
    make_pages(warp, r.op, lane, *place.buffer, place.offset, r.bytes);
  note_lane(warp, r, place);
  return place.buffer->host + place.offset;
}

/// --check-uninitialised: a read of a byte that no store has set is a fault; a write marks its bytes as set.
void check_written(const Warp& warp, const AccessRequest& r) {
  for_each_lane(r.lanes, [&](unsigned lane) {
    const MemoryBuffer* buffer = warp.block.launch().memory->find(r.addresses[lane]);
    if (!buffer || !buffer->written) return;
    const std::uint64_t offset = r.addresses[lane] - buffer->base;
    if (is_wrong(offset, buffer->bytes, r.bytes)) return;  // found before
    for (unsigned i = 0; i < r.bytes && r.kind != AccessKind::store && r.kind != AccessKind::prefetch; ++i)
      if (buffer->written[offset + i] == std::byte{0}) {
        unwritten_fault(warp, r, lane, *buffer, offset + i);
        break;
      }
    if (writes(r.kind)) std::memset(buffer->written + offset, 1, r.bytes);
  });
}

/// Way 3 for device memory, and way 4 where it fails.
void locate_global(Warp& warp, const AccessRequest& request) {
  MemoryBuffer* buffer = warp.block.launch().memory->find(request.addresses[first_lane(request.lanes)]);
  if (buffer && !(buffer->read_only && writes(request.kind)) &&
      locate_in_range(warp, request, {buffer->base, buffer->bytes, buffer->host})) {
    if (!buffer->complete()) make_touched(warp, request, *buffer);
    note_touches(warp, request, buffer);
    return;
  }
  warp.located.pattern = Pattern::scattered;
  for_each_lane(request.lanes,
                [&](unsigned lane) { warp.located.host[lane] = locate_lane(warp, request, lane, buffer); });
}

/// Param space and the block's own shared memory: offsets into the range.
void locate_block(Warp& warp, const AccessRequest& request, const Range& range) {
  if (locate_in_range(warp, request, range)) return;
  warp.located.pattern = Pattern::scattered;
  for_each_lane(request.lanes, [&](unsigned lane) {
    const bool wrong = is_wrong(request.addresses[lane], range.size, request.bytes);
    if (wrong) extent_fault(warp, request, lane, range.size);
    warp.located.host[lane] = wrong ? nowhere() : range.host + request.addresses[lane];
  });
}

/// One lane's bytes of shared memory, its own block's or another one's.
std::byte* locate_shared_lane(const Warp& warp, const AccessRequest& r, unsigned lane) {
  const std::uint64_t address = r.addresses[lane], offset = address & (peer_bytes - 1);
  Block* const block = block_at(warp, r.op, address);
  if (!block) {
    peer_fault(warp, r, lane);
    return nowhere();
  }
  std::vector<std::byte>& shared = block->shared();
  if (is_wrong(offset, shared.size(), r.bytes)) {
    extent_fault(warp, r, lane, shared.size());
    return nowhere();
  }
  if (block != &warp.block && writes(r.kind)) block->note_change();
  return shared.data() + offset;
}

void locate_shared(Warp& warp, const AccessRequest& r) {
  std::vector<std::byte>& shared = warp.block.shared();
  if (warp.block.cluster().size() == 1) {
    locate_block(warp, r, {0, shared.size(), shared.data()});
  } else if (!locate_in_range(warp, r, {0, shared.size(), shared.data()})) {
    warp.located.pattern = Pattern::scattered;
    for_each_lane(r.lanes, [&](unsigned lane) { warp.located.host[lane] = locate_shared_lane(warp, r, lane); });
  }
  if (!warp.block.checks()) return;
  for_each_lane(r.lanes, [&](unsigned lane) {
    Block* const block = block_at(warp, r.op, r.addresses[lane]);
    const std::uint64_t offset = r.addresses[lane] & (peer_bytes - 1);
    if (block && !is_wrong(offset, shared.size(), r.bytes))
      block->checks()->access(warp, r.op, lane, offset, r.bytes, r.kind);
  });
}

/// Addresses of shared and of local space have 32 bits: of a register of 64 bits the hardware takes the lower ones, as
/// PTX says of registers that are wider than a space's addresses. Clang, whose pointers to shared memory have 64 bits,
/// computes &p[~i] of an unsigned i as p + 4 (2^32 - 1 - i), which must mean p - 4 (i + 1).
AccessRequest within_32_bits(Warp& warp, AccessRequest r) {
  std::uint64_t all = 0;
  for_each_lane(r.lanes, [&](unsigned lane) { all |= r.addresses[lane]; });
  if (r.op.space == StateSpace::none || all >> 32 == 0) return r;
  for_each_lane(r.lanes, [&](unsigned lane) { warp.offsets[lane] = static_cast<std::uint32_t>(r.addresses[lane]); });
  r.addresses = warp.offsets.data();
  return r;
}

/// Local space: each lane has its own bytes.
void locate_local(Warp& warp, const AccessRequest& request) {
  const std::uint64_t size = warp.local_bytes();
  warp.located.pattern = Pattern::scattered;
  for_each_lane(request.lanes, [&](unsigned lane) {
    const std::uint64_t offset = request.addresses[lane];
    const bool wrong = is_wrong(offset, size, request.bytes);
    if (wrong) extent_fault(warp, request, lane, size);
    warp.located.host[lane] = wrong ? nowhere() : warp.local(lane) + offset;
  });
}

void locate_param(Warp& warp, const AccessRequest& request) {
  if (writes(request.kind)) warp.fault(request.op, request.lanes, "store to a parameter of the kernel");
  const auto& parameters = warp.block.launch().parameters;
  locate_block(warp, request, {0, parameters.size(), const_cast<std::byte*>(parameters.data())});
}

}  // namespace

Block* block_at(const Warp& warp, const MachineOp& op, std::uint64_t address) {
  if (!is_of_peer(address)) return &warp.block;
  const std::uint64_t rank = peer_rank(address);
  const Cluster& cluster = warp.block.cluster();
  if (!op.reaches_cluster || rank >= cluster.size() || cluster.size() == 1) return nullptr;
  Block& block = cluster.block(static_cast<unsigned>(rank));
  return block.is_done() ? nullptr : &block;
}

SharedByte shared_byte(const Warp& warp, const std::byte* host) {
  const Cluster& cluster = warp.block.cluster();
  const auto address = reinterpret_cast<std::uintptr_t>(host);
  for (unsigned rank = 0; rank < cluster.size(); ++rank) {
    std::vector<std::byte>& shared = cluster.block(rank).shared();
    const std::uint64_t offset = address - reinterpret_cast<std::uintptr_t>(shared.data());
    if (offset < shared.size()) return {&cluster.block(rank), offset};
  }
  return {};
}

Range peer_range(const Warp& warp, const MachineOp& op, std::uint64_t address) {
  Block* const block = block_at(warp, op, address);
  if (!block) return {};
  if (writes(op.kind)) block->note_change();
  return {address & ~(peer_bytes - 1), block->shared().size(), block->shared().data()};
}

void make_touched(Warp& warp, const AccessRequest& request, MemoryBuffer& buffer) {
  if (warp.located.pattern != Pattern::based) {
    const std::uint64_t offset = request.addresses[0] - buffer.base;
    const std::uint64_t lanes = warp.located.pattern == Pattern::linear ? warp.block.launch().program->width : 1;
    if (!buffer.range_made(offset, lanes * request.bytes))
      make_pages(warp, request.op, 0, buffer, offset, lanes * request.bytes);
    return;
  }
  for_each_lane(request.lanes, [&](unsigned lane) {
    const std::uint64_t offset = request.addresses[lane] - buffer.base;
    if (!buffer.made(offset / Memory::page_bytes)) make_pages(warp, request.op, lane, buffer, offset, request.bytes);
  });
}

void log_touches(const Warp& warp, const AccessRequest& request, const MemoryBuffer& buffer) {
  TouchLog* const log = log_of(warp, request, buffer);
  if (!log) return;
  const bool reads = request.kind != AccessKind::store, changes = writes(request.kind);
  const Located& located = warp.located;
  if (located.pattern == Pattern::linear || located.pattern == Pattern::uniform) {
    const std::uint64_t lanes = located.pattern == Pattern::linear ? warp.block.launch().program->width : 1;
    log->touch(buffer, request.addresses[0], lanes * request.bytes, reads, changes);
    return;
  }
  touch_lanes(*log, buffer, request.lanes, {request.bytes, reads, changes},
              [&](unsigned lane) { return request.addresses[lane]; });
}

void locate(Warp& warp, const AccessRequest& given) {
  const bool is_narrow = given.space == StateSpace::shared || given.space == StateSpace::local;
  const AccessRequest request = is_narrow ? within_32_bits(warp, given) : given;
  if (request.space == StateSpace::shared) {
    locate_shared(warp, request);
  } else if (request.space == StateSpace::local) {
    locate_local(warp, request);
  } else if (request.space == StateSpace::param) {
    locate_param(warp, request);
  } else {
    locate_global(warp, request);
    if (warp.block.launch().options->check_uninitialised) check_written(warp, request);
  }
  report_access(warp, request);
}

}  // namespace forewarp::emu
