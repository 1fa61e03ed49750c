// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "predict_bsp.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "forewarp/frontend/launch/argument_text.hpp"
#include "forewarp/frontend/launch/expression.hpp"
#include "forewarp/model/bsp/extract.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/query/device_profiles.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/csv.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"
#include "measured_text.hpp"
#include "progress_bar.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

namespace bsp = model::bsp;

/// The parameters of Eq. 3 to 5 that --counts may state, R in MHz.
const std::vector<std::string> names = {"t",  "comp", "fma", "add",  "mul",  "div",  "ld1",  "st1", "L1",
                                        "L2", "ld0",  "st0", "g_GM", "g_SM", "g_L1", "g_L2", "R",   "P"};

using Stated = std::map<std::string, double>;

/// "comp=2*n,ld1=2*n": the sizes are those of --set.
Stated stated_counts(const std::vector<std::string>& texts, const std::vector<std::string>& sets) {
  launch::Parameters sizes;
  for (const std::string& set : sets) launch::parse_setting(set, sizes);
  Stated stated;
  for (const std::string& text : texts)
    for (const std::string_view part : split_outside_brackets(text, ',')) {
      const std::size_t sign = part.find('=');
      const std::string name(trimmed(part.substr(0, sign)));
      if (sign == std::string_view::npos || std::ranges::find(names, name) == names.end())
        throw InputError(fmt::format("--counts {}: expected NAME=VALUE{}; the names are {}", part,
                                     did_you_mean(name, names), fmt::join(names, ", ")));
      const double value = launch::Expression::parse(part.substr(sign + 1)).real(sizes);
      if (!stated.emplace(name, value).second) throw InputError(fmt::format("--counts states {} twice", name));
    }
  return stated;
}

/// What Eq. 3 takes, and what of it --counts states.
struct Equation {
  bsp::Kernel kernel;
  bsp::Latencies latencies;
  std::optional<double> clock_hz, cores;
};

void state(const Stated& stated, Equation& e) {
  const auto set = [&](const char* name, double& value) {
    if (const auto found = stated.find(name); found != stated.end()) value = found->second;
  };
  set("t", e.kernel.threads);
  set("comp", e.kernel.computation_cycles);
  set("ld1", e.kernel.accesses.global_loads);
  set("st1", e.kernel.accesses.global_stores);
  set("L1", e.kernel.accesses.l1_hits);
  set("L2", e.kernel.accesses.l2_hits);
  set("ld0", e.kernel.accesses.shared_loads);
  set("st0", e.kernel.accesses.shared_stores);
  set("g_GM", e.latencies.global);
  set("g_SM", e.latencies.shared);
  set("g_L1", e.latencies.l1);
  set("g_L2", e.latencies.l2);
  bsp::Operations operations;
  set("fma", operations.fma);
  set("add", operations.add);
  set("mul", operations.multiply);
  set("div", operations.divide);
  const bool by_operation = std::ranges::any_of(std::vector<std::string>{"fma", "add", "mul", "div"},
                                                [&](const auto& name) { return stated.contains(name); });
  if (by_operation && stated.contains("comp"))
    throw InputError("--counts states comp, and operations that make it up: fma, add, mul, div; state one of them");
  if (by_operation) e.kernel.computation_cycles = bsp::computation_cycles(operations);
  if (stated.contains("R")) e.clock_hz = stated.at("R") * 1e6;
  if (stated.contains("P")) e.cores = stated.at("P");
}

bsp::Processor processor_on(const device::DeviceSpec& device, const Equation& e) {
  bsp::Processor processor = bsp::processor_of(device);
  processor.clock_hz = e.clock_hz.value_or(processor.clock_hz);
  processor.cores = e.cores.value_or(processor.cores);
  return processor;
}

/// The counts of one launch: of the kernel where there is one, and what is stated over them.
class Counts {
 public:
  Counts(const BspOptions& bsp, const KernelOptions& options, const std::vector<device::DeviceSpec>& devices)
      : bsp_(bsp), options_(options), devices_(devices) {}

  /// set: of a measured run, over the command line's.
  Equation at(const std::vector<std::string>& set) {
    KernelOptions options = options_;
    for (const std::string& one : set) {
      const std::string name = one.substr(0, one.find('=') + 1);
      std::erase_if(options.request.set, [&](const std::string& other) { return other.starts_with(name); });
      options.request.set.push_back(one);
    }
    const Stated stated = stated_counts(bsp_.counts, options.request.set);
    Equation e;
    if (!options.request.path.empty()) {
      const kernel::ForSeveral loaded = kernel::load_for(request_of(options), query::capabilities_of(devices_), &bar_);
      const profile::Profile profile = query::profile_for(options, loaded.kernel, devices_.front().warp_size, &bar_);
      e.kernel = bsp::kernel_of(bsp::extract(profile));
      for (const std::string& note : loaded.kernel.notes)
        if (std::ranges::find(notes_, note) == notes_.end()) notes_.push_back(note);
    } else if (!stated.contains("t")) {
      throw InputError(
          "--model bsp needs a KERNEL, or at least t, the number of threads: --counts t=65536,comp=24,ld1=2");
    }
    state(stated, e);
    return e;
  }
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

 private:
  const BspOptions& bsp_;
  const KernelOptions& options_;
  const std::vector<device::DeviceSpec>& devices_;
  ProgressBar bar_;
  std::vector<std::string> notes_;
};

struct Row {
  std::string device;
  double time_s = 0;
  bsp::Processor processor;
};

nlohmann::ordered_json json_of(const std::vector<Row>& rows, const Equation& e, double lambda,
                               const std::vector<std::string>& notes) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Row& row : rows)
    json.push_back({{"device", row.device},
                    {"time_s", row.time_s},
                    {"lambda", lambda},
                    {"R_hz", row.processor.clock_hz},
                    {"P", row.processor.cores},
                    {"t", e.kernel.threads},
                    {"comp", e.kernel.computation_cycles},
                    {"comm_gm", bsp::global_cycles(e.kernel.accesses, e.latencies)},
                    {"comm_sm", bsp::shared_cycles(e.kernel.accesses, e.latencies)},
                    {"notes", fmt::format("{}", fmt::join(notes, "; "))}});
  return json;
}

void print_text(const std::vector<Row>& rows, const Equation& e, double lambda, const std::vector<std::string>& notes) {
  const bsp::Accesses& a = e.kernel.accesses;
  fmt::print("T = t (Comp + Comm_GM + Comm_SM) / (R P lambda)\n");
  fmt::print("t {:g}, Comp {:g} cycles, lambda {:g}\n", e.kernel.threads, e.kernel.computation_cycles, lambda);
  fmt::print("Comm_GM {:g} cycles: ld1 {:g}, st1 {:g}, L1 {:g}, L2 {:g}\n", bsp::global_cycles(a, e.latencies),
             a.global_loads, a.global_stores, a.l1_hits, a.l2_hits);
  fmt::print("Comm_SM {:g} cycles: ld0 {:g}, st0 {:g}\n\n", bsp::shared_cycles(a, e.latencies), a.shared_loads,
             a.shared_stores);
  report::TextTable table({"device", "time", "R", "P"});
  for (const Row& row : rows)
    table.row({row.device, report::time_text(row.time_s), fmt::format("{:.0f} MHz", row.processor.clock_hz * 1e-6),
               fmt::format("{:g}", row.processor.cores)});
  fmt::print("{}", table.str());
  for (const std::string& note : notes) fmt::print("note: {}\n", note);
}

std::string csv_of(const std::vector<Row>& rows, const Equation& e, double lambda) {
  std::string text = csv_line({"device", "time_s", "lambda", "R_hz", "P", "t", "comp", "comm_gm", "comm_sm"});
  for (const Row& row : rows)
    text += csv_line({row.device, report::number_text(row.time_s), report::number_text(lambda),
                      report::number_text(row.processor.clock_hz), report::number_text(row.processor.cores),
                      report::number_text(e.kernel.threads), report::number_text(e.kernel.computation_cycles),
                      report::number_text(bsp::global_cycles(e.kernel.accesses, e.latencies)),
                      report::number_text(bsp::shared_cycles(e.kernel.accesses, e.latencies))});
  return text;
}

}  // namespace

void add_bsp_options(const Command& command, BspOptions& options) {
  command.add_option("--counts", options.counts).one_at_a_time();
  command.add_option("--lambda", options.lambda).positive();
}

void predict_bsp(const BspOptions& bsp_options, const KernelOptions& options, const std::vector<std::string>& devices,
                 const std::string& measured, const std::string& page) {
  const std::vector<device::DeviceSpec> asked = devices_of(devices);
  if (bsp_options.lambda > 0 && !measured.empty())
    throw InputError("--lambda and --measured both say what lambda is; give one of them");
  Counts counts(bsp_options, options, asked);
  const Equation e = counts.at({});
  double lambda = bsp_options.lambda > 0 ? bsp_options.lambda : 1;
  std::vector<std::string> notes;
  if (!measured.empty()) {
    const MeasuredRun run = parse_measured_run(measured);
    const device::DeviceSpec there = device::find_device(run.device);
    const Equation then = counts.at(run.set);
    lambda = bsp::lambda_of(then.kernel, processor_on(there, then), run.time_s, then.latencies);
    notes.push_back(
        fmt::format("lambda {:.4g} of the measured run on {}; the paper keeps it for boards of the same "
                    "architecture",
                    lambda, there.name));
  } else if (bsp_options.lambda <= 0) {
    notes.emplace_back("lambda is 1: state one (--lambda), or a measured run that gives it (--measured)");
  }
  if (!options.request.path.empty())
    notes.emplace_back(
        "counts of a thread are from the emulated kernel, floating-point arithmetic alone in Comp; "
        "--counts states others");
  notes.insert(notes.end(), counts.notes().begin(), counts.notes().end());
  std::vector<Row> rows;
  for (const device::DeviceSpec& device : asked) {
    const bsp::Processor processor = processor_on(device, e);
    rows.push_back({device.name, bsp::kernel_time_s(e.kernel, processor, lambda, e.latencies), processor});
  }
  const nlohmann::ordered_json json = json_of(rows, e, lambda, notes);
  if (options.json)
    fmt::print("{}\n", report::json_text(json));
  else if (options.csv)
    fmt::print("{}", csv_of(rows, e, lambda));
  else
    print_text(rows, e, lambda, notes);
  save_report(page, "predict", json);
}

}  // namespace forewarp::tool
