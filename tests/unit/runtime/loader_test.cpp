// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Programs that were linked elsewhere. NVIDIA's libraries are stood in for by libraries of the same names and symbol
/// versions whose calls fail; where nvcc is installed, programs that it linked are run, too.
#include "forewarp/runtime/loader.hpp"

#include <fmt/format.h>

#include "exec_fixture.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp {
namespace {

using test::Outcome;

class Loader : public test::ExecTest {
 protected:
  std::string compiled(const std::string& name, const std::string& text, std::vector<std::string> flags) {
    write_file(folder / (name + ".c"), text);
    const std::string out = (folder / name).string();
    std::vector<std::string> command = {clang.executable.string(), "-o", out, out + ".c"};
    command.insert(command.end(), flags.begin(), flags.end());
    const Outcome run = test::run(command);
    EXPECT_EQ(run.status, 0) << run.err;
    return out;
  }
  /// A library of this name whose calls return 999.
  std::string library(const std::string& soname, const std::vector<std::string>& calls, const std::string& more = "") {
    std::string text = more;
    for (const std::string& c : calls) text += fmt::format("int {}(void) {{ return 999; }}\n", c);
    write_file(folder / "map", fmt::format("{} {{ global: cuda*; local: *; }};", soname));
    return compiled(soname, text,
                    {"-shared", "-fPIC", "-Wl,-soname," + soname, "-Wl,--version-script=" + (folder / "map").string()});
  }
  /// A program linked with the library, which it finds beside itself.
  std::string program(const std::string& text, const std::string& library, const std::string& tags) {
    return compiled("program", text, {library, "-Wl,-rpath,$ORIGIN", "-Wl," + tags});
  }
  void make_script(const std::string& text) {
    write_file(folder / "script", text);
    std::filesystem::permissions(folder / "script", std::filesystem::perms::owner_all);
  }

  TemporaryFolder folder;
};

const std::string asks_versions =
    "#include <stdio.h>\nint cudaRuntimeGetVersion(int*); int cudaMalloc(void**, unsigned long); int cudaMemset(void*, "
    "int, unsigned long);\n"
    "int main() { int v = 0; void* p = 0; int a = cudaRuntimeGetVersion(&v), b = cudaMalloc(&p, 64), c = cudaMemset(p, "
    "0, 64); printf(\"version %d: %d %d %d\\n\", v, a, b, c); }\n";

TEST_F(Loader, EachVersionOfNvidiasRuntimeIsReplaced) {
  const std::vector<std::pair<std::string, int>> versions = {
      {"libcudart.so.11.0", 11080}, {"libcudart.so.12", 12090}, {"libcudart.so.13", 13000}};
  for (const auto& [soname, version] : versions) {
    const std::string cudart = library(soname, {"cudaRuntimeGetVersion", "cudaMalloc", "cudaMemset"});
    for (const char* tags : {"--enable-new-dtags", "--disable-new-dtags"}) {  // DT_RUNPATH, DT_RPATH
      const std::string path = program(asks_versions, cudart, tags);

      const Outcome run = exec({path});
      const Outcome alone = test::run({path});

      EXPECT_EQ(alone.out, "version 0: 999 999 999\n");
      EXPECT_TRUE(run.says(fmt::format("version {}: 0 0 0\n", version))) << soname << tags << run.out << run.err;
      EXPECT_TRUE(run.says("program on H100")) << run.out;
    }
  }
}

TEST_F(Loader, PropertiesHaveTheLayoutOfTheirVersion) {
  const std::vector<std::tuple<std::string, int, int>> versions = {
      {"libcudart.so.11.0", 728, 388}, {"libcudart.so.12", 728, 388}, {"libcudart.so.13", 1008, 384}};
  for (const auto& [soname, bytes, sms] : versions) {
    const std::string text = fmt::format(
        "#include <stdio.h>\n#include <string.h>\nint cudaGetDeviceProperties(void*, int);\n"
        "int main() {{ char p[2000]; memset(p, 85, sizeof p); int s = cudaGetDeviceProperties(p, 0), end = 2000;\n"
        "while (end > 0 && p[end - 1] == 85) --end; printf(\"%d %s %d %d\\n\", s, p, *(int*)(p + {}), end); }}\n",
        sms);
    const std::string path = program(text, library(soname, {"cudaGetDeviceProperties"}), "--enable-new-dtags");

    const Outcome run = exec({"--", path});

    EXPECT_TRUE(run.says(fmt::format("0 NVIDIA H100 132 {}\n", bytes))) << soname << run.out << run.err;
  }
}

// cudaTextureDesc of CUDA 11 has one field less: nothing may be written behind it.
TEST_F(Loader, DescriptionsOfTexturesHaveTheLengthOfTheirVersion) {
  const std::vector<std::pair<std::string, int>> versions = {
      {"libcudart.so.11.0", 68}, {"libcudart.so.12", 72}, {"libcudart.so.13", 72}};
  const std::string text =
      "#include <stdio.h>\n#include <string.h>\nint cudaMalloc(void**, unsigned long); typedef unsigned long long T;\n"
      "int cudaCreateTextureObject(T*, void*, void*, void*), cudaGetTextureObjectTextureDesc(void*, T);\n"
      "int main() { char r[200] = {0}, d[100], o[100]; T t; void* p; cudaMalloc(&p, 256); *(int*)r = 2;\n"
      "*(void**)(r + 8) = p; *(int*)(r + 16) = 32; *(int*)(r + 32) = 2; *(unsigned long*)(r + 40) = 256;\n"
      "memset(d, 0, 64); memset(d + 64, 7, 36); memset(o, 85, 100); int a = cudaCreateTextureObject(&t, r, d, 0);\n"
      "int b = cudaGetTextureObjectTextureDesc(o, t), end = 100; while (end > 0 && o[end - 1] == 85) --end;\n"
      "printf(\"%d %d %d %d\\n\", a, b, end, o[67]); }\n";
  for (const auto& [soname, bytes] : versions) {
    const std::string path =
        program(text, library(soname, {"cudaMalloc", "cudaCreateTextureObject", "cudaGetTextureObjectTextureDesc"}),
                "--enable-new-dtags");

    const Outcome run = exec({path});

    EXPECT_TRUE(run.says(fmt::format("0 0 {} 7\n", bytes))) << soname << run.out << run.err;
  }
}

TEST_F(Loader, AnUnknownVersionIsRefused) {
  const std::string path = program("int cudaMalloc(void); int main() { return cudaMalloc(); }",
                                   library("libcudart.so.10.2", {"cudaMalloc"}), "--enable-new-dtags");

  const Outcome run = exec({path});

  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(run.complains("needs libcudart.so.10.2; forewarp has libcudart.so.11.0, libcudart.so.12")) << run.err;
}

TEST_F(Loader, EntryPointsThatNobodyHasAreNamedBeforeAnythingRuns) {
  const std::string path = program(
      "#include <stdio.h>\nint cudaNoSuchCall(void), cudaNorThis(void);\n"
      "int main(int n, char** a) { puts(\"ran\"); fflush(stdout); return n > 5 ? cudaNoSuchCall() : cudaNorThis(); }",
      library("libcudart.so.12", {"cudaNoSuchCall", "cudaNorThis"}), "--enable-new-dtags");

  const Outcome run = exec({path});

  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(run.complains("runtime does not have cudaNoSuchCall, cudaNorThis")) << run.err;
  EXPECT_FALSE(run.says("ran"));
}

TEST_F(Loader, AnEntryPointThatIsMissingIsAnErrorWhenItIsCalled) {
  const std::string path = program(
      "#include <stdio.h>\nint cudaVDPAUGetDevice(void*, int, void*);\n"
      "int main(void) { printf(\"status %d\\n\", cudaVDPAUGetDevice(0, 0, 0)); }",
      library("libcudart.so.12", {"cudaVDPAUGetDevice"}), "--enable-new-dtags");

  const Outcome run = exec({path});

  EXPECT_TRUE(run.says("status 801\n")) << run.out << run.err;
  EXPECT_TRUE(run.complains("the program calls cudaVDPAUGetDevice, which forewarp's runtime does not have")) << run.err;
  EXPECT_TRUE(run.says("failed call: cudaVDPAUGetDevice: cudaErrorNotSupported")) << run.out;
}

/// Constants that the whole of NVIDIA's runtime consists of as far as we look.
const std::string constants =
    "const char* a[] = {\"CUDA driver version is insufficient for CUDA runtime version\", \"cuGetExportTable\", "
    "\"cuModuleLoadFatBinary\"};\n";

TEST_F(Loader, AProgramWithNvidiasStaticRuntimeIsRefused) {
  const std::string path = compiled("static", constants + "int main(void) { return 0; }", {"-Wl,--strip-all"});

  const Outcome run = exec({path});

  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(run.complains("nvcc -cudart shared")) << run.err;
  EXPECT_TRUE(runtime::has_nvidia_runtime(path));
  EXPECT_FALSE(runtime::has_nvidia_runtime("/bin/sh"));
}

TEST_F(Loader, SoIsOneWhoseLibraryHasIt) {
  const std::string blas = library("libcublas.so.12", {"cudaOfTheLibrary"}, constants);
  const std::string path =
      program("int cudaOfTheLibrary(void); int main(void) { return cudaOfTheLibrary(); }", blas, "--enable-new-dtags");

  const Outcome run = exec({path});

  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(run.complains("libcublas.so.12")) << run.err;
}

TEST_F(Loader, ScriptsAndProgramsWithoutCudaRun) {
  const std::string cudart = library("libcudart.so.12", {"cudaRuntimeGetVersion", "cudaMalloc", "cudaMemset"});
  const std::string path = program(asks_versions, cudart, "--enable-new-dtags");
  make_script("#!/bin/sh\necho one; " + path + "\n" + path + "\nexit 7\n");

  const Outcome nothing = exec({"/bin/echo", "--", "hello"});
  const Outcome on_path = exec({"--", "sh", "-c", path});
  const Outcome script = exec({(folder / "script").string()});

  EXPECT_EQ(nothing.status, 0);
  EXPECT_EQ(nothing.out, "hello\n");
  EXPECT_TRUE(nothing.complains("made no call of the CUDA runtime")) << nothing.err;
  EXPECT_TRUE(on_path.says("version 12090: 0 0 0\n")) << on_path.out << on_path.err;
  EXPECT_EQ(script.status, 7);
  EXPECT_TRUE(script.says("one\nversion 12090: 0 0 0\nversion 12090: 0 0 0\n")) << script.out << script.err;
}

TEST_F(Loader, WhatIsNoProgramIsRefused) {
  make_script("echo no first line\n");

  EXPECT_TRUE(exec({(folder / "script").string()}).complains("nor a script with #!"));
  EXPECT_TRUE(exec({"no_such_program"}).complains("no_such_program: no such program"));
  EXPECT_TRUE(exec({(folder / "absent").string()}).complains("no such program"));
}

class NvccPrograms : public Loader {
 protected:
  void SetUp() override {
    Loader::SetUp();
    if (IsSkipped()) return;
    const auto found = source::find_nvcc();
    if (!found) GTEST_SKIP() << "nvcc is not here";
    nvcc = found->string();
  }
  std::string linked(const std::vector<std::string>& flags, const char* file = "vector_add.cu") {
    const std::string out = (folder / "program").string();
    std::vector<std::string> command = {
        nvcc,       (programs / file).string(), "-o",       out,
        "-Xfatbin", "-compress=false",          "-gencode", "arch=compute_80,code=compute_80"};
    command.insert(command.end(), flags.begin(), flags.end());
    const Outcome run = test::run(command);
    EXPECT_EQ(run.status, 0) << run.err;
    return out;
  }
  std::string nvcc;
};

TEST_F(NvccPrograms, WithTheSharedRuntimeRun) {
  for (const char* stream : {"-default-stream=legacy", "-default-stream=per-thread"}) {
    const Outcome run = exec({linked({"-cudart", "shared", stream}), "--", "5000"});

    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(run.says("NVIDIA H100, 132 SMs, 9.0\nPASS\n")) << run.out << run.err;
  }
}

TEST_F(NvccPrograms, WithTheSharedRuntimeCanHaveTheClocksOfTheDevice) {
  const std::string path = linked({"-cudart", "shared"}, "clocks.cu");

  EXPECT_TRUE(exec({"--clock", "device", path}).says("device time"));
}

/// From CUDA 13 on calls of an old name have other parameters (cudaMemAdvise).
TEST_F(NvccPrograms, MeanTheCallsOfTheirVersionWithTheClocksOfTheDeviceToo) {
  const Outcome run = exec({"--clock", "device", linked({"-cudart", "shared"}, "located.cu")});

  EXPECT_EQ(run.status, 0) << run.out << run.err;
}

TEST_F(NvccPrograms, WithTheStaticRuntimeAreRefused) {
  const Outcome run = exec({linked({}), "--", "5000"});

  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(run.complains("nvcc -cudart shared")) << run.err;
}

}  // namespace
}  // namespace forewarp
