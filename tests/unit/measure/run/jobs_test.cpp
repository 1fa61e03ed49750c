// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/jobs.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/measure/run/argument_line.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run {
namespace {

std::string error_of(std::string_view text) {
  try {
    (void)parse_jobs(text, "jobs.jsonl");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Jobs, ALineSaysEverything) {
  const std::vector<Job> jobs = parse_jobs(R"jobs(# two jobs

{"job": "a", "language": "opencl", "source": "kernel void f() {}", "entry": "f", "set": ["n=2**10"], "grid": "ceil_div(n, block_x)", "block": 64, "args": ["x=buffer:f32:n*n:uniform(-1,1,7)", "n=s32:n", "t=local:4*block_x"], "options": ["-cl-mad-enable"], "trials": 20, "cold": true, "refill": true, "power_s": 1.5}
{"job": "b", "language": "ptx", "source": "//", "entry": "g", "grid": [2, 3], "block": ["8", 4, 2], "shared": "16 * block_y"})jobs",
                                           "jobs.jsonl");

  ASSERT_EQ(jobs.size(), 2u);
  EXPECT_EQ(jobs[0].id, "a");
  EXPECT_EQ(jobs[0].code.language, Language::opencl_c);
  EXPECT_EQ(jobs[0].code.options, std::vector<std::string>{"-cl-mad-enable"});
  EXPECT_EQ(jobs[0].shape.grid, (launch::Dim3{16, 1, 1}));
  EXPECT_EQ(jobs[0].trials, 20u);
  EXPECT_TRUE(jobs[0].cold && jobs[0].refill);
  EXPECT_EQ(jobs[0].power_s, 1.5);
  ASSERT_EQ(jobs[0].arguments.size(), 3u);
  EXPECT_EQ(std::get<launch::Buffer>(jobs[0].arguments[0].value).count, 1024u * 1024);
  EXPECT_EQ(std::get<launch::Buffer>(jobs[0].arguments[0].value).fill.seed, 7u);
  EXPECT_EQ(std::get<launch::Scalar>(jobs[0].arguments[1].value).bits, 1024u);
  EXPECT_EQ(std::get<LocalMemory>(jobs[0].arguments[2].value).bytes, 256u);
  EXPECT_EQ(jobs[1].shape.grid, (launch::Dim3{2, 3, 1}));
  EXPECT_EQ(jobs[1].shape.block, (launch::Dim3{8, 4, 2}));
  EXPECT_EQ(jobs[1].shape.dynamic_shared_bytes, 64u);
  EXPECT_FALSE(jobs[1].cold);
}

TEST(Jobs, ALineThatWasWrittenReadsBackAsTheSameJob) {
  Job job;
  job.id = "every \"kind\"";
  job.code = {Language::cuda_cpp, "line 1\n\tline 2\n", "k.cu", {"-DX=1"}};
  job.entry = "f<float, 2>";
  job.shape = {{7, 5, 3}, {4, 2, 1}, 128};
  job.trials = 9;
  job.power_s = 0.25;
  job.refill = true;
  const auto buffer = [](ptx::Type type, launch::Fill fill) {
    return launch::Buffer{.element = type, .count = 100, .fill = std::move(fill), .output = true};
  };
  using launch::FillKind;
  job.arguments = {{"a", buffer(ptx::Type::f64, {.kind = FillKind::normal, .low = 0.1, .high = 2.5, .seed = 3})},
                   {"b", buffer(ptx::Type::s32, {.kind = FillKind::csr_columns,
                                                 .rows = 10,
                                                 .columns = 20,
                                                 .nonzeros = 10,
                                                 .row_lengths = launch::RowLengths::skewed})},
                   {"c", buffer(ptx::Type::f32, {.kind = FillKind::iota, .low = -1, .high = 0.5})},
                   {"d", launch::Scalar{ptx::Type::f32, launch::encode(2.0, ptx::Type::f32, "")}},
                   {"e", launch::Scalar{ptx::Type::f32, 0x7f800000}},  // infinity
                   {"f", launch::Scalar{ptx::Type::s64, static_cast<std::uint64_t>(-5)}},
                   {"g", launch::Scalar{ptx::Type::u16, 65535}},
                   {"h", std::string("\x00\xff\x10", 3)},
                   {"i", LocalMemory{64}}};

  const Job again = parse_jobs(job_line(job), "jobs.jsonl").at(0);

  EXPECT_EQ(again.id, job.id);
  EXPECT_EQ(again.code.text, job.code.text);
  EXPECT_EQ(again.shape.grid, job.shape.grid);
  EXPECT_EQ(again.trials, 9u);
  EXPECT_EQ(again.power_s, 0.25);
  ASSERT_EQ(again.arguments.size(), job.arguments.size());
  for (std::size_t i = 3; i < 7; ++i)
    EXPECT_EQ(std::get<launch::Scalar>(again.arguments[i].value).bits,
              std::get<launch::Scalar>(job.arguments[i].value).bits)
        << i;
  EXPECT_EQ(std::get<std::string>(again.arguments[7].value), std::string("\x00\xff\x10", 3));
  EXPECT_EQ(std::get<launch::Buffer>(again.arguments[0].value).fill.low, 0.1);
  EXPECT_EQ(std::get<launch::Buffer>(again.arguments[1].value).fill.row_lengths, launch::RowLengths::skewed);
  EXPECT_EQ(job_line(again), job_line(parse_jobs(job_line(again), "jobs.jsonl").at(0)));
  EXPECT_EQ(job_digest(again), job_digest(parse_jobs(job_line(again), "jobs.jsonl").at(0)));
}

TEST(Jobs, TheDigestIsOfWhatIsMeasured) {
  Job job;
  job.id = "a";
  job.code.text = "x";
  const std::string digest = job_digest(job);

  job.id = "b";
  job.trials = 7;
  EXPECT_EQ(job_digest(job), digest);
  job.shape.block.x = 2;
  EXPECT_NE(job_digest(job), digest);
}

TEST(Jobs, SayWhatIsWrongAndInWhichLine) {
  const std::string start = R"({"job": "a", "language": "opencl", "source": "s", "entry": "f", "grid": 1, "block": 1)";
  EXPECT_EQ(error_of("{}"), "jobs.jsonl:1: 'job' is missing");
  EXPECT_EQ(error_of("\n" + start + ", \"trails\": 3}"), "jobs.jsonl:2: there is no key 'trails'");
  EXPECT_EQ(error_of(start + "}\n" + start + "}"), "jobs.jsonl:2: job 'a' is there already");
  EXPECT_EQ(error_of(start + ", \"args\": [\"n=4\"]}"), "jobs.jsonl:1: argument 'n': give its type, as in n=s32:4");
  EXPECT_EQ(error_of(start + ", \"args\": [\"n=bytes:0g\"]}"),
            "jobs.jsonl:1: argument 'n': bytes: wants pairs of the digits 0123456789abcdef");
  EXPECT_EQ(error_of(start + ", \"args\": [\"n=local:0\"]}"),
            "jobs.jsonl:1: argument 'n': 0 bytes of local memory cannot be");
  EXPECT_EQ(error_of(start + ", \"trials\": -1}"), "jobs.jsonl:1: 'trials' must be a number from 0 to 1000000");
  EXPECT_EQ(error_of(start + ", \"cold\": 1}"), "jobs.jsonl:1: 'cold' must be true or false");
  EXPECT_EQ(error_of(start + ", \"args\": \"n\"}"), "jobs.jsonl:1: 'args' must be a list");
  EXPECT_EQ(error_of(start + ", \"file\": \"f.cl\"}"), "jobs.jsonl:1: give either 'file' or 'source'");
  EXPECT_EQ(error_of(R"({"job": "a", "language": "opencl", "source": "s", "entry": "f", "grid": 0, "block": 1})"),
            "jobs.jsonl:1: 'grid' is 0 along x");
  EXPECT_EQ(error_of(R"({"job": "a", "language": "rust", "source": "s", "entry": "f", "grid": 0, "block": 1})"),
            "jobs.jsonl:1: 'language' must be opencl, cuda or ptx (with 'file': or its ending .cl, .cu or .ptx)");
  EXPECT_NE(error_of(R"({"job": "a", "file": "nowhere.cl", "entry": "f", "grid": 1, "block": 1})").find("nowhere.cl"),
            std::string::npos);
}

}  // namespace
}  // namespace forewarp::run
