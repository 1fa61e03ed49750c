// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// A driver without a GPU, so that the way through CUDA runs in every test: memory is the host's, "saxpy" is done by
/// the host, "busy" waits for a millisecond, "fault" fails as an illegal address does, every other kernel does nothing.
/// Of a module with an array ".global .align 8 .u64 name[n]" element k takes the threads of each launch of the k-th
/// entry, as block counters would of kernels of one block each; but "idle" counts nothing.
/// A test of calls and arguments, not of times.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

enum : int {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  invalid_ptx = 218,
  not_found = 500,
  illegal_address = 700
};

struct FakeModule;

struct FakeFunction {
  std::string name;
  FakeModule* module = nullptr;
  int dynamic_shared = 48 << 10;
};

struct FakeModule {
  std::string ptx;
  std::deque<FakeFunction> functions = {};
  std::string variable = {};
  std::vector<std::uint64_t> counters = {};

  /// Finds the array of counters, if there is one.
  void declare() {
    const std::string head = ".global .align 8 .u64 ";
    const std::size_t at = ptx.find(head);
    if (at == std::string::npos) return;
    const std::size_t bracket = ptx.find('[', at);
    variable = ptx.substr(at + head.size(), bracket - at - head.size());
    counters.resize(std::strtoull(&ptx[bracket + 1], nullptr, 10));
  }
  void count(const std::string& kernel, std::uint64_t threads) {
    std::size_t number = 0;
    const std::size_t end = ptx.find(".entry " + kernel);
    for (std::size_t at = ptx.find(".entry "); at < end; at = ptx.find(".entry ", at + 1)) ++number;
    if (number < counters.size()) counters[number] += threads;
  }
};

void wait(std::chrono::microseconds time) {
  for (const auto end = Clock::now() + time; Clock::now() < end;) {
  }
}

template <typename T>
T value_at(void** parameters, int index) {
  T value{};
  std::memcpy(&value, parameters[index], sizeof value);
  return value;
}

void saxpy(void** parameters, unsigned threads) {
  const auto* x = reinterpret_cast<const float*>(value_at<std::uint64_t>(parameters, 0));
  auto* y = reinterpret_cast<float*>(value_at<std::uint64_t>(parameters, 1));
  const auto a = value_at<float>(parameters, 2);
  const auto n = value_at<std::uint32_t>(parameters, 3);
  for (unsigned i = 0; i < threads && i < n; ++i) y[i] = a * x[i] + y[i];
}

}  // namespace

extern "C" {

/// When a kernel was last launched; the fake NVML draws more power for a while after that.
std::int64_t forewarp_fake_last_launch_ns = 0;

int cuInit(unsigned) { return success; }
int cuDriverGetVersion(int* version) { return *version = 12040, success; }
int cuGetErrorName(int status, const char** name) {
  *name = status == illegal_address ? "CUDA_ERROR_ILLEGAL_ADDRESS"
          : status == invalid_ptx   ? "CUDA_ERROR_INVALID_PTX"
          : status == out_of_memory ? "CUDA_ERROR_OUT_OF_MEMORY"
                                    : "CUDA_ERROR_OTHER";
  return success;
}
int cuDeviceGetCount(int* count) { return *count = 1, success; }
int cuDeviceGet(int* device, int number) { return *device = number, success; }
int cuDeviceGetName(char* name, int size, int) { return std::strncpy(name, "Fake V100", size), success; }
int cuDeviceTotalMem_v2(std::size_t* bytes, int) { return *bytes = std::size_t{1} << 30, success; }
int cuDeviceGetPCIBusId(char* text, int size, int) { return std::strncpy(text, "0000:0A:00.0", size), success; }
int cuDeviceGetAttribute(int* value, int which, int) {
  switch (which) {
    case 1:
      *value = 1024;
      break;
    case 8:
      *value = 48 << 10;
      break;
    case 97:
      *value = 96 << 10;
      break;
    case 10:
      *value = 32;
      break;
    case 13:
      *value = 1530000;
      break;
    case 16:
      *value = 80;
      break;
    case 36:
      *value = 877000;
      break;
    case 37:
      *value = 4096;
      break;
    case 38:
      *value = 6 << 20;
      break;
    case 75:
      *value = 7;
      break;
    case 76:
      *value = 0;
      break;
    default:
      return invalid_value;
  }
  return success;
}
int cuDevicePrimaryCtxRetain(void** context, int) { return *context = &forewarp_fake_last_launch_ns, success; }
int cuCtxSetCurrent(void*) { return success; }
int cuCtxSynchronize() { return success; }
int cuModuleLoadDataEx(void** module, const void* image, unsigned count, int* options, void** values) {
  std::string text = static_cast<const char*>(image);
  if (text.find(".version") == std::string::npos) {
    std::size_t size = 0;
    for (unsigned i = 0; i < count; ++i)
      if (options[i] == 6) size = reinterpret_cast<std::size_t>(values[i]);
    for (unsigned i = 0; i < count; ++i)
      if (options[i] == 5) std::strncpy(static_cast<char*>(values[i]), "ptxas fatal: no .version", size);
    return invalid_ptx;
  }
  auto* fake = new FakeModule{std::move(text)};
  fake->declare();
  *module = fake;
  return success;
}
int cuModuleUnload(void* module) {
  delete static_cast<FakeModule*>(module);
  return success;
}
int cuModuleGetFunction(void** function, void* module, const char* name) {
  auto& fake = *static_cast<FakeModule*>(module);
  if (fake.ptx.find(std::string(".entry ") + name) == std::string::npos) return not_found;
  *function = &fake.functions.emplace_back(FakeFunction{name, &fake});
  return success;
}
int cuModuleGetGlobal_v2(std::uint64_t* address, std::size_t* bytes, void* module, const char* name) {
  auto& fake = *static_cast<FakeModule*>(module);
  if (fake.variable.empty() || fake.variable != name) return not_found;
  *address = reinterpret_cast<std::uint64_t>(fake.counters.data());
  *bytes = 8 * fake.counters.size();
  return success;
}
int cuFuncGetAttribute(int* value, int which, void*) {
  *value = which == 0 ? 1024 : which == 4 ? 24 : 0;
  return success;
}
int cuFuncSetAttribute(void* function, int which, int value) {
  if (which == 8) static_cast<FakeFunction*>(function)->dynamic_shared = value;
  return success;
}
int cuMemAlloc_v2(std::uint64_t* address, std::size_t bytes) {
  *address = reinterpret_cast<std::uint64_t>(std::malloc(bytes));
  return *address != 0 ? success : out_of_memory;
}
int cuMemFree_v2(std::uint64_t address) { return std::free(reinterpret_cast<void*>(address)), success; }
int cuMemcpyHtoD_v2(std::uint64_t to, const void* from, std::size_t bytes) {
  return std::memcpy(reinterpret_cast<void*>(to), from, bytes), success;
}
int cuMemcpyDtoH_v2(void* to, std::uint64_t from, std::size_t bytes) {
  return std::memcpy(to, reinterpret_cast<const void*>(from), bytes), success;
}
int cuMemsetD8_v2(std::uint64_t to, unsigned char value, std::size_t bytes) {
  return std::memset(reinterpret_cast<void*>(to), value, bytes), success;
}
int cuLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, void*, void** parameters, void**) {
  const auto& kernel = *static_cast<FakeFunction*>(function);
  if (static_cast<int>(shared) > kernel.dynamic_shared) return invalid_value;
  forewarp_fake_last_launch_ns = Clock::now().time_since_epoch().count();
  if (kernel.name == "fault") return illegal_address;
  if (kernel.name != "idle") kernel.module->count(kernel.name, std::uint64_t{gx} * gy * gz * bx * by * bz);
  if (kernel.name == "busy") wait(std::chrono::milliseconds(1));
  if (kernel.name == "saxpy") saxpy(parameters, gx * gy * gz * bx * by * bz);
  return success;
}
int cuEventCreate(void** event, unsigned) { return *event = new Clock::time_point, success; }
int cuEventDestroy_v2(void* event) {
  delete static_cast<Clock::time_point*>(event);
  return success;
}
int cuEventRecord(void* event, void*) { return *static_cast<Clock::time_point*>(event) = Clock::now(), success; }
int cuEventSynchronize(void*) { return success; }
int cuEventElapsedTime(float* milliseconds, void* begin, void* end) {
  *milliseconds = std::chrono::duration<float, std::milli>(*static_cast<Clock::time_point*>(end) -
                                                           *static_cast<Clock::time_point*>(begin))
                      .count();
  return success;
}
}
