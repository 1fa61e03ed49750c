// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Processes that are killed, stopped or interrupted in the middle of a ranking that takes seconds.
#include <sys/wait.h>
#include <unistd.h>

#include "job_fixture.hpp"

namespace forewarp {
namespace {

using namespace std::chrono_literals;

/// Sixteen problems of a few tenths of a second each.
const std::string ranking =
    "rank matmul_tiled --device V100 --vary n=256,272,288,304,320,336,352,368,384,400,416,432,448,464,480,496 --csv "
    "--threads 1 --exact";

class FaultyJob : public JobTest {
 protected:
  /// Of the process of this rank: the one that works, a child of the one that mpirun started, or the latter.
  [[nodiscard]] pid_t process(int rank, bool worker) const {
    const std::string mark = fmt::format("OMPI_COMM_WORLD_RANK={}", rank), own = folder_.path().string();
    pid_t of_mpirun = 0, of_worker = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      const pid_t pid = std::atoi(entry.path().filename().c_str());
      std::error_code failure;
      if (pid == 0 || std::filesystem::read_symlink(entry.path() / "cwd", failure).string() != own) continue;
      if (std::filesystem::read_symlink(entry.path() / "exe", failure).filename() != "forewarp") continue;
      if (text_of(entry.path() / "environ").find(mark) == std::string::npos) continue;
      const bool child = name_of_parent(entry.path()) == "forewarp";
      (child ? of_worker : of_mpirun) = pid;
    }
    return worker ? of_worker : of_mpirun;
  }
  static void send(pid_t process, int signal) {
    ASSERT_GT(process, 0) << "the job ended too soon";
    ::kill(process, signal);
  }
  /// Starts the job, and calls `then` once the second worker has computed for `after_s`: then the team has met, however
  /// busy the machine is. Standard output of the job.
  template <typename Then>
  std::string disturbed(const std::string& mpi, Then then, double after_s = 0.5) {
    std::jthread disturber([this, then, after_s] {
      const auto begin = std::chrono::steady_clock::now();
      while (std::chrono::steady_clock::now() - begin < 60s) {
        const pid_t worker = process(1, true);
        if (worker != 0 && computed_s(worker) >= after_s) break;
        std::this_thread::sleep_for(5ms);
      }
      then();
    });
    return run(mpi, ranking);
  }

 private:
  static std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
  }
  /// Processor time, s: the fields 14 and 15 of /proc/PID/stat, in ticks.
  static double computed_s(pid_t process) {
    const std::string stat = text_of(fmt::format("/proc/{}/stat", process));
    if (stat.empty()) return 0;
    std::istringstream fields(stat.substr(stat.rfind(')') + 1));
    std::string skipped;
    for (int field = 3; field < 14; ++field) fields >> skipped;
    double user = 0, system = 0;
    fields >> user >> system;
    return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  }
  static std::string name_of_parent(const std::filesystem::path& process) {
    std::istringstream stat(text_of(process / "stat"));
    std::string pid, name, state, parent;
    stat >> pid >> name >> state >> parent;
    std::string text = text_of("/proc/" + parent + "/comm");
    return text.substr(0, text.find('\n'));
  }
};

TEST_F(FaultyJob, RepeatsTheItemOfAProcessThatIsKilled) {
  const std::string alone = run("", ranking);
  ASSERT_EQ(status_, 0) << errors();

  const std::string without = disturbed(mpirun(2), [this] { send(process(1, true), SIGKILL); });

  EXPECT_EQ(status_, 0) << errors();
  EXPECT_EQ(without, alone);
  EXPECT_NE(errors().find("is lost"), std::string::npos) << errors();
}

TEST_F(FaultyJob, SurvivesTheLossOfWhatMpirunStartedWhereItMay) {
  const std::string alone = run("", ranking);

  const std::string without = disturbed(mpirun(3, "--enable-recovery"), [this] { send(process(1, false), SIGKILL); });

  EXPECT_EQ(without, alone);
  EXPECT_NE(errors().find("is lost"), std::string::npos) << errors();
}

TEST_F(FaultyJob, DoesNotWaitForAProcessThatIsStopped) {
  const std::string alone = run("", ranking);

  const std::string without = disturbed("FOREWARP_JOB_SILENCE=2 " + mpirun(2, "-x FOREWARP_JOB_SILENCE"),
                                        [this] { send(process(1, true), SIGSTOP); });

  EXPECT_EQ(status_, 0) << errors();
  EXPECT_EQ(without, alone);
}

/// MPI needs all processes to begin: without one there is no job, and it must not wait for ever.
TEST_F(FaultyJob, EndsWhereAProcessIsStoppedBeforeTheJobHasBegun) {
  (void)disturbed(
      "FOREWARP_JOB_SILENCE=2 " + mpirun(2, "-x FOREWARP_JOB_SILENCE"), [this] { send(process(1, true), SIGSTOP); }, 0);

  EXPECT_NE(errors().find("process 1 of the job is stuck and was ended"), std::string::npos) << errors();
  EXPECT_EQ(process(1, true), 0);
}

TEST_F(FaultyJob, EndsWhenTheFirstProcessIsKilled) {
  (void)disturbed(mpirun(2), [this] { send(process(0, true), SIGKILL); });

  EXPECT_NE(status_, 0);
  EXPECT_EQ(process(0, true), 0);
  EXPECT_EQ(process(1, true), 0);
}

TEST_F(FaultyJob, PrintsWhatItHasWhenItIsInterrupted) {
  const std::string text = disturbed(mpirun(2), [this] { send(process(0, false), SIGINT); });

  EXPECT_EQ(status_, 130) << errors();
  EXPECT_TRUE(text.starts_with("rank,n,")) << text;
  EXPECT_NE(errors().find("interrupted"), std::string::npos) << errors();
}

}  // namespace
}  // namespace forewarp
