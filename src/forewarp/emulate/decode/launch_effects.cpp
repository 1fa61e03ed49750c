// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What a launch may do to each buffer: the origins of its accesses, looked up among its arguments.
#include <algorithm>
#include <cstring>

#include "forewarp/emulate/decode/provenance.hpp"
#include "forewarp/emulate/machine/tensor_map.hpp"
#include "forewarp/emulate/machine/texture.hpp"

namespace forewarp::emu {

void Effects::add(Effect effect) {
  switch (effect) {
    case Effect::read:
      read = true;
      return;
    case Effect::write:
      written = true;
      return;
    case Effect::reduce:
      reduced = true;
      return;
    case Effect::update:
      updated = true;
      return;
  }
}

namespace {

/// The buffer of a texture's texels; nullptr where the address is no handle.
const MemoryBuffer* texels_of(const MemoryBuffer& buffer, std::uint64_t handle, const Memory::Impl& memory) {
  const std::uint64_t offset = handle - buffer.base;
  TextureDescriptor texture;
  const bool fits = offset <= buffer.bytes && buffer.bytes - offset >= texture_descriptor_bytes;
  if (!fits || !buffer.range_made(offset, texture_descriptor_bytes)) return nullptr;
  if (from_bytes({buffer.host + offset, texture_descriptor_bytes}, texture)) return memory.find(texture.data);
  TensorMap map;
  const bool holds =
      buffer.bytes - offset >= tensor_map_bytes && buffer.range_made(offset, tensor_map_bytes) &&
      from_bytes(std::span<const std::byte, tensor_map_bytes>(buffer.host + offset, tensor_map_bytes), map);
  return holds ? memory.find(map.address) : nullptr;
}

/// The buffer of the tensor whose map is a parameter; nullptr where it is none.
const MemoryBuffer* tensor_of(const std::vector<std::byte>& parameters, std::uint64_t offset,
                              const Memory::Impl& memory) {
  if (offset > parameters.size() || parameters.size() - offset < tensor_map_bytes) return nullptr;
  TensorMap map;
  const std::span<const std::byte, tensor_map_bytes> bytes(parameters.data() + offset, tensor_map_bytes);
  return from_bytes(bytes, map) ? memory.find(map.address) : nullptr;
}

}  // namespace

LaunchEffects launch_effects(const Provenance& provenance, const std::vector<std::byte>& parameters,
                             const std::map<std::string_view, std::uint64_t>& addresses, const Memory::Impl& memory) {
  LaunchEffects effects;
  // The address that an origin has in this launch.
  const auto pointer = [&](std::size_t origin) -> std::uint64_t {
    if (origin == Provenance::heap) return memory.heap;
    if (origin >= Provenance::words) {
      const auto variable = provenance.variables.find(origin);
      const auto address = variable == provenance.variables.end() ? addresses.end() : addresses.find(variable->second);
      return address == addresses.end() ? 0 : address->second;
    }
    std::uint64_t bits = 0;
    if (8 * origin + 8 <= parameters.size()) std::memcpy(&bits, &parameters[8 * origin], sizeof bits);
    return bits;
  };
  for (const Provenance::Use& use : provenance.uses) {
    effects.all.add(use.effect);
    bool found = !use.through_descriptor && use.origins == Origins().set(Provenance::on_thread);
    bool is_null = use.origins.any();
    for (std::size_t o = 0; o < Provenance::on_thread; ++o) {
      if (!use.origins.test(o)) continue;
      is_null = is_null && o < Provenance::words && pointer(o) == 0;
      if (const auto map = provenance.parameter_maps.find(o); map != provenance.parameter_maps.end()) {
        if (const MemoryBuffer* tensor =
                use.through_descriptor ? tensor_of(parameters, map->second, memory) : nullptr) {
          effects.buffers[tensor].add(use.effect);
          found = true;
        }
        continue;
      }
      const MemoryBuffer* buffer = memory.find(pointer(o));
      if (!buffer) continue;  // a size or another number that is added to a pointer
      if (use.through_descriptor) {
        effects.buffers[buffer].add(Effect::read);
        buffer = texels_of(*buffer, pointer(o), memory);
        if (!buffer) continue;
      }
      effects.buffers[buffer].add(use.effect);
      found = true;
    }
    // Kernels take null for what they need not write; such an access does not come or faults.
    if (is_null && (use.origins >> Provenance::on_thread).none()) continue;
    if (!found || use.origins.test(Provenance::unknown)) effects.somewhere.add(use.effect);
  }
  return effects;
}

bool blocks_are_independent(const LaunchEffects& effects) {
  if (effects.somewhere.changes() || (effects.somewhere.read && effects.all.changes())) return false;
  return std::ranges::all_of(effects.buffers, [](const auto& e) { return e.second.independent(); });
}

}  // namespace forewarp::emu
