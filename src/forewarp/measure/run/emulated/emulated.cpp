// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/emulated/emulated.hpp"

#include <cmath>
#include <map>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include "forewarp/emulate/machine/bind.hpp"
#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/launch/fill.hpp"
#include "forewarp/frontend/launch/signature.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/measure/run/ptx_by_compiler.hpp"
#include "forewarp/measure/run/upload.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/random.hpp"

namespace forewarp::run {
namespace {

struct Shared {
  device::DeviceSpec spec;
  EmulatedOptions options;
  DeviceInfo info;
};

DeviceInfo info_of(const device::DeviceSpec& spec) {
  DeviceInfo info;
  info.spec = "emulated:" + spec.name;
  info.api = Api::emulated;
  info.name = spec.name + " (synthetic)";
  info.vendor = "forewarp";
  info.driver = "emulator";
  info.version = spec.architecture;
  info.kind = "model";
  info.compute_units = spec.sms;
  info.clock_hz = spec.boost_hz;
  info.memory_bytes = static_cast<std::uint64_t>(spec.dram_bytes);
  info.cache_bytes = static_cast<std::uint64_t>(spec.l2_bytes);
  info.local_bytes = spec.shared_bytes_per_block;
  info.max_block = spec.max_threads_per_block;
  info.sub_group = spec.warp_size;
  info.compute_capability = spec.compute_capability;
  info.f64 = spec.throughput.fp64 > 0;
  info.f16 = spec.throughput.fp16 > 0;
  info.synthetic = true;
  return info;
}

/// FNV-1a with 64 bits (Fowler, Noll, Vo): different kernels get different noise from the same
/// seed, on every machine alike, which std::hash does not promise.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

launch::Argument for_the_emulator(const Argument& argument) {
  if (std::holds_alternative<LocalMemory>(argument.value))
    throw InputError(fmt::format("argument '{}': the emulator takes no local memory as an argument", argument.name));
  launch::Argument result{argument.name, launch::Scalar{}};
  if (const auto* scalar = std::get_if<launch::Scalar>(&argument.value)) result.value = *scalar;
  if (const auto* buffer = std::get_if<launch::Buffer>(&argument.value)) result.value = *buffer;
  if (const auto* raw = std::get_if<std::string>(&argument.value)) result.value = *raw;
  return result;
}

class EmulatedKernel final : public Kernel {
 public:
  EmulatedKernel(std::shared_ptr<const Shared> shared, std::shared_ptr<const ptx::Module> module, std::string entry)
      : shared_(std::move(shared)), module_(std::move(module)) {
    launch_.entry = std::move(entry);
  }

  const KernelInfo& info() const override { return info_; }
  void set_arguments(const std::vector<Argument>& arguments) override;
  void refill() override {}
  LaunchTime launch(const Shape& shape) override;
  double launch_many(const Shape& shape, std::uint64_t times) override;
  std::vector<std::byte> read(std::size_t argument) override;
  std::vector<std::byte> read_variable(const std::string& name, std::uint64_t bytes) override;

 private:
  [[nodiscard]] double predicted(const Shape& shape);
  [[nodiscard]] double noise();

  std::shared_ptr<const Shared> shared_;
  std::shared_ptr<const ptx::Module> module_;
  launch::Launch launch_;
  KernelInfo info_;
  std::map<std::array<std::uint64_t, 7>, double> predictions_;
  std::optional<Shape> last_shape_;
  std::uint64_t launches_ = 0;
};

void EmulatedKernel::set_arguments(const std::vector<Argument>& arguments) {
  launch_.arguments.clear();
  for (const Argument& argument : arguments) {
    if (const auto* buffer = std::get_if<launch::Buffer>(&argument.value)) {
      check_buffer(argument.name, *buffer, shared_->info);
      check_fill(argument.name, *buffer);
    }
    launch_.arguments.push_back(for_the_emulator(argument));
  }
  launch::check_signature(launch_, *module_->find(launch_.entry));
  predictions_.clear();
  last_shape_.reset();
}

/// Counting a kernel takes up to seconds, and a campaign launches it sixty times with the same
/// shape: the prediction is kept by shape and forgotten with the arguments. All of grid, block and
/// dynamic shared memory change it.
double EmulatedKernel::predicted(const Shape& shape) {
  const auto& [grid, block] = std::pair(shape.grid, shape.block);
  const std::array<std::uint64_t, 7> key{grid.x, grid.y, grid.z, block.x, block.y, block.z, shape.dynamic_shared_bytes};
  if (const auto known = predictions_.find(key); known != predictions_.end()) return known->second;
  profile::ProfileOptions options;
  options.warp_size = shared_->spec.warp_size;
  const profile::Profile profile = profile::profile(*module_, launch_, options);
  info_.registers = profile.registers;
  info_.shared_bytes = profile.static_shared_bytes;
  info_.private_bytes = profile.local_bytes;
  return predictions_[key] = model::predict(profile, shared_->spec).time_s;
}

/// The n-th launch of an entry has the same noise in every run: the generator is made anew from
/// (seed, entry, n). Log-normal, so that a time stays positive and the median is the prediction
/// itself; sigma = 0.02 means about 2 %. 1 - u is in (0, 1], where the logarithm exists.
double EmulatedKernel::noise() {
  SplitMix random(shared_->options.seed ^ hash_of(launch_.entry), launches_++);
  const double u = 1 - random.uniform(), angle = 2 * std::numbers::pi * random.uniform();
  const double z = std::sqrt(-2 * std::log(u)) * std::cos(angle);  // Box and Muller 1958
  const bool anomaly = random.uniform() < shared_->options.anomaly_share;
  return std::exp(shared_->options.sigma * z) * (anomaly ? 10 : 1);
}

LaunchTime EmulatedKernel::launch(const Shape& shape) {
  check_shape(shape, shared_->info, info_);
  launch_.grid = shape.grid;
  launch_.block = shape.block;
  launch_.dynamic_shared_bytes = shape.dynamic_shared_bytes;
  last_shape_ = shape;
  return {predicted(shape) * noise(), Clock::model};
}

double EmulatedKernel::launch_many(const Shape& shape, std::uint64_t times) {
  return launch(shape).seconds * static_cast<double>(times);
}

/// The emulated launch only predicted a time; here the kernel is run, all of it. Each call starts
/// from the first contents of the buffers, so it shows one launch however many there were.
std::vector<std::byte> EmulatedKernel::read(std::size_t argument) {
  const auto* buffer =
      argument < launch_.arguments.size() ? std::get_if<launch::Buffer>(&launch_.arguments[argument].value) : nullptr;
  if (buffer == nullptr) throw InputError(fmt::format("argument {} of {} is not a buffer", argument, launch_.entry));
  if (!last_shape_) return launch::contents(*buffer);
  emu::Machine machine(*module_, launch_.entry, {.warp_size = shared_->spec.warp_size});
  const emu::BoundArguments bound = emu::bind(launch_, machine.memory());
  machine.run(launch_, bound.bytes);
  std::vector<std::byte> bytes(buffer->bytes());
  machine.memory().read(bound.addresses[argument], bytes);
  return bytes;
}

std::vector<std::byte> EmulatedKernel::read_variable(const std::string& name, std::uint64_t bytes) {
  emu::Machine machine(*module_, launch_.entry, {.warp_size = shared_->spec.warp_size});
  const emu::BoundArguments bound = emu::bind(launch_, machine.memory());
  if (last_shape_) machine.run(launch_, bound.bytes);
  const auto address = machine.address_of(name);
  if (!address) throw DeviceError(fmt::format("{} has no variable '{}'", launch_.entry, name));
  std::vector<std::byte> out(bytes);
  machine.memory().read(*address, out);
  return out;
}

class EmulatedProgram final : public Program {
 public:
  EmulatedProgram(std::shared_ptr<const Shared> shared, std::shared_ptr<const ptx::Module> module)
      : shared_(std::move(shared)), module_(std::move(module)) {}
  std::unique_ptr<Kernel> kernel(const std::string& entry) override {
    std::vector<std::string> entries;
    for (const std::string_view name : module_->entries()) entries.emplace_back(name);
    return std::make_unique<EmulatedKernel>(shared_, module_, source::find_entry(entries, entry));
  }

 private:
  std::shared_ptr<const Shared> shared_;
  std::shared_ptr<const ptx::Module> module_;
};

std::string ptx_of(const Code& code, const device::DeviceSpec& spec) {
  return code.language == Language::ptx ? code.text : ptx_by_compiler(code, spec.compute_capability);
}

class EmulatedDevice final : public Device {
 public:
  EmulatedDevice(const device::DeviceSpec& spec, const EmulatedOptions& options)
      : shared_(std::make_shared<Shared>(Shared{spec, options, info_of(spec)})) {}
  const DeviceInfo& info() const override { return shared_->info; }
  std::shared_ptr<Program> compile(const Code& code) override {
    return std::make_shared<EmulatedProgram>(
        shared_, std::make_shared<const ptx::Module>(ptx::parse(ptx_of(code, shared_->spec), code.name)));
  }
  void flush_caches() override {}

 private:
  std::shared_ptr<const Shared> shared_;
};

}  // namespace

std::unique_ptr<Device> open_emulated(const device::DeviceSpec& spec, const EmulatedOptions& options) {
  return std::make_unique<EmulatedDevice>(spec, options);
}

}  // namespace forewarp::run
