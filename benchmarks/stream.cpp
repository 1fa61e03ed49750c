// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Six streaming kernels with two blocks per SM on ten boards (shared/data/microbench/stream.csv, from gpu-benches):
/// how well the growth of memory throughput with the number of resident warps is predicted.
/// Rows from which figures of device files were taken (init and read with 64 threads per block) are left out.
/// Usage: bench_stream [--json | --list] [--data DIR]
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string_view>

#include "data_options.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/device/occupancy.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/table/csv.hpp"
#include "launch_counts.hpp"
#include "model_error/score.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;
using bench::Sample;

constexpr long elements = 128L << 20;

struct Stream {
  const char* kernel;
  double words;                           ///< moved per element, as the measurement counts them
  std::vector<std::string> buffers = {};  ///< parameters
};
const std::vector<Stream> streams = {
    {"init", 1, {"a"}},          {"read", 1, {"a", "b"}},     {"scale", 2, {"a", "b"}}, {"triad", 3, {"a", "b", "c"}},
    {"stencil3", 2, {"a", "b"}}, {"stencil5", 2, {"a", "b"}},
};

const std::map<std::string, std::string> boards = {
    {"V100", "V100 PCIe"},
    {"A100 40GB", "A100"},
    {"A100 80GB", "A100 80GB"},
    {"H100 PCIe", "H100 PCIe"},
    {"H200", "H200"},
    {"L40", "L40"},
    {"A40", "A40"},
    {"MI100", "MI100"},
    {"MI210", "MI210"},
    {"RX 6900 XT", "RX 6900 XT"},
};

using Options = bench::DataOptions;

/// Counts of the launches by kernel, threads per block and warp size, each made once.
class Launches {
 public:
  const model::Summary& of(const Stream& stream, unsigned threads, unsigned warp_size) {
    const auto [at, fresh] = known_.try_emplace({stream.kernel, threads, warp_size});
    if (fresh) at->second = counts(stream, threads, warp_size);
    return at->second;
  }

 private:
  model::Summary counts(const Stream& stream, unsigned threads, unsigned warp_size) {
    kernel::Request request;
    request.path = FOREWARP_BENCH_SOURCE_DIR "/benchmarks/stream/stream.cu";
    request.kernel = stream.kernel;
    request.shared = fmt::format("{}", 8 * threads);
    return bench::counts_over_doubles(request, stream.buffers, elements, threads, warp_size, compiler_);
  }

  source::Compiler compiler_;
  std::map<std::tuple<std::string, unsigned, unsigned>, model::Summary> known_;
};

/// As much shared memory per block as leaves room for exactly two.
double shared_for_two(const device::DeviceSpec& d) {
  return std::min<double>(d.shared_bytes_per_block, d.shared_bytes / 2 - d.shared_reserved - d.shared_unit);
}

std::vector<Sample> samples(const Options& o) {
  const Table t = table::read_csv(o.data / "microbench/stream.csv");
  Launches launches;
  std::vector<Sample> out;
  for (std::size_t i = 0; i < t.rows(); ++i) {
    const auto threads = static_cast<unsigned>(t.numbers("threads_per_block")[i]);
    const std::string &board = t.texts("board")[i], &kernel = t.texts("kernel")[i];
    if (threads == 64 && (kernel == "init" || kernel == "read")) continue;
    const auto stream = std::ranges::find_if(streams, [&](const Stream& s) { return kernel == s.kernel; });
    const device::DeviceSpec& device = device::find_device(boards.at(board));
    model::Summary counts = launches.of(*stream, threads, device.warp_size);
    counts.shared_bytes = static_cast<std::uint32_t>(shared_for_two(device));
    const model::Prediction p = model::predict(counts, device);
    const double measured = stream->words * 8 * static_cast<double>(elements) / (1e9 * t.numbers("GB_per_s")[i]);
    out.push_back({board, measured, p.time_s, p.low_s, p.high_s, p.limiter});
    if (o.list)
      fmt::print("{},{},{},{:.4g},{:.4g},{:.3f},{}\n", board, threads, kernel, measured, p.time_s, p.time_s / measured,
                 p.limiter);
  }
  return out;
}

void add_rows(std::vector<bench::Row>& rows, const std::string& id, const std::string& where,
              const std::vector<Sample>& samples) {
  const bench::Summary s = bench::summarise(samples);
  const std::string note =
      fmt::format("{} times; mean {:.1f} %, largest {:.0f} %, bias {:.2f}; {:.0f} % inside the predicted range",
                  s.count, 100 * s.mean, 100 * s.largest, s.bias, 100 * s.in_range);
  const auto add = [&](const char* what, const char* name, double ours, double target) {
    rows.push_back({.id = fmt::format("stream.{}.{}", id, name),
                    .what = fmt::format("{} of seconds, six streams on {}", what, where),
                    .unit = "%",
                    .ours = 100 * ours,
                    .target = target,
                    .note = note});
  };
  add("median relative error", "median", s.median, 6);
  add("90 % quantile of the relative error", "q90", s.q90, 20);
}

int run(const Options& o) {
  const std::vector<Sample> all = samples(o);
  if (!o.json) bench::print("streams with two blocks per SM, by board", all);
  std::vector<bench::Row> rows;
  add_rows(rows, "all", "ten boards", all);
  const auto add_group = [&](const char* id, const char* where, auto&& belongs) {
    std::vector<Sample> group = all;
    std::erase_if(group, [&](const Sample& sample) { return !belongs(sample.group); });
    add_rows(rows, id, where, group);
  };
  using Names = std::set<std::string_view>;
  const auto in = [](Names names) { return [names](std::string_view board) { return names.contains(board); }; };
  add_group("others", "the eight boards from which no constant of the model is",
            [](std::string_view board) { return board != "V100" && board != "A100 40GB"; });
  add_group("datacenter", "V100, A100, H100 PCIe and H200",
            in({"V100", "A100 40GB", "A100 80GB", "H100 PCIe", "H200"}));
  add_group("gddr", "L40 and A40", in({"L40", "A40"}));
  add_group("amd", "MI100, MI210 and RX 6900 XT", in({"MI100", "MI210", "RX 6900 XT"}));
  bench::print_rows(rows, o.json);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return forewarp::bench::main_with_data("bench_stream", FOREWARP_BENCH_SOURCE_DIR, argc, argv, run);
}
