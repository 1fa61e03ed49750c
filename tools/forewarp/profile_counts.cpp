// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "profile_counts.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "forewarp/emulate/profile/flux_counts.hpp"
#include "forewarp/measure/run/block_counts.hpp"
#include "forewarp/measure/run/open.hpp"
#include "forewarp/report/flux_counts_view.hpp"
#include "forewarp/report/heading.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "progress_bar.hpp"

namespace forewarp::tool {
namespace {

ptx::CountedThreads mode_of(const CountOptions& options) {
  if (options.mode == "cta") return ptx::CountedThreads::one_cta;
  return options.mode == "warp" ? ptx::CountedThreads::one_warp : ptx::CountedThreads::all;
}

void write_instrumented(const CountOptions& options, const kernel::Kernel& kernel) {
  const ptx::Instrumented instrumented = ptx::instrument(*kernel.module, {.counted = mode_of(options)});
  write_file(options.instrument, instrumented.ptx);
  fmt::print("wrote {}: counters of {} basic blocks in {} banks in {}[{}]\n", options.instrument,
             instrumented.blocks.size(), instrumented.banks, instrumented.variable, instrumented.bytes() / 8);
}

profile::FluxCounts counted(const CountOptions& options, const KernelOptions& how, const kernel::Kernel& kernel) {
  if (!options.device.empty())
    return run::count_on_device(*run::open_device(options.device), *kernel.module, kernel.launch, mode_of(options));
  ProgressBar bar;
  return profile::count_emulated(*kernel.module, kernel.launch, mode_of(options), how.profile, &bar);
}

/// What a guess decides; a launch that does nothing because of one is refused.
std::vector<profile::Mark> marks_of(const CountOptions& options, const KernelOptions& how,
                                    const kernel::Kernel& kernel) {
  if (!options.device.empty() || !kernel.launch.guessed_arguments) return {};
  ProgressBar bar;
  return profile::profile(*kernel.module, kernel.launch, how.profile, &bar).marks;
}

void write_flux_files(const std::filesystem::path& folder, const profile::FluxCounts& counts) {
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  write_file(folder / "PTX_Analysis.yml", profile::flux_analysis_text(counts));
  write_file(folder / "bbc.txt", "# CUDA_Flux_Version=0.3\n" + profile::flux_launch_line(counts));
}

}  // namespace

void add_count_options(const Command& command, CountOptions& options) {
  command.add_option("--mode", options.mode).one_of({"all", "cta", "warp"});
  command.add_option("--device", options.device);
  command.add_option("--instrument", options.instrument);
  command.add_option("--flux", options.flux);
}

void count_blocks(const CountOptions& options, const KernelOptions& how, const kernel::Kernel& kernel) {
  if (how.profile.warp_size != 32)
    throw InputError("--warp-size 64: CUDA Flux's modes are of NVIDIA's warps, which have 32 lanes");
  if (!options.instrument.empty()) write_instrumented(options, kernel);
  if (options.mode.empty() && options.device.empty() && options.flux.empty()) return;
  const std::vector<profile::Mark> marks = marks_of(options, how, kernel);
  const profile::FluxCounts counts = counted(options, how, kernel);
  const std::string by = options.device.empty() ? "the emulator" : "its own PTX on " + options.device;
  if (!options.flux.empty()) write_flux_files(options.flux, counts);
  if (how.json) {
    nlohmann::json json = report::flux_counts_json(kernel, counts, by);
    json["marks"] = report::marks_json(marks);
    fmt::print("{}\n", report::json_text(json));
  } else if (how.csv) {
    fmt::print("{}", report::flux_counts_csv(counts));
  } else {
    fmt::print("{}{}", report::marks_text(marks), report::flux_counts_text(kernel, counts, by));
  }
}

}  // namespace forewarp::tool
