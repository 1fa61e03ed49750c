// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/cuda/kernel.hpp"

#include <array>
#include <chrono>
#include <cstring>

#include <fmt/format.h>

#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/measure/run/cuda/compile.hpp"
#include "forewarp/measure/run/upload.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run::cuda {
namespace {

Handle load(const std::string& ptx, const std::string& name) {
  // 16 KiB for the driver's messages about PTX; longer ones are cut. One byte stays for the end of
  // the text.
  std::array<char, 1 << 14> log{};
  std::array<int, 2> options{jit_error_log_buffer, jit_error_log_bytes};
  std::array<void*, 2> values{log.data(), reinterpret_cast<void*>(log.size() - 1)};
  Handle module = nullptr;
  const Status status = functions().ModuleLoadDataEx(&module, ptx.c_str(), static_cast<unsigned>(options.size()),
                                                     options.data(), values.data());
  if (status == error_invalid_ptx || status == error_unsupported_ptx || status == error_no_binary ||
      status == error_invalid_image)
    throw InputError(fmt::format("{}: the driver does not accept this PTX: {} ({}):\n{}", name, status_name(status),
                                 status, log.data()));
  check(status, "cuModuleLoadDataEx");
  return module;
}

int function_attribute(Handle function, int which) {
  int value = 0;
  return functions().FuncGetAttribute(&value, which, function) == success ? value : 0;
}

KernelInfo info_of(Handle function, const DeviceInfo& device) {
  return {.registers = static_cast<std::uint32_t>(function_attribute(function, func_registers)),
          .max_block = static_cast<std::uint32_t>(function_attribute(function, func_max_threads)),
          .sub_group = device.sub_group,
          .shared_bytes = static_cast<std::uint64_t>(function_attribute(function, func_shared_bytes)),
          .private_bytes = static_cast<std::uint64_t>(function_attribute(function, func_local_bytes))};
}

Handle new_event() {
  Handle event = nullptr;
  check(functions().EventCreate(&event, 0), "cuEventCreate");
  return event;
}

}  // namespace

CudaProgram::CudaProgram(std::shared_ptr<const Context> context, std::string ptx, std::string name)
    : context_(std::move(context)),
      module_(std::make_shared<const Module>(load(ptx, name))),
      ptx_(std::move(ptx)),
      name_(std::move(name)) {}

std::unique_ptr<Kernel> CudaProgram::kernel(const std::string& entry) {
  context_->make_current();
  // C++ names are mangled in PTX; the user gives the name of the source. The driver wants the
  // mangled one.
  const std::string mangled = source::find_entry(source::entries_of(ptx_), entry);
  const auto parameters = parameter_bytes(ptx_, mangled);
  Handle function = nullptr;
  if (!parameters || functions().ModuleGetFunction(&function, module_->handle, mangled.c_str()) != success)
    throw InputError(fmt::format("{} has no kernel '{}'", name_, entry));
  return std::make_unique<CudaKernel>(context_, module_, function, entry, *parameters);
}

CudaKernel::CudaKernel(std::shared_ptr<const Context> context, std::shared_ptr<const Module> module, Handle function,
                       std::string entry, std::vector<std::uint64_t> parameters)
    : context_(std::move(context)),
      module_(std::move(module)),
      function_(function),
      entry_(std::move(entry)),
      parameters_(std::move(parameters)),
      info_(info_of(function, context_->info)) {
  begin_ = new_event();
  end_ = new_event();
}

CudaKernel::~CudaKernel() {
  if (begin_ != nullptr) functions().EventDestroy(begin_);
  if (end_ != nullptr) functions().EventDestroy(end_);
}

/// The driver copies as many bytes as the kernel has parameters, so the number and the sizes must match exactly.
void CudaKernel::set_arguments(const std::vector<Argument>& arguments) {
  context_->make_current();
  if (arguments.size() != parameters_.size())
    throw InputError(
        fmt::format("{} has {} parameters, {} arguments are given", entry_, parameters_.size(), arguments.size()));
  buffers_.clear();
  values_.clear();
  arguments_ = arguments;
  // Every value has an address that stays valid until the launch: cuLaunchKernel takes pointers to
  // the values, not the values. The vectors are filled here and not touched again before the next
  // set_arguments().
  for (std::size_t i = 0; i < arguments_.size(); ++i) set_argument(i, arguments_[i]);
  refill();
}

/// Buffers are allocated here and filled by refill(); the value that is passed is the address.
void CudaKernel::set_argument(std::size_t index, const Argument& argument) {
  buffers_.emplace_back();
  if (std::holds_alternative<LocalMemory>(argument.value))
    throw InputError(fmt::format("argument '{}': CUDA has no local memory as an argument; use shared", argument.name));
  if (const auto* buffer = std::get_if<launch::Buffer>(&argument.value)) {
    check_buffer(argument.name, *buffer, context_->info);
    buffers_.back() = Memory(room_for(*buffer));
    const Pointer address = buffers_.back().address();
    values_.emplace_back(sizeof address);
    std::memcpy(values_.back().data(), &address, sizeof address);
  } else {
    values_.push_back(value_bytes(argument));
  }
  if (values_.back().size() != parameters_[index])
    throw InputError(fmt::format("argument '{}' has {} bytes, parameter {} of {} has {}", argument.name,
                                 values_.back().size(), index, entry_, parameters_[index]));
}

void CudaKernel::refill() {
  context_->make_current();
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    if (buffers_[i].address() == 0) continue;
    const auto& buffer = std::get<launch::Buffer>(arguments_[i].value);
    upload(arguments_[i].name, buffer, [&](std::uint64_t offset, std::span<const std::byte> bytes) {
      check(functions().MemcpyHtoD(buffers_[i].address() + offset, bytes.data(), bytes.size()), "cuMemcpyHtoD_v2");
    });
  }
}

/// More than 48 KiB of dynamic shared memory must be requested per function, once for the largest size.
void CudaKernel::prepare(const Shape& shape) {
  if (values_.size() != parameters_.size()) throw InputError(fmt::format("{} has no arguments yet", entry_));
  check_shape(shape, context_->info, info_);
  context_->make_current();
  constexpr std::uint64_t without_asking = 48 << 10;
  if (shape.dynamic_shared_bytes > std::max(without_asking, max_dynamic_shared_)) {
    check(
        functions().FuncSetAttribute(function_, func_max_dynamic_shared, static_cast<int>(shape.dynamic_shared_bytes)),
        "cuFuncSetAttribute");
    max_dynamic_shared_ = shape.dynamic_shared_bytes;
  }
}

void CudaKernel::enqueue(const Shape& shape) {
  std::vector<void*> parameters;
  for (std::vector<std::byte>& value : values_) parameters.push_back(value.data());
  const auto& [grid, block] = std::pair(shape.grid, shape.block);
  check(
      functions().LaunchKernel(function_, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                               static_cast<unsigned>(shape.dynamic_shared_bytes), nullptr, parameters.data(), nullptr),
      "cuLaunchKernel");
}

/// Time between two events around the launch, in the resolution of the events; the host's clock includes the wait.
LaunchTime CudaKernel::launch(const Shape& shape) {
  prepare(shape);
  const auto begin = std::chrono::steady_clock::now();
  // Both events and the kernel are in the default stream, so they are executed in this order
  // without gaps. The time between the events has no transfers and no host work in it, but includes
  // the launch overhead on the device.
  check(functions().EventRecord(begin_, nullptr), "cuEventRecord");
  enqueue(shape);
  check(functions().EventRecord(end_, nullptr), "cuEventRecord");
  check(functions().EventSynchronize(end_), "cuEventSynchronize");
  const double waited = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  float milliseconds = 0;
  check(functions().EventElapsedTime(&milliseconds, begin_, end_), "cuEventElapsedTime");
  return {milliseconds * 1e-3, Clock::events, waited};
}

/// Without waiting in between, so the device never idles: for power.
double CudaKernel::launch_many(const Shape& shape, std::uint64_t times) {
  prepare(shape);
  const auto begin = std::chrono::steady_clock::now();
  for (std::uint64_t i = 0; i < times; ++i) enqueue(shape);
  check(functions().CtxSynchronize(), "cuCtxSynchronize");
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::vector<std::byte> CudaKernel::read_variable(const std::string& name, std::uint64_t bytes) {
  context_->make_current();
  Pointer address = 0;
  std::size_t there = 0;
  check(functions().ModuleGetGlobal(&address, &there, module_->handle, name.c_str()), "cuModuleGetGlobal_v2");
  if (there != bytes)
    throw DeviceError(fmt::format("cuModuleGetGlobal_v2: '{}' has {} bytes, {} were expected", name, there, bytes));
  std::vector<std::byte> out(bytes);
  if (bytes > 0) check(functions().MemcpyDtoH(out.data(), address, out.size()), "cuMemcpyDtoH_v2");
  return out;
}

std::vector<std::byte> CudaKernel::read(std::size_t argument) {
  if (argument >= buffers_.size() || buffers_[argument].address() == 0)
    throw InputError(fmt::format("argument {} of {} is not a buffer", argument, entry_));
  context_->make_current();
  std::vector<std::byte> bytes(std::get<launch::Buffer>(arguments_[argument].value).bytes());
  if (!bytes.empty())
    check(functions().MemcpyDtoH(bytes.data(), buffers_[argument].address(), bytes.size()), "cuMemcpyDtoH_v2");
  return bytes;
}

}  // namespace forewarp::run::cuda
