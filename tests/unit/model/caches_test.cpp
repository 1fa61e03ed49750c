// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/caches.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/model/bsp/checks.hpp"
#include "unit/message_of.hpp"

namespace forewarp::model {
namespace {

using testing::message_of;

TEST(Caches, EveryAssumptionIsReadBackByItsName) {
  for (const Caches caches : {Caches::usual, Caches::cold, Caches::warm})
    EXPECT_EQ(caches_called(name_of(caches)), caches);

  EXPECT_EQ(message_of([] { (void)caches_called("hot"); }), "--caches hot: expected usual, cold or warm");
  EXPECT_THROW((void)caches_called(""), InputError);
}

TEST(Caches, TheStatementNamesWhatIsNotUsual) {
  EXPECT_EQ(statement(Caches::cold).substr(0, 5), "cold:");
  EXPECT_EQ(statement(Caches::warm).substr(0, 5), "warm:");
  EXPECT_NE(statement(Caches::usual).find("--caches cold"), std::string_view::npos);
}

TEST(BspChecks, CountsMayBeZeroAndRatesMayNot) {
  EXPECT_NO_THROW(bsp::detail::require_count("loads", 0));
  EXPECT_NO_THROW(bsp::detail::require_positive("clock", 1e-300));
  EXPECT_EQ(message_of([] { bsp::detail::require_count("loads", -1); }), "loads is -1; it must not be negative");
  EXPECT_EQ(message_of([] { bsp::detail::require_positive("clock", 0); }), "clock is 0; it must be positive");
  EXPECT_THROW(bsp::detail::require_count("loads", NAN), InputError);
  EXPECT_THROW(bsp::detail::require_positive("clock", INFINITY), InputError);
}

}  // namespace
}  // namespace forewarp::model
