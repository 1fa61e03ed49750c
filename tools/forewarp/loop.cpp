// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <string>

#include "command.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/symbolic/loop/c/from_c.hpp"

namespace forewarp::tool {
namespace {

struct LoopOptions {
  std::string action, file, output = "-";
  loop::COptions c;
};

void run(const LoopOptions& options) {
  const loop::FromC made = loop::from_c(options.file, options.c);
  for (const std::string& note : made.notes) fmt::print(stderr, "note: {}\n", note);
  if (options.output == "-")
    fmt::print("{}", made.text);
  else
    write_file(options.output, made.text);
}

}  // namespace

void add_loop_command(CLI::App& app) {
  const auto options = std::make_shared<LoopOptions>();
  const Command command = add_documented_command(app, "loop", "make a loop program from a C function");
  command.add_option("action", options->action).required().one_of({"from"});
  command.add_option("file", options->file).required();
  command.add_option("--function", options->c.function);
  command.add_option("--assume", options->c.assume);
  command.add_option("-D", options->c.defines).one_at_a_time();
  command.add_option("-I", options->c.includes).one_at_a_time();
  command.add_option("-o,--output", options->output);
  command.callback([options] { run(*options); });
}

}  // namespace forewarp::tool
