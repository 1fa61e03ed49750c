// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/find_kernel.hpp"

#include <gtest/gtest.h>

#include "unit/frontend/fatbin/samples.hpp"
#include "unit/message_of.hpp"

namespace forewarp::fatbin {
namespace {

using forewarp::testing::message_of;

FoundKernel found_in(const std::string& file, const Wanted& wanted) {
  const std::string bytes = samples::all().at(file);
  return find_kernel(read_device_code(bytes, file), wanted);
}

std::string complaint(const std::string& file, const Wanted& wanted) {
  return message_of([&] { (void)found_in(file, wanted); });
}

TEST(FindKernel, TakesTheHighestPtxThatTheDeviceRuns) {
  const FoundKernel found = found_in("app", {"add_one", {}, 86});

  EXPECT_EQ(found.entry, "add_one");
  EXPECT_EQ(found.arch.str(), "sm_80");
  EXPECT_EQ(found.ptx, samples::ptx("add_one", "sm_80"));
  EXPECT_EQ(found.notes.at(0), "the PTX for sm_80 was used; the file has sm_75, sm_80 and sm_90");
}

TEST(FindKernel, TakesWhatArchNames) {
  EXPECT_EQ(found_in("app", {"add_one", source::parse_arch("sm_75"), 86}).arch.str(), "sm_75");
}

TEST(FindKernel, WithoutADeviceTakesWhatCompilersTake) {
  EXPECT_EQ(found_in("app", {"add_one", {}, 0}).arch.str(), "sm_80");
}

// The sample's machine code for sm_80 has 32 registers.
TEST(FindKernel, TakesRegistersFromMachineCode) {
  const FoundKernel found = found_in("app", {"add_one", {}, 80});

  EXPECT_EQ(found.registers, 32U);
  EXPECT_EQ(found.notes.at(1), "32 registers a thread, as in the file's machine code for sm_80");
  EXPECT_EQ(found_in("app", {"add_one", {}, 75}).registers, 0U) << "that for sm_80 does not run on 7.5";
}

TEST(FindKernel, RefusesWhatIsMachineCodeOnly) {
  EXPECT_EQ(complaint("app", {"secret", {}, 90}),
            "app: secret exists only as machine code (sm_90); forewarp needs PTX: compile with -gencode "
            "arch=compute_80,code=compute_80");
  EXPECT_EQ(complaint("kernels.cubin", {"", {}, 90}).substr(0, 65),
            "kernels.cubin: each of its 2 kernels exists only as machine code ");
}

TEST(FindKernel, RefusesADeviceThatNoPtxServes) {
  EXPECT_EQ(complaint("app", {"add_one", {}, 70}),
            "app: no PTX of add_one serves compute capability 7.0: it is for sm_75, sm_80 and sm_90");
  EXPECT_EQ(complaint("app", {"add_one", source::parse_arch("sm_100"), 0}),
            "app: no PTX of add_one serves sm_100: it is for sm_75, sm_80 and sm_90");
}

TEST(FindKernel, RefusesUnknownNamesAndOpenChoices) {
  EXPECT_EQ(complaint("app", {"other", {}, 80}), "no kernel other; there are: add_one; secret; hidden");
  EXPECT_EQ(complaint("app", {"", {}, 80}), "there are 2 kernels, choose one with --kernel: add_one; hidden");
  EXPECT_EQ(complaint("no_device_code", {"", {}, 80}), "no_device_code: there is no CUDA device code in it");
}

TEST(FindKernel, RefusesAnEntryThatClaimsTooMuch) {
  EXPECT_NE(complaint("hostile.fatbin", {"add_one", {}, 80}).find("bytes of LZ4 cannot hold"), std::string::npos);
}

TEST(FindKernel, FindsNamesInNamespacesAndTemplates) {
  const std::string bytes = samples::container(
      {{Entry::Kind::ptx, 80,
        samples::ptx("_ZN3img5scaleIfEEvPT_i") + "\n.visible .entry _ZN12_GLOBAL__N_15scaleIdEEvPT_i() { ret; }\n"}});
  const DeviceCode code = read_device_code(bytes, "app");
  const auto entry = [&](const std::string& name) { return find_kernel(code, {name, {}, 80}).entry; };

  EXPECT_EQ(entry("img::scale<float>"), "_ZN3img5scaleIfEEvPT_i");
  EXPECT_EQ(entry("scale<double>"), "_ZN12_GLOBAL__N_15scaleIdEEvPT_i");
  EXPECT_EQ(entry("(anonymous namespace)::scale<double>"), "_ZN12_GLOBAL__N_15scaleIdEEvPT_i");
}

// main.o calls square of square.o, which calls half of half.o; each is a fat binary, as -rdc=true makes them.
TEST(FindKernel, LinksWhatAKernelCallsOfOtherUnits) {
  const std::string head = ".version 8.0\n.target sm_80\n.address_size 64\n";
  const auto unit = [&](const std::string& text) {
    return samples::container({{Entry::Kind::ptx, 80, head + text, Compression::zstd}});
  };
  const std::string file = samples::elf(
      {{"__nv_relfatbin", unit(".extern .func square();\n.visible .entry main_kernel() { call square; ret; }\n") +
                              unit(".visible .func unused() { ret; }\n.visible .func half() { ret; }\n") +
                              unit(".extern .func half();\n.visible .func square() { call half; ret; }\n")}});

  const FoundKernel found = find_kernel(read_device_code(file, "app"), {"main_kernel", {}, 80});

  EXPECT_NE(found.ptx.find(".visible .func square"), std::string::npos) << found.ptx;
  EXPECT_NE(found.ptx.find(".visible .func half"), std::string::npos);
}

// Each unit has a text of its own called $str, as nvcc calls those of printf.
TEST(FindKernel, KeepsWhatUnitsHaveForThemselvesApart) {
  const std::string head = ".version 8.0\n.target sm_80\n.address_size 64\n";
  const auto unit = [&](const std::string& text) { return samples::container({{Entry::Kind::ptx, 80, head + text}}); };
  const std::string file = samples::elf(
      {{"__nv_relfatbin", unit(".extern .func f();\n.global .b8 $str[2] = {65, 0};\n"
                               ".visible .entry k() { .reg .u64 %rd1; mov.u64 %rd1, $str; call f; ret; }\n") +
                              unit(".global .b8 $str[2] = {66, 0};\n"
                                   ".visible .func f() { .reg .u64 %rd1; mov.u64 %rd1, $str; ret; }\n")}});

  const FoundKernel found = find_kernel(read_device_code(file, "app"), {"k", {}, 80});

  EXPECT_NE(found.ptx.find("$str_unit1[2] = {66"), std::string::npos) << found.ptx;
  EXPECT_NE(found.ptx.find("mov.u64 %rd1, $str_unit1"), std::string::npos);
  EXPECT_NE(found.ptx.find("mov.u64 %rd1, $str;"), std::string::npos);
}

}  // namespace
}  // namespace forewarp::fatbin
