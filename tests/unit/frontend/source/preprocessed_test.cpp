// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What a compilation depends on, and the words in which a compiler is asked.
#include "forewarp/frontend/source/detail/preprocessed.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "forewarp/frontend/source/command.hpp"
#include "forewarp/frontend/source/detail/line_marker.hpp"
#include "forewarp/frontend/source/detail/run_job.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "unit/message_of.hpp"

namespace forewarp::source {
namespace {
namespace fs = std::filesystem;

TEST(LineMarker, HasItsLineItsFileAndWhetherItIsASystems) {
  const auto marker = line_marker("# 12 \"a b.cu\" 1 3 4");

  ASSERT_TRUE(marker);
  EXPECT_EQ(marker->line, 12);
  EXPECT_EQ(marker->file, "a b.cu");
  EXPECT_TRUE(marker->system);
  EXPECT_FALSE(line_marker("# 12 \"a.cu\" 1")->system);
  EXPECT_EQ(line_marker(R"(# 1 "a\"b\\c.cu")")->file, R"(a"b\c.cu)");
}

TEST(LineMarker, OtherLinesAreNone) {
  for (const char* line : {"", "#", "#pragma once", "# pragma \"x\"", "# 12", "# 12 \"", "int x = 12;", " # 1 \"a\""})
    EXPECT_FALSE(line_marker(line)) << line;
}

class Files : public ::testing::Test {
 protected:
  fs::path file(const std::string& name, const std::string& text) {
    fs::create_directories((folder_.path() / name).parent_path());
    std::ofstream(folder_.path() / name) << text;
    return fs::canonical(folder_.path() / name);
  }
  TemporaryFolder folder_;
};

TEST_F(Files, OnlyTheUsersOwnAreDependencies) {
  const fs::path mine = file("mine.cu", "a"), header = file("mine.h", "b"), tool = file("toolkit/t.h", "c");
  const auto marker = [](const fs::path& path, const char* flags) {
    return "# 1 \"" + path.string() + "\"" + flags + "\nint x;\n";
  };
  const std::string text = marker(mine, "") + marker(header, " 1") + marker(tool, " 1") + marker(mine, " 2") +
                           marker("/usr/include/stdio.h", " 1 3") + "# 1 \"<built-in>\"\n" + marker("absent.h", "");

  const std::vector<fs::path> found = dependencies_in(text, folder_.path() / "toolkit");

  EXPECT_EQ(found, (std::vector<fs::path>{mine, header}));
  EXPECT_FALSE(users_file({1, tool.string(), false}, folder_.path() / "toolkit"));
  EXPECT_TRUE(users_file({1, tool.string(), false}, {}));
}

TEST_F(Files, AManifestHoldsUntilAFileChanges) {
  const fs::path mine = file("mine.cu", "a"), header = file("mine.h", "b");
  const std::string manifest = manifest_of({"the key", {mine, header}});

  EXPECT_EQ(key_if_unchanged(manifest), "the key");
  std::ofstream(header) << "c";
  EXPECT_FALSE(key_if_unchanged(manifest));
  std::ofstream(header) << "b";
  EXPECT_EQ(key_if_unchanged(manifest), "the key");
  fs::remove(header);
  EXPECT_FALSE(key_if_unchanged(manifest));
}

TEST(Manifest, WhatIsNoneHasNoKey) {
  for (const char* text : {"", "[]", "{}", "{\"files\":{}}", "{\"files\":{},\"key\":1}", "{\"key\":\"k\",\"files\":3}"})
    EXPECT_FALSE(key_if_unchanged(text)) << text;
}

Job a_job(const fs::path& path) {
  Job job;
  job.options.path = path;
  job.toolchain.kind = CompilerKind::nvcc;
  job.toolchain.executable = "/opt/nvcc";
  return job;
}

TEST_F(Files, ARequestsKeyFollowsTextAndOptions) {
  const Job job = a_job(file("k.cu", "__global__ void k() {}"));
  Job defined = job, variant = job;
  defined.options.defines = {"N=2"};
  variant.options.many_variants = true;
  const std::string key = request_key(job);

  EXPECT_EQ(request_key(job), key);
  EXPECT_NE(request_key(defined), key);
  EXPECT_NE(request_key(variant), key);
  file("k.cu", "__global__ void k() { }");
  EXPECT_NE(request_key(job), key);
  EXPECT_THROW((void)request_key(a_job(folder_.path() / "absent.cu")), InputError);
}

TEST(Command, NvccIsAskedForPtxOrForTheText) {
  const Job job = a_job("k.cu");

  const auto compile = command(job, Action::compile, {"k.cu", "k.ptx", {}});
  const auto preprocess = command(job, Action::preprocess, {"k.cu", "k.i", {}});

  EXPECT_EQ(compile.front(), "/opt/nvcc");
  EXPECT_NE(std::ranges::find(compile, "-ptx"), compile.end());
  EXPECT_NE(std::ranges::find(compile, "-lineinfo"), compile.end());
  EXPECT_EQ(std::ranges::find(preprocess, "-ptx"), preprocess.end());
  EXPECT_NE(std::ranges::find(preprocess, "-E"), preprocess.end());
}

TEST(Command, DefinesBecomeLines) {
  EXPECT_EQ(defines_text({.path = "k.cl", .defines = {"N=16", "FAST", "E=", "A=1\n2"}}),
            "#define N 16\n#define FAST 1\n#define E \n#define A 1 2\n");
}

TEST(Command, InstancesAreProbedFromCpp17On) {
  const auto probes = [](const char* flag) { return probes_instances({.path = "k.cu", .extra_flags = {flag}}); };

  EXPECT_TRUE(probes("-O2"));
  EXPECT_TRUE(probes("-std=c++17"));
  EXPECT_TRUE(probes("--std=c++20"));
  EXPECT_FALSE(probes("-std=c++14"));
  EXPECT_FALSE(probes("-std=gnu++11"));
}

TEST(Command, AShimIncludesTheFileAndNamesTheInstances) {
  const std::string shim = instantiation_shim({.path = "/x/k.cu", .instantiate = {"reduce<float, 256>"}});

  EXPECT_EQ(shim.rfind("#include \"/x/k.cu\"\n", 0), 0);
  EXPECT_NE(shim.find("reduce<float, 256>"), std::string::npos);
}

TEST_F(Files, APtxFileIsTakenAsItIs) {
  const fs::path path = file("k.ptx", ".version 8.0\n.target sm_75\n.entry k() { ret; }\n");

  const Compiled code = read_ptx({.path = path});

  EXPECT_EQ(code.compiler, "none");
  EXPECT_EQ(code.arch, "sm_75");
  EXPECT_EQ(code.entries, std::vector<std::string>{"k"});
  EXPECT_FALSE(code.from_cache);
  EXPECT_THROW((void)read_ptx({.path = path.string() + "x"}), InputError);
}

TEST(RunJob, WatchesForTheTimeOfItsOptions) {
  Job job = a_job("k.cu");
  job.options.timeout_s = 7;

  EXPECT_EQ(watched(job).timeout_s, 7);
}

}  // namespace
}  // namespace forewarp::source
