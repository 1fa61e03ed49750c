// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/run/kernel_job.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::run {
namespace fs = std::filesystem;
namespace {

fs::path opencl_source(const kernel::Kernel& kernel) {
  fs::path source = kernel.description.source;
  if (source.extension() == ".cl") return source;
  source.replace_filename("kernel.cl");
  std::error_code ignored;
  if (kernel.description.file.empty() || !fs::exists(source, ignored))
    throw InputError(
        fmt::format("{}: an OpenCL device needs OpenCL C, a .cl file", kernel.description.source.string()));
  return source;
}

std::vector<std::string> opencl_options(const kernel::Kernel& kernel, const kernel::Request& request,
                                        const fs::path& source) {
  std::vector<std::string> options;
  const auto& described = kernel.description.defines;
  for (const launch::ParameterSpec& define : described)
    options.push_back(fmt::format("-D{}={}", define.name, kernel.launch.parameters.at(define.name)));
  for (const std::string& text : request.defines) {
    const std::string name = text.substr(0, text.find('='));
    if (std::none_of(described.begin(), described.end(), [&](const auto& d) { return d.name == name; }))
      options.push_back("-D" + text);
  }
  for (const std::string& folder : request.includes) options.push_back("-I" + folder);
  if (source.has_parent_path()) options.push_back("-I" + fs::absolute(source).parent_path().string());
  return options;
}

/// OpenCL C does not mangle; the entry may have come from CUDA.
std::string opencl_entry(const kernel::Kernel& kernel) {
  return kernel.description.entry.empty() ? kernel.launch.entry : kernel.description.entry;
}

}  // namespace

Job job_of(const kernel::Kernel& kernel, const kernel::Request& request, Api api, std::string id) {
  Job job;
  job.id = std::move(id);
  job.shape = {kernel.launch.grid, kernel.launch.block, kernel.launch.dynamic_shared_bytes};
  job.arguments = arguments_of(kernel.launch);
  if (api == Api::opencl) {
    const fs::path source = opencl_source(kernel);
    job.code = {Language::opencl_c, read_file(source), source.string(), opencl_options(kernel, request, source), {}};
    job.entry = opencl_entry(kernel);
  } else {
    job.code = {Language::ptx, kernel.code.ptx, kernel.code.file, {}, {}};
    job.entry = kernel.launch.entry;
  }
  return job;
}

}  // namespace forewarp::run
