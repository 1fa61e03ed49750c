// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/driver/launches.hpp"
#include "forewarp/runtime/driver/call.hpp"
#include "forewarp/runtime/driver/parameters.hpp"

namespace forewarp::driver {
namespace {

Result launch(const char* name, const LaunchConfig& config, Function function, void** arguments, void** extra,
              bool cooperative) {
  return call_in_context(
      name,
      [&](Session& session) {
        runtime::LaunchRequest request = request_of(function, config, arguments, extra);
        request.cooperative = request.cooperative || cooperative;
        const Target target = target_of(session, config.stream);
        session.launch(target.gpu, target.stream, std::move(request));
      },
      Waiting::no);
}

}  // namespace

runtime::LaunchRequest request_without_arguments(Function function, const LaunchConfig& c) {
  runtime::LaunchRequest request;
  request.kernel = checked(state().kernels, function, "kernel");
  request.grid = {c.grid[0], c.grid[1], c.grid[2]};
  request.block = {c.block[0], c.block[1], c.block[2]};
  request.dynamic_shared_bytes = c.shared_bytes;
  for (unsigned i = 0; i < c.attribute_count; ++i) runtime::apply(c.attributes[i], request);
  return request;
}

runtime::LaunchRequest request_of(Function function, const LaunchConfig& c, void** arguments, void** extra) {
  runtime::LaunchRequest request = request_without_arguments(function, c);
  request.arguments = argument_bytes(*request.kernel, arguments, extra);
  return request;
}

extern "C" {

Result cuLaunchKernel(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                      unsigned block_y, unsigned block_z, unsigned shared_bytes, Stream stream, void** arguments,
                      void** extra) {
  return launch("cuLaunchKernel",
                {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes, stream, nullptr, 0}, function,
                arguments, extra, false);
}
Result cuLaunchCooperativeKernel(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                                 unsigned block_y, unsigned block_z, unsigned shared_bytes, Stream stream,
                                 void** arguments) {
  return launch("cuLaunchCooperativeKernel",
                {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes, stream, nullptr, 0}, function,
                arguments, nullptr, true);
}
Result cuLaunchKernelEx(const LaunchConfig* config, Function function, void** arguments, void** extra) {
  if (!config) return Result::invalid_value;
  return launch("cuLaunchKernelEx", *config, function, arguments, extra, false);
}
}

}  // namespace forewarp::driver
