// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/jobs.hpp"

#include "forewarp/support/error.hpp"
#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forewarp;
  test::answer([&] {
    for (const run::Job& job : run::parse_jobs(test::text_of(data, size), "/nowhere/jobs.jsonl")) {
      const std::string line = run::job_line(job);
      const run::Job again = run::parse_jobs(line, "/nowhere/jobs.jsonl").at(0);
      FOREWARP_ASSERT(run::job_digest(again) == run::job_digest(job) && again.id == job.id,
                      "a job that was written reads back as the same job");
    }
  });
  return 0;
}
