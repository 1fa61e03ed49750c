// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/opencl/kernel.hpp"

#include <array>
#include <chrono>

#include <fmt/format.h>

#include "forewarp/measure/run/upload.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run::opencl {
namespace {

template <typename T>
T group_value(const Context& context, Handle kernel, Uint what) {
  T value{};
  const Int status = functions().GetKernelWorkGroupInfo(kernel, context.device, what, sizeof value, &value, nullptr);
  return status == success ? value : T{};
}

KernelInfo info_of(const Context& context, Handle kernel) {
  KernelInfo info;
  info.max_block = static_cast<std::uint32_t>(group_value<std::size_t>(context, kernel, kernel_work_group_size));
  info.sub_group =
      static_cast<std::uint32_t>(group_value<std::size_t>(context, kernel, kernel_preferred_work_group_size_multiple));
  info.shared_bytes = group_value<std::uint64_t>(context, kernel, kernel_local_mem_size);
  info.private_bytes = group_value<std::uint64_t>(context, kernel, kernel_private_mem_size);
  return info;
}

std::uint64_t time_stamp(Handle event, Uint what) {
  std::uint64_t nanoseconds = 0;
  check(functions().GetEventProfilingInfo(event, what, sizeof nanoseconds, &nanoseconds, nullptr),
        "clGetEventProfilingInfo");
  return nanoseconds;
}

double seconds_of(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

}  // namespace

OpenClKernel::OpenClKernel(std::shared_ptr<const Context> context, Owned program_kernel, std::string entry)
    : context_(std::move(context)),
      kernel_(std::move(program_kernel)),
      entry_(std::move(entry)),
      info_(info_of(*context_, kernel_.get())) {}

/// Compares the kind of an argument with its parameter before the driver sees it: a driver may take
/// the bytes of a number for a handle of a buffer and crash. Where the driver does not report
/// kinds, nothing is checked.
void OpenClKernel::check_kind(Uint index, const Argument& argument) const {
  Uint space = 0;
  if (functions().GetKernelArgInfo(kernel_.get(), index, kernel_arg_address_qualifier, sizeof space, &space, nullptr) !=
      success)
    return;
  const bool wants_buffer = space == arg_global || space == arg_constant;
  const bool is_buffer = std::holds_alternative<launch::Buffer>(argument.value);
  const bool is_local = std::holds_alternative<LocalMemory>(argument.value);
  if (wants_buffer != is_buffer || (space == arg_local) != is_local)
    throw InputError(fmt::format("argument '{}': parameter {} of {} is {}", argument.name, index, entry_,
                                 wants_buffer         ? "a pointer to a buffer"
                                 : space == arg_local ? "a pointer to local memory: use local:BYTES"
                                                      : "a value"));
}

void OpenClKernel::set_argument(Uint index, const Argument& argument) {
  check_kind(index, argument);
  Int status = success;
  if (const auto* buffer = std::get_if<launch::Buffer>(&argument.value)) {
    check_buffer(argument.name, *buffer, context_->info);
    Handle memory =
        functions().CreateBuffer(context_->context.get(), mem_read_write, room_for(*buffer), nullptr, &status);
    check(status, "clCreateBuffer");
    buffers_.back() = Owned(memory, functions().ReleaseMemObject);
    status = functions().SetKernelArg(kernel_.get(), index, sizeof memory, &memory);
  } else if (const auto* local = std::get_if<LocalMemory>(&argument.value)) {
    if (local->bytes == 0 || (context_->info.local_bytes != 0 && local->bytes > context_->info.local_bytes))
      throw InputError(fmt::format("argument '{}': {} bytes of local memory; {} allows 1 to {}", argument.name,
                                   local->bytes, context_->info.spec, context_->info.local_bytes));
    status = functions().SetKernelArg(kernel_.get(), index, local->bytes, nullptr);
  } else {
    const std::vector<std::byte> bytes = value_bytes(argument);
    status = functions().SetKernelArg(kernel_.get(), index, bytes.size(), bytes.data());
  }
  if (status != success)
    throw InputError(fmt::format("argument '{}' does not fit parameter {} of {}: {}", argument.name, index, entry_,
                                 status_name(status)));
}

void OpenClKernel::set_arguments(const std::vector<Argument>& arguments) {
  Uint count = 0;
  check(functions().GetKernelInfo(kernel_.get(), kernel_num_args, sizeof count, &count, nullptr), "clGetKernelInfo");
  if (count != arguments.size())
    throw InputError(fmt::format("{} has {} parameters, {} arguments are given", entry_, count, arguments.size()));
  buffers_.clear();
  arguments_ = arguments;
  for (Uint i = 0; i < arguments_.size(); ++i) {
    buffers_.emplace_back();
    set_argument(i, arguments_[i]);
  }
  info_ = info_of(*context_, kernel_.get());  // local memory counts what the arguments bring
  refill();
}

void OpenClKernel::refill() {
  for (std::size_t i = 0; i < arguments_.size(); ++i)
    if (buffers_[i].get() != nullptr) fill(i);
}

void OpenClKernel::fill(std::size_t index) {
  const auto& buffer = std::get<launch::Buffer>(arguments_[index].value);
  Handle memory = buffers_[index].get();
  upload(arguments_[index].name, buffer, [&](std::uint64_t offset, std::span<const std::byte> bytes) {
    check(functions().EnqueueWriteBuffer(context_->queue.get(), memory, 1, offset, bytes.size(), bytes.data(), 0,
                                         nullptr, nullptr),
          "clEnqueueWriteBuffer");
  });
}

void OpenClKernel::enqueue(const Shape& shape, Handle* event) {
  const auto& [grid, block] = std::pair(shape.grid, shape.block);
  const std::array<std::size_t, 3> local{block.x, block.y, block.z};
  // OpenCL counts work-items where CUDA counts blocks: a grid of 4096 blocks of 256 is a global
  // size of 1 048 576.
  const std::array<std::size_t, 3> global{std::size_t{grid.x} * block.x, std::size_t{grid.y} * block.y,
                                          std::size_t{grid.z} * block.z};
  check(functions().EnqueueNDRangeKernel(context_->queue.get(), kernel_.get(), 3, nullptr, global.data(), local.data(),
                                         0, nullptr, event),
        "clEnqueueNDRangeKernel");
}

LaunchTime OpenClKernel::launch(const Shape& shape) {
  check_shape(shape, context_->info, info_);
  if (shape.dynamic_shared_bytes != 0)
    throw InputError("OpenCL has no dynamic shared memory: hand it over as an argument, local:BYTES");
  Handle raw = nullptr;
  const auto begin = std::chrono::steady_clock::now();
  enqueue(shape, &raw);
  const Owned event(raw, functions().ReleaseEvent);
  check(functions().Finish(context_->queue.get()), "clFinish");
  const double waited = seconds_of(std::chrono::steady_clock::now() - begin);
  const std::uint64_t start = time_stamp(raw, profiling_command_start), end = time_stamp(raw, profiling_command_end);
  // Some drivers leave both time stamps at 0. Then the host's clock is the best there is, and the
  // sample says so.
  if (end <= start) return {waited, Clock::host, waited};
  return {static_cast<double>(end - start) * 1e-9, Clock::events, waited};
}

double OpenClKernel::launch_many(const Shape& shape, std::uint64_t times) {
  check_shape(shape, context_->info, info_);
  const auto begin = std::chrono::steady_clock::now();
  // No event and no wait in between, so that the device has the next launch before this one ends.
  for (std::uint64_t i = 0; i < times; ++i) enqueue(shape, nullptr);
  check(functions().Finish(context_->queue.get()), "clFinish");
  return seconds_of(std::chrono::steady_clock::now() - begin);
}

std::vector<std::byte> OpenClKernel::read(std::size_t argument) {
  if (argument >= buffers_.size() || buffers_[argument].get() == nullptr)
    throw InputError(fmt::format("argument {} of {} is not a buffer", argument, entry_));
  std::vector<std::byte> bytes(std::get<launch::Buffer>(arguments_[argument].value).bytes());
  if (!bytes.empty())
    check(functions().EnqueueReadBuffer(context_->queue.get(), buffers_[argument].get(), 1, 0, bytes.size(),
                                        bytes.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  return bytes;
}

}  // namespace forewarp::run::opencl
