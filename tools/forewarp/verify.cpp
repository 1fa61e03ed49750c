// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "verify.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/emulate/machine/bind.hpp"
#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/support/error.hpp"
#include "kernels/references.hpp"

namespace forewarp::tool {
namespace {

std::size_t argument_index(const launch::Launch& launch, const std::string& name) {
  const auto place = std::find_if(launch.arguments.begin(), launch.arguments.end(),
                                  [&](const launch::Argument& a) { return a.name == name; });
  if (place == launch.arguments.end()) throw InputError(fmt::format("--verify: the launch has no argument '{}'", name));
  return static_cast<std::size_t>(place - launch.arguments.begin());
}

std::vector<std::byte> contents(emu::Memory& memory, const launch::Argument& argument, std::uint64_t address) {
  std::vector<std::byte> bytes(std::get<launch::Buffer>(argument.value).bytes());
  memory.read(address, bytes);
  return bytes;
}

}  // namespace

std::string verify(const kernel::Kernel& kernel, unsigned threads) {
  const std::string& name = kernel.description.reference;
  const kernels::Reference reference = kernels::find_reference(name);
  if (!reference)
    throw InputError(fmt::format("--verify: {} has no CPU reference; bundled kernels have one", kernel.launch.entry));
  emu::MachineOptions options;
  options.threads = threads;
  emu::Machine machine(*kernel.module, kernel.launch.entry, options);
  const emu::BoundArguments bound = emu::bind(kernel.launch, machine);
  machine.run(kernel.launch, bound.bytes);
  std::size_t compared = 0;
  for (const kernels::Expected& expected : reference(kernel.launch, kernels::Inputs(kernel.launch))) {
    const std::size_t i = argument_index(kernel.launch, expected.buffer);
    const auto actual = contents(machine.memory(), kernel.launch.arguments[i], bound.addresses[i]);
    if (const auto wrong = kernels::mismatch(expected, kernel.launch, actual, kernel.description.tolerance))
      throw InputError(fmt::format("--verify: differs from the CPU reference '{}': {}", name, *wrong));
    compared += expected.value.size();
  }
  return fmt::format("{} elements agree with the CPU reference '{}'", compared, name);
}

}  // namespace forewarp::tool
