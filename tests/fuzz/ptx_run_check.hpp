// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstring>
#include <string>
#include <vector>

#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::test {

/// Arguments for a kernel nobody described: a small buffer for every 8 bytes, numbers else.
inline std::vector<std::vector<std::byte>> made_up_arguments(const ptx::Function& kernel, emu::Memory& memory) {
  std::vector<std::vector<std::byte>> arguments;
  for (const ptx::Variable& p : kernel.parameters) {
    std::vector<std::byte> bytes(p.bytes(), std::byte{3});
    for (std::size_t at = 0; at + 8 <= bytes.size() && at < 64; at += 8) {
      const std::uint64_t address = memory.allocate(4096, std::string(p.name));
      std::memcpy(&bytes[at], &address, sizeof address);
    }
    arguments.push_back(std::move(bytes));
  }
  return arguments;
}

/// Whatever bytes are given: they are refused, or the kernels in them run within small budgets or fault.
inline void run_whatever_it_is(const std::string& text) {
  ptx::Module module;
  try {
    module = ptx::parse(text, "fuzz.ptx");
  } catch (const ParseError&) {
    return;
  }
  emu::MachineOptions options;
  options.warp_size = text.size() % 2 ? 64 : 32;
  options.max_warp_instructions = 100000;
  options.max_memory_bytes = std::uint64_t{64} << 20;
  options.check_races = options.check_uninitialised = text.size() % 3 == 0;
  options.loop_sample = text.size() % 5 == 0 ? 2 : 0;
  options.threads = 1;
  unsigned kernels_left = 8;  // hundreds of endless loops fit into an input, each with its own budget
  for (const std::string_view entry : module.entries()) {
    if (kernels_left-- == 0) return;
    try {
      emu::Machine machine(module, entry, options);
      launch::Launch launch;
      launch.entry = entry;
      launch.grid = {2, 1, 1};
      launch.block = {48, 1, 1};
      launch.dynamic_shared_bytes = 1024;
      machine.run(launch, made_up_arguments(*module.find(entry), machine.memory()));
    } catch (const InputError&) {
    }
  }
}

}  // namespace forewarp::test
