// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Instructions of a kernel in one basic block, or in two of which the second begins at instruction `cut`.
#include <cstdint>
#include <memory>
#include <string>

#include "forewarp/emulate/profile/program.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::profile {

struct StraightCode {
  ptx::Module module;
  emu::ProgramMap map;
  std::unique_ptr<Program> program;

  explicit StraightCode(const std::string& body, std::uint32_t cut = 0)
      : module(ptx::parse(R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry k() {
  .reg .pred %p<9>;
  .reg .b32 %r<20>;
  .reg .f32 %f<9>;
  .reg .f64 %fd<9>;
  .reg .b64 %rd<20>;
)" + body + "\n}\n")) {
    const auto* function = module.find("k");
    const auto size = static_cast<std::uint32_t>(function->body.size());
    map.blocks.push_back({function, 0, cut > 0 ? cut : size});
    if (cut > 0) map.blocks.push_back({function, cut, size});
    program = std::make_unique<Program>(map);
  }
};

}  // namespace forewarp::profile
