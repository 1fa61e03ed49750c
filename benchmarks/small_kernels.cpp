// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// A[i] = B[i] * 0.25 on n doubles, launched back to back in a stream or as nodes of a graph, on six boards
/// (shared/data/microbench/small_kernels.csv, from gpu-benches). Where n is small, the launch is the time.
///
/// The launch overheads of the six device files are from the rows with 4096 elements and 256 threads per block, which
/// are left out here. A kernel counts as dominated by its launch if it takes at most twice the shortest time of its
/// board and kind of launch. Caches are warm, as the same arrays are used again.
/// Usage: bench_small_kernels [--json | --list] [--data DIR]
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string_view>

#include "data_options.hpp"
#include "forewarp/model/device/conditions.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/table/csv.hpp"
#include "launch_counts.hpp"
#include "model_error/score.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;
using bench::Sample;

constexpr unsigned smallest = 4096, threads_of_figures = 256;  ///< the rows that the device files are from
constexpr double word_bytes = 16;                              ///< moved per element

using Options = bench::DataOptions;

/// Counts of the launches by elements, threads per block and warp size, each made once.
class Launches {
 public:
  const model::Summary& of(unsigned elements, unsigned threads, unsigned warp_size) {
    const auto [at, fresh] = known_.try_emplace({elements, threads, warp_size});
    if (fresh) at->second = counts(elements, threads, warp_size);
    return at->second;
  }

 private:
  model::Summary counts(unsigned elements, unsigned threads, unsigned warp_size) {
    kernel::Request request;
    request.path = FOREWARP_BENCH_SOURCE_DIR "/benchmarks/small_kernels/scale.cu";
    return bench::counts_over_doubles(request, {"a", "b"}, elements, threads, warp_size, compiler_);
  }

  source::Compiler compiler_;
  std::map<std::tuple<unsigned, unsigned, unsigned>, model::Summary> known_;
};

struct Measured {
  std::string board;
  bool in_graph = false;
  unsigned elements = 0, threads = 0;
  double time_s = 0;
};

std::vector<Measured> measured(const std::filesystem::path& data) {
  const Table t = table::read_csv(data / "microbench/small_kernels.csv");
  std::vector<Measured> out;
  for (std::size_t i = 0; i < t.rows(); ++i) {
    const double elements = t.numbers("elements")[i];
    out.push_back({t.texts("board")[i], t.texts("launch")[i] == "graph", static_cast<unsigned>(elements),
                   static_cast<unsigned>(t.numbers("threads_per_block")[i]),
                   word_bytes * elements / (1e9 * t.numbers("GB_per_s")[i])});
  }
  return out;
}

struct Samples {
  std::vector<Sample> all, launch_stream, launch_graph;  ///< the last two: dominated by their launch
};

Samples samples(const Options& o) {
  const std::vector<Measured> rows = measured(o.data);
  std::map<std::pair<std::string, bool>, double> shortest;
  for (const Measured& m : rows) {
    const auto [at, fresh] = shortest.try_emplace({m.board, m.in_graph}, m.time_s);
    at->second = std::min(at->second, m.time_s);
  }
  Launches launches;
  Samples out;
  for (const Measured& m : rows) {
    if (m.elements == smallest && m.threads == threads_of_figures) continue;
    const device::DeviceSpec device = device::under(device::find_device(m.board), {.in_graph = m.in_graph});
    const model::Prediction p =
        model::predict(launches.of(m.elements, m.threads, device.warp_size), device, model::Caches::warm);
    const Sample sample{m.board, m.time_s, p.time_s, p.low_s, p.high_s, p.limiter};
    out.all.push_back(sample);
    if (m.time_s <= 2 * shortest.at({m.board, m.in_graph}))
      (m.in_graph ? out.launch_graph : out.launch_stream).push_back(sample);
    if (o.list)
      fmt::print("{},{},{},{},{:.4g},{:.4g},{:.3f},{}\n", m.board, m.in_graph ? "graph" : "stream", m.elements,
                 m.threads, m.time_s, p.time_s, p.time_s / m.time_s, p.limiter);
  }
  return out;
}

void add_rows(std::vector<bench::Row>& rows, const std::string& id, const std::string& which,
              const std::vector<Sample>& samples, double target) {
  const bench::Summary s = bench::summarise(samples);
  std::string by_board;
  for (const auto& [board, group] : bench::by_group(samples))
    by_board += fmt::format("; {} {:.1f} %", board, 100 * bench::summarise(group).median);
  rows.push_back({.id = fmt::format("small_kernels.{}.median", id),
                  .what = "median relative error of seconds, " + which,
                  .unit = "%",
                  .ours = 100 * s.median,
                  .target = target,
                  .better = bench::Better::lower,
                  .note = fmt::format("{} times; 90 % below {:.1f} %, largest {:.0f} %; {:.0f} % inside the predicted "
                                      "range{}",
                                      s.count, 100 * s.q90, 100 * s.largest, 100 * s.in_range, by_board)});
}

int run(const Options& o) {
  const Samples s = samples(o);
  std::vector<bench::Row> rows;
  add_rows(rows, "launch.stream", "kernels that their launch dominates, in a stream", s.launch_stream, 10);
  add_rows(rows, "launch.graph", "kernels that their launch dominates, nodes of a graph", s.launch_graph, 10);
  add_rows(rows, "all", "all sizes", s.all, 20);
  if (!o.json) bench::print("all sizes, by board", s.all);
  bench::print_rows(rows, o.json);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return forewarp::bench::main_with_data("bench_small_kernels", FOREWARP_BENCH_SOURCE_DIR, argc, argv, run);
}
