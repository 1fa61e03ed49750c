// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The messages about accesses that are wrong, or that a device allows though they are beyond the end of a buffer.
/// Those that are wrong are faults, but where checks collect them (MachineOptions::collect): then these functions
/// return.
#include "forewarp/emulate/machine/access.hpp"
#include "forewarp/emulate/machine/memory_impl.hpp"

namespace forewarp::emu {

/// Device memory: an address in no buffer, beyond the end of its buffer, misaligned, or a write to constant memory.
void device_memory_fault(const Warp& warp, const AccessRequest& request, unsigned lane);

/// Shared, local and param space, whose extent is a number of bytes instead of a buffer.
void extent_fault(const Warp& warp, const AccessRequest& request, unsigned lane, std::uint64_t size);

/// A shared address that names a block which the cluster does not have, or which has ended.
void peer_fault(const Warp& warp, const AccessRequest& request, unsigned lane);

/// A read of a byte of device memory that no store has set (--check-uninitialised).
void unwritten_fault(const Warp& warp, const AccessRequest& request, unsigned lane, const MemoryBuffer& buffer,
                     std::uint64_t offset);

/// Records the first access of a chunk of blocks that went beyond the last element of its buffer.
void report_beyond_end(const Warp& warp, const AccessRequest& request, const MemoryBuffer& buffer,
                       std::uint64_t offset);

}  // namespace forewarp::emu
