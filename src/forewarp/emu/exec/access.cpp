// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emu/exec/access.hpp"

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::emu {

using ptx::StateSpace;

namespace {

constexpr std::uint64_t offset_mask = window_bytes - 1;
constexpr std::uint64_t null_bytes = std::uint64_t{1} << 32;  // what an index added to null reaches

const char* verb(AccessKind kind) {
  switch (kind) {
    case AccessKind::load:
      return "load";
    case AccessKind::store:
      return "store";
    case AccessKind::atomic:
      return "atomic";
    case AccessKind::reduction:
      return "reduction";
    case AccessKind::async_copy:
      return "asynchronous copy";
    case AccessKind::prefetch:
      return "prefetch";
  }
  return "access";
}

bool writes(AccessKind kind) { return kind != AccessKind::load && kind != AccessKind::prefetch; }

/// "load of 4 bytes at 0x...": how every message about an access begins.
std::string what(AccessKind kind, unsigned bytes, StateSpace space, std::uint64_t address) {
  return fmt::format("{} of {} {} at {} address {:#x}", verb(kind), bytes, bytes == 1 ? "byte" : "bytes",
                     ptx::name_of(space), address);
}

/// The buffer whose end lies closest below a wild address, which is what went out of bounds as a rule.
[[noreturn]] void global_fault(const Warp& warp, const MachineOp& op, unsigned lane, StateSpace space,
                               std::uint64_t address, AccessKind kind, unsigned bytes) {
  const Memory::Impl& memory = *warp.block.launch().memory;
  const LaneMask lanes = LaneMask{1} << lane;
  const std::string begin = what(kind, bytes, space, address);
  const MemoryBuffer* buffer = memory.find(address);
  if (!buffer && address < null_bytes) warp.fault(op, lanes, fmt::format("{}: null pointer", begin));
  if (!buffer) {
    // Up to half a window below a buffer is an address that ran out of it at its beginning.
    const MemoryBuffer* next = memory.find(address + window_bytes / 2);
    if (next && next->base > address)
      warp.fault(op, lanes,
                 fmt::format("{}: out of bounds, {} bytes before buffer '{}' ({} bytes)", begin, next->base - address,
                             next->name, next->bytes));
    warp.fault(op, lanes, fmt::format("{}: wild address, in no buffer", begin));
  }
  const std::uint64_t offset = address & offset_mask;
  if (offset + bytes > buffer->bytes) {
    const MemoryBuffer* next = memory.find(address + window_bytes / 2);
    if (next && next != buffer && next->base > address)
      warp.fault(op, lanes,
                 fmt::format("{}: out of bounds, {} bytes before buffer '{}' ({} bytes)", begin, next->base - address,
                             next->name, next->bytes));
    warp.fault(op, lanes,
               fmt::format("{}: out of bounds, byte {} of buffer '{}' ({} bytes)", begin, offset, buffer->name,
                           buffer->bytes));
  }
  if (address % bytes != 0)
    warp.fault(
        op, lanes,
        fmt::format("{}: misaligned, byte {} of buffer '{}' ({} bytes)", begin, offset, buffer->name, buffer->bytes));
  warp.fault(op, lanes, fmt::format("{}: buffer '{}' ({} bytes) is constant", begin, buffer->name, buffer->bytes));
}

[[noreturn]] void block_fault(const Warp& warp, const MachineOp& op, unsigned lane, StateSpace space,
                              std::uint64_t offset, std::uint64_t size, AccessKind kind, unsigned bytes) {
  const char* wrong = offset > size || bytes > size - offset ? "out of bounds" : "misaligned";
  const char* whose = space == StateSpace::shared  ? "the block has"
                      : space == StateSpace::local ? "the thread has"
                                                   : "the kernel has";
  warp.fault(op, LaneMask{1} << lane,
             fmt::format("{}: {}, {} {} bytes", what(kind, bytes, space, offset), wrong, whose, size));
}

/// Makes pages; the budget's complaint gets the place.
void make_pages(const Warp& warp, const MachineOp& op, unsigned lane, MemoryBuffer& buffer, std::uint64_t offset,
                std::uint64_t size) {
  try {
    warp.block.launch().memory->make(buffer, offset, size);
  } catch (const InputError& e) {
    warp.fault(op, LaneMask{1} << lane, e.what());
  }
}

/// linear: lane l at first + l * bytes; uniform: all at first.
template <unsigned width>
Pattern pattern_of(const std::uint64_t* addresses, unsigned bytes) {
  const std::uint64_t first = addresses[0];
  if (addresses[1] == first) {
    std::uint64_t differs = 0;
    for (unsigned lane = 0; lane < width; ++lane) differs |= addresses[lane] ^ first;
    return differs == 0 ? Pattern::uniform : Pattern::scattered;
  }
  if (addresses[1] != first + bytes) return Pattern::scattered;
  std::uint64_t differs = 0;
  for (unsigned lane = 0; lane < width; ++lane) differs |= addresses[lane] ^ (first + std::uint64_t{lane} * bytes);
  return differs == 0 ? Pattern::linear : Pattern::scattered;
}

/// Finds one lane's bytes in device memory; buffer is the last lane's.
std::byte* locate_lane(const Warp& warp, const MachineOp& op, unsigned lane, StateSpace space, std::uint64_t address,
                       AccessKind kind, unsigned bytes, MemoryBuffer*& buffer) {
  const std::uint64_t offset = address & offset_mask;
  if (!buffer || (address ^ buffer->base) > offset_mask) buffer = warp.block.launch().memory->find(address);
  if (!buffer || offset + bytes > buffer->bytes || (address & (bytes - 1)) != 0 || (buffer->read_only && writes(kind)))
    global_fault(warp, op, lane, space, address, kind, bytes);
  if (!buffer->made(offset / Memory::page_bytes)) make_pages(warp, op, lane, *buffer, offset, bytes);
  return buffer->host + offset;
}

void check_written(const Warp& warp, const MachineOp& op, LaneMask active, const std::uint64_t* addresses,
                   AccessKind kind, unsigned bytes) {
  for_each_lane(active, [&](unsigned lane) {
    const MemoryBuffer* buffer = warp.block.launch().memory->find(addresses[lane]);
    if (!buffer || !buffer->written) return;
    const std::uint64_t offset = addresses[lane] & offset_mask;
    for (unsigned i = 0; i < bytes && kind != AccessKind::store && kind != AccessKind::prefetch; ++i)
      if (buffer->written[offset + i] == std::byte{0})
        warp.fault(op, LaneMask{1} << lane,
                   fmt::format("{}: byte {} of buffer '{}' ({} bytes), which nobody wrote",
                               what(kind, bytes, StateSpace::global, addresses[lane]), offset + i, buffer->name,
                               buffer->bytes));
    if (writes(kind)) std::memset(buffer->written + offset, 1, bytes);
  });
}

template <unsigned width>
void locate_global(Warp& warp, const MachineOp& op, LaneMask active, StateSpace space, const std::uint64_t* addresses,
                   AccessKind kind, unsigned bytes) {
  if (active == warp.full()) {
    const Pattern pattern = pattern_of<width>(addresses, bytes);
    if (pattern != Pattern::scattered) {
      const std::uint64_t first = addresses[0], offset = first & offset_mask;
      const std::uint64_t size = pattern == Pattern::linear ? std::uint64_t{width} * bytes : bytes;
      MemoryBuffer* const buffer = warp.block.launch().memory->find(first);
      if (buffer && offset + size <= buffer->bytes && (first & (bytes - 1)) == 0 &&
          !(buffer->read_only && writes(kind))) {
        if (!buffer->range_made(offset, size)) make_pages(warp, op, 0, *buffer, offset, size);
        warp.first_host = buffer->host + offset;
        warp.pattern = pattern;
        return;
      }
    }
  }
  warp.pattern = Pattern::scattered;
  MemoryBuffer* buffer = nullptr;
  for_each_lane(active, [&](unsigned lane) {
    warp.host[lane] = locate_lane(warp, op, lane, space, addresses[lane], kind, bytes, buffer);
  });
}

/// Shared, local and param space: offsets into size bytes at base, each lane's own copy stride bytes on.
template <unsigned width>
void locate_block(Warp& warp, const MachineOp& op, LaneMask active, StateSpace space, const std::uint64_t* offsets,
                  AccessKind kind, unsigned bytes, std::byte* base, std::uint64_t size, std::uint64_t stride) {
  if (active == warp.full() && stride == 0) {
    const Pattern pattern = pattern_of<width>(offsets, bytes);
    const std::uint64_t end = pattern == Pattern::linear ? std::uint64_t{width} * bytes : bytes;
    if (pattern != Pattern::scattered && offsets[0] <= size && end <= size - offsets[0] &&
        (offsets[0] & (bytes - 1)) == 0) {
      warp.first_host = base + offsets[0];
      warp.pattern = pattern;
      return;
    }
  }
  warp.pattern = Pattern::scattered;
  for_each_lane(active, [&](unsigned lane) {
    const std::uint64_t offset = offsets[lane];
    if (offset > size || bytes > size - offset || (offset & (bytes - 1)) != 0)
      block_fault(warp, op, lane, space, offset, size, kind, bytes);
    warp.host[lane] = base + lane * stride + offset;
  });
}

template <unsigned width>
void locate_in(Warp& warp, const MachineOp& op, LaneMask active, StateSpace space, const std::uint64_t* addresses,
               AccessKind kind, unsigned bytes) {
  const LaunchContext& launch = warp.block.launch();
  switch (space) {
    case StateSpace::shared: {
      std::vector<std::byte>& shared = warp.block.shared();
      locate_block<width>(warp, op, active, space, addresses, kind, bytes, shared.data(), shared.size(), 0);
      if (SharedChecks* checks = warp.block.checks())
        for_each_lane(active, [&](unsigned lane) { checks->access(warp, op, lane, addresses[lane], bytes, kind); });
      return;
    }
    case StateSpace::local:
      locate_block<width>(warp, op, active, space, addresses, kind, bytes, warp.local(0), warp.local_bytes(),
                          warp.local_stride());
      return;
    case StateSpace::param:
      if (writes(kind)) warp.fault(op, active, "store to a parameter of the kernel");
      locate_block<width>(warp, op, active, space, addresses, kind, bytes,
                          const_cast<std::byte*>(launch.parameters.data()), launch.parameters.size(), 0);
      return;
    default:
      locate_global<width>(warp, op, active, space, addresses, kind, bytes);
      if (launch.options->check_uninitialised) check_written(warp, op, active, addresses, kind, bytes);
  }
}

}  // namespace

template <unsigned width>
void locate(Warp& warp, const MachineOp& op, LaneMask active, StateSpace space, const std::uint64_t* addresses,
            AccessKind kind, unsigned bytes) {
  --warp.slice;
  locate_in<width>(warp, op, active, space, addresses, kind, bytes);
  if (Observer* observer = warp.block.observer())
    observer->access(warp.id(), {op.site, space == StateSpace::local && op.is_param ? StateSpace::param : space, kind,
                                 static_cast<std::uint16_t>(bytes), active, addresses});
}

template void locate<32>(Warp&, const MachineOp&, LaneMask, StateSpace, const std::uint64_t*, AccessKind, unsigned);
template void locate<64>(Warp&, const MachineOp&, LaneMask, StateSpace, const std::uint64_t*, AccessKind, unsigned);

}  // namespace forewarp::emu
