// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/opcode.hpp"

#include <algorithm>
#include <iterator>

namespace forewarp::machine {
namespace {

constexpr OpcodeInfo opcodes[] = {
#define FOREWARP_MACHINE_OP(number, first, end, mnemonic, pipe, effect, space) \
  {number, first, end, #mnemonic, Pipe::pipe, Effect::effect, Space::space},
#include "forewarp/frontend/machine/opcodes.def"
#undef FOREWARP_MACHINE_OP
};
static_assert(std::ranges::is_sorted(opcodes, {}, &OpcodeInfo::number));

}  // namespace

const OpcodeInfo* find_opcode(std::uint16_t number, int sm) {
  const auto [begin, end] = std::ranges::equal_range(opcodes, number, {}, &OpcodeInfo::number);
  const auto found = std::find_if(begin, end, [&](const OpcodeInfo& o) { return o.first_sm <= sm && sm < o.end_sm; });
  return found == end ? nullptr : found;
}

const char* name_of(Pipe pipe) {
  switch (pipe) {
    case Pipe::fp32:
      return "fp32";
    case Pipe::fp16:
      return "fp16";
    case Pipe::fp64:
      return "fp64";
    case Pipe::int_add:
      return "int add";
    case Pipe::int_mul:
      return "int mul";
    case Pipe::shift:
      return "shift";
    case Pipe::special:
      return "special";
    case Pipe::convert:
      return "convert";
    case Pipe::shuffle:
      return "shuffle";
    case Pipe::tensor:
      return "tensor";
    case Pipe::uniform:
      return "uniform";
    case Pipe::memory:
      return "memory";
    case Pipe::texture:
      return "texture";
    case Pipe::control:
      return "control";
    case Pipe::barrier:
      return "barrier";
    case Pipe::other:
      return "other";
  }
  return "";
}

const char* name_of(Space space) {
  switch (space) {
    case Space::none:
      return "";
    case Space::global:
      return "global";
    case Space::shared:
      return "shared";
    case Space::local:
      return "local";
    case Space::constant:
      return "const";
    case Space::generic:
      return "generic";
    case Space::texture:
      return "texture";
  }
  return "";
}

}  // namespace forewarp::machine
