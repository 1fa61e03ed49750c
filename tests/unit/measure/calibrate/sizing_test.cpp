// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/calibrate/sizing.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace forewarp::calibrate {
namespace {

/// A microsecond for each group; more than `most` groups do not fit.
class PerGroup final : public run::Device {
 public:
  explicit PerGroup(std::uint32_t most) : most_(most) { info_.spec = "fake:0"; }
  const run::DeviceInfo& info() const override { return info_; }
  std::shared_ptr<run::Program> compile(const run::Code&) override { return std::make_shared<Program>(most_); }
  void flush_caches() override {}

 private:
  struct Kernel final : run::Kernel {
    explicit Kernel(std::uint32_t groups) : most(groups) {}
    const run::KernelInfo& info() const override { return its_info; }
    void set_arguments(const std::vector<run::Argument>&) override {}
    void refill() override {}
    run::LaunchTime launch(const run::Shape& shape) override {
      if (shape.grid.x > most) throw DeviceError("out of memory");
      return {1e-6 * shape.grid.x, run::Clock::events};
    }
    double launch_many(const run::Shape&, std::uint64_t) override { return 0; }
    std::vector<std::byte> read(std::size_t) override { return {}; }
    std::uint32_t most;
    run::KernelInfo its_info;
  };
  struct Program final : run::Program {
    explicit Program(std::uint32_t groups) : most(groups) {}
    std::unique_ptr<run::Kernel> kernel(const std::string&) override { return std::make_unique<Kernel>(most); }
    std::uint32_t most;
  };
  std::uint32_t most_;
  run::DeviceInfo info_;
};

const std::vector<pick::Generator>& generators() {
  static const std::vector<pick::Generator> all{
      pick::Generator::parse("generator double\nsize n: 128, ...\n===\nx\n", "double.pick"),
      pick::Generator::parse("generator launch\ntags empty\nsize n: 128, ...\n===\nx\n", "launch.pick")};
  return all;
}

SizedKernel kernel(const std::string& generator, std::int64_t n) {
  const std::string program =
      "domain { [b,t] : 0 <= b and 0 <= t < 64 and 64*b + t < n }\nassume n mod 64 = 0 and n >= 64\n"
      "global a: f32[n]\na[64*b + t] = 2.0*a[64*b + t]\n---\ntag b:g.0, t:l.0\n";
  return {generator + " n:" + std::to_string(n), generator, program, {{"n", n}}};
}

TEST(Sizing, AllSizesOfAProgramGrowByOneFactor) {
  // 2 groups take 2 us; 512 times as many are the first power of two that takes a millisecond.
  PerGroup device(1'000'000);
  Programs programs({});
  const std::vector<SizedKernel> kernels{kernel("double", 256), kernel("double", 128)};

  const Sizing sizing = sized_for(device, kernels, generators(), programs);

  ASSERT_EQ(sizing.kernels.size(), 2U);
  EXPECT_EQ(sizing.kernels[1].sizes.at("n"), 128 * 512);
  EXPECT_EQ(sizing.kernels[0].sizes.at("n"), 256 * 512);
  EXPECT_EQ(sizing.kernels[1].name, "double n:65536");
  EXPECT_TRUE(sizing.notes.empty());
}

TEST(Sizing, StaysWhereTheDeviceEndsAndSaysSo) {
  PerGroup device(100);
  Programs programs({});

  const Sizing sizing = sized_for(device, std::vector{kernel("double", 128)}, generators(), programs);

  EXPECT_EQ(sizing.kernels[0].sizes.at("n"), 128 * 16);  // 32 groups; 512 do not fit
  ASSERT_EQ(sizing.notes.size(), 1U);
  EXPECT_NE(sizing.notes[0].find("cannot be larger: out of memory"), std::string::npos) << sizing.notes[0];
}

TEST(Sizing, KernelsThatMeasureTheLaunchStay) {
  PerGroup device(1000);
  Programs programs({});

  const Sizing sizing = sized_for(device, std::vector{kernel("launch", 128)}, generators(), programs);

  EXPECT_EQ(sizing.kernels[0].name, "launch n:128");
}

}  // namespace
}  // namespace forewarp::calibrate
