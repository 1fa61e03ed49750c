// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Members that are lost, stuck, different or no members at all. The results are those of one process each time.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <map>

#include "forewarp/support/random.hpp"
#include "local_team.hpp"

namespace forewarp::distribute {
namespace {

using namespace std::chrono_literals;
using test::Notes;
using Results = std::map<std::size_t, std::string>;

Loop loop_of(std::size_t count, Results& results, std::chrono::milliseconds each = 1ms) {
  return {.count = count,
          .make =
              [each](std::size_t i) {
                std::this_thread::sleep_for(each);
                return std::to_string(i);
              },
          .keep = [&results](std::size_t i, std::string bytes) { results[i] = std::move(bytes); },
          .threads = 1};
}

void expect_all(const Results& results, std::size_t count) {
  ASSERT_EQ(results.size(), count);
  for (const auto& [i, text] : results) EXPECT_EQ(text, std::to_string(i));
}

/// A process of its own that never finishes an item; ends by a signal.
pid_t stuck_process(const Coordinator& coordinator) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  Member member(test::member_options(coordinator), test::input);
  member.share({.count = 40,
                .make = [](std::size_t) -> std::string {
                  for (;;) std::this_thread::sleep_for(1s);
                },
                .keep = {},
                .threads = 1});
  ::_exit(0);
}

/// The coordinator's loop, beside a process that gets the signal after a moment.
struct Faulty {
  explicit Faulty(int signal, double silence_s = 30) : coordinator(test::coordinator_options(notes, silence_s)) {
    coordinator.expect(test::input);
    const pid_t child = stuck_process(coordinator);
    std::jthread killer([child, signal] {
      std::this_thread::sleep_for(300ms);
      ::kill(child, signal);
    });
    Results results;
    coordinator.share(loop_of(40, results, 20ms));
    expect_all(results, 40);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
  }
  Notes notes;
  Coordinator coordinator;
};

TEST(FaultyTeam, RepeatsTheItemOfAMemberThatIsKilled) {
  const Faulty run(SIGKILL);

  EXPECT_EQ(run.coordinator.attendance().lost, 1u);
  EXPECT_EQ(run.coordinator.attendance().repeated, 1u);
  EXPECT_NE(run.notes.text().find("process 1 of the job"), std::string::npos) << run.notes.text();
}

TEST(FaultyTeam, RepeatsTheItemOfAMemberThatIsSilent) {
  const Faulty run(SIGSTOP, 1.5);

  EXPECT_EQ(run.coordinator.attendance().repeated, 1u);
  EXPECT_NE(run.notes.text().find("nothing came from it"), std::string::npos) << run.notes.text();
}

TEST(FaultyTeam, RefusesAMemberWithAnotherInput) {
  Notes notes;
  Coordinator coordinator(test::coordinator_options(notes));
  coordinator.expect(test::input);

  try {
    const Member other(test::member_options(coordinator, 5), {{"the input", "5678"}});
    FAIL() << "it was taken in";
  } catch (const Dismissed& reason) {
    EXPECT_STREQ(reason.what(), "the input is not that of the first process");
  }

  EXPECT_EQ(coordinator.attendance().refused, 1u);
  EXPECT_NE(notes.text().find("process 5 of the job"), std::string::npos) << notes.text();
}

TEST(FaultyTeam, SaysWhyAMemberCannotTakePart) {
  Notes notes;
  Coordinator coordinator(test::coordinator_options(notes));
  coordinator.expect(test::input);

  EXPECT_THROW(Member::excuse(test::member_options(coordinator), "runs.csv: no such file"), Dismissed);

  EXPECT_NE(notes.text().find("runs.csv: no such file"), std::string::npos) << notes.text();
}

TEST(FaultyTeam, GivesAnItemToOthersThatAMemberLacksTheMeansFor) {
  Notes notes;
  Coordinator coordinator(test::coordinator_options(notes));
  coordinator.expect(test::input);
  std::atomic<bool> tried = false;
  const std::jthread member = test::member(coordinator, 1, [&](Team& team) {
    team.share({.count = 30, .make = [&](std::size_t) -> std::string {
                  tried = true;
                  throw Unavailable("no compiler is here");
                }});
  });
  Results results;
  Loop loop = loop_of(30, results);
  loop.make = [&](std::size_t i) {
    while (!tried) std::this_thread::sleep_for(1ms);
    return std::to_string(i);
  };

  coordinator.share(loop);

  expect_all(results, 30);
  EXPECT_NE(notes.text().find("no compiler is here"), std::string::npos) << notes.text();
}

TEST(FaultyTeam, DismissesMembersWhenTheCoordinatorIsGone) {
  Notes notes;
  auto coordinator = std::make_unique<Coordinator>(test::coordinator_options(notes));
  coordinator->expect(test::input);
  std::atomic<bool> dismissed = false;
  Member member(test::member_options(*coordinator), test::input);
  const std::jthread waits([&] {
    try {
      (void)member.tell("");
    } catch (const Dismissed&) {
      dismissed = true;
    }
  });

  std::jthread([&] { coordinator.reset(); }).join();
  for (int i = 0; i < 100 && !dismissed; ++i) std::this_thread::sleep_for(50ms);

  EXPECT_TRUE(dismissed);
}

TEST(FaultyTeam, IsNotThereForOneThatComesAfterTheEnd) {
  Notes notes;
  auto coordinator = std::make_unique<Coordinator>(test::coordinator_options(notes));
  const MemberOptions options = test::member_options(*coordinator);
  coordinator.reset();

  EXPECT_THROW(Member(options, test::input), Dismissed);
}

TEST(FaultyTeam, RefusesAnotherSecret) {
  Notes notes;
  Coordinator coordinator(test::coordinator_options(notes));
  coordinator.expect(test::input);
  MemberOptions options = test::member_options(coordinator);
  options.secret = "another secret of 16 bytes";

  EXPECT_THROW(Member(options, test::input), Dismissed);

  EXPECT_EQ(coordinator.attendance().joined, 0u);
  EXPECT_EQ(coordinator.attendance().strangers, 1u);
}

/// Two hundred connections that send random bytes, half of them after a hello of the right length.
TEST(FaultyTeam, SurvivesGarbage) {
  Notes notes;
  Coordinator coordinator(test::coordinator_options(notes));
  coordinator.expect(test::input);
  const std::jthread garbage([&] {
    SplitMix random(7);
    for (int i = 0; i < 200; ++i) {
      const Attempt attempt = connect_to("127.0.0.1", coordinator.place().port, 5);
      if (attempt.error != 0) continue;
      std::string bytes(random.below(300), '\0');
      for (char& c : bytes) c = static_cast<char>(random.next());
      (void)send_some(attempt.socket, bytes);
    }
  });
  const std::jthread member = test::member(coordinator, 1, [](Team& team) {
    Results none;
    team.share(loop_of(300, none));
  });

  Results results;
  coordinator.share(loop_of(300, results));

  expect_all(results, 300);
  EXPECT_EQ(coordinator.attendance().lost, 0u) << notes.text();
}

}  // namespace
}  // namespace forewarp::distribute
