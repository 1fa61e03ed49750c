// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The rules of instructions that look across lanes.
#include "forewarp/emu/lanes/entry.hpp"
#include "forewarp/emu/lanes/rules.hpp"

namespace forewarp::emu::lanes {

std::optional<Request> cross_request(const ptx::Function& function, const ptx::Instruction& instruction,
                                     std::string_view name, Words words) {
  static_cast<void>(function);
  static_cast<void>(instruction);
  return Request{words.joined(name), 0, false};
}

}  // namespace forewarp::emu::lanes
