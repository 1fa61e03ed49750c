// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/device.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::run {

std::vector<std::byte> Kernel::read_variable(const std::string& name, std::uint64_t /*bytes*/) {
  throw Unavailable("this device has no variables of a program: '" + name + "' cannot be read");
}

std::string_view name_of(Api api) {
  switch (api) {
    case Api::opencl:
      return "opencl";
    case Api::cuda:
      return "cuda";
    case Api::emulated:
      return "emulated";
  }
  return "";
}

std::string_view name_of(Language language) {
  switch (language) {
    case Language::opencl_c:
      return "OpenCL C";
    case Language::cuda_cpp:
      return "CUDA C++";
    case Language::ptx:
      return "PTX";
  }
  return "";
}

std::string_view name_of(Clock clock) {
  switch (clock) {
    case Clock::events:
      return "events";
    case Clock::host:
      return "host";
    case Clock::model:
      return "model";
  }
  return "";
}

std::vector<Argument> arguments_of(const launch::Launch& launch) {
  std::vector<Argument> arguments;
  for (const launch::Argument& argument : launch.arguments)
    arguments.push_back({argument.name, std::visit([](const auto& value) { return decltype(Argument::value)(value); },
                                                   argument.value)});
  return arguments;
}

void check_shape(const Shape& shape, const DeviceInfo& device, const KernelInfo& kernel) {
  const std::uint64_t threads = shape.block.count();
  if (shape.grid.count() == 0 || threads == 0) throw InputError("a launch needs at least one block of one thread");
  if (device.max_block != 0 && threads > device.max_block)
    throw InputError(
        fmt::format("a block of {} threads: {} allows at most {}", threads, device.spec, device.max_block));
  if (kernel.max_block != 0 && threads > kernel.max_block)
    throw InputError(fmt::format("a block of {} threads: this kernel allows at most {} on {}", threads,
                                 kernel.max_block, device.spec));
  const std::uint64_t local = shape.dynamic_shared_bytes + kernel.shared_bytes;
  if (device.local_bytes != 0 && local > device.local_bytes)
    throw InputError(
        fmt::format("{} bytes of shared memory a block: {} allows at most {}", local, device.spec, device.local_bytes));
}

/// Four times the cache: one pass over exactly its size leaves old lines where the replacement is
/// not LRU. At least 64 MiB where the driver reports no cache, at most 1 GiB so that it stays
/// short: an L2 of 50 MB gives 200 MB, about 0.1 ms at 2 TB/s.
std::uint64_t flush_bytes(const DeviceInfo& device) {
  constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
  const std::uint64_t wanted = std::clamp(4 * device.cache_bytes, 64 * mebibyte, 1024 * mebibyte);
  return device.largest_buffer_bytes == 0 ? wanted : std::min(wanted, device.largest_buffer_bytes);
}

}  // namespace forewarp::run
