// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/opcode.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace forewarp::machine {
namespace {

constexpr OpcodeInfo opcodes[] = {
#define FOREWARP_MACHINE_OP(number, first, end, mnemonic, pipe, effect, space) \
  {number, first, end, #mnemonic, Pipe::pipe, Effect::effect, Space::space},
#include "forewarp/frontend/machine/opcodes.def"
#undef FOREWARP_MACHINE_OP
};
static_assert(std::ranges::is_sorted(opcodes, {}, &OpcodeInfo::number));

struct MaxwellOpcode {
  std::uint16_t mask;  ///< of the bits that are no flags
  OpcodeInfo info;
};

constexpr MaxwellOpcode maxwell_opcodes[] = {
#define FOREWARP_MAXWELL_OP(number, mask, first, mnemonic, pipe, effect, space) \
  {mask, {number, first, 63, #mnemonic, Pipe::pipe, Effect::effect, Space::space}},
#include "forewarp/frontend/machine/maxwell_opcodes.def"
#undef FOREWARP_MAXWELL_OP
};

}  // namespace

const OpcodeInfo* find_opcode(std::uint16_t number, int sm) {
  const auto [begin, end] = std::ranges::equal_range(opcodes, number, {}, &OpcodeInfo::number);
  const auto found = std::find_if(begin, end, [&](const OpcodeInfo& o) { return o.first_sm <= sm && sm < o.end_sm; });
  return found == end ? nullptr : found;
}

const OpcodeInfo* find_maxwell_opcode(std::uint16_t upper, int sm) {
  const auto* found = std::ranges::find_if(maxwell_opcodes, [&](const MaxwellOpcode& o) {
    return (upper & o.mask) == o.info.number && o.info.first_sm <= sm && sm < o.info.end_sm;
  });
  return found == std::end(maxwell_opcodes) ? nullptr : &found->info;
}

const OpcodeInfo* wide_conversion(const OpcodeInfo& info) {
  static const std::vector<MaxwellOpcode> wide = [] {
    std::vector<MaxwellOpcode> all;
    std::ranges::copy_if(maxwell_opcodes, std::back_inserter(all),
                         [](const MaxwellOpcode& o) { return o.info.pipe == Pipe::convert; });
    for (MaxwellOpcode& o : all) o.info.pipe = Pipe::convert64;
    return all;
  }();
  return &std::ranges::find(wide, info.number, [](const MaxwellOpcode& o) { return o.info.number; })->info;
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
    case Pipe::convert64:
      return "convert 64 bits";
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
