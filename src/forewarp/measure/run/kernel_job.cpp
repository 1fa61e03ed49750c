// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/kernel_job.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "forewarp/measure/run/opencl/from_cuda.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::run {
namespace fs = std::filesystem;
namespace {

/// kernel.cl beside a bundled kernel's kernel.cu where there is one.
fs::path opencl_source(const kernel::Kernel& kernel) {
  const fs::path source = kernel.description.source;
  if (source.extension() == ".cl") return source;
  fs::path beside = source;
  beside.replace_filename("kernel.cl");
  std::error_code ignored;
  if (!kernel.description.file.empty() && fs::exists(beside, ignored)) return beside;
  if (source.extension() == ".cu") return source;
  throw InputError(fmt::format("{}: an OpenCL device needs OpenCL C, a .cl file, or a .cu file that is simple enough",
                               source.string()));
}

std::vector<std::string> opencl_options(const kernel::Kernel& kernel, const kernel::Request& request,
                                        const fs::path& source) {
  std::vector<std::string> options;
  const auto& described = kernel.description.defines;
  for (const launch::ParameterSpec& define : described)
    options.push_back(fmt::format("-D{}={}", define.name, kernel.launch.parameters.at(define.name)));
  // A macro that the description declares was checked and may have been computed from others: its
  // value in the launch is the one that counts. What the user adds beside it is passed on as it is.
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

/// Dynamic shared memory becomes the last argument.
void translate(Job& job) {
  opencl::FromCuda translated = opencl::from_cuda(job.code.text, job.code.name);
  job.code.text = std::move(translated.text);
  if (!translated.local_memory) return;
  job.arguments.push_back({*translated.local_memory, LocalMemory{job.shape.dynamic_shared_bytes}});
  job.shape.dynamic_shared_bytes = 0;
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
    if (source.extension() == ".cu") translate(job);
  } else {
    job.code = {Language::ptx, kernel.code.ptx, kernel.code.file, {}, {}};
    job.entry = kernel.launch.entry;
  }
  return job;
}

}  // namespace forewarp::run
