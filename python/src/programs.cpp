// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <nlohmann/json.hpp>

#include "bindings.hpp"
#include "forewarp/query/exec.hpp"
#include "forewarp/report/page/documents.hpp"
#include "forewarp/report/program_page.hpp"
#include "forewarp/report/program_view.hpp"
#include "to_python.hpp"
#include "work.hpp"

namespace forewarp::python {
namespace nb = nanobind;
namespace {

using Texts = std::vector<std::string>;

/// Of one run: what the program ended with, and a document for each process that used the runtime.
struct Run {
  int exit_status = 0;
  bool timed_out = false;
  nlohmann::ordered_json processes = nlohmann::ordered_json::array();
  std::string page;
};

Run run(const query::ExecOptions& options, const Texts& arguments) {
  const query::Program program(options);
  Texts command = {program.file().string()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  runtime::RunOptions how = query::run_options(options);
  how.runtime.details = true;
  const runtime::ProgramRun done = runtime::run_program(command, how);
  Run result;
  result.exit_status = done.exit_status;
  result.timed_out = done.timed_out;
  const auto devices = runtime::devices_of(how.runtime);
  std::vector<report::Document> documents;
  for (const runtime::Recording& recording : done.recordings) {
    result.processes.push_back(report::program_json(recording));
    documents.push_back(
        {recording.program, report::program_page_json(recording, devices, runtime::caches_of(how.runtime))});
  }
  if (!documents.empty()) result.page = report::page_html(report::page_of(documents));
  return result;
}

template <typename Value>
void take(const nb::kwargs& given, const char* name, Value& value) {
  if (given.contains(name)) value = nb::cast<Value>(given[name]);
}

nb::dict exec(const Texts& files, const Texts& devices, const Texts& arguments, const nb::kwargs& given) {
  query::ExecOptions options{.files = files, .devices = devices};
  take(given, "includes", options.includes);
  take(given, "defines", options.defines);
  take(given, "libraries", options.libraries);
  take(given, "library_dirs", options.library_dirs);
  take(given, "compiler_flags", options.flags);
  take(given, "compiler", options.compiler);
  take(given, "machine_code", options.machine_code);
  take(given, "gpus", options.gpus);
  take(given, "timeout_s", options.timeout_s);
  take(given, "ncu", options.ncu);
  const Run done = unlocked([&](Progress*) { return run(options, arguments); });
  nb::dict result;
  result["exit_status"] = done.exit_status;
  result["timed_out"] = done.timed_out;
  result["processes"] = to_python(done.processes);
  result["page"] = done.page;
  return result;
}

}  // namespace

void bind_programs(nb::module_& module) { module.def("exec", &exec); }

}  // namespace forewarp::python
