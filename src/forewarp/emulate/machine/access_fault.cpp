// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/access_fault.hpp"

#include <fmt/format.h>

#include "forewarp/emulate/machine/cluster.hpp"
#include "forewarp/emulate/machine/locate.hpp"

namespace forewarp::emu {

using ptx::StateSpace;

namespace {

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

/// "load of 4 bytes".
std::string what(const AccessRequest& r) {
  return fmt::format("{} of {} {}", verb(r.kind), r.bytes, r.bytes == 1 ? "byte" : "bytes");
}

/// "load of 4 bytes at global address 0x...": how every fault of an access begins.
std::string beginning(const AccessRequest& r, StateSpace space, unsigned lane) {
  return fmt::format("{} at {} address {:#x}", what(r), ptx::name_of(space), r.addresses[lane]);
}

/// What is wrong with an access to device memory. The buffer whose end is closest below a wild address is what went out
/// of bounds as a rule; up to half a window below a buffer is an address that ran out of it at its beginning.
std::string device_memory_error(const Memory::Impl& memory, std::uint64_t address, unsigned bytes) {
  const MemoryBuffer* buffer = memory.find(address);
  if (!buffer && address < null_bytes) return "null pointer";
  const std::uint64_t offset = buffer ? address - buffer->base : 0;
  if (!buffer || offset + bytes > buffer->bytes) {
    const MemoryBuffer* next = memory.find(address + window_bytes / 2);
    if (next && next != buffer && next->base > address)
      return fmt::format("out of bounds, {} bytes before buffer '{}' ({} bytes)", next->base - address, next->name,
                         next->bytes);
    if (!buffer) return "wild address, in no buffer";
    return fmt::format("out of bounds, byte {} of buffer '{}' ({} bytes)", offset, buffer->name, buffer->bytes);
  }
  if (address % bytes != 0)
    return fmt::format("misaligned, byte {} of buffer '{}' ({} bytes)", offset, buffer->name, buffer->bytes);
  return fmt::format("buffer '{}' ({} bytes) is constant", buffer->name, buffer->bytes);
}

}  // namespace

void device_memory_fault(const Warp& warp, const AccessRequest& request, unsigned lane) {
  if (warp.reported(FindingKind::memory, request.op)) return;
  const std::string error = device_memory_error(*warp.block.launch().memory, request.addresses[lane], request.bytes);
  warp.report(FindingKind::memory, request.op, LaneMask{1} << lane,
              fmt::format("{}: {}", beginning(request, request.space, lane), error), request.addresses[lane]);
}

void extent_fault(const Warp& warp, const AccessRequest& request, unsigned lane, std::uint64_t size) {
  const std::uint64_t offset = request.addresses[lane];
  const char* wrong = offset > size || request.bytes > size - offset ? "out of bounds" : "misaligned";
  const char* whose = request.space == StateSpace::shared  ? "the block has"
                      : request.space == StateSpace::local ? "the thread has"
                                                           : "the kernel has";
  warp.report(FindingKind::memory, request.op, LaneMask{1} << lane,
              fmt::format("{}: {}, {} {} bytes", beginning(request, request.space, lane), wrong, whose, size));
}

void peer_fault(const Warp& warp, const AccessRequest& request, unsigned lane) {
  const std::uint64_t rank = peer_rank(request.addresses[lane]);
  const unsigned size = warp.block.cluster().size();
  const std::string wrong =
      rank >= size ? fmt::format("out of bounds, the cluster has {} {}", size, size == 1 ? "block" : "blocks")
      : !request.op.reaches_cluster
          ? fmt::format("out of bounds, it is that of block {} of the cluster (.shared::cluster reaches it)", rank)
          : fmt::format(
                "out of bounds, block {} of the cluster has ended, and its shared memory with it (cluster.sync() "
                "before its end lets it wait)",
                rank);
  warp.report(FindingKind::memory, request.op, LaneMask{1} << lane,
              fmt::format("{}: {}", beginning(request, request.space, lane), wrong));
}

void unwritten_fault(const Warp& warp, const AccessRequest& request, unsigned lane, const MemoryBuffer& buffer,
                     std::uint64_t offset) {
  if (warp.reported(FindingKind::init, request.op)) return;
  warp.report(FindingKind::init, request.op, LaneMask{1} << lane,
              fmt::format("{}: byte {} of buffer '{}' ({} bytes), which was never written",
                          beginning(request, StateSpace::global, lane), offset, buffer.name, buffer.bytes),
              request.addresses[lane]);
}

void report_beyond_end(const Warp& warp, const AccessRequest& request, const MemoryBuffer& buffer,
                       std::uint64_t offset) {
  std::string& text = warp.block.beyond_end;
  if (!text.empty()) return;
  text = fmt::format("{}: {} at byte {} of buffer '{}', which has {}: beyond its last element, though {}",
                     place_of(*warp.block.launch().program, *request.op.function->function, request.op.instruction),
                     what(request), offset, buffer.name, buffer.bytes,
                     offset < buffer.allocated()
                         ? fmt::format("within the {} bytes that a device allocates", buffer.allocated())
                         : "within the 2 MiB that a device maps at once; it reads zeros and changes nothing");
}

}  // namespace forewarp::emu
