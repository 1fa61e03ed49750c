// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "forewarp/frontend/kernel/request.hpp"
#include "forewarp/query/count_kernel.hpp"
#include "forewarp/report/count_view.hpp"
#include "forewarp/report/heading.hpp"
#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/symbolic/count/loop/count_loop.hpp"
#include "forewarp/symbolic/loop/read.hpp"
#include "forewarp/symbolic/loop/transform/trips.hpp"
#include "kernel_options.hpp"
#include "progress_bar.hpp"
#include "report_file.hpp"
#include "sizes_option.hpp"

namespace forewarp::tool {
namespace {

struct CountOptions {
  kernel::Request request;
  std::vector<std::string> at, trips;
  count::LoopOptions loop;
  std::string check, report;
  bool fill = false, json = false, cpp = false, latex = false;
};

/// NAME=12.5, NAME=3:10,4:20, or NAME=FILE with one trip count for every number in it.
loop::Program with_trips(const loop::Program& program, const std::string& option) {
  const std::size_t equals = option.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError(fmt::format("--trips {}: expected NAME=AVERAGE, NAME=COUNT:WEIGHT,... or NAME=FILE", option));
  const std::string value = option.substr(equals + 1);
  constexpr std::size_t max_bytes = std::size_t{64} << 20;
  const bool is_file = std::filesystem::is_regular_file(value);
  const loop::TripCount count =
      is_file ? loop::trip_counts_in(read_file(value, max_bytes)) : loop::trip_count_of(value);
  return loop::set_trips(program, option.substr(0, equals), count);
}

query::Counted count_program(const CountOptions& options) {
  loop::Program program = loop::read(options.request.path);
  for (const std::string& each : options.trips) program = with_trips(program, each);
  query::Counted counted{count::count_loop(program, options.loop), sizes_of(options.at, "--at"), {}};
  if (!options.at.empty()) count::check_sizes(program, counted.sizes);
  return counted;
}

query::Counted counted_kernel(const CountOptions& options) {
  ProgressBar bar;
  return query::count_kernel(options.request, options.at, options.fill, options.check, &bar);
}

void count_command(const CountOptions& options) {
  const bool is_loop = std::filesystem::path(options.request.path).extension() == ".loop";
  if (!is_loop && !options.trips.empty())
    throw InputError("--trips is for loop programs: of a kernel give --at freq_BBn");
  if (is_loop && options.fill) throw InputError("--fill is for kernels: a loop program has no unknowns");
  const query::Counted counted = is_loop ? count_program(options) : counted_kernel(options);
  const count::KernelCounts documented = query::with_marks(counted);
  if (!options.report.empty()) {
    nlohmann::ordered_json document = report::count_json(documented, counted.sizes);
    if (!counted.sizes.empty()) document["at"] = counted.sizes;
    if (!counted.sizes.empty()) document["sweep"] = report::count_sweep_json(counted.counts, counted.sizes);
    save_report(options.report, "count", std::move(document));
  }
  if (options.json) {
    fmt::print("{}\n", report::json_text(report::count_json(documented, counted.sizes)));
  } else if (options.cpp) {
    fmt::print("{}", report::count_cpp(counted.counts));
  } else if (options.latex) {
    fmt::print("{}", report::count_latex(counted.counts));
  } else {
    fmt::print("{}{}{}", report::beginning(report::counts_answer(report::count_json(documented, counted.sizes))),
               report::marks_text(counted.marks), report::count_text(counted.counts, counted.sizes));
  }
}

}  // namespace

void add_count_command(CLI::App& app) {
  const auto options = std::make_shared<CountOptions>();
  const Command command =
      add_documented_command(app, "count", "count operations and accesses as formulas in the sizes");
  command.add_option("kernel-path", options->request.path).required();
  command.add_option("--at", options->at).one_at_a_time();
  const Option fill = command.add_flag("--fill", options->fill);
  add_check_option(command, options->check);
  command.get_option("--check").needs(fill);
  command.add_option("--grid", options->request.grid);
  command.add_option("--block", options->request.block);
  command.add_option("--arg", options->request.arguments).one_at_a_time();
  command.add_option("--arch", options->request.arch);
  command.add_option("--kernel", options->request.kernel);
  command.add_option("-D", options->request.defines).one_at_a_time();
  command.add_option("-I", options->request.includes).one_at_a_time();
  command.add_option("--trips", options->trips).one_at_a_time();
  command.add_option("--sub-group", options->loop.sub_group_size).in_range(1, 1024);
  command.add_flag("--index", options->loop.index_arithmetic);
  add_report_option(command, options->report);
  const Option json = command.add_flag("--json", options->json);
  const Option cpp = command.add_flag("--cpp", options->cpp).excludes(json);
  command.add_flag("--latex", options->latex).excludes(json).excludes(cpp);
  command.callback([options] { count_command(*options); });
}

}  // namespace forewarp::tool
