// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/figures/rows.hpp"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <set>

#include <fmt/format.h>

#include "forewarp/measure/figures/board_file.hpp"
#include "forewarp/model/device/driver_name.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/json.hpp"

namespace forewarp::figures {
namespace {
namespace fs = std::filesystem;

constexpr std::size_t max_json_bytes = std::size_t{1} << 24;
constexpr double mhz = 1e6, gb = 1e9;
constexpr unsigned most_threads = 1024, most_elements = 1U << 30;

std::string date_of(const fs::path& file) {
  const auto changed = std::chrono::file_clock::to_sys(fs::last_write_time(file));
  const std::chrono::year_month_day day(std::chrono::floor<std::chrono::days>(changed));
  return fmt::format("{:04}-{:02}-{:02}", int(day.year()), unsigned(day.month()), unsigned(day.day()));
}

/// The five CSV files in turn; which of them there are, and which boards they name.
class FolderReader {
 public:
  FolderReader(const fs::path& folder, BoardRows& rows) : folder_(folder), rows_(rows) {}

  void read() {
    if (!fs::is_directory(folder_))
      throw InputError(fmt::format("{}: no such folder; --data names the folder of the CSV files", folder_.string()));
    read_curve("latency.csv", {"board", "clock_MHz", "data_set_bytes", "latency_cycles"}, rows_.latency, 1);
    read_curve("l1_bandwidth.csv", {"board", "data_set_bytes", "GB_per_s"}, rows_.l1, gb);
    read_curve("l2_bandwidth.csv", {"board", "data_set_bytes", "GB_per_s"}, rows_.l2, gb);
    read_streams();
    read_small_kernels();
  }

  [[nodiscard]] bool any_file() const { return any_file_; }
  [[nodiscard]] const std::set<std::string>& boards() const { return boards_; }

 private:
  /// The last column is the value, in units of `scale`.
  void read_curve(const char* name, const std::vector<std::string>& columns, Curve& curve, double scale) {
    each(name, columns, curve.file, [&](const BoardRecord& record) {
      if (record.has("clock_MHz")) curve.clock_hz = mhz * record.number("clock_MHz");
      curve.points.push_back({record.number("data_set_bytes"), scale * record.number(columns.back()), record.line()});
    });
  }

  void read_streams() {
    each("stream.csv", {"board", "threads_per_block", "blocks_per_sm", "kernel", "GB_per_s"}, rows_.stream_file,
         [&](const BoardRecord& record) {
           const std::string& kernel = record.text("kernel");
           if (std::ranges::find(stream_kernels(), kernel, &StreamKernel::name) == stream_kernels().end())
             record.fail(fmt::format("kernel: expected init, read, scale, triad, stencil3 or stencil5, got \"{}\"",
                                     kernel.substr(0, 40)));
           rows_.streams.push_back({kernel, record.whole("threads_per_block", most_threads),
                                    record.whole("blocks_per_sm", most_threads), gb * record.number("GB_per_s"),
                                    record.has("clock_MHz") ? mhz * record.number("clock_MHz") : 0, record.line()});
         });
  }

  void read_small_kernels() {
    each("small_kernels.csv", {"board", "launch", "elements", "threads_per_block", "GB_per_s"}, rows_.small_file,
         [&](const BoardRecord& record) {
           const std::string& launch = record.text("launch");
           if (launch != "stream" && launch != "graph")
             record.fail(fmt::format("launch: expected stream or graph, got \"{}\"", launch.substr(0, 40)));
           const unsigned elements = record.whole("elements", most_elements);
           rows_.small_kernels.push_back({launch == "graph", elements, record.whole("threads_per_block", most_threads),
                                          small_kernel_bytes * elements / (gb * record.number("GB_per_s")),
                                          record.line()});
         });
  }

  template <typename Take>
  void each(const char* name, const std::vector<std::string>& columns, DataFile& file, const Take& take) {
    const fs::path path = folder_ / name;
    if (!fs::exists(path)) return;
    any_file_ = true;
    file = {name, date_of(path)};
    read_board_file(path, columns, rows_.board, boards_, take);
  }

  const fs::path& folder_;
  BoardRows& rows_;
  std::set<std::string> boards_;
  bool any_file_ = false;
};

/// memory.NAME.latency.mean; 0 where there is none.
double mean_latency(const nlohmann::json& all, const char* name) {
  const nlohmann::json::json_pointer at(fmt::format("/memory/{}/latency/mean", name));
  return all.contains(at) && all[at].is_number() ? all[at].get<double>() : 0;
}

nlohmann::json read_json(const fs::path& file) {
  try {
    return nlohmann::json::parse(read_file(file, max_json_bytes));
  } catch (const nlohmann::json::exception& error) {
    throw ParseError({file.string(), 1, 0}, fmt::format("not a file of MT4G: {}", json_reason(error.what())));
  }
}

/// On several NVIDIA GPUs MT4G's latency of L1 has the cost of its own loop in it; that of read-only loads, which the
/// same cache serves, has not. The lower one counts.
Mt4g mt4g_of(const nlohmann::json& all, const fs::path& file) {
  const double l1 = mean_latency(all, "l1"), read_only = mean_latency(all, "readOnly");
  const nlohmann::json::json_pointer clock("/general/clockRate/value");
  return {{"mt4g/" + file.filename().string(), date_of(file)},
          l1 > 0 && read_only > 0 ? std::min(l1, read_only) : std::max(l1, read_only),
          mean_latency(all, "l2"),
          mean_latency(all, "main"),
          all.contains(clock) && all[clock].is_number() ? 1e3 * all[clock].get<double>() : 0};
}

/// "NVIDIA GeForce RTX 2080 Ti" is the driver's name of the RTX 2080 Ti, "NVIDIA H100 NVL" that of a board without a
/// file.
bool is_one_of(const std::set<std::string>& names, const std::string& driver_name) {
  for (const char* vendor : {"", "nvidia", "amd"})
    if (std::ranges::any_of(names, [&](const std::string& n) { return vendor + n == comparable(driver_name); }))
      return true;
  const auto sheet = device::data_sheet_of(driver_name);
  return sheet && names.contains(comparable(sheet->name));
}

void read_mt4g(const fs::path& folder, BoardRows& rows, const std::vector<std::string>& other_names) {
  if (!fs::is_directory(folder)) return;
  std::set<std::string> names = {comparable(rows.board)};
  for (const std::string& name : other_names) names.insert(comparable(name));
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".json") files.insert(entry.path());
  const nlohmann::json::json_pointer name("/general/name");
  for (const fs::path& file : files) {
    const nlohmann::json all = read_json(file);
    if (!all.contains(name) || !all[name].is_string())
      throw ParseError({file.string(), 1, 0}, "not a file of MT4G: no general.name");
    if (is_one_of(names, all[name].get<std::string>())) rows.mt4g = mt4g_of(all, file);
  }
}

[[noreturn]] void no_rows(const fs::path& folder, const FolderReader& reader, const std::string& board) {
  if (!reader.any_file())
    throw InputError(
        fmt::format("{}: none of latency.csv, l1_bandwidth.csv, l2_bandwidth.csv, stream.csv and "
                    "small_kernels.csv is here",
                    folder.string()));
  const std::vector<std::string> boards(reader.boards().begin(), reader.boards().end());
  std::string all;
  for (const std::string& one : boards) all += (all.empty() ? "" : ", ") + one;
  throw InputError(fmt::format("{}: no rows of \"{}\"{}; the files have rows of {}", folder.string(), board,
                               did_you_mean(board, boards), all.empty() ? "no board" : all.substr(0, 400)));
}

}  // namespace

const std::vector<StreamKernel>& stream_kernels() {
  static const std::vector<StreamKernel> all = {{"init", 1},  {"read", 1},     {"scale", 2},
                                                {"triad", 3}, {"stencil3", 2}, {"stencil5", 2}};
  return all;
}

const StreamKernel& stream_kernel(std::string_view name) {
  const auto found = std::ranges::find(stream_kernels(), name, &StreamKernel::name);
  if (found == stream_kernels().end()) throw InputError(fmt::format("no streaming kernel \"{}\"", name));
  return *found;
}

BoardRows read_rows(const fs::path& folder, const std::string& board, const std::vector<std::string>& other_names) {
  BoardRows rows;
  rows.board = board;
  FolderReader reader(folder, rows);
  reader.read();
  read_mt4g(folder / "mt4g", rows, other_names);
  const bool has_rows = !rows.latency.points.empty() || !rows.l1.points.empty() || !rows.l2.points.empty() ||
                        !rows.streams.empty() || !rows.small_kernels.empty() || !rows.mt4g.file.name.empty();
  if (!has_rows) no_rows(folder, reader, board);
  return rows;
}

}  // namespace forewarp::figures
