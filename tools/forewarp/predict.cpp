// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "forewarp/measure/campaign/device_inputs.hpp"
#include "forewarp/model/device/conditions.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/query/advise.hpp"
#include "forewarp/query/predict.hpp"
#include "forewarp/report/heading.hpp"
#include "forewarp/report/headline.hpp"
#include "forewarp/report/prediction_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "kernel_options.hpp"
#include "machine_code.hpp"
#include "measured_text.hpp"
#include "predict_bsp.hpp"
#include "predict_calibrated.hpp"
#include "predict_counters.hpp"
#include "predict_model.hpp"
#include "predict_trained.hpp"
#include "profiler_file.hpp"
#include "progress_bar.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

struct PredictArguments {
  KernelOptions kernel;
  BspOptions bsp;
  std::vector<std::string> devices, what, against;
  std::string counters, model, measured, report, clock, caches = "usual", machine_code = "auto";
  double clock_mhz = 0;  ///< of --clock where --what is absent: one clock, of the cores
  bool ncu = false, graph = false;

  [[nodiscard]] device::Conditions conditions() const {
    return {.clock_hz = clock_mhz * 1e6, .as_ncu = ncu, .in_graph = graph};
  }
};

query::PredictOptions query_of(const PredictArguments& arguments) {
  query::PredictOptions options{.devices = arguments.devices,
                                .caches = arguments.caches,
                                .model = arguments.model,
                                .conditions = arguments.conditions()};
  if (!arguments.measured.empty()) options.measured = parse_measured_run(arguments.measured);
  return options;
}

query::Predicted predicted(query::PreparedKernel& kernel, const query::PredictOptions& options) {
  ProgressBar bar;
  return query::predict(kernel, options, &bar);
}

std::string headline(const query::Predicted& answer, const std::optional<report::DeviceAdvice>& advice) {
  const auto able = std::ranges::count_if(answer.rows, [](const auto& row) { return row.reason.empty(); });
  const report::DevicePrediction& fastest = answer.rows.front();
  return report::headline_text(report::headline_of(fastest.device, fastest.prediction, static_cast<std::size_t>(able),
                                                   advice, answer.profile().marks));
}

void print(const KernelOptions& options, const query::Predicted& answer,
           const std::optional<report::DeviceAdvice>& advice) {
  if (options.json) {
    fmt::print("{}\n", report::json_text(query::predicted_json(answer)));
  } else if (options.csv) {
    fmt::print("{}", report::prediction_csv(answer.rows));
  } else {
    const kernel::Kernel kernel = answer.kernel();
    fmt::print("{}\n\n{}\n{}{}", headline(answer, advice), report::heading_text(kernel, answer.profile()),
               report::prediction_text(answer.rows), report::notes_text(kernel, answer.profile()));
  }
}

/// The model that --model names.
const model::Model& model_of(const PredictArguments& arguments) {
  return arguments.model.empty() ? model::default_model() : model::model_called(arguments.model);
}

void predict_command(const PredictArguments& arguments) {
  query::PreparedKernel kernel(arguments.kernel, arguments.machine_code);
  const query::Predicted answer = predicted(kernel, query_of(arguments));
  const bool for_people = !arguments.kernel.json && !arguments.kernel.csv;
  std::optional<report::DeviceAdvice> advice;
  if (for_people || !arguments.report.empty()) advice = query::advice_on_fastest(kernel, query_of(arguments), answer);
  print(arguments.kernel, answer, advice);
  if (!arguments.report.empty()) save_report(arguments.report, "predict", query::predicted_document(answer, advice));
}

/// Counters come with a launch that has been: nothing that describes a kernel goes with them.
/// Eq. 3 has neither caches nor clocks of conditions, and its answer is a time.
void refuse_beside_bsp(const Command& command) {
  constexpr std::array<std::string_view, 7> refused = {"--caches", "--clock",        "--ncu",    "--graph",
                                                       "--what",   "--machine-code", "--against"};
  for (const std::string& name : command.given())
    if (std::ranges::find(refused, name) != refused.end()) throw InputError(name + " does not go with --model bsp");
}

void predict_counters_command(const PredictArguments& arguments, const Command& command) {
  refuse_beside_counters(command, {"--device", "--model", "--kernel", "--grid", "--block", "--shared", "--registers",
                                   "--json", "--csv", "--report"});
  predict_from_counters(arguments.counters, arguments.kernel, arguments.devices, model_of(arguments), arguments.report);
}

/// The analytical models take one clock of the cores.
double one_core_clock(const std::string& text) {
  const campaign::Clocks clocks = campaign::clocks_from(text);
  if (clocks.memory_mhz > 0)
    throw InputError(
        fmt::format("--clock {}: without --what the memory keeps its own clock; give that of the cores, as {:g}", text,
                    clocks.core_mhz));
  return clocks.core_mhz;
}

/// Which of the options that belong to data sheets were given.
struct SheetOptions {
  Option measured, caches, clock, ncu, graph, machine_code;

  [[nodiscard]] bool any() const {
    return machine_code.given() || measured.given() || caches.given() || clock.given() || ncu.given() || graph.given();
  }
};

bool is_expression(const PredictArguments& arguments) { return arguments.model.ends_with(".json"); }
bool is_named_model(const PredictArguments& arguments) {
  return arguments.model.empty() || model::is_model(arguments.model);
}

void refuse_mixtures(const PredictArguments& arguments, const SheetOptions& sheet) {
  if (!arguments.bsp.counts.empty() || arguments.bsp.lambda > 0)
    throw InputError("--counts and --lambda go with --model bsp");
  if (arguments.kernel.request.path.empty()) throw InputError("nothing to do: give a kernel, or --counters FILE");
  const bool by_name = is_named_model(arguments);
  if (!by_name && sheet.any())
    throw InputError(fmt::format(
        "--measured, --caches, --machine-code, --clock, --ncu and --graph go with the models {}, not with a "
        "model file",
        fmt::join(model::model_names(), " and ")));
  if (by_name && !arguments.model.empty() && !arguments.what.empty())
    throw InputError("--what chooses a trained model; leave --model out");
  if (!arguments.against.empty() && !is_expression(arguments))
    throw InputError("--against ranks by a calibrated expression, MODEL.json; forewarp rank by other models");
  if (is_expression(arguments) && !arguments.devices.empty())
    throw InputError("a calibrated expression answers for the device it was measured on; leave --device out");
  const bool at_clock = sheet.clock.given() && arguments.what.empty();
  if ((at_clock || sheet.ncu.given() || sheet.graph.given()) && names_hardware(arguments.devices))
    throw InputError("--clock, --ncu and --graph go with data sheets, not with hardware of this machine");
}

void answer(PredictArguments& arguments, const Command& command, const SheetOptions& sheet) {
  if (arguments.ncu) arguments.caches = "cold";
  if (sheet.clock.given() && arguments.what.empty()) arguments.clock_mhz = one_core_clock(arguments.clock);
  if (!arguments.counters.empty()) return predict_counters_command(arguments, command);
  if (arguments.model == "bsp") {
    refuse_beside_bsp(command);
    predict_bsp(arguments.bsp, arguments.kernel, arguments.devices, arguments.measured, arguments.report);
    return;
  }
  refuse_mixtures(arguments, sheet);
  if (arguments.model.empty() && arguments.what.empty() && names_hardware(arguments.devices))
    predict_trained(arguments.kernel, {.devices = arguments.devices, .what = {"time"}, .page = arguments.report});
  else if (arguments.model.empty() && !arguments.what.empty())
    predict_trained(arguments.kernel, {.devices = arguments.devices,
                                       .what = arguments.what,
                                       .clocks = arguments.clock,
                                       .measured = arguments.measured,
                                       .page = arguments.report});
  else if (is_named_model(arguments))
    predict_command(arguments);
  else if (is_expression(arguments))
    predict_calibrated(arguments.model, arguments.kernel, arguments.against, arguments.report);
  else if (!std::filesystem::exists(arguments.model))
    throw InputError(fmt::format("--model {}: there is no such file, and no model of that name (there is {})",
                                 arguments.model, fmt::join(model::model_names(), ", ")));
  else
    predict_with_model(arguments.model, arguments.kernel, arguments.devices, arguments.report);
}

}  // namespace

void add_predict_command(CLI::App& app) {
  const Command command =
      add_documented_command(app, "predict", "predict the time of a kernel on each device, and its limiter");
  auto arguments = std::make_shared<PredictArguments>();
  add_kernel_options(command, arguments->kernel);
  command.get_option("kernel-path").required(false);
  command.add_option("--counters", arguments->counters);
  command.add_option("--device", arguments->devices).one_at_a_time();
  const Option measured = command.add_option("--measured", arguments->measured);
  const Option caches = command.add_option("--caches", arguments->caches);
  const Option clock = command.add_option("--clock", arguments->clock);
  const Option ncu = command.add_flag("--ncu", arguments->ncu).excludes(caches);
  const Option graph = command.add_flag("--graph", arguments->graph);
  const Option what = command.add_option("--what", arguments->what).delimiter(',').one_at_a_time();
  for (const Option& other : {caches, ncu, graph}) what.excludes(other);
  const Option machine_code = add_machine_code_option(command, arguments->machine_code);
  what.excludes(machine_code);
  const Option model = command.add_option("--model", arguments->model);
  command.add_option("--against", arguments->against).one_at_a_time().needs(model);
  add_bsp_options(command, arguments->bsp);
  add_report_option(command, arguments->report);
  command.callback([arguments, command, sheet = SheetOptions{measured, caches, clock, ncu, graph, machine_code}] {
    answer(*arguments, command, sheet);
  });
}

}  // namespace forewarp::tool
