// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/placed_launch.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "forewarp/emulate/decode/storage.hpp"
#include "forewarp/emulate/machine/place.hpp"
#include "forewarp/frontend/launch/fill.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::profile {
namespace {

/// A launch of a program may be longer than what is usually profiled.
constexpr std::uint64_t max_warp_instructions = std::uint64_t{1} << 36;

emu::MachineOptions machine_options(const ProfileOptions& options) {
  emu::MachineOptions out;
  out.warp_size = options.warp_size;
  const bool usual = options.max_warp_instructions == ProfileOptions{}.max_warp_instructions;
  out.max_warp_instructions = usual ? max_warp_instructions : options.max_warp_instructions;
  out.max_memory_bytes = options.max_memory_bytes;
  out.check_races = options.check_races;
  out.threads = options.threads;
  return out;
}

std::vector<std::byte> low_bytes(std::uint64_t bits, std::size_t size) {
  std::vector<std::byte> bytes(size);
  std::memcpy(bytes.data(), &bits, std::min(size, sizeof bits));
  return bytes;
}

template <typename Name>
const launch::PlacedBuffer* called(const std::vector<launch::PlacedBuffer>& buffers, const Name& name) {
  const auto found = std::ranges::find(buffers, name, &launch::PlacedBuffer::name);
  return found == buffers.end() ? nullptr : &*found;
}

/// Memory that no argument points to: the largest ones, as in the program (runtime/launcher.hpp).
std::vector<const launch::PlacedBuffer*> reached_by(const launch::Launch& launch, const launch::Placement& placement) {
  std::vector<const launch::PlacedBuffer*> reached;
  const auto is_passed = [&](const launch::PlacedBuffer& b) {
    return std::ranges::find(placement.arguments, b.address, &launch::PlacedBuffer::address) !=
           placement.arguments.end();
  };
  for (const auto* buffers : {&placement.memory, &placement.constants})
    for (const launch::PlacedBuffer& b : *buffers)
      if (!is_passed(b)) reached.push_back(&b);
  std::ranges::stable_sort(reached, std::greater{}, [](const auto* b) { return b->buffer.bytes(); });
  reached.resize(
      std::min(reached.size(), launch::max_described - std::min(launch::max_described, launch.arguments.size())));
  return reached;
}

void add_unpassed(launch::Launch& launch, const std::vector<const launch::PlacedBuffer*>& reached) {
  for (const launch::PlacedBuffer* b : reached) launch.arguments.push_back({.name = b->name, .value = b->buffer});
  launch.unpassed += reached.size();
}

}  // namespace

launch::Launch profiled_launch(const kernel::Kernel& kernel) {
  launch::Launch launch = kernel.launch;
  const launch::Placement placement = launch::read_placement(kernel.description.file);
  if (!placement.empty()) add_unpassed(launch, reached_by(launch, placement));
  return launch;
}

/// Arguments that lie in one buffer name it several times, and some lie in a variable.
void PlacedLaunch::add(const launch::PlacedBuffer& b) {
  if (std::ranges::find(added_, b.address) != added_.end()) return;
  added_.push_back(b.address);
  emu::place(memory_, b.address, b.buffer.bytes(), b.name, launch::page_source(b.buffer), emu::Bounds::allocation);
}

void PlacedLaunch::add_variables(const ptx::Module& module, const launch::Placement& placement) {
  places_ = emu::place_variables(module, memory_, [&](const ptx::Variable& v) {
    const launch::PlacedBuffer* own = called(placement.constants, v.name);
    if (!own) return memory_.allocate(v.bytes(), std::string(v.name));
    if (own->buffer.bytes() < v.bytes())
      throw InputError(fmt::format("variable '{}' has {} bytes, its place {}", v.name, v.bytes(), own->buffer.bytes()));
    add(*own);
    return own->address;
  });
  // What the program left in them replaces their initial values.
  for (const launch::PlacedBuffer& c : placement.constants)
    if (places_.contains(c.name)) memory_.write(c.address, launch::contents(c.buffer));
}

void PlacedLaunch::add_argument(const launch::Argument& argument, const launch::Placement& placement) {
  std::uint64_t address = 0;
  if (const auto* buffer = std::get_if<launch::Buffer>(&argument.value)) {
    const launch::PlacedBuffer* own = called(placement.arguments, argument.name);
    address =
        own ? own->address
            : memory_.allocate(buffer->bytes(), argument.name, launch::page_source(*buffer), emu::Bounds::allocation);
    execution_.arguments.push_back(low_bytes(address + (own ? own->offset : 0), sizeof address));
  } else if (const auto* scalar = std::get_if<launch::Scalar>(&argument.value)) {
    execution_.arguments.push_back(low_bytes(scalar->bits, ptx::size_of(scalar->type)));
  } else {
    const auto raw = std::as_bytes(std::span(std::get<std::string>(argument.value)));
    execution_.arguments.emplace_back(raw.begin(), raw.end());
  }
  execution_.addresses.push_back(address);
}

PlacedLaunch::PlacedLaunch(const ptx::Module& module, const launch::Launch& launch, const launch::Placement& placement,
                           const ProfileOptions& options)
    : launch_(launch), memory_(options.max_memory_bytes) {
  if (!launch.links.empty() || launch.unpassed > 0)
    throw InputError("arguments that point to each other do not go with memory that has addresses");
  for (const auto* buffers : {&placement.arguments, &placement.memory})
    for (const launch::PlacedBuffer& b : *buffers) add(b);
  add_variables(module, placement);
  for (const launch::Argument& argument : launch.arguments) add_argument(argument, placement);
  const std::vector<const launch::PlacedBuffer*> reached = reached_by(launch, placement);
  add_unpassed(launch_, reached);
  for (const launch::PlacedBuffer* b : reached) execution_.addresses.push_back(b->address);
  machine_ = std::make_unique<emu::Machine>(module, launch.entry, memory_, places_, machine_options(options));
  execution_.machine = machine_.get();
}

void set_allocation(ProfileOptions& options, const kernel::Allocation& allocation) {
  options.registers = allocation.registers;
  options.spills = {.load_bytes = static_cast<double>(allocation.spill_load_bytes),
                    .store_bytes = static_cast<double>(allocation.spill_store_bytes),
                    .frame_bytes = static_cast<double>(allocation.frame_bytes)};
}

Profile profile_of(const kernel::Kernel& kernel, const ProfileOptions& options, Progress* progress) {
  const launch::Placement placement = launch::read_placement(kernel.description.file);
  if (placement.empty()) return profile(*kernel.module, kernel.launch, options, progress);
  PlacedLaunch placed(*kernel.module, kernel.launch, placement, options);
  ProfileOptions whole = options;
  whole.exact = true;
  whole.execution = &placed.execution();
  return profile(*kernel.module, placed.launch(), whole, progress);
}

}  // namespace forewarp::profile
