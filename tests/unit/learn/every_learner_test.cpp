// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/learn/every_learner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numeric>

#include "forewarp/support/error.hpp"
#include "forewarp/support/random.hpp"

namespace forewarp::learn {
namespace {

using namespace testing;

std::string name_of(const Case& c) { return c.learner + (c.classes ? " of classes" : " of numbers"); }

TEST(EveryLearner, WhatIsWrittenIsReadBackToTheBit) {
  for (const Case& c : every_case()) {
    const auto p = fitted(c);
    Writer first, second;
    p->write(first);

    const auto again = predictor_from(c.learner, first.bytes());
    again->write(second);

    EXPECT_EQ(second.bytes(), first.bytes()) << name_of(c);
    EXPECT_EQ(predictions(*again, test_samples()), predictions(*p, test_samples())) << name_of(c);
  }
}

TEST(EveryLearner, OneRowAtATimeAnswersAsAllAtOnce) {
  for (const Case& c : every_case()) {
    const auto p = fitted(c);
    const Samples samples = test_samples();
    const std::vector<double> all = predictions(*p, samples);
    std::vector<double> row(4), out(p->outputs());
    for (std::size_t i = 0; i < samples.rows(); ++i) {
      samples.copy_row(i, row);
      p->predict(row, out);
      EXPECT_TRUE(std::ranges::equal(out, std::span(all).subspan(i * out.size(), out.size()))) << name_of(c);
    }
  }
}

TEST(EveryLearner, ProbabilitiesAddUpToOneAndImportancesToo) {
  for (const Case& c : every_case()) {
    const auto p = fitted(c);
    const std::vector<double> out = predictions(*p, test_samples());
    for (std::size_t i = 0; c.classes && i < out.size(); i += 3)
      EXPECT_NEAR(out[i] + out[i + 1] + out[i + 2], 1, 1e-9) << name_of(c);

    const std::vector<double> importances = p->importances();
    if (!importances.empty()) {
      EXPECT_EQ(importances.size(), 4u) << name_of(c);
      EXPECT_NEAR(std::accumulate(importances.begin(), importances.end(), 0.0), 1, 1e-9) << name_of(c);
    }
  }
}

TEST(EveryLearner, SameSeedSameBytesOnAnyNumberOfThreads) {
  for (const Case& c : every_case()) {
    const auto bytes = [&](unsigned threads) {
      Writer out;
      make_learner(c.learner, c.settings)
          ->fit(train_samples(), target_of(c), {.seed = 5, .threads = threads})
          ->write(out);
      return out.bytes();
    };

    EXPECT_EQ(bytes(1), bytes(3)) << name_of(c);
  }
}

TEST(EveryLearner, RefusesNaNInfinityNothingAndTheOtherTask) {
  for (const Case& c : every_case()) {
    const auto learner = make_learner(c.learner, c.settings);
    Samples bad = train_samples();
    for (const double v : std::initializer_list<double>{NAN, HUGE_VAL}) {
      bad.feature(1)[3] = v;
      EXPECT_THROW((void)learner->fit(bad, target_of(c)), InputError) << name_of(c);
      Target target = target_of(c);
      target.values[2] = v;
      EXPECT_THROW((void)learner->fit(train_samples(), target), InputError) << name_of(c);
    }
    EXPECT_THROW((void)learner->fit(Samples({"a"}, 0), {{}, target_of(c).classes}), InputError) << name_of(c);
    EXPECT_THROW((void)learner->fit(Samples({}, 24), target_of(c)), InputError) << name_of(c);
    Target one_class = train_classes();
    one_class.classes = {"only"};
    EXPECT_THROW((void)learner->fit(train_samples(), one_class), InputError) << name_of(c);
  }
}

TEST(EveryLearner, AConstantFeatureHarmsNobody) {
  for (const Case& c : every_case()) {
    Samples samples = train_samples();
    std::ranges::fill(samples.feature(2), 7);

    const auto p = make_learner(c.learner, c.settings)->fit(samples, target_of(c));

    for (const double v : predictions(*p, samples)) EXPECT_TRUE(std::isfinite(v)) << name_of(c);
  }
}

/// A few bytes changed, by values that tend to hurt, or the end cut off.
std::vector<std::byte> damaged(std::vector<std::byte> bytes, SplitMix& random) {
  constexpr std::uint64_t nasty[] = {0, 1, 0xff, 0x7fffffff, 0xffffffff, 0x7ff0000000000000, ~std::uint64_t{0}};
  for (std::uint64_t edit = 0, edits = 1 + random.below(3); edit < edits; ++edit) {
    const std::size_t at = random.below(bytes.size());
    switch (random.below(3)) {
      case 0:
        bytes[at] ^= std::byte{1} << random.below(8);
        break;
      case 1:
        bytes[at] = static_cast<std::byte>(random.below(256));
        break;
      case 2: {
        const std::uint64_t value = nasty[random.below(std::size(nasty))];
        std::memcpy(bytes.data() + at / 8 * 8, &value, std::min<std::size_t>(8, bytes.size() - at / 8 * 8));
        break;
      }
    }
  }
  if (random.below(8) == 0) bytes.resize(random.below(bytes.size()));
  return bytes;
}

TEST(EveryLearner, DamagedBytesAreRefusedOrStillAnswer) {
  std::size_t refused = 0, answered = 0;
  for (const Case& c : every_case()) {
    Writer out;
    fitted(c)->write(out);
    SplitMix random(1);
    for (int round = 0; round < 1000; ++round) {
      try {
        const auto p = predictor_from(c.learner, damaged(out.bytes(), random));
        if (p->features() <= 64 && p->outputs() <= 64) {
          std::vector<double> row(p->features(), 0.5), answer(p->outputs());
          p->predict(row, answer);
          (void)p->importances();
        }
        ++answered;
      } catch (const InputError&) {
        ++refused;
      }
    }
  }

  EXPECT_GT(refused, 0u);
  EXPECT_GT(answered, 0u);
}

}  // namespace
}  // namespace forewarp::learn
