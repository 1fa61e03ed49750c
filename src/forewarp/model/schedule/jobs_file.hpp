// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The jobs of "forewarp schedule", from a TOML file (docs/cli/schedule.md has all keys):
///
///     devices = ["V100", "V100", "K20"]      # a name twice: two GPUs
///
///     [[job]]
///     name = "blur"
///     kernel = "kernels/gaussian"            # beside this file, as it is written, or a bundled kernel
///     set = ["n=4096"]
///     launches = 200
///     input = "64 MB"                        # from the host, before each job
///     output = "16 MB"                       # what each job that waits for this one needs
///
///     [[job]]
///     name = "solve"
///     program = "saved"                      # a folder of "forewarp exec --save"
///     after = ["blur"]
///
///     [[job]]
///     name = "known"
///     times = { V100 = "12 ms", K20 = "80 ms" }
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/frontend/kernel/request.hpp"
#include "forewarp/support/source_location.hpp"

namespace forewarp::schedule {

/// A measured launch of a job's kernel, from which its constant is learnt (model/bsp/measured.hpp).
struct MeasuredJob {
  double time_s = 0;
  std::string device;
  std::vector<std::string> set;  ///< over what the job says: "n=1024"
};

/// A launch and how often it is made.
struct CountedLaunch {
  kernel::Request request;
  double count = 1;
};

struct JobText {
  std::string name;
  std::vector<CountedLaunch> launches;  ///< of the kernel or of the saved program; empty where times are stated
  std::map<std::string, double> time_s, power_w, actual_s;  ///< by device, as it is written
  std::vector<MeasuredJob> measured;
  std::vector<std::string> after;
  double input_bytes = 0, output_bytes = 0;
  SourceLocation where;
};

/// What of a GPU its data sheet does not say.
struct GpuText {
  std::string device;
  std::optional<double> link_bytes_per_s, link_latency_s, idle_w;
  SourceLocation where;
};

struct JobsFile {
  std::vector<std::string> devices;
  std::vector<GpuText> gpus;
  std::vector<JobText> jobs;
  std::vector<std::string> notes;
};

/// Throws ParseError for what is no such file, InputError where it cannot be read.
[[nodiscard]] JobsFile load_jobs(const std::filesystem::path& path);
/// Relative paths in it are relative to file.
[[nodiscard]] JobsFile parse_jobs(std::string_view text, const std::filesystem::path& file);

}  // namespace forewarp::schedule
