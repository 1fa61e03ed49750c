// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/profile_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "forewarp/emulate/profile/host_traffic.hpp"
#include "forewarp/model/feature/braun.hpp"
#include "forewarp/report/profile_rows.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"

namespace forewarp::report {
namespace {

using profile::AccessSite;
using profile::Profile;

std::string chain_text(const profile::CriticalPath& path) {
  std::string links;
  for (const auto& [name, count] : chain_links(path))
    if (count > 0) links += fmt::format(" {} {}", count_text(std::round(count)), name);
  return fmt::format("{} of {} instructions, links:{}; ILP {:.3g} MLP {:.3g}",
                     count_text(std::round(path.instructions / path.ilp)), count_text(std::round(path.instructions)),
                     links, path.ilp, path.mlp);
}

std::string host_text(const profile::HostTraffic& t, const char* direction) {
  return fmt::format("{} {} in {} sectors of {} lines ({} requests)", direction, bytes_text(t.bytes),
                     count_text(t.sectors), count_text(t.lines), count_text(t.requests));
}

/// What crosses the link to the host, in each direction that anything does.
std::string host_text(const Profile& p) {
  const profile::HostTraffic reads = profile::host_reads(p), writes = profile::host_writes(p);
  std::string text = reads.sectors > 0 ? host_text(reads, "reads") : "";
  if (writes.sectors > 0) text += (text.empty() ? "" : ", ") + host_text(writes, "writes");
  if (text.empty()) return "not accessed";
  return p.sampling.host_error > 0 ? text + ", standard error " + percent_text(p.sampling.host_error) : text;
}

std::string summary(const Profile& p) {
  std::string out;
  const auto line = [&](std::string_view name, const std::string& text) {
    out += fmt::format("{:<13} {}\n", name, text);
  };
  line("instructions",
       fmt::format("{} by threads, {} by warps; {:.3g} lanes active of {}", count_text(p.thread_instructions),
                   count_text(p.warp_instructions), p.mean_active_lanes(), p.warp_size));
  line("branches",
       fmt::format("{}, branch efficiency {}", count_text(p.branches), percent_text(p.branch_efficiency())));
  if (p.barriers > 0) line("barriers", count_text(p.barriers));
  if (p.hottest_atomic > 0) line("atomics", count_text(p.hottest_atomic) + " on the most loaded address");
  if (p.imbalance > 1.005)
    line("imbalance", fmt::format("the most expensive block takes {:.3g} times the mean", p.imbalance));
  if (p.local_bytes > 0) line("local", bytes_text(static_cast<double>(p.local_bytes)) + " a thread");
  if (profile::has_host_buffer(p)) line("host memory", host_text(p));
  line("chain", chain_text(p.path));
  if (p.path.spread_of_mean >= 1.05)
    line("warps",
         fmt::format("the longest warp of a block takes {:.3g} times the mean of its warps", p.path.spread_of_mean));
  if (const profile::LongestWarp& longest = p.longest_warp; longest.path.instructions > 0)
    line("longest warp", fmt::format("in block {:.0f}: {}", longest.begins * static_cast<double>(p.launch.grid.count()),
                                     chain_text(longest.path)));
  return out;
}

std::string features_table(const Profile& p) {
  TextTable table({"braun2020", "value"}, {Align::left, Align::right});
  const auto features = feature::braun_features(p);
  for (const auto& [name, value] : features.items()) {
    table.row({name, name.find("intensity") == std::string::npos ? count_text(value) : fmt::format("{:.3g}", value)});
  }
  return table.str();
}

/// Whole numbers, to be compared with what one works out by hand.
std::string instructions_table(const Profile& p, std::size_t top) {
  std::vector<const profile::InstructionCount*> rows;
  for (const auto& i : p.instructions) rows.push_back(&i);
  std::stable_sort(rows.begin(), rows.end(), [](const auto* a, const auto* b) { return a->threads > b->threads; });
  if (top > 0 && rows.size() > top) rows.resize(top);
  TextTable table({"instruction", "by threads", "by warps"});
  for (const auto* i : rows)
    table.row({i->mnemonic.text(), fmt::format("{:.0f}", i->threads), fmt::format("{:.0f}", i->warps)});
  return table.str();
}

std::string accesses_table(const Profile& p, std::size_t top) {
  TextTable table({"source", "access", "sites", "requests", "asked", "moved", "sectors/req", "wavefronts", "ideal"},
                  {Align::left, Align::left, Align::right});
  for (const LineAccess& line : costliest_lines(p, top)) {
    const bool shared = line.space == ptx::StateSpace::shared;
    table.row({line.place, line.access, std::to_string(line.sites), count_text(line.requests), bytes_text(line.asked),
               shared ? "-" : bytes_text(line.sectors * 32),
               shared || line.requests == 0 ? "-" : fmt::format("{:.3g}", line.sectors / line.requests),
               shared ? count_text(line.wavefronts) : "-", shared ? count_text(line.ideal_wavefronts) : "-"});
  }
  return table.empty() ? "no memory accesses\n" : table.str();
}

std::string buffers_table(const Profile& p) {
  TextTable table({"buffer", "size", "touched", "used", "a block", "overlap x", "y", "z"});
  const std::uint32_t extents[3] = {p.launch.grid.x, p.launch.grid.y, p.launch.grid.z};
  for (const auto& b : p.buffers) {
    std::vector<std::string> cells{b.name, bytes_text(b.bytes), bytes_text(b.sectors_total * 32),
                                   percent_text(b.used_share()), bytes_text(b.sectors_per_block * 32)};
    for (unsigned k = 0; k < 3; ++k) cells.push_back(extents[k] > 1 ? percent_text(b.overlap[k]) : "-");
    table.row(std::move(cells));
  }
  return table.empty() ? "" : "\n" + table.str();
}

}  // namespace

std::string profile_text(const Profile& p, std::size_t top) {
  std::string out = summary(p);
  out += "\n" + instructions_table(p, top) + "\n" + accesses_table(p, top) + buffers_table(p);
  return out + "\n" + features_table(p);
}

std::string profile_csv(const Profile& p) {
  std::string out = csv_line({"function", "ptx_line", "source_file", "source_line", "access", "space", "buffer",
                              "requests", "lanes", "bytes_per_lane", "sectors", "lines", "wavefronts",
                              "ideal_wavefronts", "collisions", "unique_sectors_per_block", "used_bytes_per_block"});
  for (const auto& s : p.sites) {
    out +=
        csv_line({s.function, std::to_string(s.ptx_line), s.source_file, std::to_string(s.source_line),
                  s.mnemonic.text(), std::string(ptx::name_of(s.space)), buffer_name(p, s), number_text(s.requests),
                  number_text(s.lanes), std::to_string(s.bytes_per_lane), number_text(s.sectors), number_text(s.lines),
                  number_text(s.wavefronts), number_text(s.ideal_wavefronts), number_text(s.collisions),
                  number_text(s.unique_sectors_per_block), number_text(s.used_bytes_per_block)});
  }
  return out;
}

}  // namespace forewarp::report
