// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/cuda/devices.hpp"

#include <array>

#include <fmt/format.h>

#include "forewarp/measure/run/cuda/compile.hpp"
#include "forewarp/measure/run/cuda/kernel.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run::cuda {
namespace {

/// 0 where the driver does not know it.
int attribute(int device, int which) {
  int value = 0;
  return functions().DeviceGetAttribute(&value, which, device) == success ? value : 0;
}

std::string driver_text() {
  int version = 0;
  // 12040 is CUDA 12.4.
  return functions().DriverGetVersion(&version) == success
             ? fmt::format("CUDA {}.{}", version / 1000, version % 1000 / 10)
             : "";
}

int handle_of(std::size_t number) {
  int device = 0;
  check(functions().DeviceGet(&device, static_cast<int>(number)), "cuDeviceGet");
  return device;
}

DeviceInfo info_of(std::size_t number) {
  const int device = handle_of(number);
  DeviceInfo info;
  info.spec = fmt::format("cuda:{}", number);
  info.api = Api::cuda;
  std::array<char, 256> text{};
  if (functions().DeviceGetName(text.data(), text.size() - 1, device) == success) info.name = text.data();
  text.fill('\0');
  if (functions().DeviceGetPCIBusId(text.data(), text.size() - 1, device) == success) info.pci_bus = text.data();
  info.vendor = "NVIDIA";
  info.driver = driver_text();
  info.platform = "CUDA";
  info.kind = "gpu";
  info.compute_units = static_cast<std::uint32_t>(attribute(device, multiprocessor_count));
  // The driver reports kHz; 0 means unknown everywhere in DeviceInfo.
  info.clock_hz = attribute(device, clock_rate_khz) * 1e3;
  info.memory_clock_hz = attribute(device, memory_clock_khz) * 1e3;
  info.memory_bus_bits = static_cast<std::uint32_t>(attribute(device, memory_bus_width));
  std::size_t bytes = 0;
  if (functions().DeviceTotalMem(&bytes, device) == success) info.memory_bytes = bytes;
  info.cache_bytes = static_cast<std::uint64_t>(attribute(device, l2_cache_size));
  // The opt-in limit (a kernel may ask for it) is above the default of 48 KiB since Volta; older
  // GPUs have only one.
  const int optin = attribute(device, max_shared_per_block_optin);
  info.local_bytes = static_cast<std::uint64_t>(optin != 0 ? optin : attribute(device, max_shared_per_block));
  info.max_block = static_cast<std::uint32_t>(attribute(device, max_threads_per_block));
  info.sub_group = static_cast<std::uint32_t>(attribute(device, warp_size));
  info.compute_capability =
      static_cast<unsigned>(10 * attribute(device, capability_major) + attribute(device, capability_minor));
  info.version = fmt::format("compute capability {}.{}", info.compute_capability / 10, info.compute_capability % 10);
  info.f64 = true;
  info.f16 = info.compute_capability >= 53;
  info.timer_resolution_s = 0.5e-6;  // cuEventElapsedTime's, according to its manual
  return info;
}

class CudaDevice final : public Device {
 public:
  CudaDevice(std::size_t number, Compiler otherwise)
      : context_(std::make_shared<Context>()), otherwise_(std::move(otherwise)) {
    context_->info = info_of(number);
    check(functions().DevicePrimaryCtxRetain(&context_->handle, handle_of(number)), "cuDevicePrimaryCtxRetain");
    context_->make_current();
  }

  const DeviceInfo& info() const override { return context_->info; }

  std::shared_ptr<Program> compile(const Code& code) override {
    context_->make_current();
    switch (code.language) {
      case Language::opencl_c:
        throw InputError(fmt::format("{}: {} runs CUDA C++ and PTX, not OpenCL C", code.name, info().spec));
      case Language::cuda_cpp:
        return std::make_shared<CudaProgram>(context_, compile_cuda(code, info().compute_capability, otherwise_),
                                             code.name);
      case Language::ptx:
        break;
    }
    return std::make_shared<CudaProgram>(context_, code.text, code.name);
  }

  void flush_caches() override {
    context_->make_current();
    const std::uint64_t bytes = flush_bytes(info());
    if (scratch_.address() == 0) scratch_ = Memory(bytes);
    // Writing more than the last-level cache holds evicts what the kernel would find there.
    check(functions().MemsetD8(scratch_.address(), ++pattern_, bytes), "cuMemsetD8_v2");
    check(functions().CtxSynchronize(), "cuCtxSynchronize");
  }

 private:
  std::shared_ptr<Context> context_;
  Compiler otherwise_;
  Memory scratch_;
  unsigned char pattern_ = 0;
};

std::size_t count() {
  int count = 0;
  check(functions().DeviceGetCount(&count), "cuDeviceGetCount");
  return static_cast<std::size_t>(std::max(count, 0));
}

}  // namespace

std::vector<DeviceInfo> devices() {
  std::vector<DeviceInfo> all;
  for (std::size_t number = 0; number < count(); ++number) all.push_back(info_of(number));
  if (all.empty()) throw Unavailable("CUDA: the driver is here, a GPU is not");
  return all;
}

std::unique_ptr<Device> open(std::size_t number, Compiler otherwise) {
  if (number >= count())
    throw Unavailable(fmt::format("cuda:{}: the driver has {} GPU{}", number, count(), count() == 1 ? "" : "s"));
  return std::make_unique<CudaDevice>(number, std::move(otherwise));
}

}  // namespace forewarp::run::cuda
