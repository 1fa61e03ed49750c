// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/compile/compile.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>

#include "command.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::tool {
namespace {

struct CompileOptions {
  std::string model, output;
  learn::CompileOptions compile;
};

void run(const CompileOptions& options) {
  const learn::ModelFile model = learn::read_model(options.model);
  learn::CompileOptions compile = options.compile;
  compile.origin = std::filesystem::path(options.model).filename().string();
  const std::string header = learn::compiled_header(model, compile);
  if (options.output == "-")
    fmt::print("{}", header);
  else
    write_file(options.output, header);
}

}  // namespace

void add_compile_command(CLI::App& app) {
  const auto options = std::make_shared<CompileOptions>();
  const Command command =
      add_documented_command(app, "compile", "write a trained model as a self-contained C++ header");
  command.add_option("model", options->model).required();
  command.add_option("-o,--output", options->output).required();
  command.add_option("--namespace", options->compile.name_space);
  command.callback([options] { run(*options); });
}

}  // namespace forewarp::tool
