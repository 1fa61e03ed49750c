// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "forewarp/measure/run/device.hpp"
#include "forewarp/measure/run/opencl/api.hpp"

namespace forewarp::run::opencl {

/// What a device's programs and kernels share.
struct Context {
  DeviceInfo info;
  Handle device = nullptr;
  Owned context, queue;
};

class OpenClKernel final : public Kernel {
 public:
  OpenClKernel(std::shared_ptr<const Context> context, Owned program_kernel, std::string entry);

  const KernelInfo& info() const override { return info_; }
  void set_arguments(const std::vector<Argument>& arguments) override;
  void refill() override;
  std::vector<std::byte> read(std::size_t argument) override;
  LaunchTime launch(const Shape& shape) override;
  double launch_many(const Shape& shape, std::uint64_t times) override;

 private:
  void set_argument(Uint index, const Argument& argument);
  void check_kind(Uint index, const Argument& argument) const;
  void fill(std::size_t index);
  void enqueue(const Shape& shape, Handle* event);

  std::shared_ptr<const Context> context_;
  Owned kernel_;
  std::string entry_;
  KernelInfo info_;
  std::vector<Argument> arguments_;
  std::vector<Owned> buffers_;  ///< one an argument, empty where it is none
};

}  // namespace forewarp::run::opencl
