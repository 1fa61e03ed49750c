// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/zigon2020/counters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "forewarp/model/advise/measured.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/csv.hpp"

namespace forewarp::papers::zigon2020 {
namespace {

using Numbers = Table::Numbers;

/// What one sign of trouble says of a set of launches.
struct Sign {
  std::string name, flag;
  Numbers value;
  double threshold = 0;
};

std::vector<Sign> signs_of(const std::vector<Read>& reads) {
  std::vector<Sign> signs = {{"badly coalesced", "more than 8 sectors a load", {}, 8},
                             {"conflicted", "more than 1.25 passes an access", {}, 1.25},
                             {"under-occupied", "less than half of the warps", {}, 50}};
  for (const Read& r : reads) {
    signs[0].value.push_back(r.sectors);
    signs[1].value.push_back(r.passes);
    signs[2].value.push_back(r.idle_warps);
  }
  return signs;
}

struct Rows {
  Table::Texts set, sign, flag;
  Numbers launches, flagged, slow, other, correlation;
};

void add_sign(Rows& rows, const std::string& set, const Sign& sign, const Numbers& distance) {
  Numbers flagged, other;
  for (std::size_t i = 0; i < distance.size(); ++i)
    (sign.value[i] > sign.threshold ? flagged : other).push_back(distance[i]);
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  rows.set.push_back(set), rows.sign.push_back(sign.name), rows.flag.push_back(sign.flag);
  rows.launches.push_back(double(distance.size())), rows.flagged.push_back(double(flagged.size()));
  rows.slow.push_back(flagged.empty() ? nothing : median(flagged));
  rows.other.push_back(other.empty() ? nothing : median(other));
  rows.correlation.push_back(spearman(sign.value, distance));
}

void add_limiters(Reproduction& result, const std::string& set, const std::vector<Read>& reads,
                  const Numbers& distance) {
  std::map<std::pair<std::string, std::string>, Numbers> by_limiter;
  for (std::size_t i = 0; i < reads.size(); ++i) by_limiter[{reads[i].bound, reads[i].resource}].push_back(distance[i]);
  Table::Texts bound, resource;
  Numbers launches, middle;
  for (const auto& [limiter, distances] : by_limiter) {
    bound.push_back(limiter.first), resource.push_back(limiter.second);
    launches.push_back(double(distances.size())), middle.push_back(median(distances));
  }
  Table table;
  table.add("bound", bound);
  table.add("busiest", resource);
  table.add("launches", launches);
  table.add("median time over best", middle);
  result.tables.push_back({"limiters_" + set, "what limits it by the counters " + set, table});
}

}  // namespace

std::vector<Read> read_counters(const Table& table) {
  const Numbers& requests = table.numbers("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum");
  const Numbers& read_sectors = table.numbers("lts__t_sectors_op_read.sum");
  const Numbers& write_sectors = table.numbers("lts__t_sectors_op_write.sum");
  const Numbers& loads = table.numbers("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum");
  const Numbers& stores = table.numbers("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum");
  const Numbers& memory = table.numbers("smsp__sass_thread_inst_executed_op_memory_pred_on.sum");
  const Numbers& warps = table.numbers("sm__warps_active.avg.pct_of_peak_sustained_active");
  const std::vector<advise::Metrics> metrics = advise::metrics_of(table);
  std::vector<Read> all(table.rows());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::optional<advise::Limiter> limiter = advise::limiter(metrics[i]);
    if (!limiter) throw InputError("no utilisation of DRAM, L2 and the issue slots among the counters");
    all[i].bound = advise::name_of(limiter->bound), all[i].resource = limiter->resource;
    all[i].sectors = requests[i] > 0 ? read_sectors[i] / requests[i] : 0;
    // Accesses to shared memory are not counted: memory instructions of full warps, less the global ones.
    const double shared = memory[i] / 32 - requests[i] - write_sectors[i] / 4;
    all[i].passes = loads[i] + stores[i] > 0 ? (loads[i] + stores[i]) / std::max(1.0, shared) : 1;
    all[i].idle_warps = 100 - warps[i];
  }
  return all;
}

Reproduction counters(const Options& options) {
  Reproduction result;
  Rows rows;
  for (const char* set : {"Convolution", "Pnpoly"}) {
    const auto file = data_file(options, fmt::format("ktt/KT{}Output_2080Ti.csv.gz", set),
                                "github.com/AutoTuningAssociation/benchmark_hub");
    result.files.push_back(file.string());
    const Table table = table::read_csv(file);
    Numbers distance = table.numbers("duration_us");
    const double best = *std::ranges::min_element(distance);
    for (double& d : distance) d /= best;
    const std::vector<Read> reads = read_counters(table);
    add_limiters(result, set, reads, distance);
    for (const Sign& sign : signs_of(reads)) add_sign(rows, set, sign, distance);
  }
  Table table;
  table.add("set", rows.set);
  table.add("called", rows.sign);
  table.add("because", rows.flag);
  table.add("launches", rows.launches);
  table.add("called so", rows.flagged);
  table.add("their median time over best", rows.slow);
  table.add("the others'", rows.other);
  table.add("rank correlation", rows.correlation);
  result.tables.push_back({"signs", "are the launches that counters find fault with the slow ones", table});
  double told = 0, slower = 0;
  for (std::size_t i = 0; i < rows.set.size(); ++i)
    if (!std::isnan(rows.slow[i]) && !std::isnan(rows.other[i])) ++told, slower += rows.slow[i] > rows.other[i];
  result.scores.push_back(
      {.id = "zigon2020.counters.slower",
       .what = "signs that some launches of a set show and others do not: of which the launches are slower",
       .unit = "",
       .ours = slower,
       .other = std::numeric_limits<double>::quiet_NaN(),
       .target = told,
       .better = Better::higher,
       .note = ""});
  result.notes.emplace_back(
      "KTT has no count of accesses to shared memory and no sectors of L1: accesses are derived from all memory "
      "instructions of full warps, coalescing from what reaches L2, so L1 hides a part of it");
  return result;
}

}  // namespace forewarp::papers::zigon2020
