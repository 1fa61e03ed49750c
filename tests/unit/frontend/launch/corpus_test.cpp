// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/corpus.hpp"

#include <filesystem>

#include <gtest/gtest.h>

#include "forewarp/frontend/launch/argument_text.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::launch {
namespace {

namespace fs = std::filesystem;

TEST(Corpus, EveryKernelFitsTheSignatureOfItsShippedPtxAtEverySize) {
  const std::vector<std::string> names = corpus_names();
  ASSERT_GE(names.size(), 20u);
  for (const std::string& name : names) {
    const Description description = load_kernel(name);
    const auto shipped = shipped_ptx(description);
    ASSERT_TRUE(shipped) << name << ": kernel.ptx is older than its source: run tools/regenerate_ptx.sh";
    const ptx::Module module = ptx::parse(shipped->text, shipped->file.string());
    ASSERT_NE(module.find(description.entry), nullptr) << name;
    for (const ParameterSpec& parameter : description.parameters)
      for (const std::int64_t size : parameter.sizes)
        EXPECT_NO_THROW(
            (void)launch_from(description, {.set = {{parameter.name, size}}}, module.find(description.entry)))
            << name << " " << parameter.name << "=" << size;
  }
}

TEST(Corpus, ShippedPtxNamesNoFolderOfTheMachineItWasMadeOn) {
  for (const std::string& name : corpus_names())
    for (const fs::directory_entry& entry : fs::directory_iterator(*find_kernel_folder(name))) {
      if (entry.path().extension() != ".ptx") continue;
      const std::string text = read_file(entry.path());
      for (std::size_t at = text.find("\"/"); at != std::string::npos; at = text.find("\"/", at + 1))
        EXPECT_EQ(text.substr(at, 6), "\"/usr/") << entry.path();  // the toolkit's own headers
      EXPECT_NE(text.find(".loc"), std::string::npos) << entry.path();
    }
}

TEST(Corpus, AKernelIsFoundByItsNameItsFolderAndItsFiles) {
  const fs::path folder = *find_kernel_folder("matmul_tiled");

  EXPECT_TRUE(fs::equivalent(*find_kernel_folder("kernels/matmul_tiled"), folder));  // whatever the working directory
  EXPECT_EQ(find_kernel_folder(folder.string()), folder);
  EXPECT_EQ(find_kernel_folder(folder.string() + "/"), folder);
  EXPECT_EQ(find_kernel_folder((folder / "launch.toml").string()), folder);
  EXPECT_EQ(find_kernel_folder((folder / "kernel.cl").string()), folder);
  EXPECT_EQ(load_kernel((folder / "kernel.cl").string()).source, folder / "kernel.cl");
  EXPECT_EQ(load_kernel("matmul_tiled").source, folder / "kernel.cu");
  for (const char* wrong :
       {"", ".", "..", "/", "matmul_tilde", "kernels", "kernels/", "other/matmul_tiled", "kernels/../kernels"})
    EXPECT_FALSE(find_kernel_folder(wrong)) << wrong;
  EXPECT_THROW((void)load_kernel("matmul_tilde"), InputError);
}

TEST(Corpus, ShippedPtxServesOnlyTheSourceAndTheDefinesItWasMadeFrom) {
  const fs::path folder = fs::path(::testing::TempDir()) / "forewarp_corpus_test";
  fs::remove_all(folder);
  fs::create_directories(folder);
  write_file(folder / "kernel.cu", "source");
  write_file(folder / "kernel.ptx", shipped_ptx_header("source") + "ptx");
  write_file(folder / "launch.toml", "grid = 1\n[defines]\nBLOCK = 16\n[parameters]\nn = 4\n");
  const Description description = load_kernel(folder.string());

  ASSERT_TRUE(shipped_ptx(description));
  EXPECT_EQ(shipped_ptx(description)->text, shipped_ptx_header("source") + "ptx");
  EXPECT_EQ(shipped_ptx(description)->registers, 0u);
  EXPECT_TRUE(shipped_ptx(description, {.set = {{"n", 8}}}));
  EXPECT_TRUE(shipped_ptx(description, {.set = {{"BLOCK", 16}}}));
  EXPECT_FALSE(shipped_ptx(description, {.set = {{"BLOCK", 8}}}));
  write_file(folder / "kernel.cu", "another source");
  EXPECT_FALSE(shipped_ptx(description));
}

TEST(ShippedPtx, RecordsTheRegistersThatPtxasAllocated) {
  const fs::path folder = fs::path(::testing::TempDir()) / "forewarp_corpus_registers_test";
  fs::create_directories(folder);
  write_file(folder / "kernel.cu", "source");
  write_file(folder / "launch.toml", "grid = 1\n");

  write_file(folder / "kernel.ptx", shipped_ptx_header("source") + shipped_registers_line(38) + "ptx");
  EXPECT_EQ(shipped_ptx(load_kernel(folder.string()))->registers, 38u);
  write_file(folder / "kernel.ptx", shipped_ptx_header("source") + shipped_registers_line(9999) + "ptx");
  EXPECT_EQ(shipped_ptx(load_kernel(folder.string()))->registers, 0u);
  EXPECT_EQ(shipped_registers(shipped_ptx_header("any source") + shipped_registers_line(38)), 38u);
  EXPECT_EQ(shipped_registers(shipped_registers_line(38)), 0u);  // of some other text
  EXPECT_EQ(shipped_registers(""), 0u);
}

}  // namespace
}  // namespace forewarp::launch
