// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What is to be measured: a job is one kernel with one shape and its arguments. A job file has one JSON object per
/// line; empty lines and lines that begin with # say nothing:
///
///     {"job": "saxpy-1M", "file": "saxpy.cl", "entry": "saxpy", "set": ["n=2**20"], "grid": "ceil_div(n, block_x)",
///      "block": "256", "args": ["x=buffer:f32:n:uniform", "y=buffer:f32:n:zero:output", "a=f32:2", "n=s32:n"]}
///
/// (in one line). Keys: job, its name; file (.cl, .cu or .ptx, beside the job file), or source with language (opencl,
/// cuda, ptx); entry; options of the compiler; set, grid, block, shared and args as on the command line
/// (launch/argument_text.hpp), and args of the forms name=local:BYTES (OpenCL's __local) and name=bytes:HEX (a struct);
/// trials, the maximum number; cold, true to write over the caches before each launch; refill, true to give the buffers
/// their first contents before each; power_s, seconds of launches back to back for which power is read (CUDA with
/// NVML).
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/measure/run/device.hpp"

namespace forewarp::run {

struct Job {
  std::string id;
  Code code;
  std::string entry;
  Shape shape;
  std::vector<Argument> arguments;
  unsigned trials = 0;  ///< at most; 0: the campaign's number
  bool cold = false, refill = false;
  double power_s = 0;
};

/// Throws ParseError with file and line: broken syntax, an unknown key, a name that comes twice.
[[nodiscard]] std::vector<Job> parse_jobs(std::string_view text, const std::filesystem::path& file);
[[nodiscard]] std::vector<Job> read_jobs(const std::filesystem::path& file);

/// The job as a line of a job file, its source and its numbers in it. parse_jobs gives the same job back.
[[nodiscard]] std::string job_line(const Job& job);
/// The same with the source in a file of its own, whose name is in the line: beside the job file, with the ending
/// of its language.
[[nodiscard]] std::string job_line(const Job& job, std::string_view source_file);

/// Digest of the measured content, without the name and the number of trials.
[[nodiscard]] std::string job_digest(const Job& job);

/// "64 x 32 blocks of 16 x 16" in short: "64,32,1 x 16,16,1".
[[nodiscard]] std::string shape_text(const Shape& shape);

}  // namespace forewarp::run
