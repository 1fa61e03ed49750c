// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/verdict/baseline.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/json.hpp"

namespace forewarp::report {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const ProgramMeasures& m) {
  Json kernels = Json::array();
  for (const KernelMeasures& k : m.kernels)
    kernels.push_back({{"kernel", k.name},
                       {"launches", k.launches},
                       {"total_s", k.total.predicted},
                       {"low_s", k.total.low},
                       {"high_s", k.total.high}});
  return {{"device", m.device},
          {"kernels", kernels},
          {"copies", {{"number", m.copies.number}, {"bytes", m.copies.bytes}, {"total_s", m.copies.seconds}}},
          {"fills", {{"number", m.fills.number}, {"bytes", m.fills.bytes}, {"total_s", m.fills.seconds}}}};
}

double time_from(const Json& j, const char* name) {
  const double seconds = j.at(name);
  if (!std::isfinite(seconds) || seconds < 0) throw InputError(fmt::format("{} is no time", name));
  return seconds;
}

TransferMeasures transfers_from(const Json& j) { return {j.at("number"), j.at("bytes"), time_from(j, "total_s")}; }

ProgramMeasures measures_from(const Json& j) {
  ProgramMeasures m;
  m.device = j.at("device");
  for (const Json& k : j.at("kernels")) {
    KernelMeasures kernel;
    kernel.name = k.at("kernel");
    kernel.launches = k.at("launches");
    kernel.total = {time_from(k, "total_s"), time_from(k, "low_s"), time_from(k, "high_s")};
    m.all_kernels += kernel.total;
    m.kernels.push_back(std::move(kernel));
  }
  m.copies = transfers_from(j.at("copies"));
  m.fills = transfers_from(j.at("fills"));
  return m;
}

std::string range_text(const Seconds& s) {
  return fmt::format("{} (range {} to {})", time_text(s.predicted), time_text(s.low), time_text(s.high));
}

std::string launches_text(std::size_t launches) {
  return fmt::format("{} launch{}", launches, launches == 1 ? "" : "es");
}

/// "12 % slower", "as fast".
std::string change_text(double now, double before) {
  const double change = before > 0 ? now / before - 1 : now > 0 ? INFINITY : 0;
  if (std::abs(change) < 0.0005) return "no change";
  return fmt::format("{} {}", std::isfinite(change) ? percent_text(std::abs(change)) : "infinitely",
                     change > 0 ? "slower" : "faster");
}

bool within(double now, double before, double tolerance) { return now <= before * (1 + tolerance) * (1 + 1e-12); }

std::string tolerance_text(double now, double before, double tolerance) {
  if (!within(now, before, tolerance))
    return fmt::format("expected at most {} (+{})", time_text(before * (1 + tolerance)), percent_text(tolerance));
  return now * (1 + tolerance) < before ? "save a new baseline to keep this"
                                        : fmt::format("+{} allowed", percent_text(tolerance));
}

Verdict compare(const KernelMeasures& before, const KernelMeasures& now, double tolerance) {
  Verdict v{.group = "baseline", .name = now.name, .device = {}, .message = {}, .seconds = now.total.predicted};
  const double a = now.total.predicted, b = before.total.predicted;
  v.passed = within(a, b, tolerance);
  v.message =
      fmt::format("predicted {} in {}, baseline {} in {}: {}; {}", range_text(now.total), launches_text(now.launches),
                  time_text(b), launches_text(before.launches), change_text(a, b), tolerance_text(a, b, tolerance));
  return v;
}

Verdict compare_transfers(const ProgramMeasures& before, const ProgramMeasures& now, double tolerance) {
  const double a = now.copies.seconds + now.fills.seconds, b = before.copies.seconds + before.fills.seconds;
  return {.group = "baseline",
          .name = "copies and fills",
          .device = {},
          .passed = within(a, b, tolerance),
          .message = fmt::format("predicted {} for {}, baseline {} for {}: {}; {}", time_text(a),
                                 bytes_text(now.copies.bytes + now.fills.bytes), time_text(b),
                                 bytes_text(before.copies.bytes + before.fills.bytes), change_text(a, b),
                                 tolerance_text(a, b, tolerance)),
          .seconds = a};
}

const KernelMeasures* find(const ProgramMeasures& m, const std::string& name) {
  const auto at = std::ranges::find(m.kernels, name, &KernelMeasures::name);
  return at == m.kernels.end() ? nullptr : &*at;
}

std::vector<Verdict> compare(const ProgramMeasures& before, const ProgramMeasures& now, double tolerance) {
  std::vector<Verdict> out;
  constexpr const char* intended = "if this is intended, save a new baseline";
  for (const KernelMeasures& k : now.kernels) {
    if (const KernelMeasures* old = find(before, k.name)) {
      out.push_back(compare(*old, k, tolerance));
      continue;
    }
    out.push_back({.group = "baseline",
                   .name = k.name,
                   .device = {},
                   .passed = false,
                   .message = fmt::format("a new kernel, which the baseline does not have: {} in {}; {}",
                                          range_text(k.total), launches_text(k.launches), intended),
                   .seconds = k.total.predicted});
  }
  for (const KernelMeasures& k : before.kernels)
    if (!find(now, k.name))
      out.push_back({.group = "baseline",
                     .name = k.name,
                     .device = {},
                     .passed = false,
                     .message = fmt::format("was not launched, in the baseline {} took {}; {}",
                                            launches_text(k.launches), time_text(k.total.predicted), intended)});
  out.push_back(compare_transfers(before, now, tolerance));
  for (Verdict& v : out) v.device = now.device;
  return out;
}

std::vector<std::string> names(const Baseline& b) {
  std::vector<std::string> out;
  for (const ProgramMeasures& m : b.devices) out.push_back(m.device);
  return out;
}

const ProgramMeasures* find_device(const Baseline& b, const std::string& device) {
  const auto at = std::ranges::find(b.devices, device, &ProgramMeasures::device);
  return at == b.devices.end() ? nullptr : &*at;
}

}  // namespace

void save_baseline(const std::filesystem::path& file, const Baseline& baseline) {
  Json devices = Json::array();
  for (const ProgramMeasures& m : baseline.devices) devices.push_back(json_of(m));
  const Json j = {
      {"forewarp", baseline.forewarp}, {"program", baseline.program}, {"ncu", baseline.as_ncu}, {"devices", devices}};
  write_file(file, j.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Baseline read_baseline(const std::filesystem::path& file) {
  const std::string text = read_file(file);
  try {
    const Json j = Json::parse(text);
    Baseline b{.forewarp = j.at("forewarp"), .program = j.at("program"), .as_ncu = j.at("ncu"), .devices = {}};
    for (const Json& device : j.at("devices")) b.devices.push_back(measures_from(device));
    return b;
  } catch (const Json::exception& e) {
    throw InputError(
        fmt::format("{}: not a baseline of forewarp exec --save-baseline: {}", file.string(), json_reason(e.what())));
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: not a baseline of forewarp exec --save-baseline: {}", file.string(), e.what()));
  }
}

void check_comparable(const std::filesystem::path& file, const Baseline& baseline, const Baseline& run) {
  const auto refuse = [&](const std::string& why) {
    throw InputError(fmt::format("{}: {}; make a new one with --save-baseline", file.string(), why));
  };
  if (baseline.forewarp != run.forewarp)
    refuse(fmt::format("this baseline was made by forewarp {}, and predictions of {} may differ", baseline.forewarp,
                       run.forewarp));
  if (baseline.as_ncu != run.as_ncu)
    refuse(fmt::format("this baseline was made {} --ncu, this run is {} it", baseline.as_ncu ? "with" : "without",
                       run.as_ncu ? "with" : "without"));
  for (const ProgramMeasures& m : run.devices)
    if (!find_device(baseline, m.device))
      refuse(fmt::format("this baseline was made for {}, not for {}", fmt::join(names(baseline), ", "), m.device));
}

std::vector<Verdict> compare(const Baseline& baseline, const Baseline& run, double tolerance) {
  std::vector<Verdict> out;
  for (const ProgramMeasures& now : run.devices) {
    const ProgramMeasures* const before = find_device(baseline, now.device);
    if (!before) continue;  // check_comparable refuses it
    for (Verdict& v : compare(*before, now, tolerance)) out.push_back(std::move(v));
  }
  return out;
}

}  // namespace forewarp::report
