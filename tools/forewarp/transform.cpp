// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "command.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/read.hpp"
#include "forewarp/symbolic/loop/transform/apply.hpp"
#include "forewarp/symbolic/loop/transform/show.hpp"

namespace forewarp::tool {
namespace {

struct TransformOptions {
  std::string file, output;
  std::vector<std::string> lines;
  bool show = false, list = false;
};

void list_forms() {
  for (const loop::LineForm& form : loop::line_forms())
    fmt::print("{}{}{}\n", form.word, form.form.empty() ? "" : " ", form.form);
}

void write(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (!out.flush()) throw InputError(fmt::format("{} can not be written", path));
}

void run(const TransformOptions& options) {
  if (options.list) return list_forms();
  if (options.file.empty()) throw InputError("FILE.loop is missing: which program is to be transformed");
  loop::Program program = loop::read(options.file);
  for (std::size_t i = 0; i < options.lines.size(); ++i)
    program = loop::apply(program, options.lines[i], {fmt::format("--transform {}", i + 1), 1, 1});
  if (options.show) fmt::print("{}", loop::show(program));
  if (!options.output.empty()) write(options.output, loop::to_text(program));
  if (!options.show && options.output.empty()) fmt::print("{}", loop::to_text(program));
}

}  // namespace

void add_transform_command(CLI::App& app) {
  const auto options = std::make_shared<TransformOptions>();
  const Command command = add_documented_command(app, "transform", "apply checked transformations to a loop program");
  command.add_option("file", options->file);
  command.add_option("-t,--transform", options->lines).one_at_a_time();
  command.add_option("-o,--output", options->output);
  command.add_flag("--show", options->show);
  command.add_flag("--list", options->list);
  command.callback([options] { run(*options); });
}

}  // namespace forewarp::tool
