// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Hardware that is here, behind one interface: compile, set arguments, launch, time, read back. Behind it OpenCL (any
/// ICD), CUDA (driver API) and, for tests, the emulator. Everything of a vendor is loaded by dlopen when it is
/// requested.
///
///     auto device = run::open_hardware("opencl:0");
///     auto kernel = device->compile({Language::opencl_c, source})->kernel("saxpy");
///     kernel->set_arguments(arguments);
///     kernel->launch(shape);                                   // warm-up
///     const double seconds = kernel->launch(shape).seconds;    // transfers excluded
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "forewarp/frontend/launch/launch.hpp"

namespace forewarp::run {

enum class Api : std::uint8_t { opencl, cuda, emulated };
[[nodiscard]] std::string_view name_of(Api api);

/// Properties of a device; 0 or empty where unknown.
struct DeviceInfo {
  std::string spec;  ///< what opens it: "opencl:0"
  Api api = Api::opencl;
  std::string name, vendor, driver, version, platform, kind;  ///< kind: "gpu", "cpu", "accelerator"
  std::uint32_t compute_units = 0;                            ///< SMs on NVIDIA
  double clock_hz = 0, memory_clock_hz = 0;
  std::uint64_t memory_bytes = 0, largest_buffer_bytes = 0;
  std::uint64_t cache_bytes = 0;  ///< of the last level that the driver reports
  std::uint64_t local_bytes = 0;  ///< shared memory a block can have
  std::uint32_t max_block = 0;    ///< work-items per group, threads per block
  std::uint32_t sub_group = 0;    ///< a warp's width, where it is known
  std::uint32_t memory_bus_bits = 0;
  unsigned compute_capability = 0;  ///< 90 for 9.0; CUDA alone
  bool f64 = false, f16 = false;
  double timer_resolution_s = 0;
  std::string pci_bus;     ///< "0000:01:00.0"; CUDA alone
  bool synthetic = false;  ///< times are a model's with noise, not measured
};

enum class Language : std::uint8_t { opencl_c, cuda_cpp, ptx };
[[nodiscard]] std::string_view name_of(Language language);

struct Code {
  Language language = Language::opencl_c;
  std::string text;
  std::string name = "kernel";                ///< of the file, for messages
  std::vector<std::string> options = {};      ///< of the compiler
  std::vector<std::string> instantiate = {};  ///< templates of CUDA C++: "reduce<float, 256>"
};

/// The work-group's own memory, handed over as an argument (OpenCL's __local pointers).
struct LocalMemory {
  std::uint64_t bytes = 0;
};

struct Argument {
  std::string name;
  std::variant<launch::Scalar, launch::Buffer, std::string /* bytes of a struct */, LocalMemory> value;
};
[[nodiscard]] std::vector<Argument> arguments_of(const launch::Launch& launch);

struct Shape {
  launch::Dim3 grid, block;
  std::uint64_t dynamic_shared_bytes = 0;  ///< CUDA alone
};

/// What the time of a launch was read from.
enum class Clock : std::uint8_t {
  events,  ///< the device's own time stamps around the kernel
  host,    ///< the host's clock around launch and wait
  model    ///< not measured at all: emulated
};
[[nodiscard]] std::string_view name_of(Clock clock);

struct LaunchTime {
  double seconds = 0;
  Clock clock = Clock::events;
  double host_seconds = 0;  ///< by the host's clock around launch and wait, for every Clock; 0: not measured
};

/// What the compiler made of a kernel; 0 where unknown.
struct KernelInfo {
  std::uint32_t registers = 0, max_block = 0, sub_group = 0;
  std::uint64_t shared_bytes = 0, private_bytes = 0;
};

/// One kernel with its arguments. Throws DeviceError naming the call that failed.
class Kernel {
 public:
  virtual ~Kernel() = default;
  [[nodiscard]] virtual const KernelInfo& info() const = 0;
  /// Allocates the buffers and fills them with what the emulator's would hold. Throws InputError naming the argument:
  /// one of a wrong size, a fill that is impossible, a buffer larger than the device allows.
  virtual void set_arguments(const std::vector<Argument>& arguments) = 0;
  /// The buffers' first contents again, for kernels that change what they read.
  virtual void refill() = 0;
  /// Launches once and waits. Throws InputError for a shape that the device does not allow.
  virtual LaunchTime launch(const Shape& shape) = 0;
  /// Launches so often back to back and waits; the host's seconds for all of them.
  virtual double launch_many(const Shape& shape, std::uint64_t times) = 0;
  /// The bytes of the buffer that is this argument. Throws InputError where it is none.
  [[nodiscard]] virtual std::vector<std::byte> read(std::size_t argument) = 0;
  /// So many bytes of a .global variable of the program, as the launches so far left them. Throws Unavailable where the
  /// device has no such variables, DeviceError where the program has none of that name and size.
  [[nodiscard]] virtual std::vector<std::byte> read_variable(const std::string& name, std::uint64_t bytes);
};

class Program {
 public:
  virtual ~Program() = default;
  /// Throws InputError naming the kernels there are.
  [[nodiscard]] virtual std::unique_ptr<Kernel> kernel(const std::string& entry) = 0;
};

/// Programs and kernels keep what they need of their device alive.
class Device {
 public:
  virtual ~Device() = default;
  [[nodiscard]] virtual const DeviceInfo& info() const = 0;
  /// Throws InputError with the compiler's log, whole; Unavailable for a language that nothing here can compile.
  [[nodiscard]] virtual std::shared_ptr<Program> compile(const Code& code) = 0;
  /// Writes over a buffer several times as large as the caches, so that the next launch finds nothing of its own there.
  virtual void flush_caches() = 0;
};

/// Throws InputError unless the shape can be run: naming the relation that is broken.
void check_shape(const Shape& shape, const DeviceInfo& device, const KernelInfo& kernel);

/// How much flush_caches() writes: four times the cache, 64 MiB to 1 GiB, and no more than one buffer can be.
[[nodiscard]] std::uint64_t flush_bytes(const DeviceInfo& device);

}  // namespace forewarp::run
