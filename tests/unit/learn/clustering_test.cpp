// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/selection/clustering.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "unit/message_of.hpp"

namespace forewarp::learn {
namespace {

using forewarp::testing::message_of;

std::vector<double> distances_of(const std::vector<double>& places) {
  std::vector<double> d;
  for (const double a : places)
    for (const double b : places) d.push_back(std::abs(a - b));
  return d;
}

std::vector<double> heights(const std::vector<double>& places, Linkage linkage) {
  std::vector<double> result;
  for (const Merge& merge : cluster(distances_of(places), places.size(), linkage).merges)
    result.push_back(merge.height);
  return result;
}

// Places 0, 1 and 5: 0 and 1 join at 1. From {0, 1} to 5: least 4, greatest 5, mean 4.5; Ward's
// sqrt((2 x 25 + 2 x 16 - 1) / 3) = sqrt(27).
TEST(Clustering, LinkagesDifferInTheDistanceToAPair) {
  EXPECT_EQ(heights({0, 1, 5}, Linkage::single), (std::vector<double>{1, 4}));
  EXPECT_EQ(heights({0, 1, 5}, Linkage::complete), (std::vector<double>{1, 5}));
  EXPECT_EQ(heights({0, 1, 5}, Linkage::average), (std::vector<double>{1, 4.5}));
  EXPECT_EQ(heights({0, 1, 5}, Linkage::ward), (std::vector<double>{1, std::sqrt(27.0)}));
}

// From {0, 1, 5} to 20 the distances are 20, 19 and 15: their mean counts every leaf once.
TEST(Clustering, AnAverageWeighsAClusterByItsLeaves) {
  EXPECT_EQ(heights({0, 1, 5, 20}, Linkage::average), (std::vector<double>{1, 4.5, 18}));
}

TEST(Clustering, EachMergeNamesItsPartsAndItsSize) {
  const std::vector<double> places = {0, 10, 1, 11};

  const Dendrogram tree = cluster(distances_of(places), 4, Linkage::single);

  ASSERT_EQ(tree.merges.size(), 3);
  EXPECT_EQ(tree.merges[0].a, 0);
  EXPECT_EQ(tree.merges[0].b, 2);
  EXPECT_EQ(tree.merges[2].a, 4);  // the clusters of the first two merges
  EXPECT_EQ(tree.merges[2].b, 5);
  EXPECT_EQ(tree.merges[2].size, 4);
}

TEST(Clustering, ACutNumbersClustersByTheirFirstLeaf) {
  const Dendrogram tree = cluster(distances_of({0, 10, 1, 11}), 4, Linkage::single);

  EXPECT_EQ(tree.cut(1), (std::vector<std::size_t>{0, 0, 0, 0}));
  EXPECT_EQ(tree.cut(2), (std::vector<std::size_t>{0, 1, 0, 1}));
  EXPECT_EQ(tree.cut(4), (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(tree.cut_at_height(1), (std::vector<std::size_t>{0, 1, 0, 1}));  // merges at the height itself stay
  EXPECT_EQ(tree.cut_at_height(0.9), (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(tree.order(), (std::vector<std::size_t>{0, 2, 1, 3}));
}

TEST(Clustering, OneLeafIsATreeWithoutMerges) {
  const Dendrogram tree = cluster(std::vector<double>{0}, 1, Linkage::ward);

  EXPECT_TRUE(tree.merges.empty());
  EXPECT_EQ(tree.order(), std::vector<std::size_t>{0});
}

TEST(Clustering, RefusesWhatIsNoDistanceAndCutsThatDoNotExist) {
  EXPECT_EQ(message_of([] { (void)cluster({}, 0, Linkage::single); }), "there is nothing to cluster");
  EXPECT_EQ(message_of([] { (void)cluster({}, 4097, Linkage::single); }), "4097 features are more than 4096");
  EXPECT_EQ(message_of([] {
              (void)cluster(std::vector<double>{0, -1, -1, 0}, 2, Linkage::single);
            }),
            "-1 is not a distance");
  EXPECT_THROW((void)cluster(std::vector<double>{0, NAN, NAN, 0}, 2, Linkage::single), InputError);
  const Dendrogram tree = cluster(distances_of({0, 1, 5}), 3, Linkage::single);
  EXPECT_EQ(message_of([&] { (void)tree.cut(4); }), "3 features cannot be cut into 4 clusters");
  EXPECT_THROW((void)tree.cut(0), InputError);
}

TEST(Clustering, LinkagesAreReadByName) {
  for (std::size_t i = 0; i < linkage_names.size(); ++i)
    EXPECT_EQ(linkage_called(linkage_names[i]), static_cast<Linkage>(i));

  EXPECT_EQ(message_of([] { (void)linkage_called("centroid"); }),
            "'centroid' is not a linkage; there is single, complete, average, ward");
}

}  // namespace
}  // namespace forewarp::learn
