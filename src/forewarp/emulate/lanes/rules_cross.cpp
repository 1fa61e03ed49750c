// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The rules of instructions that look across lanes: .sync and .aligned change nothing, since lanes
/// of a warp that execute an instruction do so together; a second destination and satfinite do.
/// shfl.sync.down.b32 %r1|%p1 has the key shfl.sync.down.b32/p.
#include "forewarp/emulate/lanes/entry.hpp"
#include "forewarp/emulate/lanes/rules.hpp"

namespace forewarp::emu::lanes {
namespace {

bool has_pair(const ptx::Function& function, const ptx::Instruction& instruction) {
  const auto operands = function.operands_of(instruction);
  return !operands.empty() && operands[0].kind == ptx::OperandKind::vector;
}

}  // namespace

std::optional<Request> cross_request(const ptx::Function& function, const ptx::Instruction& instruction,
                                     std::string_view name, Words words) {
  Request request;
  if (instruction.opcode == ptx::Opcode::mma) {
    if (!words.take("sync") || !words.take("aligned")) return std::nullopt;
    request.control = words.take("satfinite") ? control_bits::satfinite : 0;
    if (request.control != 0 && !words.has("s32")) return std::nullopt;
    if (words.take("sp") || words.take("sp::ordered_metadata")) name = "mma.sp";
  }
  if (instruction.opcode == ptx::Opcode::redux && words.last() == "f32") {
    if (words.take("abs")) request.control |= control_bits::xorsign_abs;
    if (words.take("NaN")) request.control |= control_bits::nan;
  }
  request.key = words.joined(name);
  const bool may_have_pair = instruction.opcode == ptx::Opcode::shfl || instruction.opcode == ptx::Opcode::match;
  if (may_have_pair && has_pair(function, instruction)) request.key += "/p";
  return request;
}

}  // namespace forewarp::emu::lanes
