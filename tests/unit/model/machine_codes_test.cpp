// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// With the ptxas of this machine where there is one, and with programs that stand for it.
#include "forewarp/model/machine_codes.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdlib>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/frontend/source/ptxas.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "unit/model/test_device.hpp"

namespace forewarp::model {
namespace {

const std::string ptx =
    ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n.reg .b64 %rd<2>;\n"
    "ld.param.u64 %rd1, [p];\nst.global.u32 [%rd1], 1;\nret;\n}\n";

profile::Profile profile_of_k() {
  launch::Launch launch;
  launch.entry = "k";
  launch.arguments.push_back(
      {.name = "p", .value = launch::Buffer{.element = ptx::Type::u32, .count = 32, .fill = {}}});
  launch.block = {32, 1, 1};
  return profile::profile(ptx::parse(ptx, "k.ptx"), launch, {});
}

device::DeviceSpec device_of(unsigned capability) {
  device::DeviceSpec device = a_device();
  device.compute_capability = capability;
  return device;
}

class MachineCodesOfDevices : public ::testing::Test {
 protected:
  ~MachineCodesOfDevices() override {
    if (before_.empty())
      ::unsetenv("FOREWARP_PTXAS");
    else
      ::setenv("FOREWARP_PTXAS", before_.c_str(), 1);
  }
  /// A ptxas that notes what it is asked for in the file "asked".
  void use_noting(const std::string& lines) {
    const auto path = folder_.path() / "ptxas";
    write_file(path,
               "#!/bin/sh\nfor a in \"$@\"; do case $a in -arch=*) arch=${a#-arch=};; esac; done\necho $arch >> " +
                   asked().string() + "\n" + lines + "\n");
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    ::setenv("FOREWARP_PTXAS", path.c_str(), 1);
  }
  std::filesystem::path asked() const { return folder_.path() / "asked"; }

  TemporaryFolder folder_;
  source::CacheStore cache_{folder_.path() / "cache"};
  const ptx::Module module_ = ptx::parse(ptx, "k.ptx");
  const profile::Profile profile_ = profile_of_k();

 private:
  std::string before_ = std::getenv("FOREWARP_PTXAS") ? std::getenv("FOREWARP_PTXAS") : "";
};

TEST_F(MachineCodesOfDevices, WithoutAPtxasNothingIsKnown) {
  ::setenv("FOREWARP_PTXAS", "off", 1);
  MachineCodes codes(ptx, "k", module_, &cache_);

  EXPECT_EQ(statement_of(codes.on(device_of(80), profile_)), fmt::format("estimated: {}", source::no_ptxas));
}

TEST_F(MachineCodesOfDevices, WhatWasBegunIsAssembledOnce) {
  use_noting("exit 1");
  MachineCodes codes(ptx, "k", module_, &cache_);
  const std::vector<device::DeviceSpec> devices = {device_of(80), device_of(80), device_of(90), device_of(100)};
  { const Assembling assembling = codes.begin(devices); }
  const std::string begun = read_file(asked());
  EXPECT_NE(begun.find("sm_80\n"), std::string::npos);
  EXPECT_NE(begun.find("sm_90\n"), std::string::npos);
  EXPECT_EQ(begun.find("sm_100\n"), std::string::npos);  // the third waits until it is asked for

  const MachineWork work = codes.on(devices[0], profile_);
  EXPECT_EQ(read_file(asked()), begun);
  EXPECT_EQ(work.reason, MachineCodes(ptx, "k", module_).on(devices[0], profile_).reason);
}

TEST_F(MachineCodesOfDevices, OtherVendorsHaveNone) {
  device::DeviceSpec device = device_of(0);
  device.vendor = device::Vendor::amd;

  EXPECT_EQ(MachineCodes(ptx, "k", module_, &cache_).on(device, profile_).reason,
            "only machine code of NVIDIA's devices is read");
}

TEST_F(MachineCodesOfDevices, AProgramIsAskedOnceForAnArchitecture) {
  use_noting("echo 'ptxas in.ptx, line 4; error : no' >&2; exit 255");
  for (int process = 0; process < 2; ++process) {
    MachineCodes codes(ptx, "k", module_, &cache_);
    for (const unsigned capability : {80U, 80U, 90U})
      EXPECT_TRUE(codes.on(device_of(capability), profile_).arch.empty());
  }

  EXPECT_EQ(read_file(asked()), "sm_80\nsm_90\n");
}

TEST_F(MachineCodesOfDevices, ForAnArchitectureThatNobodyKnowsTheNearestLowerOneServes) {
  use_noting(
      "case $arch in sm_87) ;; *) echo \"ptxas fatal : Value '$arch' is not defined for option 'gpu-name'\" >&2; exit "
      "1;; esac; echo 'ptxas in.ptx, line 4; error : no' >&2; exit 255");
  MachineCodes codes(ptx, "k", module_, &cache_);

  const MachineWork work = codes.on(device_of(89), profile_);

  EXPECT_EQ(read_file(asked()), "sm_89\nsm_88\nsm_87\n");
  EXPECT_NE(work.reason.find("error : no"), std::string::npos) << work.reason;
}

TEST_F(MachineCodesOfDevices, WhatTheCacheHasIsWhatIsComputed) {
  if (source::ptxas_programs().empty()) GTEST_SKIP() << "there is no ptxas";
  MachineCodes without(ptx, "k", module_), first(ptx, "k", module_, &cache_), second(ptx, "k", module_, &cache_);

  const MachineWork work = without.on(device_of(80), profile_);

  ASSERT_EQ(statement_of(work), "read") << work.reason;
  EXPECT_EQ(work.arch, "sm_80");
  EXPECT_DOUBLE_EQ(work.mix->global_stores.total(), 1);
  EXPECT_EQ(stored(first.on(device_of(80), profile_)), stored(work));
  EXPECT_EQ(stored(second.on(device_of(80), profile_)), stored(work));
}

// Loads that stay near are waited for otherwise, so what the cache has of a profile without them does not serve.
TEST_F(MachineCodesOfDevices, TheCacheTellsApartWhatStaysNear) {
  if (source::ptxas_programs().empty()) GTEST_SKIP() << "there is no ptxas";
  const std::string text =
      ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n.reg .b64 %rd<2>;\n"
      ".reg .b32 %r<2>;\nld.param.u64 %rd1, [p];\nld.global.u32 %r1, [%rd1];\nst.global.u32 [%rd1+4], %r1;\nret;\n}\n";
  const ptx::Module module = ptx::parse(text, "k.ptx");
  profile::Profile near = profile::profile(module, profile_.launch, {});
  const profile::Profile far = near;
  for (profile::AccessSite& site : near.sites) site.near_share = 1;
  MachineCodes first(text, "k", module, &cache_), second(text, "k", module, &cache_);

  const double far_loads = first.on(device_of(80), far).mix.value().near_loads;
  const double near_loads = second.on(device_of(80), near).mix.value().near_loads;

  EXPECT_EQ(far_loads, 0);
  EXPECT_EQ(near_loads, 1);
}

TEST(StoredWork, IsTheSameAgain) {
  MachineWork work;
  work.arch = "sm_80";
  work.registers = 33;
  work.spills.load_bytes = 0.1;
  work.mix.emplace().issue = 1.0 / 3;
  work.mix->waits.of[2].global = 2.0 / 3;
  work.mix->waits.of_a_wait.fp64 = 7;
  work.mix->warpgroup_products = 5;
  work.mix->bfloats = 6;
  work.near_share = 0.25;
  work.mix->near_loads = 8;
  work.mix->waits.of[1].near = 9;
  work.mix->waits_apart.emplace().of[3].near = 10;

  const auto again = restored_work(stored(work));

  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->mix->issue, 1.0 / 3);
  EXPECT_EQ(again->mix->waits.of[2].global, 2.0 / 3);
  EXPECT_EQ(again->mix->waits.of_a_wait.fp64, 7);
  EXPECT_EQ(again->mix->warpgroup_products, 5);
  EXPECT_EQ(again->mix->bfloats, 6);
  EXPECT_EQ(again->near_share, 0.25);
  EXPECT_EQ(again->mix->near_loads, 8);
  EXPECT_EQ(again->mix->waits.of[1].near, 9);
  ASSERT_TRUE(again->mix->waits_apart.has_value());
  EXPECT_EQ(again->mix->waits_apart->of[3].near, 10);
  EXPECT_EQ(stored(*again), stored(work));
}

TEST(StoredWork, ADamagedTextIsNone) {
  EXPECT_FALSE(restored_work("").has_value());
  EXPECT_FALSE(restored_work("{\"arch\": 3}").has_value());
  EXPECT_FALSE(restored_work("[]").has_value());
}

}  // namespace
}  // namespace forewarp::model
