// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "forewarp/measure/run/opencl/kernel.hpp"
#include "forewarp/measure/run/opencl/platforms.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run::opencl {
namespace {

std::string build_log(const Context& context, Handle program) {
  std::size_t size = 0;
  if (functions().GetProgramBuildInfo(program, context.device, program_build_log, 0, nullptr, &size) != success)
    return "";
  std::string log(size, '\0');
  if (functions().GetProgramBuildInfo(program, context.device, program_build_log, size, log.data(), nullptr) != success)
    return "";
  while (!log.empty() && (log.back() == '\0' || log.back() == '\n')) log.pop_back();
  return log;
}

std::string kernel_names(Handle program) {
  std::size_t size = 0;
  if (functions().GetProgramInfo(program, program_kernel_names, 0, nullptr, &size) != success || size == 0) return "";
  std::string names(size, '\0');
  if (functions().GetProgramInfo(program, program_kernel_names, size, names.data(), nullptr) != success) return "";
  while (!names.empty() && names.back() == '\0') names.pop_back();
  std::replace(names.begin(), names.end(), ';', ' ');
  return names;
}

class OpenClProgram final : public Program {
 public:
  OpenClProgram(std::shared_ptr<const Context> context, Owned program, std::string name)
      : context_(std::move(context)), program_(std::move(program)), name_(std::move(name)) {}

  std::unique_ptr<Kernel> kernel(const std::string& entry) override {
    Int status = success;
    Handle kernel = functions().CreateKernel(program_.get(), entry.c_str(), &status);
    if (status != success)
      throw InputError(
          fmt::format("{} has no kernel '{}' (there are: {})", name_, entry, kernel_names(program_.get())));
    return std::make_unique<OpenClKernel>(context_, Owned(kernel, functions().ReleaseKernel), entry);
  }

 private:
  std::shared_ptr<const Context> context_;
  Owned program_;
  std::string name_;
};

class OpenClDevice final : public Device {
 public:
  explicit OpenClDevice(const Found& found);

  const DeviceInfo& info() const override { return context_->info; }
  std::shared_ptr<Program> compile(const Code& code) override;
  void flush_caches() override;

 private:
  std::shared_ptr<Context> context_;
  Owned scratch_;
  unsigned char pattern_ = 0;
};

OpenClDevice::OpenClDevice(const Found& found) : context_(std::make_shared<Context>()) {
  context_->info = found.info;
  context_->device = found.device;
  Int status = success;
  Handle context = functions().CreateContext(nullptr, 1, &found.device, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  context_->context = Owned(context, functions().ReleaseContext);
  Handle queue = functions().CreateCommandQueue(context, found.device, queue_profiling_enable, &status);
  check(status, "clCreateCommandQueue");
  context_->queue = Owned(queue, functions().ReleaseCommandQueue);
}

std::shared_ptr<Program> OpenClDevice::compile(const Code& code) {
  if (code.language != Language::opencl_c)
    throw InputError(fmt::format("{}: {} runs OpenCL C, not {}", code.name, info().spec, name_of(code.language)));
  const char* text = code.text.c_str();
  const std::size_t length = code.text.size();
  Int status = success;
  Handle raw = functions().CreateProgramWithSource(context_->context.get(), 1, &text, &length, &status);
  check(status, "clCreateProgramWithSource");
  Owned program(raw, functions().ReleaseProgram);
  // Asked for so that check_kind() can compare an argument with its parameter; drivers keep it for
  // source programs only.
  std::string options = "-cl-kernel-arg-info";
  for (const std::string& option : code.options) options += " " + option;
  status = functions().BuildProgram(raw, 1, &context_->device, options.c_str(), nullptr, nullptr);
  if (status != success)
    throw InputError(fmt::format("{}: does not compile on {} ({}):\n{}", code.name, info().spec, status_name(status),
                                 build_log(*context_, raw)));
  return std::make_shared<OpenClProgram>(context_, std::move(program), code.name);
}

void OpenClDevice::flush_caches() {
  const std::uint64_t bytes = flush_bytes(info());
  Int status = success;
  if (scratch_.get() == nullptr) {
    Handle memory = functions().CreateBuffer(context_->context.get(), mem_read_write, bytes, nullptr, &status);
    check(status, "clCreateBuffer");
    scratch_ = Owned(memory, functions().ReleaseMemObject);
  }
  ++pattern_;
  check(functions().EnqueueFillBuffer(context_->queue.get(), scratch_.get(), &pattern_, sizeof pattern_, 0, bytes, 0,
                                      nullptr, nullptr),
        "clEnqueueFillBuffer");
  check(functions().Finish(context_->queue.get()), "clFinish");
}

}  // namespace

std::unique_ptr<Device> open(std::size_t number) {
  const std::vector<Found> all = devices();
  if (all.empty())
    throw Unavailable("opencl: the loader is here, but no driver (Debian: pocl-opencl-icd is one for CPUs)");
  if (number >= all.size())
    throw Unavailable(fmt::format("opencl:{}: there is opencl:0 to opencl:{}", number, all.size() - 1));
  return std::make_unique<OpenClDevice>(all[number]);
}

}  // namespace forewarp::run::opencl
