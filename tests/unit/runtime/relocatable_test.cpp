// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Relocatable device code of several files (-rdc=true, -dc, -dlink), by clang and by nvcc.
#include "forewarp/runtime/device_link.hpp"

#include "exec_fixture.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp {
namespace {

using Words = std::vector<std::string>;

TEST(DeviceLink, AStaticVariableHasTheNameOfItsDefinition) {
  const std::string head = ".version 8.5\n.target sm_80\n.address_size 64\n";
  const std::string own = ".extern .global .align 4 .u32 _ZL4stat;\n",
                    other = ".extern .global .align 4 .u32 counter;\n",
                    definition = ".visible .global .align 4 .u32 _ZL4stat__static__12ab = 7;\n",
                    kernel = ".visible .entry k()\n{\n.reg .u64 %rd1;\nmov.u64 %rd1, ";

  EXPECT_EQ(runtime::with_static_names(head + own + other + definition + kernel + "_ZL4stat;\nret;\n}\n"),
            head + other + definition + kernel + "_ZL4stat__static__12ab;\nret;\n}\n");
  EXPECT_EQ(runtime::with_static_names(head + other), head + other);
}

class Relocatable : public test::ExecTest, public ::testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    ExecTest::SetUp();
    if (std::string(GetParam()) == "nvcc" && !source::find_nvcc()) GTEST_SKIP() << "nvcc is not here";
  }
  test::Outcome exec_of(const Words& sources) {
    Words words = {"--compiler", GetParam(), "--compiler-flag=-rdc=true"};
    words.insert(words.end(), sources.begin(), sources.end());
    return exec(words);
  }
  test::Outcome nvcc(const Words& more) {
    Words words = {"env", std::string("FOREWARP_COMPILER=") + GetParam(), FOREWARP_TOOL, "nvcc", "-arch=sm_80"};
    words.insert(words.end(), more.begin(), more.end());
    return test::run(words);
  }
  std::string file(const std::string& name, const std::string& text = "") {
    const std::string path = (folder / name).string();
    if (!text.empty()) write_file(path, text);
    return path;
  }

  const std::string main_file = (programs / "relocatable_main.cu").string(),
                    device_file = (programs / "relocatable_device.cu").string();
  TemporaryFolder folder;
};

TEST_P(Relocatable, KernelsUseFunctionsAndVariablesOfAnotherFile) {
  const test::Outcome run = exec_of({main_file, device_file});

  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out.substr(0, run.out.find("\n\n")),
            "shift of 1000 in the first file\nshift of 1000 in the second file\nPASS");
  EXPECT_TRUE(run.says("shift(float*, int)")) << run.out;
}

TEST_P(Relocatable, OneFileAloneIsRelocatableToo) {
  EXPECT_TRUE(exec_of({(programs / "vector_add.cu").string()}).says("PASS"));
}

TEST_P(Relocatable, ADefinitionThatIsMissingIsNamed) {
  const std::string a = file("a.cu",
                             "__device__ float elsewhere(int);\nextern __device__ int there;\n"
                             "__global__ void k(float* x) { *x = elsewhere(there); }\n"
                             "int main() { k<<<1, 1>>>(nullptr); }\n");

  const test::Outcome run = exec_of({a});

  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(run.complains("a.cu uses 'elsewhere(int)' on the device, which no file of the program defines"))
      << run.err;
}

TEST_P(Relocatable, TwoDefinitionsAreNamedWithTheirFiles) {
  const std::string f = "__device__ int f(int x) { return x; }\n";
  const std::string a = file("a.cu", f + "__global__ void k(int* x) { *x = f(1); }\nint main() {}\n");
  const std::string b = file("b.cu", f);

  const test::Outcome run = exec_of({a, b});

  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(run.complains("a.cu") && run.complains("b.cu") && run.complains("f(int)")) << run.err;
}

TEST_P(Relocatable, ObjectsAreLinkedByAMakefilesCommands) {
  const std::string main_object = file("main.o"), device_object = file("device.o"), link = file("link.o"),
                    program = file("app"), archive = file("libdevice.a");
  for (const auto& [source, object] : {std::pair(main_file, main_object), std::pair(device_file, device_object)}) {
    const test::Outcome compiled = nvcc({"-dc", "-O3", source, "-o", object});
    ASSERT_EQ(compiled.status, 0) << compiled.err;
  }

  // In one step; with a device link of its own; with an archive.
  const test::Outcome one = nvcc({"-rdc=true", main_object, device_object, "-o", program});
  ASSERT_EQ(one.status, 0) << one.err;
  EXPECT_TRUE(exec({program}).says("PASS"));
  ASSERT_EQ(nvcc({"-dlink", main_object, device_object, "-o", link}).status, 0);
  ASSERT_EQ(nvcc({main_object, device_object, link, "-o", program}).status, 0);
  EXPECT_TRUE(exec({program}).says("PASS"));
  ASSERT_EQ(test::run({"ar", "rcs", archive, device_object}).status, 0);
  const test::Outcome archived =
      nvcc({main_object, "-L" + folder.path().string(), "-ldevice", "-lcudadevrt", "-o", program});
  ASSERT_EQ(archived.status, 0) << archived.err;
  EXPECT_TRUE(exec({program}).says("PASS"));
}

TEST_P(Relocatable, SourcesAreCompiledAndLinkedInOneCommand) {
  const std::string program = file("app");

  const test::Outcome made = nvcc({"-rdc=true", "-O2", main_file, device_file, "-o", program});

  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_TRUE(exec({program}).says("PASS"));
}

INSTANTIATE_TEST_SUITE_P(Compilers, Relocatable, ::testing::Values("clang", "nvcc"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace forewarp
