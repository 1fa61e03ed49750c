// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/distribute/each.hpp"

#include <gtest/gtest.h>

#include "local_team.hpp"

namespace forewarp::distribute {
namespace {

std::vector<std::string> halves(Team* team) {
  std::vector<std::string> results(50);
  each<std::string>(team, {.count = 50,
                           .make =
                               [](std::size_t i) {
                                 return i % 2 == 0 ? std::optional(std::to_string(i / 2))
                                                   : std::optional(std::string());
                               },
                           .keep = [&](std::size_t i, std::string made) { results[i] = std::move(made); }});
  return results;
}

TEST(Each, GivesTheSameAloneAndInATeam) {
  test::Notes notes;
  Coordinator coordinator(test::coordinator_options(notes));
  coordinator.expect(test::input);
  const std::jthread member = test::member(coordinator, 1, [](Team& team) { (void)halves(&team); });

  EXPECT_EQ(halves(&coordinator), halves(nullptr));
}

TEST(Each, KeepsNothingOfWhatWasNotMade) {
  std::size_t kept = 0;

  each<int>(nullptr, {.count = 10,
                      .make = [](std::size_t i) { return i < 4 ? std::optional(1) : std::nullopt; },
                      .keep = [&](std::size_t, int) { ++kept; },
                      .threads = 1});

  EXPECT_EQ(kept, 4u);
}

TEST(Each, ThrowsWhatMakeThrows) {
  const Each<int> loop{.count = 3,
                       .make = [](std::size_t) -> std::optional<int> { throw InputError("no"); },
                       .keep = [](std::size_t, int) {}};
  test::Notes notes;
  Coordinator coordinator(test::coordinator_options(notes));

  EXPECT_THROW(each(nullptr, loop), InputError);
  EXPECT_THROW(each(&coordinator, loop), InputError);
}

}  // namespace
}  // namespace forewarp::distribute
