// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// docs/loop.md as a user would follow it: the lines of its "loop" blocks, one after the other, give what its "c"
/// blocks show.
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "forewarp/support/file.hpp"
#include "forewarp/symbolic/loop/generate/generate.hpp"
#include "forewarp/symbolic/loop/read.hpp"
#include "source_dir.hpp"

namespace {

using namespace forewarp;

/// Every line without the blanks before it.
std::string flat(const std::string& code) {
  std::istringstream in(code);
  std::string out;
  for (std::string line; std::getline(in, line);)
    out += line.substr(std::min(line.find_first_not_of(' '), line.size())) + "\n";
  return out;
}

TEST(LoopTutorial, EveryBlockIsWhatComesOut) {
  std::istringstream in(read_file(std::string(forewarp::test::source_dir()) + "/docs/loop.md"));
  std::string program, block, language;
  int shown = 0;
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("```")) {
      if (!language.empty()) block += line + "\n";
      continue;
    }
    if (language == "loop") program += block;
    if (language == "c") {
      const std::string code = loop::generate(loop::parse(program), loop::Target::opencl);
      EXPECT_NE(flat(code).find(flat(block)), std::string::npos) << "the tutorial shows\n"
                                                                 << block << "and out comes\n"
                                                                 << code;
      ++shown;
    }
    language = line.substr(3);
    block.clear();
  }
  EXPECT_EQ(shown, 6);
}

}  // namespace
