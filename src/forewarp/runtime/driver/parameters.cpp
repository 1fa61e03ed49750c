// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/driver/parameters.hpp"

#include <fmt/format.h>

#include "forewarp/runtime/driver/call.hpp"

namespace forewarp::driver {
namespace {

/// The list `extra`: pairs of a name and a value, ended by 0.
struct Buffer {
  const std::byte* data = nullptr;
  std::size_t bytes = 0;
};

Buffer buffer_of(void** extra) {
  constexpr std::uintptr_t end = 0, pointer = 1, size = 2;
  Buffer out;
  for (; extra && reinterpret_cast<std::uintptr_t>(extra[0]) != end; extra += 2) {
    const auto name = reinterpret_cast<std::uintptr_t>(extra[0]);
    if (name == pointer)
      out.data = static_cast<const std::byte*>(extra[1]);
    else if (name == size)
      out.bytes = *static_cast<const std::size_t*>(extra[1]);
    else
      throw DriverError(Result::invalid_value, fmt::format("launch option {} is not known", name));
  }
  return out;
}

}  // namespace

std::vector<std::vector<std::byte>> argument_bytes(const runtime::Kernel& kernel, void** arguments, void** extra) {
  const Buffer buffer = arguments ? Buffer() : buffer_of(extra);
  std::vector<std::vector<std::byte>> out;
  for (const runtime::Parameter& p : runtime::parameters_of(kernel)) {
    const std::byte* from = nullptr;
    if (arguments)
      from = static_cast<const std::byte*>(arguments[out.size()]);
    else if (buffer.data && p.offset + p.bytes <= buffer.bytes)
      from = buffer.data + p.offset;
    if (!from)
      throw DriverError(Result::invalid_value,
                        fmt::format("kernel '{}': the launch lacks argument {}", kernel.shown, out.size()));
    out.emplace_back(from, from + p.bytes);
  }
  return out;
}

}  // namespace forewarp::driver
