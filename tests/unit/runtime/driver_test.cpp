// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Clients of the driver API through forewarp exec.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "forewarp/frontend/fatbin/fat_binary.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "source_dir.hpp"

namespace forewarp {
namespace {

using Json = nlohmann::json;

class Driver : public ::testing::Test {
 protected:
  void SetUp() override {
    if (FOREWARP_SANITIZED)
      GTEST_SKIP() << "sanitizers bring libraries of their own, which programs without them cannot load";
  }
  /// tests/programs/driver.c, which checks its own results; any C compiler makes it.
  std::string client(const TemporaryFolder& folder) {
    const std::string source = (std::filesystem::path(test::source_dir()) / "tests/programs/driver.c").string();
    const std::string program = (folder / "driver").string();
    const ProcessResult r = run_process({"cc", source, "-o", program, "-ldl"}, {.timeout_s = 60});
    EXPECT_EQ(r.exit_status, 0) << r.errors;
    return program;
  }
};

TEST_F(Driver, AClientOfTheDriverApiHasRightResultsAndPredictedTimes) {
  const TemporaryFolder folder("driver");

  const ProcessResult run = run_process(
      {FOREWARP_TOOL, "exec", "--device", "A100", "--no-advise", "--json", "--", client(folder)}, {.timeout_s = 120});

  EXPECT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_NE(run.errors.find("NVIDIA A100, 108 SMs\nPASS\n"), std::string::npos) << run.errors;
  const Json json = Json::parse(run.output, nullptr, false);
  const Json& kernels = json["devices"][0]["kernels"];
  ASSERT_EQ(kernels.size(), 2U) << json.dump(1);
  // Two launches, two with attributes, three and four of graphs; one of the linked kernel.
  EXPECT_EQ(kernels[0]["launches"].get<int>() + kernels[1]["launches"].get<int>(), 2 + 2 + 3 + 4 + 1);
  EXPECT_GT(kernels[0]["total_s"].get<double>(), 1e-6);
  EXPECT_NE(json["failed_calls"].dump().find("clusters of 2x1x1 blocks on A100, which has none"), std::string::npos)
      << json["failed_calls"];
}

TEST_F(Driver, WithoutForewarpExecThereIsNoDevice) {
  const TemporaryFolder folder("driver");
  const std::string libraries = std::filesystem::path(FOREWARP_TOOL).parent_path().string();

  const ProcessResult run = run_process({"env", "LD_LIBRARY_PATH=" + libraries, client(folder)}, {.timeout_s = 60});

  EXPECT_EQ(run.exit_status, 1);
  EXPECT_NE(run.output.find("FAIL: cuInit"), std::string::npos) << run.output;
  EXPECT_NE(run.errors.find("needs a GPU or 'forewarp exec'"), std::string::npos) << run.errors;
}

TEST_F(Driver, ClientsAreLedToThePtxThatTheyNeed) {
  const TemporaryFolder folder("driver");
  const std::string script = (folder / "script").string();
  write_file(script, "#!/bin/sh\necho \"$LD_PRELOAD|$TRITON_PTXAS_PATH|$CUPY_COMPILE_WITH_PTX\"\n");
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  const std::string libraries = std::filesystem::path(FOREWARP_TOOL).parent_path().string();

  const ProcessResult of_script = run_process({FOREWARP_TOOL, "exec", "--device", "A100", "--", script});
  const ProcessResult of_program =
      run_process({"env", "CUPY_COMPILE_WITH_PTX=0", FOREWARP_TOOL, "exec", "--device", "A100", "--", "env"});
  const ProcessResult missing = run_process({FOREWARP_TOOL, "exec", "--device", "A100", "--", "no-such-program"});

  EXPECT_EQ(of_script.output,
            libraries + "/libnvJitLink.so.12:" + libraries + "/libnvJitLink.so.13|" + libraries + "/ptxas|1\n");
  EXPECT_EQ(of_program.output.find("LD_PRELOAD"), std::string::npos);
  EXPECT_NE(of_program.output.find("CUPY_COMPILE_WITH_PTX=0\n"), std::string::npos);
  EXPECT_EQ(missing.exit_status, 2);
  EXPECT_NE(missing.errors.find("no-such-program: no such program"), std::string::npos) << missing.errors;
}

TEST_F(Driver, ThePtxasOfTheRuntimeKeepsThePtx) {
  const TemporaryFolder folder("driver");
  const std::string ptxas = (std::filesystem::path(FOREWARP_TOOL).parent_path() / "ptxas").string();
  const std::string ptx = (folder / "k.ptx").string(), image = (folder / "k.o").string();
  write_file(ptx, ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry k() { ret; }\n");

  const ProcessResult made = run_process(
      {ptxas, "-lineinfo", "-v", "--opt-level", "0", "--gpu-name=sm_80", ptx, "-o", image}, {.timeout_s = 20});
  const std::string container = read_file(image);
  const std::vector<fatbin::Entry> entries = fatbin::read(container);
  const ProcessResult wrong = run_process({ptxas, "--gpu-name=sm_80", FOREWARP_TOOL, "-o", image}, {.timeout_s = 20});
  const ProcessResult version = run_process({ptxas, "--version"}, {.timeout_s = 20});

  EXPECT_EQ(made.exit_status, 0) << made.errors;
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].capability, 80U);
  EXPECT_EQ(fatbin::payload(entries[0]).bytes.substr(0, 12), ".version 7.0");
  EXPECT_EQ(wrong.exit_status, 255);
  EXPECT_NE(version.output.find("release 12.9"), std::string::npos);
}

}  // namespace
}  // namespace forewarp
