// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "forewarp/measure/pick/collection.hpp"
#include "forewarp/measure/pick/job.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/symbolic/loop/read.hpp"
#include "own_generators.hpp"

namespace forewarp::tool {
namespace {

struct PickArguments {
  std::vector<std::string> tags, own;
  std::string match = "superset", output, jobs, language = "opencl";
  bool list = false, show = false, json = false;
};

nlohmann::ordered_json generator_json(const pick::Generator& g) {
  nlohmann::ordered_json json{{"generator", g.name()},
                              {"about", g.about()},
                              {"tags", g.tags()},
                              {"arguments", nlohmann::ordered_json::array()}};
  for (const pick::Argument& a : g.arguments())
    json["arguments"].push_back(
        {{"name", a.name}, {"values", a.values}, {"any_integer", a.any_integer}, {"size", a.is_size}});
  return json;
}

void list(const std::vector<pick::Generator>& generators, const PickArguments& arguments) {
  const pick::Filter filter = pick::parse_filter(arguments.tags);
  const pick::Match match = pick::match_named(arguments.match);
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const pick::Generator& g : generators) {
    if (!arguments.tags.empty() && !pick::matches(g, filter, match)) continue;
    all.push_back(generator_json(g));
    if (arguments.json) continue;
    fmt::print("{}  {}\n  tags {}\n", g.name(), g.about(), fmt::join(g.tags(), " "));
    for (const pick::Argument& a : g.arguments())
      fmt::print("  {} {}: {}{}\n", a.is_size ? "size" : "argument", a.name, fmt::join(a.values, ", "),
                 a.any_integer ? ", ..." : "");
  }
  if (arguments.json) fmt::print("{}\n", report::json_text(all));
}

/// One job a kernel; the program of kernels that differ in sizes alone is read once.
void write_jobs(const std::vector<pick::MeasurementKernel>& kernels, const PickArguments& arguments) {
  if (arguments.language != "opencl" && arguments.language != "cuda") throw InputError("--language is opencl or cuda");
  const run::Language language = arguments.language == "cuda" ? run::Language::cuda_cpp : run::Language::opencl_c;
  std::map<std::string, loop::Program> programs;
  std::string text;
  for (const pick::MeasurementKernel& k : kernels) {
    auto found = programs.find(k.loop_program);
    if (found == programs.end()) found = programs.emplace(k.loop_program, loop::parse(k.loop_program, k.name)).first;
    text += run::job_line(pick::job_of(found->second, k.sizes, language, k.name)) + "\n";
  }
  write_file(arguments.jobs, text);
  fmt::print(stderr, "wrote {} jobs to {}\n", kernels.size(), arguments.jobs);
}

nlohmann::ordered_json kernel_json(const pick::MeasurementKernel& k) {
  return {{"name", k.name},
          {"generator", k.generator},
          {"arguments", k.settings},
          {"sizes", k.sizes},
          {"loop", k.loop_program}};
}

/// One file a kernel; those that differ in sizes alone share theirs.
void write_programs(const std::vector<pick::MeasurementKernel>& kernels, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  std::map<std::string, std::string> written;
  for (const pick::MeasurementKernel& k : kernels) {
    std::string name = k.generator;
    for (const auto& [argument, value] : k.settings)
      if (!k.sizes.contains(argument)) name += "_" + argument + "_" + value;
    if (written.emplace(name, k.loop_program).second) write_file(folder / (name + ".loop"), k.loop_program);
  }
  fmt::print(stderr, "wrote {} programs to {}\n", written.size(), folder.string());
}

void pick_command(const PickArguments& arguments) {
  const std::vector<pick::Generator> generators = generators_with(arguments.own);
  if (arguments.list || arguments.tags.empty()) return list(generators, arguments);
  const auto kernels =
      pick::kernels(generators, pick::parse_filter(arguments.tags), pick::match_named(arguments.match));
  if (!arguments.output.empty()) write_programs(kernels, arguments.output);
  if (!arguments.jobs.empty()) return write_jobs(kernels, arguments);
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const pick::MeasurementKernel& k : kernels) {
    json.push_back(kernel_json(k));
    if (arguments.json) continue;
    fmt::print("{}\n", k.name);
    if (arguments.show) fmt::print("{}\n", k.loop_program);
  }
  if (arguments.json) fmt::print("{}\n", report::json_text(json));
}

}  // namespace

void add_pick_command(CLI::App& app) {
  const Command command = add_documented_command(app, "pick", "select measurement kernels by tags");
  auto arguments = std::make_shared<PickArguments>();
  command.add_option("tags", arguments->tags);
  command.add_option("--match", arguments->match);
  command.add_option("--generators", arguments->own).one_at_a_time();
  command.add_option("-o,--output", arguments->output);
  const Option jobs = command.add_option("--jobs", arguments->jobs);
  command.add_option("--language", arguments->language).needs(jobs);
  command.add_flag("--list", arguments->list);
  command.add_flag("--show", arguments->show);
  command.add_flag("--json", arguments->json);
  command.callback([arguments] { pick_command(*arguments); });
}

}  // namespace forewarp::tool
