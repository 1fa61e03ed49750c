// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/flux.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <numeric>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::table {
namespace {

/// What stands between the name and the counters of a line.
constexpr std::array<const char*, 9> launch_columns = {"gX", "gY", "gZ", "bX", "bY", "bZ", "shm", "time", "mode"};
enum Field : std::size_t { grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, time_taken, mode, fields };

/// A table of so many cells takes half a gigabyte.
constexpr std::size_t max_cells = std::size_t{1} << 26;

struct Line {
  const FluxKernel* kernel = nullptr;
  std::array<double, fields> launch{};
  std::vector<double> counters;  ///< of the whole launch
};

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells = split_at(line, ',');
  for (std::string_view& cell : cells) cell = trimmed(cell);
  return cells;
}

/// The lines of a bbc.txt, against the kernels that it speaks of.
class Reader {
 public:
  Reader(std::string_view text, std::string_view file, const std::vector<FluxKernel>& kernels)
      : text_(text), file_(file) {
    for (const FluxKernel& kernel : kernels) kernels_[kernel.name] = &kernel;
  }

  std::vector<Line> all() {
    std::vector<Line> lines;
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      const std::string_view line = trimmed(text_.substr(at, end - at));
      ++line_;
      if (!line.empty() && !line.starts_with('#')) lines.push_back(launch(cells_of(line)));
      at = end + 1;
    }
    return lines;
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw ParseError({std::string(file_), line_, 0}, message);
  }

  double count(std::string_view cell) const {
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc{} || stop != cell.data() + cell.size()) fail(fmt::format("'{}' is not a count", cell));
    return static_cast<double>(value);
  }

  Line launch(const std::vector<std::string_view>& cells) const {
    if (cells.size() < 1 + fields)
      fail(fmt::format("{} cells where name, grid, block, shared bytes, time and mode are {}", cells.size(),
                       1 + static_cast<std::size_t>(fields)));
    Line line;
    const auto kernel = kernels_.find(cells[0]);
    if (kernel == kernels_.end()) fail(fmt::format("PTX_Analysis.yml has no function '{}'", cells[0]));
    line.kernel = kernel->second;
    for (std::size_t i = 0; i < fields; ++i) line.launch[i] = count(cells[1 + i]);
    for (std::size_t i = grid_x; i <= block_z; ++i)
      if (line.launch[i] < 1) fail(fmt::format("{} is 0", launch_columns[i]));
    for (std::size_t i = 1 + fields; i < cells.size(); ++i) line.counters.push_back(count(cells[i]));
    if (line.counters.size() != line.kernel->blocks.size())
      fail(fmt::format("{} counters where '{}' has {} blocks", line.counters.size(), line.kernel->name,
                       line.kernel->blocks.size()));
    scale(line);
    return line;
  }

  void scale(Line& line) const {
    if (line.launch[mode] == 0) return;
    if (line.launch[mode] > 2) fail(fmt::format("mode {} is not one of 0, 1, 2", line.launch[mode]));
    if (std::accumulate(line.counters.begin(), line.counters.end(), 0.0) == 0)
      fail(fmt::format(
          "mode {} counted nothing: CUDA Flux 0.3 looks for the CTA at z = bZ / 2, which this grid has not; "
          "count all threads",
          line.launch[mode]));
    const FluxScale scales = flux_scale(line.launch[grid_x] * line.launch[grid_y] * line.launch[grid_z],
                                        line.launch[block_x] * line.launch[block_y] * line.launch[block_z]);
    for (double& counter : line.counters) counter *= line.launch[mode] == 1 ? scales.cta : scales.warp;
  }

  std::string_view text_, file_;
  std::uint32_t line_ = 0;
  std::map<std::string_view, const FluxKernel*> kernels_;
};

/// A column an instruction, a cell a launch.
std::map<std::string, Table::Numbers> instructions_of(const std::vector<Line>& lines, std::string_view file) {
  std::map<std::string, Table::Numbers> columns;
  for (const Line& line : lines)
    for (const FluxBlock& block : line.kernel->blocks)
      for (const auto& [name, times] : block.instructions) {
        columns.try_emplace(name);
        if (columns.size() * lines.size() > max_cells)
          throw InputError(fmt::format("{}: {} launches of {} instructions and more are too many for one table: cut it",
                                       file, lines.size(), columns.size()));
      }
  for (auto& [name, cells] : columns) cells.assign(lines.size(), 0);
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (std::size_t b = 0; b < lines[i].counters.size(); ++b)
      for (const auto& [name, times] : lines[i].kernel->blocks[b].instructions)
        columns[name][i] += times * lines[i].counters[b];
  return columns;
}

}  // namespace

FluxScale flux_scale(double ctas, double threads_per_cta) {
  return {.cta = ctas, .warp = ctas * threads_per_cta / std::min(threads_per_cta, 32.0)};
}

Table flux_launches(std::string_view text, std::string_view file, const std::vector<FluxKernel>& kernels) {
  const std::vector<Line> lines = Reader(text, file, kernels).all();
  Table table;
  Table::Numbers sequence(lines.size());
  std::iota(sequence.begin(), sequence.end(), 0.0);
  table.add("lseq", std::move(sequence));
  Table::Texts names;
  for (const Line& line : lines) names.push_back(line.kernel->name);
  table.add("name", std::move(names));
  for (std::size_t i = 0; i < fields; ++i) {
    Table::Numbers cells;
    for (const Line& line : lines) cells.push_back(line.launch[i]);
    table.add(launch_columns[i], std::move(cells));
  }
  for (auto& [name, cells] : instructions_of(lines, file)) {
    if (table.has(name)) throw InputError(fmt::format("{}: an instruction is called '{}'", file, name));
    table.add(name, std::move(cells));
  }
  return table;
}

Table read_flux(const std::filesystem::path& path) {
  const std::filesystem::path counters = std::filesystem::is_directory(path) ? path / "bbc.txt" : path;
  const std::filesystem::path analysis = counters.parent_path() / "PTX_Analysis.yml";
  const std::vector<FluxKernel> kernels = parse_ptx_analysis(read_file(analysis), analysis.string());
  return flux_launches(read_file(counters), counters.string(), kernels);
}

}  // namespace forewarp::table
