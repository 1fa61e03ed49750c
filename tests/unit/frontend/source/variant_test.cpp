// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/detail/variant.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "forewarp/frontend/source/compiler.hpp"
#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/frontend/source/nvrtc.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "unit/frontend/source/with_compilers.hpp"

namespace forewarp::source {
namespace {

constexpr std::string_view device_only =
    "#ifndef TILE\n#define TILE 8\n#endif\n"
    "#if TILE > 16\n#define WIDE 1\n#else\n#define WIDE 0\n#endif\n"
    "template <int N> __global__ void spare(int* p) { p[threadIdx.x] = N; }\n"
    "extern \"C\" __global__ void k(int* p) { p[threadIdx.x] = WIDE + 1000; }\n";

class Variants : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto nvcc = find_nvcc();
    if (!nvcc || !find_nvrtc(*nvcc)) GTEST_SKIP() << "NVRTC is not here";
  }
  CompileOptions options(std::string_view text, const std::string& define) {
    std::ofstream(folder_.path() / "k.cu") << text;
    return {
        .path = folder_.path() / "k.cu", .defines = {define}, .compiler = CompilerChoice::nvcc, .many_variants = true};
  }
  TemporaryFolder folder_;
  Compiler compiler_{std::make_shared<CacheStore>(folder_.path() / "cache")};
};

TEST_F(Variants, OfDeviceCodeGoThroughNvrtcAndShareWhatPreprocessesAlike) {
  const auto a = compiler_.compile(options(device_only, "TILE=8"));
  const auto b = compiler_.compile(options(device_only, "TILE=12"));
  const auto c = compiler_.compile(options(device_only, "TILE=32"));

  EXPECT_EQ(a->compiler.substr(0, 5), "nvrtc");
  EXPECT_EQ(a->entries, std::vector<std::string>{"k"});
  EXPECT_EQ(a->arch, "sm_80");
  EXPECT_NE(a->ptx.find(".loc"), std::string::npos);
  EXPECT_EQ(a->ptx, b->ptx);
  EXPECT_NE(a->ptx, c->ptx);
  EXPECT_EQ(compiler_.compilations(), 2u);
}

TEST_F(Variants, OfAFileWithHostCodeFallBackToNvcc) {
  CompileOptions whole{.path = test_data("guide.cu"), .compiler = CompilerChoice::nvcc, .many_variants = true};
  const auto result = compiler_.compile(whole);

  EXPECT_EQ(result->compiler.substr(0, 4), "nvcc");
  EXPECT_EQ(result->entries.size(), 2u);
}

TEST_F(Variants, InstantiateTemplates) {
  const CompiledKernel kernel = compiler_.compile_kernel(options(device_only, "TILE=8"), "spare<5>");

  EXPECT_EQ(kernel_signature(kernel.entry), "spare<5>(int*)");
  EXPECT_EQ(kernel.compiled->compiler.substr(0, 5), "nvrtc");
}

TEST_F(Variants, WithAnErrorGetNvccsTextAndTheNextOneIsServed) {
  const std::string text = "#if TILE > 16\n#error too wide\n#endif\n__global__ void k(int* p) { *p = TILE; }\n";
  try {
    (void)compiler_.compile(options(text, "TILE=32"));
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("too wide"), std::string::npos);
  }
  EXPECT_EQ(compiler_.compile(options(text, "TILE=8"))->compiler.substr(0, 5), "nvrtc");
}

TEST_F(Variants, ThatLookAtAMacroOnlyNvrtcKnowsAreNotTakenForTheSame) {
  // __NVRTC_SECRET__ is undefined for the stand-in preprocessor; were NVRTC to define it, X would matter.
  const std::string text =
      "#ifdef __NVRTC_SECRET__\n#define V X\n#else\n#define V 1\n#endif\n__global__ void k(int* p) { *p = V; }\n";
  (void)compiler_.compile(options(text, "X=1"));
  (void)compiler_.compile(options(text, "X=2"));

  EXPECT_EQ(compiler_.compilations(), 2u);
}

TEST(ClangVariants, WithTheHeaderPrecompiledGiveTheSamePtx) {
  if (!is_here(CompilerChoice::clang)) GTEST_SKIP() << "clang is not here";
  const TemporaryFolder folder;
  const auto store = std::make_shared<CacheStore>(folder.path());
  CompileOptions one{.path = test_data("everything.cu"), .defines = {"UNUSED=1"}, .compiler = CompilerChoice::clang};
  CompileOptions many = one;
  many.many_variants = true;
  Compiler compiler(store);
  const auto plain = compile_uncached(one);
  const auto precompiled = compiler.compile(many);

  EXPECT_EQ(plain.ptx, precompiled->ptx);
  std::size_t headers = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path()))
    headers += entry.path().extension() == ".kept" ? 1 : 0;
  EXPECT_EQ(headers, 1u);
}

TEST(Directives, AreTakenOutAndReservedUnknownsAreNoticed) {
  std::string text = "# 1 \"k.cu\"\n#define TILE 8\n#undef WIDE\nint x;\n";
  EXPECT_FALSE(take_out_directives(text, {"TILE"}));
  EXPECT_EQ(text, "# 1 \"k.cu\"\nint x;\n");
  text = "#undef __GNUC__\n";
  EXPECT_TRUE(take_out_directives(text, {}));
  text = "#undef __MINE\n";
  EXPECT_FALSE(take_out_directives(text, {"__MINE"}));
}

TEST(Dependencies, AreTheUsersFilesInLineMarkers) {
  const TemporaryFolder folder;
  const std::string user = folder.path() / "user.h", system = folder.path() / "system.h";
  std::ofstream(user) << "";
  std::ofstream(system) << "";
  const std::string text =
      "# 1 \"" + user + "\" 1\nint x;\n# 1 \"" + system + "\" 1 3\n# 0 \"<built-in>\"\n# 1 \"/none\"\n";

  EXPECT_EQ(dependencies_in(text, ""), std::vector<std::filesystem::path>{std::filesystem::canonical(user)});
  EXPECT_TRUE(dependencies_in(text, std::filesystem::canonical(folder.path())).empty());
}

}  // namespace
}  // namespace forewarp::source
