// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A kernel of PTX text in the memory of a program.
#include <cstring>
#include <string>
#include <vector>

#include "forewarp/model/device/database.hpp"
#include "forewarp/runtime/launcher.hpp"

namespace forewarp::runtime::test {

struct LaunchedKernel {
  /// k(data, number): %g is the thread in the grid, %slot the address of its word of data, %n the number.
  explicit LaunchedKernel(const std::string& instructions, Results results = Results::whole,
                          std::uint64_t longest_count = default_longest_count)
      : module(
            ".version 8.5\n.target sm_80\n.address_size 64\n"
            ".visible .entry k(.param .u64 data, .param .u32 number) {\n"
            ".reg .b32 %r<9>; .reg .b32 %g, %n, %t, %b; .reg .b64 %data, %slot; .reg .pred %p<9>;\n"
            "ld.param.u64 %data, [data]; ld.param.u32 %n, [number];\n"
            "mov.u32 %g, %ctaid.x; mov.u32 %b, %ntid.x; mov.u32 %t, %tid.x; mad.lo.s32 %g, %g, %b, %t;\n"
            "mad.wide.u32 %slot, %g, 4, %data;\n" +
                instructions + "\nret;\n}\n",
            "test.ptx", arena, memory),
        launcher({.devices = {device::find_device("H100")},
                  .advise = false,
                  .results = results,
                  .longest_count = longest_count},
                 arena, replay) {
    kernel = module.kernel("k", kernels, {.max_warp_instructions = std::uint64_t{1} << 36});
  }
  Allocation& buffer(const std::vector<std::uint32_t>& words) {
    Allocation* a = arena.allocate(words.size() * 4, MemoryKind::device, "data");
    std::memcpy(a->data, words.data(), words.size() * 4);
    replay.changed_somehow(*a);
    return *a;
  }
  [[nodiscard]] static std::vector<std::uint32_t> words(const Allocation& a) {
    std::vector<std::uint32_t> out(a.bytes / 4);
    std::memcpy(out.data(), a.data, a.bytes);
    return out;
  }
  [[nodiscard]] LaunchRequest request(const Allocation& data, std::uint32_t number, std::uint32_t blocks) const {
    LaunchRequest r{.kernel = kernel, .grid = {blocks, 1, 1}, .block = {256, 1, 1}, .arguments = {}};
    const std::uint64_t address = data.address();
    r.arguments.assign({std::vector<std::byte>(8), std::vector<std::byte>(4)});
    std::memcpy(r.arguments[0].data(), &address, 8);
    std::memcpy(r.arguments[1].data(), &number, 4);
    return r;
  }

  emu::Memory memory;
  Arena arena{memory};
  Replay replay{arena, std::uint64_t{1} << 24};
  Module module;
  Launcher launcher;
  Kernel* kernel = nullptr;
  std::size_t kernels = 0;
};

}  // namespace forewarp::runtime::test
