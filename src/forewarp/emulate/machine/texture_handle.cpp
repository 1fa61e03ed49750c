// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/texture_handle.hpp"

#include <fmt/format.h>

#include "forewarp/emulate/machine/memory_impl.hpp"

namespace forewarp::emu {

namespace {

/// The bytes at an address of device memory, made if need be; nullptr where they are in no buffer.
std::byte* host_bytes(const Warp& warp, std::uint64_t address, std::uint64_t bytes) {
  Memory::Impl& memory = *warp.block.launch().memory;
  MemoryBuffer* const buffer = memory.find(address);
  if (!buffer) return nullptr;
  const std::uint64_t offset = address - buffer->base;
  if (offset > buffer->bytes || bytes > buffer->bytes - offset) return nullptr;
  if (!buffer->range_made(offset, bytes)) memory.make(*buffer, offset, bytes);
  return buffer->host + offset;
}

}  // namespace

Texture texture_at(Warp& warp, const MachineOp& op, LaneMask lanes, std::uint64_t handle) {
  Texture texture;
  const std::byte* const bytes = host_bytes(warp, handle, texture_descriptor_bytes);
  if (!bytes || !from_bytes({bytes, texture_descriptor_bytes}, texture.descriptor))
    warp.fault(op, lanes,
               fmt::format("{:#x} is not the handle of a texture or surface (a program makes one: see forewarp exec)",
                           handle));
  texture.texels = host_bytes(warp, texture.descriptor.data, texture.descriptor.bytes());
  if (!texture.texels) warp.fault(op, lanes, "the memory of this texture or surface was freed");
  return texture;
}

}  // namespace forewarp::emu
