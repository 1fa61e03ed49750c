// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/pick/collection.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::pick;

std::vector<Generator> three() {
  return {Generator::parse("generator matmul_sq\ntags dense\nargument prefetch: True, False\nsize n: 64, 128, "
                           "...\nrequire n < 1000\n===\np @prefetch@\n",
                           "a"),
          Generator::parse("generator finite_diff\ntags stencil\nsize n: 32\n===\nq\n", "b"),
          Generator::parse("generator other\ntags dense stencil\nsize m: 1\n===\nr\n", "c")};
}

Filter filter(std::vector<std::string> tags) { return parse_filter(tags); }

std::vector<std::string> names(const std::vector<std::string>& tags, Match match = Match::superset) {
  std::vector<std::string> all;
  for (const MeasurementKernel& k : kernels(three(), parse_filter(tags), match)) all.push_back(k.name);
  return all;
}

std::vector<std::string> matching(const std::vector<std::string>& tags, Match match) {
  std::vector<std::string> all;
  for (const Generator& g : three())
    if (matches(g, filter(tags), match)) all.push_back(g.name());
  return all;
}

TEST(PickCollection, TheFourConditionsOfThePaper) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(matching({"matmul_sq"}, Match::superset), Names{"matmul_sq"});
  EXPECT_EQ(matching({"matmul_sq", "finite_diff"}, Match::superset), Names{});
  EXPECT_EQ(matching({"matmul_sq", "finite_diff"}, Match::intersect), (Names{"matmul_sq", "finite_diff"}));
  EXPECT_EQ(matching({"matmul_sq"}, Match::identical), Names{});
  EXPECT_EQ(matching({"matmul_sq", "dense"}, Match::identical), Names{"matmul_sq"});
  EXPECT_EQ(matching({"matmul_sq", "dense", "more"}, Match::subset), Names{"matmul_sq"});
  EXPECT_EQ(matching({"dense"}, Match::subset), Names{});
  EXPECT_EQ(matching({"dense"}, Match::superset), (Names{"matmul_sq", "other"}));
}

TEST(PickCollection, AKernelForEveryElementOfTheProduct) {
  EXPECT_EQ(names({"matmul_sq"}),
            (std::vector<std::string>{"matmul_sq prefetch:True n:64", "matmul_sq prefetch:True n:128",
                                      "matmul_sq prefetch:False n:64", "matmul_sq prefetch:False n:128"}));
  EXPECT_EQ(names({"matmul_sq", "prefetch:False", "n:96,2000"}),
            std::vector<std::string>{"matmul_sq prefetch:False n:96"});
  const auto one = kernels(three(), filter({"matmul_sq", "prefetch:True", "n:64"}));
  EXPECT_EQ(one.at(0).sizes, (std::map<std::string, std::int64_t>{{"n", 64}}));
  EXPECT_EQ(one.at(0).loop_program, "p True\n");
}

TEST(PickCollection, SaysWhatDoesNotFit) {
  const auto message = [](const std::vector<std::string>& tags) {
    try {
      (void)names(tags);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(message({"matmul"}),
            "no generator matches the tags matmul (superset); no generator has the tag 'matmul' (did you mean "
            "'matmul_sq'?)");
  EXPECT_EQ(message({"zebra"}), "no generator matches the tags zebra (superset); no generator has the tag 'zebra'");
  EXPECT_EQ(message({"matmul_sq", "prefetch:Maybe"}), "matmul_sq: 'prefetch' cannot be Maybe; it can be True, False");
  EXPECT_EQ(message({"finite_diff", "n:64"}), "finite_diff: 'n' cannot be 64; it can be 32");
  EXPECT_EQ(message({"matmul_sq", "prefech:True"}),
            "none of the generators has an argument 'prefech' (did you mean 'prefetch'?)");
  EXPECT_EQ(message({"n:,"}), "the tag 'n:,' has an empty value");
  EXPECT_THROW((void)match_named("superb"), InputError);
}

}  // namespace
