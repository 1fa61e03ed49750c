// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/recording.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "forewarp/runtime/operation_line.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::launch {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Dim3, x, y, z)
}
namespace forewarp::model {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Term, name, time_s)
}

namespace forewarp::runtime {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceTime, seconds, low_s, high_s, share, limiter, terms, machine_code, advice,
                                   advice_gain, cannot_run)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Distinct, id, kernel, name, entry, grid, block, shared_bytes, registers, executed,
                                   thread_instructions, dram_bytes, counted_blocks, whole, times)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CodePlace, file, offset)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Origin, call, ordinal, bytes, callers)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ProgramFinding, check, kernel, place, source, message, who, count, relation, origin,
                                   memory)

namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 5> copy_names = {"host to device", "device to host", "on the device",
                                                        "on the host", "device to device"};

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Wait wait_from(const Json& j) {
  Wait w{.call = j.at("wait"), .times = {}};
  for (const Json& t : j.at("t")) w.times.push_back({t.at(0), t.at(1)});
  return w;
}

void read_line(Recording& recording, const Json& j) {
  if (j.contains("wait")) {
    recording.waits.push_back(wait_from(j));
  } else if (j.contains("detail")) {
    recording.details.push_back(detail_from(j.at("detail")));
  } else if (j.contains("code")) {
    recording.codes.push_back({j.at("code").at("name"), j.at("code").at("ptx")});
  } else if (j.contains("distinct")) {
    recording.distinct.push_back(j.at("distinct").get<Distinct>());
  } else if (j.contains("program")) {
    recording.program = j.at("program");
    recording.process = j.at("process");
    recording.devices = j.at("devices").get<std::vector<std::string>>();
  } else if (j.contains("fault")) {
    recording.faults.push_back(j.at("fault"));
  } else if (j.contains("note")) {
    recording.notes.push_back(j.at("note"));
  } else if (j.contains("finding")) {
    recording.findings.push_back(j.at("finding").get<ProgramFinding>());
  } else if (j.contains("found")) {
    recording.findings.at(j.at("found").at(0)).count = j.at("found").at(1);
  } else if (j.contains("checks")) {
    recording.checks = j.at("checks").get<std::vector<std::string>>();
  } else if (j.contains("failed")) {
    recording.failed_calls.push_back(j.at("failed"));
  } else if (j.contains("host")) {
    for (const Json& h : j.at("host")) recording.host.push_back({h.at(0), h.at(1), h.at(2)});
    recording.emulation_s = j.at("emulation");
  } else {
    throw InputError("a recording has a line that no runtime writes");
  }
}

}  // namespace

std::string_view name_of(CopyKind kind) { return copy_names.at(static_cast<std::size_t>(kind)); }

/// A report that lacks what came after the disk was full says that the program did not end.
void Recorder::line(const std::string& text) {
  if (!file_.add(text)) fmt::print(stderr, "forewarp: no room is left for the recording; the report ends here\n");
}

void Recorder::begin(const std::string& program, const std::vector<std::string>& devices) {
  line(text_of({{"program", program}, {"process", static_cast<int>(getpid())}, {"devices", devices}}));
}

void Recorder::add(const Distinct& d) { line(text_of({{"distinct", d}})); }

void Recorder::add(const Operation& o) { line(operation_line(o)); }

void Recorder::add(const Wait& w) {
  line(fmt::format(R"({{"wait":{},"t":[{}]}})", text_of(w.call), intervals_text(w.times)));
}

void Recorder::add(const DeviceCode& code) { line(text_of({{"code", {{"name", code.name}, {"ptx", code.ptx}}}})); }

void Recorder::add_detail(std::size_t distinct, std::size_t code, const profile::Profile& profile) {
  line(detail_line(distinct, code, profile));
}

void Recorder::fault(const std::string& text) { line(text_of({{"fault", text}})); }

void Recorder::note(const std::string& text) { line(text_of({{"note", text}})); }

void Recorder::failed_call(const std::string& text) { line(text_of({{"failed", text}})); }

void Recorder::checks(const std::vector<std::string>& names) { line(text_of({{"checks", names}})); }

void Recorder::finding(const ProgramFinding& finding) { line(text_of({{"finding", finding}})); }

void Recorder::finding_count(std::size_t finding, std::uint64_t count) { line(text_of({{"found", {finding, count}}})); }

void Recorder::end(const std::vector<HostTime>& host, double emulation_s) {
  Json times = Json::array();
  for (const HostTime& h : host) times.push_back({h.total_s, h.waited_s, h.called_s});
  line(text_of({{"host", times}, {"emulation", emulation_s}}));
  file_.close();
}

Recording read_recording(std::string_view text) {
  Recording recording;
  text = text.substr(0, text.find('\0'));  // of a program that was killed (line_file.hpp)
  for (std::size_t end = 0; (end = text.find('\n')) != std::string_view::npos; text.remove_prefix(end + 1)) {
    if (is_operation(text.substr(0, end))) {
      recording.operations.push_back(operation_from(text.substr(0, end)));
      continue;
    }
    const Json j = Json::parse(text.substr(0, end), nullptr, false);
    if (!j.is_object()) throw InputError("a recording has a line that is no JSON");
    try {
      read_line(recording, j);
    } catch (const Json::exception& e) {
      throw InputError(fmt::format("a recording has a line that no runtime writes: {}", e.what()));
    }
  }
  return recording;
}

double emulated_thread_instructions(const Recording& recording) {
  double sum = 0;
  for (const Operation& o : recording.operations)
    if (o.kind == Operation::Kind::launch && !o.replayed)
      sum += recording.distinct.at(o.distinct).thread_instructions * o.factor;
  return sum;
}

}  // namespace forewarp::runtime
