// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "attempt.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <nlohmann/json.hpp>

#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/text.hpp"
#include "synthetic.hpp"

namespace forewarp::bench {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr double build_timeout_s = 900, grace_s = 120;
constexpr int killed_status = 128 + 9;

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Of all children that ended.
double cpu_seconds() {
  rusage use{};
  ::getrusage(RUSAGE_CHILDREN, &use);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(use.ru_utime) + seconds(use.ru_stime);
}

std::string last_line(const std::string& text) {
  const auto lines = split_at(trimmed(text), '\n');
  return std::string(trimmed(lines.back()));
}

/// The first line with this text, or nothing.
std::string line_with(const std::string& text, std::string_view what) {
  for (const std::string_view line : split_at(text, '\n'))
    if (line.find(what) != std::string_view::npos) return std::string(trimmed(line));
  return "";
}

std::string build_reason(const std::string& text) {
  for (const std::string_view mark : {"fatal error: ", "undefined reference to ", "error: "})
    for (const std::string_view line : split_at(text, '\n'))
      if (const std::size_t at = line.find(mark); at != std::string_view::npos)
        return std::string(trimmed(line.substr(mark.starts_with("undefined") ? at : at + mark.size())));
  return last_line(text);
}

/// The first argument that names a file that is not there and is no output by its name.
std::string missing_input(const Program& p, const fs::path& folder) {
  for (const std::string& a : p.arguments) {
    const bool is_file = a.find('/') != std::string::npos || (a.find('.') != std::string::npos && !is_digit(a.back()));
    if (is_file && !fs::exists(folder / a) && lower_case(a).find("out") == std::string::npos) return a;
  }
  return "";
}

fs::path folder_of(const Program& p) { return *p.sources.front().begin(); }

std::vector<std::string> build_command(const Program& p, const AttemptOptions& o, const fs::path& program) {
  std::vector<std::string> c = {o.tool,       "exec",     "--build", "--device", "RTX 3080",
                                "--compiler", o.compiler, "-o",      program};
  for (const fs::path& s : p.sources) c.push_back(o.sources / s);
  for (const fs::path& i : p.includes) c.insert(c.end(), {"-I", o.sources / i});
  for (const std::string& d : p.defines) c.insert(c.end(), {"-D", d});
  for (const std::string& l : p.libraries) c.insert(c.end(), {"-l", l});
  for (const std::string& f : p.flags) c.push_back("--compiler-flag=" + f);
  return c;
}

std::vector<std::string> run_command(const Program& p, const AttemptOptions& o, const fs::path& program) {
  std::vector<std::string> c = {"env",      "-C",        o.sources / folder_of(p),
                                o.tool,     "exec",      program,
                                "--device", "RTX 3080",  "--ncu",
                                "--json",   "--timeout", fmt::format("{:.0f}", o.timeout_s),
                                "--"};
  c.insert(c.end(), p.arguments.begin(), p.arguments.end());
  return c;
}

Shape shape(const Json& json) {
  return {json.at(0).get<std::uint64_t>(), json.at(1).get<std::uint64_t>(), json.at(2).get<std::uint64_t>()};
}

std::vector<MeasuredLaunch> recorded_launches(const Json& summary) {
  std::vector<MeasuredLaunch> out;
  for (const Json& l : summary.at("launches")) {
    MeasuredLaunch launch;
    set_name(launch, l.at("kernel").get<std::string>());
    launch.grid = shape(l.at("grid"));
    launch.block = shape(l.at("block"));
    launch.seconds = l.at("predictions").at("RTX 3080").at("time_s").get<double>();
    out.push_back(std::move(launch));
  }
  return out;
}

/// Each measured launch is compared with the first recorded one of the same kernel and shape that no other took; of a
/// template the same instance comes first.
std::vector<FoundLaunch> compared(const std::vector<MeasuredLaunch>& measured, std::vector<MeasuredLaunch> recorded) {
  std::vector<FoundLaunch> out;
  for (const MeasuredLaunch& m : measured) {
    FoundLaunch found{.kernel = m.kernel, .measured_s = m.seconds};
    const auto alike = [&](const MeasuredLaunch& r) {
      return r.kernel == m.kernel && r.grid == m.grid && r.block == m.block;
    };
    auto at =
        std::ranges::find_if(recorded, [&](const MeasuredLaunch& r) { return alike(r) && r.variant == m.variant; });
    if (at == recorded.end()) at = std::ranges::find_if(recorded, alike);
    if (at != recorded.end()) {
      found.found = true;
      found.predicted_s = at->seconds;
      if (std::ranges::count_if(recorded, alike) > 1) recorded.erase(at);
    }
    out.push_back(std::move(found));
  }
  return out;
}

/// Of the texts of exec's JSON, one per process of the program: the one with the launches.
Json summary_of(const std::string& text) {
  Json best;
  for (std::size_t at = text.find('{'); at != std::string::npos;) {
    const std::size_t next = text.find("\n{", at + 1);
    Json json = Json::parse(text.substr(at, next == std::string::npos ? next : next + 1 - at), nullptr, false);
    if (json.is_object() && json.contains("launches") &&
        (best.is_null() || json["launches"].size() > best["launches"].size()))
      best = std::move(json);
    at = next == std::string::npos ? next : next + 1;
  }
  return best;
}

}  // namespace

Verdict verdict_of(const std::string& output) {
  const auto says = [&](std::string_view word) { return output.find(word) != std::string::npos; };
  if (says("FAIL") || says("Fail") || says("mismatch") || says("MISMATCH") || says("incorrect") ||
      says("Verification failed") || says("Test failed"))
    return Verdict::failure;
  if (says("PASS") || says("Pass") || says("passed") || says("SUCCESS") || says("Success") || says("successful"))
    return Verdict::success;
  return Verdict::none;
}

Attempt attempt(const Program& p, const AttemptOptions& o) {
  Attempt a{.program = p.name, .compiler = o.compiler};
  for (const MeasuredLaunch& m : p.launches) a.launches.push_back({.kernel = m.kernel, .measured_s = m.seconds});
  const fs::path program = o.folder / p.name;
  double start = wall_seconds();
  const ProcessResult built = run_process(build_command(p, o, program), {.timeout_s = build_timeout_s});
  a.build_s = wall_seconds() - start;
  if (built.exit_status != 0) {
    a.reason = "does not build: " + build_reason(built.errors + built.output);
    return a;
  }
  prepare(p, o.sources / folder_of(p));
  a.synthetic = o.synthetic && write_synthetic_input(p, o.sources / folder_of(p));
  start = wall_seconds();
  const double cpu = cpu_seconds();
  const ProcessResult ran = run_process(run_command(p, o, program), {.timeout_s = o.timeout_s + grace_s});
  a.seconds = wall_seconds() - start;
  a.cpu_s = cpu_seconds() - cpu;
  write_file(o.folder / (p.name + ".json"), ran.output);
  write_file(o.folder / (p.name + ".txt"), ran.errors);
  const Json summary = summary_of(ran.output);
  if (summary.is_object()) a.launches = compared(p.launches, recorded_launches(summary));
  std::string missing = missing_input(p, o.sources / folder_of(p));
  if (missing.empty()) missing = line_with(ran.errors, "No such file or directory");  // of a name inside the program
  const bool made_launches = summary.is_object() && !summary["launches"].empty();
  if (made_launches) a.verdict = verdict_of(ran.errors);
  if (ran.exit_status == 0 && made_launches)
    a.ended = true;
  else if (ran.timed_out || ran.exit_status == killed_status)
    a.reason = fmt::format("did not end within {:.0f} s", o.timeout_s);
  else if (!missing.empty())
    a.reason = "its input is not there: " + missing;
  else
    a.reason = fmt::format("status {}: {}", ran.exit_status, last_line(ran.errors));
  return a;
}

Json to_json(const Attempt& a) {
  Json launches = Json::array();
  for (const FoundLaunch& l : a.launches)
    launches.push_back(
        {{"kernel", l.kernel}, {"measured_s", l.measured_s}, {"found", l.found}, {"predicted_s", l.predicted_s}});
  return {{"program", a.program}, {"compiler", a.compiler}, {"synthetic", a.synthetic},
          {"ended", a.ended},     {"reason", a.reason},     {"build_s", a.build_s},
          {"seconds", a.seconds}, {"cpu_s", a.cpu_s},       {"verdict", static_cast<int>(a.verdict)},
          {"launches", launches}};
}

Attempt from_json(const Json& j) {
  Attempt a{.program = j.at("program"),
            .compiler = j.at("compiler"),
            .synthetic = j.value("synthetic", false),
            .ended = j.at("ended"),
            .reason = j.at("reason")};
  a.build_s = j.at("build_s");
  a.seconds = j.at("seconds");
  a.cpu_s = j.at("cpu_s");
  a.verdict = static_cast<Verdict>(j.at("verdict").get<int>());
  for (const Json& l : j.at("launches"))
    a.launches.push_back({l.at("kernel"), l.at("measured_s"), l.at("found"), l.at("predicted_s")});
  return a;
}

}  // namespace forewarp::bench
