// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "forewarp/emulate/profile/host_traffic.hpp"
#include "forewarp/model/feature/braun.hpp"
#include "forewarp/report/line_counts.hpp"
#include "forewarp/report/profile_rows.hpp"
#include "forewarp/report/profile_view.hpp"

namespace forewarp::report {
namespace {

using nlohmann::json;
using profile::Profile;

json shape_json(const launch::Dim3& d) { return json::array({d.x, d.y, d.z}); }

json sampling_json(const profile::Sampling& s) {
  return {{"blocks_total", s.blocks_total},
          {"blocks_run", s.blocks_run},
          {"exact", s.exact},
          {"loops_sampled", s.loops_sampled},
          {"relative_error", s.relative_error},
          {"sectors_error", s.sectors_error},
          {"host_error", s.host_error},
          {"dram_error", s.dram_error},
          {"warp_instructions_run", s.warp_instructions_run}};
}

json instructions_json(const Profile& p) {
  json out = json::array();
  for (const auto& i : p.instructions) {
    out.push_back({{"mnemonic", i.mnemonic.text()}, {"warps", i.warps}, {"threads", i.threads}});
  }
  return out;
}

json blocks_json(const Profile& p) {
  json out = json::array();
  for (const auto& b : p.basic_blocks) {
    out.push_back({{"function", b.function},
                   {"first_line", b.first_line},
                   {"last_line", b.last_line},
                   {"instructions", b.instructions},
                   {"warps", b.warps},
                   {"threads", b.threads}});
  }
  return out;
}

json sites_json(const Profile& p) {
  json out = json::array();
  for (const auto& s : p.sites) {
    out.push_back({{"function", s.function},
                   {"ptx_line", s.ptx_line},
                   {"source_file", s.source_file},
                   {"source_line", s.source_line},
                   {"mnemonic", s.mnemonic.text()},
                   {"space", ptx::name_of(s.space)},
                   {"buffer", buffer_name(p, s)},
                   {"bytes_per_lane", s.bytes_per_lane},
                   {"requests", s.requests},
                   {"lanes", s.lanes},
                   {"sectors", s.sectors},
                   {"lines", s.lines},
                   {"wavefronts", s.wavefronts},
                   {"ideal_wavefronts", s.ideal_wavefronts},
                   {"merged_bytes_per_lane", s.merged_bytes_per_lane},
                   {"merged_requests", s.merged_requests()},
                   {"merged_wavefronts", s.merged_wavefronts()},
                   {"collisions", s.collisions},
                   {"unique_sectors_per_block", s.unique_sectors_per_block},
                   {"used_bytes_per_block", s.used_bytes_per_block},
                   {"overlap", s.overlap},
                   {"host_share", s.host_share}});
  }
  return out;
}

json host_json(const profile::HostTraffic& t) {
  return {{"requests", t.requests}, {"lines", t.lines}, {"sectors", t.sectors}, {"bytes", t.bytes}};
}

json lines_json(const Profile& p, const ptx::Module& module) {
  json out = json::array();
  for (const LineCount& line : line_counts(p, module)) {
    out.push_back({{"ptx_line", line.ptx_line},
                   {"source_file", line.source_file},
                   {"source_line", line.source_line},
                   {"warps", line.warps},
                   {"resources", line.resources},
                   {"chain_cycles", line.chain_cycles}});
  }
  return out;
}

/// [blocks before, share of the sectors that the block touched last]
json reuse_json(const profile::BlockReuse& reuse) {
  json out = json::array();
  for (const auto& step : reuse) out.push_back({step.blocks, step.share});
  return out;
}

json buffers_json(const Profile& p) {
  json out = json::array();
  for (const auto& b : p.buffers) {
    out.push_back({{"name", b.name},
                   {"bytes", b.bytes},
                   {"host", b.host},
                   {"sectors_total", b.sectors_total},
                   {"sectors_per_block", b.sectors_per_block},
                   {"read_sectors_per_block", b.read_sectors_per_block},
                   {"written_sectors_per_block", b.written_sectors_per_block},
                   {"used_bytes_total", b.used_bytes_total},
                   {"used_bytes_per_block", b.used_bytes_per_block},
                   {"overlap", b.overlap},
                   {"byte_overlap", b.byte_overlap},
                   {"reuse", reuse_json(b.reuse)},
                   {"written_reuse", reuse_json(b.written_reuse)},
                   {"out_of_step", b.access_skew}});
  }
  return out;
}

json path_json(const profile::CriticalPath& path) {
  json out;
  for (const auto& [name, count] : chain_links(path)) out[name] = count;
  out["instructions"] = path.instructions;
  out["ilp"] = path.ilp;
  out["mlp"] = path.mlp;
  out["in_flight"] = path.in_flight;
  out["spread"] = path.spread_of_mean;
  return out;
}

json longest_json(const Profile& p) {
  if (!(p.longest_warp.path.instructions > 0)) return nullptr;
  const double block = std::round(p.longest_warp.begins * static_cast<double>(p.launch.grid.count()));
  return {{"block", block}, {"critical_path", path_json(p.longest_warp.path)}};
}

json local_json(const profile::LocalMemory& local) {
  return {{"sectors_per_block", local.sectors_per_block},
          {"read_sectors_per_block", local.read_sectors_per_block},
          {"written_sectors_per_block", local.written_sectors_per_block},
          {"rewritten_sectors", local.rewritten_sectors}};
}

}  // namespace

json profile_json(const Profile& p) {
  const auto braun = feature::braun_features(p);
  json features;
  for (const auto& [name, value] : braun.items()) features[name] = value;
  return {
      {"kernel", p.kernel},
      {"grid", shape_json(p.launch.grid)},
      {"block", shape_json(p.launch.block)},
      {"warp_size", p.warp_size},
      {"registers", p.registers},
      {"registers_estimated", p.registers_estimated},
      {"static_shared_bytes", p.static_shared_bytes},
      {"dynamic_shared_bytes", p.launch.dynamic_shared_bytes},
      {"local_bytes", p.local_bytes},
      {"parameters", p.launch.parameters},
      {"sampling", sampling_json(p.sampling)},
      {"warp_instructions", p.warp_instructions},
      {"thread_instructions", p.thread_instructions},
      {"branches", p.branches},
      {"divergent_branches", p.divergent_branches},
      {"barriers", p.barriers},
      {"hottest_atomic", p.hottest_atomic},
      {"hottest_atomic_requests", p.hottest_atomic_requests},
      {"hottest_atomic_slice", p.hottest_atomic_slice},
      {"param_bytes", p.param_bytes},
      {"imbalance", p.imbalance},
      {"working_blocks", p.working_blocks()},
      {"braun2020", std::move(features)},
      {"instructions", instructions_json(p)},
      {"basic_blocks", blocks_json(p)},
      {"accesses", sites_json(p)},
      {"buffers", buffers_json(p)},
      {"host_memory", {{"reads", host_json(profile::host_reads(p))}, {"writes", host_json(profile::host_writes(p))}}},
      {"reuse", {{"counts", p.loads.counts}, {"first", p.loads.first}}},
      {"reuse_of_requests", {{"counts", p.load_requests.counts}, {"first", p.load_requests.first}}},
      {"rewrites", {{"sectors", p.rewrites.sectors}, {"visits", p.rewrites.visits}}},
      {"critical_path", path_json(p.path)},
      {"longest_warp", longest_json(p)},
      {"local_memory", local_json(p.local)},
      {"notes", p.notes}};
}

json profile_json(const Profile& p, const ptx::Module& module) {
  json out = profile_json(p);
  out["lines"] = lines_json(p, module);
  return out;
}

}  // namespace forewarp::report
