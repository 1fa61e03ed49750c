// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Device code of a program as the runtime gets it: plain, compressed, for several architectures.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace forewarp::runtime
