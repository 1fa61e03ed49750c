// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The same answers by one process and by several under mpirun, to the byte.
#include "job_fixture.hpp"
#include "source_dir.hpp"

namespace forewarp {
namespace {

using Processes = JobTest;

const std::string ranking = "rank matmul_tiled --device V100 --set n=256 --vary BLOCK=8,16,32 --csv";

/// Long enough that the others are there before it is done.
const std::string of_seconds =
    "evaluate runs.csv --target time --learner random_forest --grid 'trees=64|128' --iterations 300 --csv";

TEST_F(Processes, EvaluateAsOneAloneDoes) {
  const std::string arguments = "evaluate runs.csv --target time --learner bounds --learner knn --json";
  const std::string alone = run("", arguments);
  ASSERT_EQ(status_, 0) << errors();

  EXPECT_EQ(run(mpirun(2), arguments), alone);
  EXPECT_EQ(status_, 0) << errors();
}

TEST_F(Processes, SearchAsOneAloneDoes) {
  const std::string arguments = "evaluate runs.csv --target time --learner knn --grid 'k=1|2|3' --iterations 2 --csv";
  const std::string alone = run("", arguments);
  ASSERT_EQ(status_, 0) << errors();

  EXPECT_EQ(run(mpirun(2), arguments), alone);
}

TEST_F(Processes, RankAsOneAloneDoes) {
  const std::string alone = run("", ranking);
  ASSERT_EQ(status_, 0) << errors();

  for (const int processes : {2, 4, 8}) {
    EXPECT_EQ(run(mpirun(processes), ranking), alone) << processes;
    EXPECT_EQ(status_, 0) << errors();
  }
}

TEST_F(Processes, RankSeveralDevicesAsOneAloneDoes) {
  const std::string arguments = "rank saxpy --device V100,K20 --set n=100000 --vary block=64,128 --json";
  const std::string alone = run("", arguments);
  ASSERT_EQ(status_, 0) << errors();

  EXPECT_EQ(run(mpirun(3), arguments), alone);
}

TEST_F(Processes, PrepareACampaignAsOneAloneDoes) {
  const std::string arguments = "campaign --kernels saxpy,transpose_tiled --bundle ";
  (void)run("", arguments + "one");
  ASSERT_EQ(status_, 0) << errors();

  (void)run(mpirun(2), arguments + "two");

  EXPECT_EQ(status_, 0) << errors();
  EXPECT_EQ(read_file(folder_ / "one" / "jobs.jsonl"), read_file(folder_ / "two" / "jobs.jsonl"));
}

/// The device is a model whose noise depends on the launch alone.
TEST_F(Processes, MakeTheTableOfACampaignThatOneAloneMakes) {
  const std::string arguments = "campaign --device emulated:V100 --kernels saxpy,triad --no-power ";
  (void)run("", arguments + "--store one.csv --table one_table.csv");
  ASSERT_EQ(status_, 0) << errors();

  (void)run(mpirun(3), arguments + "--store two.csv --table two_table.csv");

  EXPECT_EQ(status_, 0) << errors();
  EXPECT_EQ(read_file(folder_ / "one_table.csv"), read_file(folder_ / "two_table.csv"));
}

TEST_F(Processes, AreMoreThanThereIsWorkFor) {
  const std::string arguments = "rank saxpy --device V100 --set n=1000 --vary block=64,128 --csv";
  const std::string alone = run("", arguments);

  EXPECT_EQ(run(mpirun(8), arguments), alone);
  EXPECT_EQ(status_, 0) << errors();
}

TEST_F(Processes, FailTogetherWithTheReasonOnce) {
  (void)run(mpirun(2), "evaluate runs.csv --target tme");

  EXPECT_EQ(status_, 2);
  const std::string text = errors();
  const std::size_t first = text.find("did you mean 'time'");
  ASSERT_NE(first, std::string::npos) << text;
  EXPECT_EQ(text.find("did you mean 'time'", first + 1), std::string::npos) << text;
}

TEST_F(Processes, PassOnWhatAMemberFindsWrong) {
  (void)run(mpirun(2), "rank saxpy --device V100 --set n=1000 --vary block=1025,4096");

  EXPECT_EQ(status_, 2);
  EXPECT_NE(errors().find("no configuration of the space can run"), std::string::npos) << errors();
}

/// Two processes, of which the second begins in another folder.
class ScatteredProcesses : public Processes {
 protected:
  std::string run_from(const std::string& other, const std::string& arguments) {
    const auto start = folder_ / "start.sh";
    write_file(start, fmt::format("#!/bin/sh\n[ \"$OMPI_COMM_WORLD_RANK\" = 0 ] || cd {}\nexec '{}' \"$@\"\n", other,
                                  FOREWARP_TOOL));
    std::filesystem::permissions(start, std::filesystem::perms::owner_all);
    status_ = WEXITSTATUS(std::system(
        fmt::format("cd '{}' && {} ./start.sh {} >out.txt 2>err.txt", folder_.path().string(), mpirun(2), arguments)
            .c_str()));
    return read_file(folder_ / "out.txt");
  }
};

TEST_F(ScatteredProcesses, LeaveOutOneWhoseInputDiffers) {
  std::filesystem::create_directory(folder_ / "other");
  write_file(folder_ / "other" / "runs.csv", "kernel,n,work,time\nk,1,2,3\nk,2,3,4\nk,3,5,7\nk,4,1,3\n");
  const std::string alone = run("", of_seconds);

  EXPECT_EQ(run_from("other", of_seconds), alone);
  EXPECT_EQ(status_, 0);
  EXPECT_NE(errors().find("the table is not that of the first process"), std::string::npos) << errors();
}

TEST_F(ScatteredProcesses, LeaveOutOneThatCannotReadItsInput) {
  const std::string alone = run("", of_seconds);

  EXPECT_EQ(run_from("/", of_seconds), alone);
  EXPECT_EQ(status_, 0);
  EXPECT_NE(errors().find("takes no part: "), std::string::npos) << errors();
}

/// The first two commands of the page: one process, then two.
TEST_F(Processes, DoWhatTheirPageShows) {
  const std::string page = read_file(std::filesystem::path(test::source_dir()) / "docs" / "cluster.md");
  const std::string open = "```sh\n", tool = "forewarp rank";
  const std::size_t begin = page.find(open) + open.size();
  std::istringstream lines(page.substr(begin, page.find("```", begin) - begin));
  std::string printed[2];
  for (std::string& text : printed) {
    std::string line;
    std::getline(lines, line);
    ASSERT_NE(line.find(tool), std::string::npos) << line;
    line.replace(line.find(tool), tool.size(), fmt::format("'{}' rank", FOREWARP_TOOL));
    const int status =
        std::system(fmt::format("cd '{}' && {} >out.txt 2>err.txt", folder_.path().string(), line).c_str());
    EXPECT_EQ(WEXITSTATUS(status), 0) << errors();
    text = read_file(folder_ / "out.txt");
  }

  EXPECT_EQ(printed[0], printed[1]);
  EXPECT_TRUE(printed[0].starts_with("rank,BLOCK")) << printed[0];
}

}  // namespace
}  // namespace forewarp
