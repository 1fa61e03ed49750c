// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/samples.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <set>
#include <thread>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::run {
namespace {

namespace fs = std::filesystem;

/// Both stores keep the same promises.
class Samples : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override { file = folder_ / (std::string("samples.") + GetParam()); }
  std::unique_ptr<SampleStore> open() const {
    return GetParam() == std::string("csv") ? open_csv_store(file) : open_sqlite_store(file);
  }
  fs::path file;

 private:
  TemporaryFolder folder_{"samples"};
};

Sample sample(std::uint32_t trial) {
  return {.device = "gpu, the \"first\"",
          .job = "saxpy",
          .trial = trial,
          .pass = trial / 4,
          .seconds = 1e-3 / 3 + trial,
          .clock = Clock::events,
          .at_s = 1.7e9 + trial};
}

template <typename Action>
std::string input_error(Action action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST_P(Samples, ReadBackAsTheyWerePut) {
  Sample power = sample(0);
  power.kind = SampleKind::power;
  power.launches = 12345678901;
  power.watts = 250.5;
  power.idle_watts = 70;
  {
    const auto store = open();
    store->put(sample(0));
    store->put(sample(1));
    store->put(power);
    store->set("gpu", "canary", "a \"b\"\n,c");
    store->set("gpu", "canary", "second");
  }

  const StoreContents contents = open()->read();

  ASSERT_EQ(contents.samples.size(), 3u);
  EXPECT_EQ(contents.samples[1].device, "gpu, the \"first\"");
  EXPECT_EQ(contents.samples[1].job, "saxpy");
  EXPECT_EQ(contents.samples[1].seconds, 1e-3 / 3 + 1);
  EXPECT_EQ(contents.samples[1].at_s, 1.7e9 + 1);
  EXPECT_EQ(contents.samples[1].clock, Clock::events);
  EXPECT_TRUE(std::isnan(contents.samples[1].watts));
  EXPECT_EQ(contents.samples[2].kind, SampleKind::power);
  EXPECT_EQ(contents.samples[2].launches, 12345678901u);
  EXPECT_EQ(contents.samples[2].watts, 250.5);
  EXPECT_EQ(contents.samples[2].idle_watts, 70);
  EXPECT_EQ(contents.settings.at({"gpu", "canary"}), "second");
}

TEST_P(Samples, SessionsAndJobsAreKept) {
  {
    const auto store = open();
    store->put(Session{.device = "gpu",
                       .at_s = 5,
                       .host = "here",
                       .program = "forewarp 1",
                       .synthetic = true,
                       .facts = {{"driver", "550, \"x\""}}});
    store->put(JobRecord{
        .device = "gpu", .job = "a", .digest = "d", .entry = "f", .shape = "4 x 64", .kernel = {}, .failure = {}});
    store->put(JobRecord{.device = "gpu",
                         .job = "a",
                         .digest = "d",
                         .entry = "f",
                         .shape = "4 x 64",
                         .kernel = {.registers = 40, .shared_bytes = 1024},
                         .failure = "line 1\nline 2"});
  }

  const StoreContents contents = open()->read();

  ASSERT_EQ(contents.sessions.size(), 1u);
  EXPECT_EQ(contents.sessions[0].host, "here");
  EXPECT_TRUE(contents.sessions[0].synthetic);
  EXPECT_EQ(contents.sessions[0].facts.at("driver"), "550, \"x\"");
  ASSERT_EQ(contents.jobs.size(), 1u);
  EXPECT_EQ(contents.jobs[0].kernel.registers, 40u);
  EXPECT_EQ(contents.jobs[0].kernel.shared_bytes, 1024u);
  EXPECT_EQ(contents.jobs[0].failure, "line 1\nline 2");
}

TEST_P(Samples, NoneIsThereTwice) {
  const auto store = open();
  store->put(sample(3));

  EXPECT_NE(input_error([&] { store->put(sample(3)); }).find("trial 3 of job 'saxpy' is there already"),
            std::string::npos);
  EXPECT_EQ(store->read().samples.size(), 1u);
}

TEST_P(Samples, ASecondProcessIsRefused) {
  const auto store = open();
  store->put(sample(0));

  EXPECT_NE(input_error([&] { (void)open(); }).find("another process"), std::string::npos);
}

TEST_P(Samples, AnotherFileIsNotWrittenOver) {
  std::ofstream(file) << "my,own,table\n1,2,3\n";

  EXPECT_NE(input_error([&] { (void)open(); }).find(file.string()), std::string::npos);
  EXPECT_EQ(read_file(file), "my,own,table\n1,2,3\n");
}

TEST_P(Samples, AFolderThatIsNotThereIsAnInputError) {
  file = file.parent_path() / "missing" / file.filename();

  EXPECT_NE(input_error([&] { (void)open(); }).find("missing"), std::string::npos);
}

/// Puts samples from the first that is missing on, until it is killed.
[[noreturn]] void put_until_killed(SampleStore& store) {
  auto next = static_cast<std::uint32_t>(store.read().samples.size());
  for (;; ++next) store.put(sample(next));
}

TEST_P(Samples, AKillAtAnyMomentLosesNothingAndRepeatsNothing) {
  std::size_t before = 0;
  for (int round = 0; round < 12; ++round) {
    const pid_t child = ::fork();
    if (child == 0) {
      try {
        put_until_killed(*open());
      } catch (...) {
        ::_exit(3);
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(8 + 7 * round));
    ASSERT_EQ(::kill(child, SIGKILL), 0);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the child ended by itself: " << WEXITSTATUS(status);

    const std::vector<Sample> samples = open()->read().samples;
    EXPECT_GE(samples.size(), before);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      ASSERT_EQ(samples[i].trial, i);
      ASSERT_EQ(samples[i].seconds, sample(samples[i].trial).seconds);
    }
    before = samples.size();
  }
  EXPECT_GT(before, 12u);
}

INSTANTIATE_TEST_SUITE_P(, Samples, ::testing::Values("csv", "sqlite"),
                         [](const auto& test) { return std::string(test.param); });

TEST(CsvSamples, ALineThatWasCutOffIsTakenOff) {
  const TemporaryFolder folder("samples");
  const fs::path file = folder / "samples.csv";
  open_csv_store(file)->put(sample(0));
  const std::string whole = read_file(file);
  { std::ofstream(file, std::ios::app) << "trial,gpu,saxpy,1,0,0.00"; }

  EXPECT_EQ(open_csv_store(file)->read().samples.size(), 1u);

  EXPECT_EQ(read_file(file), whole);
}

TEST(CsvSamples, DamageIsNamedWithItsLine) {
  const TemporaryFolder folder("samples");
  const fs::path file = folder / "samples.csv";
  open_csv_store(file)->put(sample(0));
  { std::ofstream(file, std::ios::app) << "trial,gpu,saxpy,one,0,0.001,events,1,1,,,,,,,,,\n"; }

  EXPECT_EQ(input_error([&] { (void)open_csv_store(file); }), file.string() + ":3: 'one' is not a number");
}

}  // namespace
}  // namespace forewarp::run
