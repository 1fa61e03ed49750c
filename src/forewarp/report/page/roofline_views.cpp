// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Where what a kernel did puts it under the roofs of devices: one launch on several, or variants of it on one.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <string_view>

#include "forewarp/frontend/ptx/mnemonic.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"
#include "forewarp/model/bounds/expansion.hpp"
#include "forewarp/model/bounds/tensor.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

namespace {

constexpr double sector_bytes = 32;

/// What a multiply-add runs on; each has a roof of its own.
enum class Pipe : std::uint8_t {
  fp32,
  fp64,
  fp16,
  tensor_f16,
  tensor_f16_f32,
  tensor_tf32,
  tensor_8bit,
  tensor_8bit_f32,
  tensor_f64
};
constexpr std::array<std::string_view, 9> pipe_names = {"fp32",
                                                        "fp64",
                                                        "fp16",
                                                        "f16 tensor",
                                                        "f16 tensor (sums in f32)",
                                                        "tf32 tensor",
                                                        "8-bit tensor",
                                                        "8-bit tensor (sums in f32)",
                                                        "f64 tensor"};

bool has_clock_of_its_own(Pipe pipe) { return pipe >= Pipe::tensor_f16 && pipe <= Pipe::tensor_8bit_f32; }

/// Operations per second by the data sheet; 0 where the device has no such unit. model/bounds/tensor.hpp says how fast
/// those are that have no figure of their own.
double peak_of(const device::DeviceSpec& d, Pipe pipe) {
  const device::Throughput& t = d.throughput;
  const double sums_in_f32 = t.tensor_f16_f32 > 0 ? std::min(t.tensor_f16_f32, t.tensor_f16) : t.tensor_f16;
  const std::array<double, pipe_names.size()> multiply_adds = {
      t.fp32,           t.fp64,          t.fp16 > 0 ? t.fp16 : t.fp32,
      t.tensor_f16,     sums_in_f32,     t.tensor_tf32,
      2 * t.tensor_f16, 2 * sums_in_f32, t.tensor_f64 > 0 ? t.tensor_f64 : t.fp64};
  const double clock = has_clock_of_its_own(pipe) && d.tensor_hz > 0 ? d.tensor_hz : d.boost_hz;
  return 2 * multiply_adds[static_cast<std::size_t>(pipe)] * d.sms * clock;
}

/// Of a whole launch: operations, bytes requested from the caches, bytes touched at least once.
struct Work {
  std::array<double, pipe_names.size()> by_pipe{};
  double requested = 0, touched = 0;

  [[nodiscard]] double flops() const { return std::accumulate(by_pipe.begin(), by_pipe.end(), 0.0); }
  /// That most of them run on.
  [[nodiscard]] Pipe pipe() const {
    return static_cast<Pipe>(std::max_element(by_pipe.begin(), by_pipe.end()) - by_pipe.begin());
  }
};

Pipe tensor_pipe(const ptx::Mnemonic& mnemonic) {
  const bool in_single = model::adds_in_single(mnemonic);
  switch (model::tensor_type(mnemonic)) {
    case model::TensorType::f16:
      return in_single ? Pipe::tensor_f16_f32 : Pipe::tensor_f16;
    case model::TensorType::tf32:
      return Pipe::tensor_tf32;
    case model::TensorType::bits8:
      return in_single ? Pipe::tensor_8bit_f32 : Pipe::tensor_8bit;
    case model::TensorType::f64:
      break;
  }
  return Pipe::tensor_f64;
}

Pipe plain_pipe(ptx::Type type) {
  if (type == ptx::Type::f64) return Pipe::fp64;
  return type == ptx::Type::f32 || type == ptx::Type::f32x2 ? Pipe::fp32 : Pipe::fp16;
}

/// Operations of all threads: two for a multiply-add, one for each of a packed pair.
void add_operations(Work& work, const Json& row) {
  constexpr double lanes = 32;
  const ptx::Mnemonic decoded = ptx::decode_mnemonic(row.at("mnemonic").get<std::string>());
  const auto add = [&](Pipe pipe, double count) { work.by_pipe[static_cast<std::size_t>(pipe)] += count; };
  if (ptx::is_tensor(decoded.opcode))
    return add(tensor_pipe(decoded), 2 * lanes * row.at("warps").get<double>() * model::tensor_multiply_adds(decoded));
  const unsigned operations = ptx::floating_operations(decoded.opcode, decoded.type());
  if (operations > 0) add(plain_pipe(decoded.type()), operations * row.at("threads").get<double>());
}

double requested_bytes(const Json& profile) {
  double sectors = 0;
  for (const Json& access : profile.at("accesses"))
    if (access.at("space") == "global") sectors += access.at("sectors").get<double>();
  return sectors * sector_bytes;
}

double touched_bytes(const Json& profile) {
  double sectors = 0;
  for (const Json& buffer : profile.at("buffers")) sectors += buffer.at("sectors_total").get<double>();
  return sectors * sector_bytes;
}

/// Nothing where a kernel has no place in a roofline.
std::optional<Work> work_of(const Json& profile) {
  Work work{.requested = requested_bytes(profile), .touched = touched_bytes(profile)};
  for (const Json& row : profile.at("instructions")) add_operations(work, row);
  if (work.flops() <= 0 || work.requested <= 0 || work.touched <= 0) return std::nullopt;
  return work;
}

struct Intensities {
  double low = 0, high = 0;
};

Intensities around(const Work& work) { return {0.5 * work.flops() / work.requested, 2 * work.flops() / work.touched}; }

struct Ceiling {
  double peak;  ///< operations per second
  std::string unit;
};

Series roof(Series::Style style, const std::string& name, const std::string& group, double bytes_per_s,
            const Ceiling& ceiling, Intensities range) {
  const double peak = ceiling.peak, ridge = peak / bytes_per_s;
  Series series{.style = style, .name = name, .group = group};
  if (range.low < ridge) series.marks.push_back({.x = range.low, .y = range.low * bytes_per_s, .label = name});
  series.marks.push_back({.x = std::max(range.low, ridge), .y = peak, .label = fmt::format("{}: ridge", name)});
  series.marks.push_back(
      {.x = std::max(range.high, 2 * ridge), .y = peak, .label = fmt::format("{}: {} peak", name, ceiling.unit)});
  return series;
}

/// L2's roof dashed, the device memory's whole.
void add_roofs(const std::string& name, Pipe pipe, Intensities range, Chart& chart) {
  const device::DeviceSpec spec = device::find_device(name);
  const Pipe own = peak_of(spec, pipe) > 0 ? pipe : Pipe::fp32;
  const Ceiling ceiling{peak_of(spec, own), std::string(pipe_names[static_cast<std::size_t>(own)])};
  chart.series.push_back(roof(Series::Style::line, name + " DRAM", name, spec.dram_bytes_per_s, ceiling, range));
  if (spec.l2_bytes_per_s > 0)
    chart.series.push_back(roof(Series::Style::dashed, name + " L2", name, spec.l2_bytes_per_s, ceiling, range));
}

void add_points(const std::string& name, const Work& work, double time_s, Chart& chart) {
  const double rate = work.flops() / time_s;
  Series points{.name = name, .group = name};
  points.marks.push_back({.x = work.flops() / work.requested, .y = rate, .label = name + ", by bytes requested"});
  points.marks.push_back({.x = work.flops() / work.touched, .y = rate, .label = name + ", by bytes touched"});
  chart.series.push_back(std::move(points));
}

Chart empty_chart(const std::string& each, Pipe pipe) {
  Chart chart{
      .kind = Chart::Kind::points,
      .title = "Roofline",
      .caption = fmt::format(
          "Operations a second over operations a byte. {} has two points: by the bytes that its caches are asked for "
          "(against the L2 roof) and by the bytes touched at least once (against the DRAM roof). The flat part is the "
          "{} "
          "peak, what most of the operations run on.",
          each, pipe_names[static_cast<std::size_t>(pipe)]),
      .x = {.label = "operations a byte", .logarithmic = true},
      .y = {.label = "operations a second", .logarithmic = true}};
  return chart;
}

std::string words(const Json& configuration) {
  std::string text;
  for (const auto& [name, value] : configuration.items())
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value.get<std::string>());
  return text;
}

void add_variants_roofline(const Json& json, Page& page) {
  std::vector<Work> works;
  Intensities range;
  for (const Json& variant : json.at("variants")) {
    const auto work = work_of(variant.at("profile"));
    if (!work) return;
    const Intensities own = around(*work);
    range = works.empty() ? own : Intensities{std::min(range.low, own.low), std::max(range.high, own.high)};
    works.push_back(*work);
  }
  const Pipe pipe = works.front().pipe();
  Chart chart = empty_chart("Each variant", pipe);
  add_roofs(json.at("device").get<std::string>(), pipe, range, chart);
  for (std::size_t i = 0; i < works.size(); ++i) {
    const Json& variant = json.at("variants").at(i);
    add_points(variant.at("role").get<std::string>() + ": " + words(variant.at("configuration")), works[i],
               variant.at("time_s").get<double>(), chart);
  }
  page.sections.push_back({"Under the roofs", {std::move(chart)}});
}

}  // namespace

void add_roofline(const Json& json, Page& page) {
  const auto work = work_of(json.at("profile"));
  if (!work) return;
  Chart chart = empty_chart("Each device", work->pipe());
  for (const Json& p : most_charted_of(json.at("predictions"))) {
    const auto name = p.at("device").get<std::string>();
    add_roofs(name, work->pipe(), around(*work), chart);
    add_points(name, *work, p.at("time_s").get<double>(), chart);
  }
  page.sections.push_back({"Under the roofs", {std::move(chart)}});
}

void add_variants(const Json& json, Page& page) {
  if (json.at("variants").empty()) return;
  add_variants_roofline(json, page);
  const std::size_t before = page.sections.size();
  Json best = json.at("variants").at(0);
  best["device"] = json.at("device");  // whose limiter colours the lines
  add_source(best, page);
  if (page.sections.size() > before) page.sections.back().title = "Where, with " + words(best.at("configuration"));
}

}  // namespace forewarp::report::views
