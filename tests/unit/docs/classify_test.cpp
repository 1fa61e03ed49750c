// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// datagen, train and classify one after the other, as docs/advise.md has them: each of the ten kernels of zigon2020's
/// Table 1 is called by its class, with the strategies that the table prints.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "forewarp/model/advise/classes.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/table/csv.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "source_dir.hpp"

namespace forewarp {
namespace {

const std::filesystem::path source = test::source_dir();

class Classify : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_.emplace("classify");
    std::string list;
    for (int k = 1; k <= 10; ++k) list += forewarp(fmt::format("datagen -q --class K{} --every 120", k));
    write_file(*folder_ / "list.txt", list);
    forewarp("datagen --run list.txt -o samples.csv");
    forewarp("train samples.csv --target class --group size --learner random_forest:trees=100,max_depth=6 -o k.fwm");
  }
  static void TearDownTestSuite() { folder_.reset(); }
  static std::string forewarp(const std::string& arguments) {
    const std::string command =
        fmt::format("cd '{}' && '{}' {} >out.txt 2>err.txt", folder_->path().string(), FOREWARP_TOOL, arguments);
    EXPECT_EQ(std::system(command.c_str()), 0) << arguments << "\n" << read_file(*folder_ / "err.txt");
    return read_file(*folder_ / "out.txt");
  }
  static std::optional<TemporaryFolder> folder_;
};
std::optional<TemporaryFolder> Classify::folder_;

TEST_F(Classify, NamesTheStrategiesOfTable1WithTheClassInAllTenRows) {
  const Table table = table::read_csv(source / "data/papers/zigon2020_table1.csv");
  const auto classes = advise::read_classes();

  ASSERT_EQ(table.rows(), 10u);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const std::string& id = table.texts("kernel")[i];
    // At the sizes of its launch.toml, which are not among the samples.
    const advise::KernelClass& known = advise::find_class(classes, id);
    std::string arguments;
    for (const auto& [name, value] : known.arguments) arguments += fmt::format(" --arg {}={}", name, value);
    const std::string called =
        forewarp(fmt::format("classify {} --device 'TITAN V' --model k.fwm --csv{}", known.kernel, arguments));
    const Table ranked = table::parse_csv(called);
    EXPECT_EQ(ranked.texts("class")[0], id) << called;
    EXPECT_EQ(ranked.texts("strategies")[0], table.texts("strategies")[i]) << id;
  }
}

TEST_F(Classify, PrintsTheLimiterAndTheThreeMostAlike) {
  std::string text = forewarp("classify matmul_tiled --device 'TITAN V' --model k.fwm");
  for (std::size_t at; (at = text.find(source.string())) != std::string::npos;)
    text.replace(at, source.string().size(), "SOURCE");

  const std::filesystem::path golden = source / "tests/golden/classify/matmul_tiled.out";
  if (std::getenv("FOREWARP_REGENERATE")) write_file(golden, text);
  EXPECT_EQ(text, read_file(golden));
}

}  // namespace
}  // namespace forewarp
