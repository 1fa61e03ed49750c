// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// docs/features.md is made from the two catalogues. FOREWARP_WRITE=1 writes it anew.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdlib>

#include "forewarp/model/counters/catalogue.hpp"
#include "forewarp/model/feature/features.hpp"
#include "forewarp/support/file.hpp"
#include "source_dir.hpp"

namespace forewarp {
namespace {

std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out.empty() ? "-" : out;
}

std::string features_page() {
  std::string page =
      "# Features and metrics\n\nMade from the code: `src/forewarp/model/feature/` and "
      "`src/forewarp/model/counters/catalogue.def`.\n\n"
      "## Features\n\nWhat learned models read (`forewarp profile --json`, `forewarp campaign`). Those marked are time "
      "in another unit "
      "and left out of models by default.\n\n| name | unit | from | what it is |\n|---|---|---|---|\n";
  for (const feature::FeatureInfo& f : feature::catalogue())
    page += fmt::format("| `{}` | {} | {} | {}{} |\n", f.name, cell(f.unit), cell(f.source), cell(f.meaning),
                        f.proxy_of_time ? " (time in another unit)" : "");
  page +=
      "\n## Metrics\n\nWhat `forewarp counters` computes for a named device or reads from profilers' CSV, by our "
      "names, nvprof's and "
      "Nsight Compute's.\n\n| name | unit | kind | nvprof | Nsight Compute | what it is |\n|---|---|---|---|---|---|\n";
  for (const counters::Metric& m : counters::catalogue())
    page += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", m.name, cell(m.unit), counters::name_of(m.kind),
                        cell(m.nvprof), cell(m.nsight), cell(m.meaning));
  page +=
      "\n## Metrics of profilers alone\n\nWhat `forewarp predict --counters` reads besides.\n\n"
      "| name | unit | kind | nvprof | Nsight Compute | what it is |\n|---|---|---|---|---|---|\n";
  for (const counters::Metric& m : counters::counted_metrics())
    page += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", m.name, cell(m.unit), counters::name_of(m.kind),
                        cell(m.nvprof), cell(m.nsight), cell(m.meaning));
  return page;
}

TEST(FeaturesPage, IsWhatTheCatalogueSays) {
  const auto file = std::filesystem::path(forewarp::test::source_dir()) / "docs/features.md";
  if (std::getenv("FOREWARP_WRITE") != nullptr) write_file(file, features_page());

  EXPECT_EQ(read_file(file), features_page()) << "FOREWARP_WRITE=1 writes it anew";
}

}  // namespace
}  // namespace forewarp
