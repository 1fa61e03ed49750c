// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/source_text.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::source {
namespace {
namespace fs = std::filesystem;

TEST(SourceText, HoldsTheLinesOfTheUsersFilesAtTheirPlaces) {
  const TemporaryFolder folder;
  const fs::path main = fs::canonical(folder.path()) / "k.cu", header = fs::canonical(folder.path()) / "k.cuh";
  std::ofstream(main) << "";
  std::ofstream(header) << "";
  const std::string text = "# 0 \"" + main.string() + "\"\n# 1 \"/usr/include/stdio.h\" 1 3\nint printf();\n# 2 \"" +
                           main.string() + "\" 2\nsecond\n# 1 \"" + header.string() + "\" 1\nfirst of header\n# 5 \"" +
                           main.string() + "\" 2\nfifth\n";

  const std::vector<SourceText> texts = texts_in(text, {});

  ASSERT_EQ(texts.size(), 2u);
  EXPECT_EQ(texts[0].file, main);
  EXPECT_EQ(texts[0].text, "\nsecond\n\n\nfifth\n");
  EXPECT_EQ(texts[1].text, "first of header\n");
  EXPECT_TRUE(texts_in(text, folder.path().parent_path()).empty()) << "all of it lies in the toolkit";
}

TEST(SourceText, ComesBackFromACache) {
  const std::vector<SourceText> texts{{"/a/b.cu", "int x;\n"}, {"/c", "\"\xff\n"}};

  const auto back = unpacked_texts(packed_texts(texts));

  ASSERT_TRUE(back);
  ASSERT_EQ(back->size(), 2u);
  EXPECT_EQ((*back)[0].text, "int x;\n");
  for (const char* damaged : {"", "{}", "[[1,2]]", "[[\"a\"]]", "[3"}) EXPECT_FALSE(unpacked_texts(damaged)) << damaged;
}

TEST(SourceText, OfAHostileMarkerIsShort) {
  const TemporaryFolder folder;
  const fs::path file = fs::canonical(folder.path()) / "k.cu";
  std::ofstream(file) << "";

  const auto texts = texts_in("# 4000000000 \"" + file.string() + "\"\nx\n# 99999999999 \"a\"\n", {});

  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(texts[0].text, "x\n# 99999999999 \"a\"\n");
}

}  // namespace
}  // namespace forewarp::source
