// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Device code of a program as the runtime gets it: plain, compressed, for several architectures.
#include <gtest/gtest.h>

#include <cstring>

#include "forewarp/runtime/session.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "unit/frontend/fatbin/samples.hpp"
#include "unit/message_of.hpp"

namespace forewarp::runtime {
namespace {

namespace samples = fatbin::samples;
using fatbin::Compression;
using Kind = fatbin::Entry::Kind;

class Load : public ::testing::Test {
 protected:
  /// The architecture of the PTX that was chosen for an H100.
  std::string target_of(const std::string& image) {
    module_ = session_.load(image, "device code");
    return std::string(module_->code().target);
  }
  std::string complaint(const std::string& image) {
    return testing::message_of<CallFailed>([&] { (void)target_of(image); });
  }

  TemporaryFolder folder_{"load"};
  Session session_{{.devices = {"H100"}}, std::make_unique<Recorder>(folder_.path() / "recording"), "program"};
  std::unique_ptr<Module> module_;
};

TEST_F(Load, CompressedPtxIsLoaded) {
  for (const Compression compression : {Compression::none, Compression::lz4, Compression::zstd}) {
    EXPECT_EQ(target_of(samples::container({{Kind::ptx, 80, samples::ptx("add_one"), compression}})), "sm_80");

    EXPECT_EQ(session_.kernel(*module_, "add_one").name, "add_one");
  }
}

TEST_F(Load, TheNewestPtxThatTheDeviceRunsIsLoaded) {
  EXPECT_EQ(target_of(samples::all().at("several.fatbin")), "sm_90");
  EXPECT_EQ(target_of(samples::container(
                {{Kind::ptx, 80, samples::ptx("f")}, {Kind::ptx, 100, samples::ptx("f", "sm_100")}})),
            "sm_80");
}

TEST_F(Load, WhatDoesNotServeIsNamed) {
  EXPECT_EQ(complaint(samples::all().at("machine_code.fatbin")),
            "device code: it has machine code and no PTX, which the emulator needs");
  EXPECT_EQ(complaint(samples::container({{Kind::ptx, 100, samples::ptx("f", "sm_100")}})),
            "device code: its PTX is for sm_100, which compute capability 9.0 does not run");
  EXPECT_EQ(complaint(samples::all().at("several.fatbin").substr(0, 60)),
            "the fat binary, byte 0x0: a fat binary of " + std::to_string(samples::all().at("several.fatbin").size()) +
                " bytes ends after 60");
}

// As nvcc has it; the body is in a library of machine code.
constexpr const char* sets_condition = R"(.version 8.4
.target sm_90
.address_size 64
.extern .func cudaGraphSetConditional
(
	.param .b64 cudaGraphSetConditional_param_0,
	.param .b32 cudaGraphSetConditional_param_1
)
;
.visible .entry set(.param .u64 handle) {
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [handle];
	{
	.param .b64 param0;
	st.param.b64 [param0], %rd1;
	.param .b32 param1;
	st.param.b32 [param1], 7;
	call.uni cudaGraphSetConditional, (param0, param1);
	}
	ret;
}
)";

TEST_F(Load, KernelsOfNvccSetConditions) {
  module_ = session_.load(sets_condition, "device code");
  const std::shared_ptr<std::byte> word = session_.condition_word(0);
  const auto handle = reinterpret_cast<std::uintptr_t>(word.get());
  LaunchRequest request;
  request.kernel = &session_.kernel(*module_, "set");
  request.grid = request.block = {1, 1, 1};
  request.arguments.emplace_back(sizeof handle);
  std::memcpy(request.arguments.front().data(), &handle, sizeof handle);

  session_.launch(0, session_.add_stream(0, false), request);

  EXPECT_EQ(session_.condition(word.get()), 7U);
}

}  // namespace
}  // namespace forewarp::runtime
