// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "forewarp/measure/run/cuda/api.hpp"
#include "forewarp/measure/run/device.hpp"

namespace forewarp::run::cuda {

/// What a device's programs and kernels share; the primary context itself stays until the process ends.
struct Context {
  DeviceInfo info;
  Handle handle = nullptr;
  void make_current() const { check(functions().CtxSetCurrent(handle), "cuCtxSetCurrent"); }
};

/// A module of the driver, unloaded with its last kernel.
struct Module {
  explicit Module(Handle h) : handle(h) {}
  ~Module() { functions().ModuleUnload(handle); }
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  Handle handle;
};

class CudaProgram final : public Program {
 public:
  /// Throws InputError with the driver's log when it does not take the PTX.
  CudaProgram(std::shared_ptr<const Context> context, std::string ptx, std::string name);
  std::unique_ptr<Kernel> kernel(const std::string& entry) override;

 private:
  std::shared_ptr<const Context> context_;
  std::shared_ptr<const Module> module_;
  std::string ptx_, name_;
};

class CudaKernel final : public Kernel {
 public:
  CudaKernel(std::shared_ptr<const Context> context, std::shared_ptr<const Module> module, Handle function,
             std::string entry, std::vector<std::uint64_t> parameters);
  ~CudaKernel() override;
  CudaKernel(const CudaKernel&) = delete;
  CudaKernel& operator=(const CudaKernel&) = delete;

  const KernelInfo& info() const override { return info_; }
  void set_arguments(const std::vector<Argument>& arguments) override;
  void refill() override;
  LaunchTime launch(const Shape& shape) override;
  double launch_many(const Shape& shape, std::uint64_t times) override;
  std::vector<std::byte> read(std::size_t argument) override;
  std::vector<std::byte> read_variable(const std::string& name, std::uint64_t bytes) override;

 private:
  void set_argument(std::size_t index, const Argument& argument);
  void prepare(const Shape& shape);
  void enqueue(const Shape& shape);

  std::shared_ptr<const Context> context_;
  std::shared_ptr<const Module> module_;
  Handle function_, begin_ = nullptr, end_ = nullptr;
  std::string entry_;
  std::vector<std::uint64_t> parameters_;  ///< bytes of each
  KernelInfo info_;
  std::uint64_t max_dynamic_shared_ = 0;  ///< requested so far
  std::vector<Argument> arguments_;
  std::vector<Memory> buffers_;                 ///< one an argument, empty where it is none
  std::vector<std::vector<std::byte>> values_;  ///< one an argument, what the kernel is handed
};

}  // namespace forewarp::run::cuda
