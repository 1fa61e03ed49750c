// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/program_timeline.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace forewarp::report {
namespace {

using Json = nlohmann::ordered_json;
using runtime::Operation;
using runtime::Recording;

constexpr std::size_t max_streams = 31;  ///< with a lane of their own

struct Span {
  double begin_s = 0, end_s = 0;
  std::size_t what = 0, count = 1;
  double bytes = 0;
};

/// Names the kinds of operations and numbers them: those of a kernel's distinct launches, of copies, of waits.
class Kinds {
 public:
  explicit Kinds(const Recording& recording) : recording_(recording) {}

  std::size_t of(const Operation& o) {
    if (o.kind == Operation::Kind::launch) return launch(o.distinct);
    if (o.kind == Operation::Kind::fill) return plain("fill", "fill");
    const std::string kind(runtime::name_of(o.copy));
    const bool link = o.copy == runtime::CopyKind::host_to_device || o.copy == runtime::CopyKind::device_to_host;
    return plain(link ? kind + (o.pinned ? ", pinned" : ", pageable") : kind, kind);
  }
  std::size_t of(const runtime::Wait& wait) { return plain("host waits in " + wait.call, "wait"); }
  [[nodiscard]] const Json& json() const { return json_; }

 private:
  std::size_t launch(std::size_t distinct) {
    const auto [at, is_new] = launches_.try_emplace(distinct, json_.size());
    if (is_new) {
      const runtime::Distinct& d = recording_.distinct.at(distinct);
      const std::size_t group = kernels_.try_emplace(d.name, kernels_.size()).first->second;
      json_.push_back({{"name", d.name}, {"kind", "kernel"}, {"group", group}, {"distinct", distinct}});
    }
    return at->second;
  }
  std::size_t plain(const std::string& name, const std::string& kind) {
    const auto [at, is_new] = others_.try_emplace(name, json_.size());
    if (is_new) json_.push_back({{"name", name}, {"kind", kind}, {"group", 0}});
    return at->second;
  }

  const Recording& recording_;
  Json json_ = Json::array();
  std::map<std::size_t, std::size_t> launches_;
  std::map<std::string, std::size_t> kernels_, others_;
};

using LaneKey = std::pair<int, runtime::StreamId>;  ///< ordinal and stream; ordinal -1: the host

/// Streams by number; those beyond max_streams share the last lane.
std::map<LaneKey, std::string> lanes_of(const Recording& r) {
  std::map<LaneKey, std::string> lanes;
  int most_gpus = 0;
  for (const Operation& o : r.operations) most_gpus = std::max(most_gpus, o.gpu);
  for (const Operation& o : r.operations) {
    const LaneKey key{o.gpu, o.stream};
    if (lanes.size() >= max_streams || lanes.contains(key)) continue;
    lanes[key] =
        fmt::format("{}{}", most_gpus > 0 ? fmt::format("GPU {}, ", o.gpu) : "",
                    o.stream == runtime::default_stream ? "default stream" : fmt::format("stream {}", o.stream));
  }
  return lanes;
}

struct Lane {
  std::string name;
  std::vector<Span> spans;
};

/// Spans that are short and begin in the same interval become one, named after the longest.
std::vector<Span> merged(std::vector<Span> spans, double width) {
  std::ranges::stable_sort(spans, {}, &Span::begin_s);
  std::vector<Span> out;
  double longest = 0;  ///< of those that the last one is made of
  for (const Span& s : spans) {
    const double length = s.end_s - s.begin_s;
    const bool joins = !out.empty() && length < width && out.back().end_s - out.back().begin_s < 2 * width &&
                       std::floor(s.begin_s / width) == std::floor(out.back().begin_s / width);
    if (!joins) {
      out.push_back(s);
      longest = length;
      continue;
    }
    Span& last = out.back();
    last.end_s = std::max(last.end_s, s.end_s);
    last.count += 1;
    last.bytes += s.bytes;
    if (length > longest) last.what = s.what;
    longest = std::max(longest, length);
  }
  return out;
}

/// Digits below a tenth of a nanosecond are nothing that a picture shows.
double rounded(double seconds) { return std::round(seconds * 1e10) / 1e10; }

Json json_of(const Lane& lane) {
  Json spans = Json::array();
  for (const Span& s : lane.spans) spans.push_back({rounded(s.begin_s), rounded(s.end_s), s.what, s.count, s.bytes});
  return {{"name", lane.name}, {"spans", std::move(spans)}};
}

std::vector<Lane> lanes_on(const Recording& r, std::size_t device, Kinds& kinds) {
  const std::map<LaneKey, std::string> known = lanes_of(r);
  std::map<LaneKey, Lane> lanes;
  Lane host{"host waits", {}}, others{"other streams", {}};
  for (const auto& [key, name] : known) lanes[key].name = name;
  for (const Operation& o : r.operations) {
    const runtime::Interval when = o.times.at(device);
    const auto own = lanes.find({o.gpu, o.stream});
    (own != lanes.end() ? own->second : others)
        .spans.push_back({when.begin_s, when.end_s, kinds.of(o), 1, static_cast<double>(o.bytes)});
  }
  for (const runtime::Wait& w : r.waits)
    if (w.times.at(device).seconds() > 0)
      host.spans.push_back({w.times[device].begin_s, w.times[device].end_s, kinds.of(w), 1, 0});
  std::vector<Lane> out;
  out.push_back(std::move(host));
  for (auto& [key, lane] : lanes) out.push_back(std::move(lane));
  if (!others.spans.empty()) out.push_back(std::move(others));
  return out;
}

Json device_json(const Recording& r, std::size_t device, std::size_t max_spans, Kinds& kinds) {
  std::vector<Lane> lanes = lanes_on(r, device, kinds);
  double end = r.ended() ? r.host.at(device).total_s : 0;
  std::size_t operations = 0, drawn = 0;
  for (const Lane& lane : lanes)
    for (const Span& s : lane.spans) end = std::max(end, s.end_s);
  for (const Lane& lane : lanes) operations += lane.spans.size();
  const double width =
      operations <= max_spans ? 0 : end * static_cast<double>(lanes.size()) / static_cast<double>(max_spans);
  Json json = Json::array();
  for (Lane& lane : lanes) {
    if (width > 0) lane.spans = merged(std::move(lane.spans), width);
    drawn += lane.spans.size();
    json.push_back(json_of(lane));
  }
  return {{"device", r.devices.at(device)},
          {"end_s", end},
          {"operations", operations},
          {"merged", operations - drawn},
          {"lanes", std::move(json)}};
}

}  // namespace

nlohmann::ordered_json timeline_json(const Recording& r, std::size_t max_spans) {
  Kinds kinds(r);
  Json devices = Json::array();
  for (std::size_t d = 0; d < r.devices.size(); ++d) devices.push_back(device_json(r, d, max_spans, kinds));
  return {{"what", kinds.json()}, {"devices", std::move(devices)}};
}

}  // namespace forewarp::report
