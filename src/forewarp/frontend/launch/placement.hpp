// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Buffers at addresses of their own, as a launch has them that a program made (forewarp exec --save): pointers that
/// lie in structs and in other buffers then mean what they meant in the program. In launch.toml:
///
///     [[argument]]
///     name = "x"
///     buffer = "u8"
///     count = 4096
///     fill = { kind = "file", path = "memory-0.bin" }
///     address = 0x300000000000                  # of its first byte
///     offset = 128                              # the kernel gets address + offset; default 0
///     [[memory]]                                # reached through pointers alone; the keys of such an argument
///     name = "memory"
///     ...
///     [[constant]]                              # a variable; the keys of such an argument, without offset
///     name = "weights"
///     ...
///
/// Arguments may lie in one buffer: then address, count and fill are the same.
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "forewarp/frontend/launch/launch.hpp"

namespace forewarp::launch {

inline constexpr std::size_t max_described = 40;  ///< buffers of a launch; a profile has addresses for 47

struct PlacedBuffer {
  std::string name;
  std::uint64_t address = 0, offset = 0;
  Buffer buffer;
};

struct Placement {
  std::vector<PlacedBuffer> arguments;  ///< those that have an address
  std::vector<PlacedBuffer> memory, constants;
  [[nodiscard]] bool empty() const { return arguments.empty() && memory.empty() && constants.empty(); }
};

/// Of a launch.toml; empty without a file, and where nothing has an address. Throws what read_description() throws, and
/// ParseError for an address that no buffer can have.
[[nodiscard]] Placement read_placement(const std::filesystem::path& file);

/// What a cached result of the launch depends on beside its arguments: addresses, and the contents of memory and
/// constants.
[[nodiscard]] std::string placement_key(const Placement& placement);

}  // namespace forewarp::launch
