// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "forewarp/query/count_kernel.hpp"
#include "forewarp/query/device_codes.hpp"
#include "forewarp/query/device_order.hpp"
#include "forewarp/query/exec.hpp"
#include "forewarp/query/kernel_options.hpp"
#include "forewarp/query/rank.hpp"
#include "forewarp/support/error.hpp"
#include "unit/message_of.hpp"

namespace forewarp::query {
namespace {

using testing::message_of;

KernelOptions with_registers(const std::string& registers) {
  KernelOptions options;
  options.request.path = "saxpy";
  options.registers = registers;
  return options;
}

TEST(KernelOptions, RegistersAreACountOrAWord) {
  EXPECT_EQ(stated_registers(with_registers("40")), 40u);
  EXPECT_EQ(stated_registers(with_registers("")), 0u);
  EXPECT_EQ(stated_registers(with_registers("ptxas")), 0u);
  EXPECT_EQ(register_source(with_registers("estimate")), kernel::RegisterSource::estimate);
  EXPECT_THROW((void)stated_registers(with_registers("forty")), InputError);
}

TEST(KernelOptions, AnUnknownCompilerOrDeviceIsNamed) {
  KernelOptions options;
  options.compiler = "gcc";
  EXPECT_NE(message_of([&] { (void)request_of(options); }).find("gcc"), std::string::npos);
  EXPECT_NE(message_of([] { (void)devices_of({"V10O"}); }).find("V100"), std::string::npos);
  EXPECT_THROW((void)devices_of({}), InputError);
  EXPECT_EQ(devices_of({"V100,K20", "V100"}).size(), 2u);  // each once
}

TEST(DeviceCodes, AreNotWantedWhereRegistersAreEstimated) {
  EXPECT_TRUE(wants_machine_code("auto", with_registers("")));
  EXPECT_FALSE(wants_machine_code("off", with_registers("")));
  EXPECT_FALSE(wants_machine_code("auto", with_registers("estimate")));
}

TEST(DeviceOrder, IsThatOfTheNames) {
  struct Row {
    std::string device;
    int place;
  };
  const std::vector<Row> rows = as_named<Row>({{"K20", 1}, {"V100", 2}, {"H100", 3}}, {"V100", "H100", "K20"});
  EXPECT_EQ(rows[0].place, 2);
  EXPECT_EQ(rows[1].place, 3);
  EXPECT_EQ(rows[2].place, 1);
}

TEST(CountKernel, GivesFormulasAndRefusesANameThatIsNoSize) {
  kernel::Request request;
  request.path = "saxpy";
  const Counted counted = count_kernel(request, {"n=4096"}, false, "");
  EXPECT_EQ(counted.counts.accesses.size(), 3u);  // loads of x and y, the store of y
  EXPECT_TRUE(counted.marks.empty());             // nothing was emulated
  EXPECT_EQ(with_marks(counted).notes, counted.counts.notes);
  EXPECT_THROW((void)count_kernel(request, {"m=1"}, false, ""), InputError);
}

TEST(RankQuery, TakesOneSpace) {
  KernelOptions kernel = with_registers("");
  const rank::RankOptions options = rank_question(kernel, {.devices = {"V100"}, .vary = {"BLOCK=64,128"}}).options;
  EXPECT_EQ(options.device.name, "V100");
  ASSERT_EQ(options.space.dimensions.size(), 1u);
  EXPECT_EQ(options.space.dimensions[0].values, (std::vector<std::string>{"64", "128"}));
  EXPECT_EQ(rank_question(kernel, {.devices = {"V100", "K20"}, .vary = {"BLOCK=64"}}).devices.size(), 2u);
  EXPECT_THROW((void)rank_question(kernel, {.devices = {"V100"}, .space_file = "no_such_space.json"}), InputError);
}

TEST(ExecOptions, TellSourcesFromAProgram) {
  EXPECT_TRUE(are_sources({"a.cu", "b.cpp"}));
  EXPECT_FALSE(are_sources({"./app"}));
  EXPECT_THROW((void)Program(ExecOptions{.files = {"./no_such_app"}, .devices = {"H100"}}), Error);
}

}  // namespace
}  // namespace forewarp::query
