// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/compiler.hpp"

#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "unit/frontend/source/with_compilers.hpp"

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

TEST_P(CachedCompile, TemplateArgumentsMayBeWrittenAsPeopleDo) {
  write("size.h",
        "#define SIZE 1\nenum Mode { slow, fast = 3 };\nenum class Kind { a, b };\n"
        "template <bool B, class T> __global__ void fill(T* p) { p[threadIdx.x] = B; }\n"
        "template <Mode M> __global__ void run(int* p) { p[threadIdx.x] = M; }\n"
        "template <Kind K> __global__ void pick(int* p) { p[threadIdx.x] = static_cast<int>(K); }\n"
        "template __global__ void fill<true, float>(float*);\n");
  Compiler compiler(store());
  const auto entry = [&](const char* name) { return compiler.compile_kernel(options("BLOCK=32"), name).entry; };

  EXPECT_EQ(entry("fill<1, float>"), "_Z4fillILb1EfEvPT0_") << "the file itself has this instance";
  EXPECT_EQ(entry("fill<0, float>"), "_Z4fillILb0EfEvPT0_");
  EXPECT_EQ(entry("fill<false,double>"), "_Z4fillILb0EdEvPT0_");
  EXPECT_EQ(entry("run<fast>"), "_Z3runIL4Mode3EEvPi");
  EXPECT_EQ(entry("run<(Mode)0>"), "_Z3runIL4Mode0EEvPi");
  EXPECT_EQ(entry("pick<Kind::b>"), "_Z4pickIL4Kind1EEvPi");
  EXPECT_EQ(entry("spare<BLOCK>"), "_Z5spareILi32EEvPi") << "a macro in the name";
}

TEST_P(CachedCompile, TextsAreTheUsersFilesWithMacrosExpanded) {
  Compiler compiler(store());
  (void)compiler.compile(options("BLOCK=32"));

  const std::vector<SourceText> texts = compiler.texts(options("BLOCK=32"));

  const auto has = [&](const std::string& part) {
    for (const SourceText& t : texts)
      if (t.file.filename() == "k.cu" && t.text.find(part) != std::string::npos) return true;
    return false;
  };
  EXPECT_TRUE(has("0 + 1000"));  // WIDE + SIZE
  EXPECT_FALSE(has("blockIdx"));
  write("size.h", "#define SIZE 2000\n");
  EXPECT_NE(compiler.texts(options("BLOCK=32"))[0].text.find("0 + 2000"), std::string::npos) << "a header changed";
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
