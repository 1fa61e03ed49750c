// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/braun2020/braun2020.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace forewarp::papers {
namespace {

TEST(Protocol, SaysWhereTheDataIsPublishedWhenItIsNotHere) { EXPECT_THROW((void)protocol({}), Unavailable); }

}  // namespace
}  // namespace forewarp::papers
