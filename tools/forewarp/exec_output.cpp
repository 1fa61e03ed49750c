// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "exec_output.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "forewarp/report/launch_study.hpp"
#include "forewarp/report/page/documents.hpp"
#include "forewarp/report/program_advice.hpp"
#include "forewarp/report/program_page.hpp"
#include "forewarp/report/program_view.hpp"
#include "forewarp/report/text.hpp"

namespace forewarp::tool {
namespace {

using Devices = std::vector<device::DeviceSpec>;

void print_one(const ExecOutput& output, const runtime::Recording& recording, const Devices& devices,
               model::Caches caches) {
  if (output.csv) {
    fmt::print("{}", report::program_csv(recording));
    return;
  }
  if (output.json) {
    nlohmann::ordered_json json = report::program_json(recording);
    if (output.advise) json["advice"] = report::program_advice_json(recording, devices, caches);
    fmt::print("{}\n", report::json_text(json));
    return;
  }
  fmt::print("\n{}", report::program_text(recording));
  if (output.advise) fmt::print("\n{}", report::program_advice_text(recording, devices, caches));
}

void save_page(const std::string& file, const runtime::ProgramRun& run, const Devices& devices, model::Caches caches) {
  std::vector<report::Document> documents;
  for (const runtime::Recording& recording : run.recordings)
    documents.push_back({recording.program, report::program_page_json(recording, devices, caches)});
  report::write_page(report::page_of(documents), file);
  fmt::print(stderr, "wrote {}\n", file);
}

}  // namespace

void print_program(const ExecOutput& output, const runtime::ProgramRun& run, const runtime::Options& options) {
  if (run.recordings.empty()) {
    fmt::print(stderr, "forewarp: the program made no call of the CUDA runtime\n");
    return;
  }
  const Devices devices = runtime::devices_of(options);
  const model::Caches caches = runtime::caches_of(options);
  for (const runtime::Recording& recording : run.recordings) print_one(output, recording, devices, caches);
  if (!output.report.empty()) save_page(output.report, run, devices, caches);
}

}  // namespace forewarp::tool
