// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <map>

#include "local_team.hpp"

namespace forewarp::distribute {
namespace {

using namespace std::chrono_literals;
using test::Notes;

std::string square(std::size_t i) { return std::to_string(i * i); }

/// Squares of 0 to count - 1 by the team; the coordinator gets all.
std::map<std::size_t, std::string> squares(Team& team, std::size_t count, unsigned threads = 1,
                                           std::atomic<int>* made = nullptr) {
  std::map<std::size_t, std::string> results;
  team.share({.count = count,
              .make =
                  [&](std::size_t i) {
                    if (made) ++*made;
                    std::this_thread::sleep_for(1ms);
                    return square(i);
                  },
              .keep = [&](std::size_t i, std::string bytes) { EXPECT_TRUE(results.emplace(i, bytes).second); },
              .threads = threads});
  return results;
}

void expect_squares(const std::map<std::size_t, std::string>& results, std::size_t count) {
  ASSERT_EQ(results.size(), count);
  for (const auto& [i, text] : results) EXPECT_EQ(text, square(i));
}

TEST(Team, OfOneDoesAllItself) {
  Notes notes;
  Coordinator alone(test::coordinator_options(notes));
  alone.expect(test::input);

  expect_squares(squares(alone, 20), 20);
  EXPECT_EQ(notes.text(), "");
}

TEST(Team, SharesItemsAndKeepsEachResultOnce) {
  Notes notes;
  Coordinator coordinator(test::coordinator_options(notes));
  std::atomic<int> elsewhere = 0;
  const auto program = [&](Team& team) { EXPECT_TRUE(squares(team, 300, 1, &elsewhere).empty()); };
  const std::jthread one = test::member(coordinator, 1, program), two = test::member(coordinator, 2, program);
  coordinator.expect(test::input);

  expect_squares(squares(coordinator, 300), 300);
  EXPECT_GT(elsewhere, 0);
  EXPECT_EQ(notes.text(), "");
}

TEST(Team, RunsLoopAfterLoopAndTellsWhatCameOfThem) {
  Notes notes;
  Coordinator coordinator(test::coordinator_options(notes));
  coordinator.expect(test::input);
  std::string heard;
  const auto program = [&](Team& team) {
    (void)squares(team, 10);
    heard = team.tell("");
    (void)squares(team, 30);
  };
  std::jthread member = test::member(coordinator, 1, program);

  expect_squares(squares(coordinator, 10), 10);
  EXPECT_EQ(coordinator.tell("ten"), "ten");
  expect_squares(squares(coordinator, 30), 30);
  member.join();
  EXPECT_EQ(heard, "ten");
}

TEST(Team, TakesInOneThatComesWhenLoopsAreOver) {
  Notes notes;
  Coordinator coordinator(test::coordinator_options(notes));
  coordinator.expect(test::input);
  expect_squares(squares(coordinator, 10), 10);
  (void)coordinator.tell("ten");

  std::string heard;
  std::jthread late = test::member(coordinator, 1, [&](Team& team) {
    (void)squares(team, 10);
    heard = team.tell("");
  });
  late.join();

  EXPECT_EQ(heard, "ten");
}

TEST(Team, HasMoreProcessesThanItems) {
  Notes notes;
  Coordinator coordinator(test::coordinator_options(notes));
  coordinator.expect(test::input);
  std::vector<std::jthread> members;
  for (std::uint64_t rank = 1; rank < 9; ++rank)
    members.push_back(test::member(coordinator, rank, [](Team& team) { (void)squares(team, 3, 2); }));

  expect_squares(squares(coordinator, 3), 3);
  EXPECT_EQ(notes.text(), "");
}

TEST(Team, HasNoItems) {
  Notes notes;
  Coordinator coordinator(test::coordinator_options(notes));
  coordinator.expect(test::input);
  const std::jthread member = test::member(coordinator, 1, [](Team& team) { (void)squares(team, 0); });

  EXPECT_TRUE(squares(coordinator, 0).empty());
}

TEST(Team, SendsResultsOfMegabytes) {
  Notes notes;
  Coordinator coordinator(test::coordinator_options(notes, 30, false));
  coordinator.expect(test::input);
  const auto loop = [](std::map<std::size_t, std::size_t>* sizes) {
    return Loop{.count = 4,
                .make = [](std::size_t i) { return std::string((i + 1) * 3'000'000, 'x'); },
                .keep = [sizes](std::size_t i, const std::string& bytes) { (*sizes)[i] = bytes.size(); }};
  };
  const std::jthread member = test::member(coordinator, 1, [&](Team& team) { team.share(loop(nullptr)); });

  std::map<std::size_t, std::size_t> sizes;
  coordinator.share(loop(&sizes));

  EXPECT_EQ(sizes,
            (std::map<std::size_t, std::size_t>{{0, 3'000'000}, {1, 6'000'000}, {2, 9'000'000}, {3, 12'000'000}}));
}

TEST(Team, ThrowsInTheCoordinatorWhatAMemberThrew) {
  Notes notes;
  Coordinator coordinator(test::coordinator_options(notes, 30, false));
  coordinator.expect(test::input);
  const std::jthread member = test::member(coordinator, 1, [](Team& team) {
    team.share({.count = 3, .make = [](std::size_t) -> std::string { throw InputError("runs.csv: no column"); }});
  });

  try {
    coordinator.share({.count = 3, .make = square, .keep = [](std::size_t, const std::string&) {}});
    FAIL() << "no exception";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "runs.csv: no column");
  }
}

TEST(Team, StopsWhenTheUserWants) {
  struct Stop final : Progress {
    void advance(std::size_t, std::size_t, std::string_view) override {}
    [[nodiscard]] bool cancelled() const override { return kept >= 5; }
    std::atomic<int> kept = 0;
  } stop;
  Notes notes;
  Coordinator coordinator(test::coordinator_options(notes));
  coordinator.expect(test::input);
  const std::jthread member = test::member(coordinator, 1, [](Team& team) { (void)squares(team, 1'000'000); });

  coordinator.share({.count = 1'000'000,
                     .make = square,
                     .keep = [&](std::size_t, const std::string&) { ++stop.kept; },
                     .threads = 1,
                     .progress = &stop});

  EXPECT_GE(stop.kept, 5);
  EXPECT_LT(stop.kept, 1'000'000);
}

}  // namespace
}  // namespace forewarp::distribute
