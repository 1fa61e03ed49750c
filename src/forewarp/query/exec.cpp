// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/query/exec.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/model/device/database.hpp"
#include "forewarp/runtime/build.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/process.hpp"

namespace forewarp::query {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> paths(const std::vector<std::string>& names) { return {names.begin(), names.end()}; }

source::CompilerChoice choice_of(const std::string& name) {
  if (name == "nvcc") return source::CompilerChoice::nvcc;
  return name == "clang" ? source::CompilerChoice::clang : source::CompilerChoice::automatic;
}

void build(const ExecOptions& o, const fs::path& output) {
  runtime::build_program({.sources = paths(o.files),
                          .include_dirs = paths(o.includes),
                          .library_dirs = paths(o.library_dirs),
                          .defines = o.defines,
                          .libraries = o.libraries,
                          .compiler_flags = o.flags,
                          .compiler = choice_of(o.compiler),
                          .capability = device::find_device(o.devices.front()).compute_capability,
                          .output = output,
                          .runtime_folder = runtime::runtime_folder()});
}

/// A file, or a program on PATH.
fs::path program_named(const std::string& name) {
  std::error_code ec;
  if (fs::is_regular_file(name, ec)) return name;
  const bool is_path = name.find('/') != std::string::npos;
  if (const auto found = is_path ? std::nullopt : find_program(name)) return *found;
  throw InputError(fmt::format("{}: no such program", name));
}

}  // namespace

bool are_sources(const std::vector<std::string>& files) {
  return std::ranges::all_of(files, [](const std::string& f) { return runtime::is_source(f); });
}

runtime::RunOptions run_options(const ExecOptions& o) {
  runtime::RunOptions options;
  options.runtime.devices = o.devices;
  options.runtime.gpus = static_cast<int>(o.gpus);
  options.runtime.as_ncu = o.ncu;
  options.runtime.sm_clock_hz = o.sm_clock_mhz * 1e6;
  options.runtime.device_clock = o.clock == "device";
  options.runtime.advise = o.advise;
  options.runtime.machine_code = o.machine_code != "off";
  options.runtime.sampled_results = o.results == "sampled";
  if (o.limit > 0) options.runtime.max_warp_instructions = o.limit;
  options.runtime_folder = runtime::runtime_folder();
  options.timeout_s = o.timeout_s;
  return options;
}

Program::Program(const ExecOptions& o) {
  if (o.devices.empty()) throw InputError("--device is missing; 'forewarp devices' lists what there is");
  if (o.files.empty()) throw InputError("nothing to do: give the .cu files of a program, or a program");
  if (!are_sources(o.files)) {
    if (o.files.size() > 1) throw InputError("give either sources or one program; the program's arguments follow --");
    file_ = fs::absolute(program_named(o.files.front()));
    return;
  }
  file_ = fs::absolute(o.output.empty() ? folder_ / fs::path(o.files.front()).stem() : fs::path(o.output));
  build(o, file_);
}

}  // namespace forewarp::query
