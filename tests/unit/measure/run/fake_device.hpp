// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A device that writes down what is asked of it. The name of a kernel's entry says how it behaves: "bad input" and
/// "broken device" throw at the launch, "noisy" takes 1 to 2 ms at random, all others 1 ms to the microsecond.
#include <string>
#include <vector>

#include "forewarp/measure/run/device.hpp"
#include "forewarp/measure/run/jobs.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/random.hpp"

namespace forewarp::test {

class FakeDevice final : public run::Device {
 public:
  FakeDevice() {
    info_.spec = "fake:0";
    info_.name = "Fake";
    info_.driver = "1";
    info_.compute_units = 1;
  }
  const run::DeviceInfo& info() const override { return info_; }
  std::shared_ptr<run::Program> compile(const run::Code& code) override {
    if (code.text == "does not compile") throw InputError("line 1: no");
    return std::make_shared<FakeProgram>(*this);
  }
  void flush_caches() override { log.emplace_back("flush"); }

  std::vector<std::string> log;  ///< entries as they are launched, "flush", "refill"
  SplitMix random{1};

 private:
  class FakeKernel final : public run::Kernel {
   public:
    FakeKernel(FakeDevice& device, std::string entry) : device_(device), entry_(std::move(entry)) {
      info_.registers = 32;
    }
    const run::KernelInfo& info() const override { return info_; }
    void set_arguments(const std::vector<run::Argument>&) override { device_.log.push_back("fill " + entry_); }
    void refill() override { device_.log.emplace_back("refill"); }
    run::LaunchTime launch(const run::Shape&) override {
      if (entry_ == "bad input") throw InputError("the shape is wrong");
      if (entry_ == "broken device") throw DeviceError("cuLaunchKernel: CUDA_ERROR_ILLEGAL_ADDRESS (700)");
      device_.log.push_back(entry_);
      if (entry_ == "canary") return {2e-3, run::Clock::events};
      const double jitter = entry_ == "noisy" ? 1 : 1e-3;
      return {1e-3 * (1 + jitter * device_.random.uniform()), run::Clock::events};
    }
    double launch_many(const run::Shape&, std::uint64_t times) override { return 1e-3 * static_cast<double>(times); }
    std::vector<std::byte> read(std::size_t) override { return {}; }

   private:
    FakeDevice& device_;
    std::string entry_;
    run::KernelInfo info_;
  };
  class FakeProgram final : public run::Program {
   public:
    explicit FakeProgram(FakeDevice& device) : device_(device) {}
    std::unique_ptr<run::Kernel> kernel(const std::string& entry) override {
      return std::make_unique<FakeKernel>(device_, entry);
    }

   private:
    FakeDevice& device_;
  };

  run::DeviceInfo info_;
};

inline run::Job job(const std::string& id, const std::string& entry = {}) {
  run::Job job;
  job.id = id;
  job.entry = entry.empty() ? id : entry;
  job.shape = {{1, 1, 1}, {32, 1, 1}, 0};
  return job;
}

}  // namespace forewarp::test
