// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/source/compiler.hpp"

#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "forewarp/source/entry.hpp"
#include "forewarp/source/temporary_folder.hpp"
#include "forewarp/support/error.hpp"
#include "unit/source/with_compilers.hpp"

namespace forewarp::source {
namespace {

constexpr std::string_view source =
    "#include \"size.h\"\n"
    "#if BLOCK > 128\n"
    "#define WIDE 1\n"
    "#else\n"
    "#define WIDE 0\n"
    "#endif\n"
    "template <int N> __global__ void spare(int* p) { p[threadIdx.x] = N; }\n"
    "__global__ void k(int* p) { p[threadIdx.x] = WIDE + SIZE; }\n";

class CachedCompile : public WithEachCompiler {
 protected:
  void SetUp() override {
    WithEachCompiler::SetUp();
    write("k.cu", source);
    write("size.h", "#define SIZE 1000\n");
  }
  void write(const std::string& name, std::string_view text) { std::ofstream(folder_.path() / name) << text; }
  CompileOptions options(const std::string& define) {
    return {.path = folder_.path() / "k.cu", .defines = {define}, .compiler = GetParam()};
  }
  std::shared_ptr<CacheStore> store() { return std::make_shared<CacheStore>(folder_.path() / "cache"); }

  TemporaryFolder folder_;
};

TEST_P(CachedCompile, CompilesOnceWhatPreprocessesToTheSameText) {
  Compiler compiler(store());
  const auto narrow = compiler.compile(options("BLOCK=32"));
  const auto same = compiler.compile(options("BLOCK=64"));
  const auto wide = compiler.compile(options("BLOCK=256"));

  EXPECT_EQ(compiler.compilations(), 2u);
  EXPECT_EQ(narrow->ptx, same->ptx);
  EXPECT_NE(narrow->ptx, wide->ptx);
}

TEST_P(CachedCompile, CompilesOnceAcrossProcesses) {
  Compiler first(store()), second(store());
  const auto a = first.compile(options("BLOCK=32"));
  const auto b = second.compile(options("BLOCK=32"));
  const auto c = second.compile(options("BLOCK=33"));

  EXPECT_FALSE(a->from_cache);
  EXPECT_TRUE(b->from_cache);
  EXPECT_EQ(first.compilations() + second.compilations(), 1u);
  EXPECT_EQ(a->ptx, b->ptx);
  EXPECT_EQ(a->ptx, c->ptx);
  EXPECT_EQ(b->compiler, a->compiler);
  EXPECT_EQ(b->entries, a->entries);
}

TEST_P(CachedCompile, CompilesOnceForThreadsThatAskTogether) {
  Compiler compiler(store());
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] { (void)compiler.compile(options("BLOCK=" + std::to_string(i))); });
  threads.clear();

  EXPECT_EQ(compiler.compilations(), 1u);
}

TEST_P(CachedCompile, SeesThatAnIncludedFileChanged) {
  Compiler compiler(store());
  const auto before = compiler.compile(options("BLOCK=32"));
  write("size.h", "#define SIZE 2000\n");
  const auto after = compiler.compile(options("BLOCK=32"));

  EXPECT_NE(before->ptx.find("1000"), std::string::npos);
  EXPECT_NE(after->ptx.find("2000"), std::string::npos);
  EXPECT_EQ(compiler.compilations(), 2u);
}

TEST_P(CachedCompile, WorksWithoutAFolderAndSaysSo) {
  Compiler compiler(std::make_shared<CacheStore>("/proc/nowhere"));
  const auto result = compiler.compile(options("BLOCK=32"));
  (void)compiler.compile(options("BLOCK=33"));

  EXPECT_EQ(compiler.compilations(), 1u) << "within the process nothing is compiled twice even so";
  ASSERT_EQ(result->notes.size(), 1u);
  EXPECT_NE(result->notes[0].find("no cache"), std::string::npos);
}

TEST_P(CachedCompile, InstantiatesTheTemplateThatIsAskedFor) {
  Compiler compiler(store());
  const CompiledKernel kernel = compiler.compile_kernel(options("BLOCK=32"), "spare<7>");
  EXPECT_EQ(kernel_signature(kernel.entry), "spare<7>(int*)");
  (void)compiler.compile_kernel(options("BLOCK=33"), "spare<7>");
  EXPECT_EQ(compiler.compilations(), 2u) << "the file once, the instance once";
  EXPECT_EQ(compiler.compile_kernel(options("BLOCK=32"), "").entry, "_Z1kPi");
  EXPECT_THROW((void)compiler.compile_kernel(options("BLOCK=32"), "absent"), InputError);
  EXPECT_THROW((void)compiler.compile_kernel(options("BLOCK=32"), "absent<3>"), InputError);
}

TEST_P(CachedCompile, ReportsAnErrorToEveryoneAndKeepsNone) {
  Compiler compiler(store());
  write("size.h", "#error no size\n");
  EXPECT_THROW((void)compiler.compile(options("BLOCK=32")), InputError);
  write("size.h", "#define SIZE 5\n");
  EXPECT_NO_THROW((void)compiler.compile(options("BLOCK=32")));
}

INSTANTIATE_TEST_SUITE_P(Each, CachedCompile, testing::Values(CompilerChoice::nvcc, CompilerChoice::clang),
                         [](const auto& each) { return WithEachCompiler::name(each.param); });

}  // namespace
}  // namespace forewarp::source
