// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/kernel/constants.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <span>

#include "forewarp/emulate/machine/bind.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::kernel {
namespace {
namespace fs = std::filesystem;

/// out[0] = w[1] + scale, out[1] = o.data[2]: a constant array, a scalar of a namespace, and a pointer in a struct.
constexpr const char* text = R"(.version 8.0
.target sm_80
.address_size 64
.const .align 4 .b8 w[16];
.const .align 4 .u32 _ZN3img5scaleE;
.const .align 4 .b8 unread[8];
.visible .entry other(.param .u64 out)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [out];
  ld.const.u32 %r1, [unread];
  st.global.u32 [%rd1], %r1;
  ret;
}
.visible .entry k(.param .u64 out, .param .align 8 .b8 o[16])
{
  .reg .b32 %r<5>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  ld.param.u64 %rd2, [o];
  ld.param.u32 %r4, [o+8];
  ld.const.u32 %r1, [w+4];
  ld.const.u32 %r2, [_ZN3img5scaleE];
  add.s32 %r1, %r1, %r2;
  st.global.u32 [%rd1], %r1;
  ld.global.u32 %r3, [%rd2+8];
  st.global.u32 [%rd1+4], %r3;
  st.global.u32 [%rd1+8], %r4;
  ret;
}
)";

class Constants : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string test = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    const fs::path file = fs::path(::testing::TempDir()) / ("forewarp_constants_" + test + ".ptx");
    std::ofstream(file) << text;
    request_.path = file.string();
    request_.kernel = "k";
    request_.grid = "1";
    request_.block = "1";
  }
  std::string error_with(const std::string& constant) {
    request_.constants = {constant};
    try {
      (void)load(request_);
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  }
  Request request_;
};

TEST_F(Constants, AndStructsReachTheKernel) {
  request_.arguments = {"out=buffer:u32:4", "o={buffer:u32:8:iota(10,1), 99}"};
  request_.constants = {"w=buffer:u32:4:iota(100,10)", "scale=7"};
  const Kernel kernel = load(request_);

  emu::Machine machine(*kernel.module, kernel.launch.entry);
  const emu::BoundArguments bound = emu::bind(kernel.launch, machine);
  machine.run(kernel.launch, bound.bytes);
  std::uint32_t out[3] = {};
  machine.memory().read(bound.addresses[0], std::as_writable_bytes(std::span(out)));

  EXPECT_EQ(out[0], 117u);  // w[1] = 110, and 7
  EXPECT_EQ(out[1], 12u);   // the third element of 10, 11, 12, ...
  EXPECT_EQ(out[2], 99u);
}

TEST_F(Constants, ThatNobodyGaveAValueAreNamed) {
  request_.arguments = {"out=buffer:u32:4", "o={buffer:u32:8, 1}"};
  request_.constants = {"img::scale=3"};

  const Kernel kernel = load(request_);

  const std::vector<std::string>& notes = kernel.launch.notes;
  EXPECT_NE(
      std::find(notes.begin(), notes.end(), "`__constant__ w` (16 bytes) was not given, so reads 0: --constant w=..."),
      notes.end());
  for (const std::string& note : notes) {
    EXPECT_EQ(note.find("unread"), std::string::npos) << "the kernel does not read it";
    EXPECT_EQ(note.find("scale"), std::string::npos);
  }
}

TEST_F(Constants, ThatDoNotFitAreRefused) {
  request_.arguments = {"out=buffer:u32:4", "o={buffer:u32:8, 1}"};

  EXPECT_EQ(error_with("weights=3"),
            "--constant weights: the kernel's file has no such variable: it has w, img::scale, unread");
  EXPECT_EQ(error_with("w=buffer:u32:5"), "--constant w: its value has 20 bytes, the variable has 16");
  EXPECT_EQ(error_with("w=3"), "--constant w: it has 16 bytes: give w=buffer:TYPE:COUNT[:FILL], or w={TYPE:VALUE,...}");
  EXPECT_EQ(error_with("scale=f64:2"), "--constant scale: its value has 8 bytes, the variable has 4");
  EXPECT_EQ(error_with("w={u32:1,u32:2,u32:3,u32:4}"), "no error");
}

}  // namespace
}  // namespace forewarp::kernel
