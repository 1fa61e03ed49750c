// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which buffers the accesses of a kernel can reach, found by following pointers from the kernel's parameters and from
/// module variables through registers. It decides whether the blocks of a launch may run on several threads without
/// changing any result.
///
/// The analysis is flow-insensitive and conservative. A 64-bit register holds a set of origins; moves, additions,
/// selections and address conversions propagate origins, multiplications and shifts drop them (they compute indices).
/// Pointers loaded from global memory are unknown; those stored in local, shared or .param memory have the origins of
/// everything stored there.
#include <bitset>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "forewarp/emulate/decode/program.hpp"
#include "forewarp/emulate/machine/memory_impl.hpp"

namespace forewarp::emu {

/// A set of origins: 8-byte words of the parameter block, module variables, and the unknown.
using Origins = std::bitset<512>;

enum class Effect : std::uint8_t { read, write, reduce, update };

/// The accesses to device memory that reachable code has.
struct Provenance {
  static constexpr std::size_t unknown = 511;    ///< a pointer from nowhere that is followed
  static constexpr std::size_t on_thread = 510;  ///< local, shared or parameter space
  static constexpr std::size_t heap = 509;       ///< what malloc returns
  static constexpr std::size_t words = 256;      ///< origins below this: words of the parameter block

  struct Use {
    Origins origins;
    Effect effect;
    bool through_descriptor = false;  ///< of a texture, surface or tensor map: what its descriptor points to
  };
  std::vector<Use> uses;
  std::map<std::size_t, std::string_view> variables;    ///< origins from words on, by name
  std::map<std::size_t, std::uint64_t> parameter_maps;  ///< of these: parameters that may be tensor maps, by offset
};

[[nodiscard]] Provenance trace(const Program& program);

/// What is done to one buffer.
struct Effects {
  bool read = false, written = false, reduced = false, updated = false;
  [[nodiscard]] bool independent() const { return !updated && !(written && read) && !(reduced && (read || written)); }
  [[nodiscard]] bool changes() const { return written || reduced || updated; }
  void add(Effect effect);
};

/// What a launch with these arguments may do to memory.
struct LaunchEffects {
  std::map<const MemoryBuffer*, Effects> buffers;
  Effects somewhere;  ///< through pointers that come from memory: to any buffer
  Effects all;        ///< everything together
};

/// addresses gives module variables by name.
[[nodiscard]] LaunchEffects launch_effects(const Provenance& provenance, const std::vector<std::byte>& parameters,
                                           const std::map<std::string_view, std::uint64_t>& addresses,
                                           const Memory::Impl& memory);

/// Whether no block can observe another one: no buffer is both written and read, the only atomics are integer
/// reductions whose result is unused and whose buffers are not accessed otherwise, and no store has an unknown target.
/// (Two blocks that store different values to one address race on a device, too.)
[[nodiscard]] bool blocks_are_independent(const LaunchEffects& effects);

}  // namespace forewarp::emu
