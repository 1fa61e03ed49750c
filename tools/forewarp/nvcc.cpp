// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/nvcc.hpp"

#include "command.hpp"
#include "forewarp/runtime/build.hpp"
#include "program_arguments.hpp"

namespace forewarp::tool {

void add_nvcc_command(CLI::App& app) {
  const Command command = add_documented_command(app, "nvcc", "compile and link as nvcc does, for 'forewarp exec'");
  command.callback([] {
    set_exit_status(runtime::run_nvcc({.words = program_arguments(), .runtime_folder = runtime::runtime_folder()}));
  });
}

}  // namespace forewarp::tool
