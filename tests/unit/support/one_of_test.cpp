// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/one_of.hpp"

#include <gtest/gtest.h>

namespace forewarp {
namespace {

enum class Fruit { apple, pear, plum };

TEST(OneOf, AValueIsFoundAmongTheOthersWhereverItIs) {
  static_assert(is_one_of(Fruit::plum, Fruit::apple, Fruit::plum));
  static_assert(is_one_of(Fruit::apple, Fruit::apple, Fruit::plum));

  EXPECT_FALSE(is_one_of(Fruit::pear, Fruit::apple, Fruit::plum));
}

}  // namespace
}  // namespace forewarp
