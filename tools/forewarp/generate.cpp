// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/generate/generate.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "command.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/symbolic/loop/read.hpp"

namespace forewarp::tool {
namespace {

struct GenerateOptions {
  std::string program, target = "opencl", output = "-";
};

void run(const GenerateOptions& options) {
  const auto target = loop::target_named(options.target);
  if (!target) throw InputError(fmt::format("--target {}: there are opencl, cuda and cpp", options.target));
  const std::string code = loop::generate(loop::read(options.program), *target);
  if (options.output == "-")
    fmt::print("{}", code);
  else
    write_file(options.output, code);
}

}  // namespace

void add_generate_command(CLI::App& app) {
  const auto options = std::make_shared<GenerateOptions>();
  const Command command = add_documented_command(app, "generate", "write the source code of a loop program");
  command.add_option("program", options->program).required();
  command.add_option("--target", options->target);
  command.add_option("-o,--output", options->output);
  command.callback([options] { run(*options); });
}

}  // namespace forewarp::tool
