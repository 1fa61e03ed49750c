// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/amaris2022_analytical/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/csv.hpp"

namespace forewarp::papers::amaris2022_analytical {
namespace {

std::filesystem::path note(const Options& options, const std::string& name, std::vector<std::string>& files) {
  const auto file = data_file(options, name, published_at);
  if (std::find(files.begin(), files.end(), file.string()) == files.end()) files.push_back(file.string());
  return file;
}

/// nvprof's traces come without a header; the names of their columns lie beside them.
Table read_trace(const Options& options, const std::string& gpu, const std::string& kernel,
                 std::vector<std::string>& files) {
  const std::string header = read_file(note(options, "amaris/raw/tracesNames.csv", files));
  const auto file = note(options, fmt::format("amaris/raw/{}/{}-kernel-traces.csv.gz", gpu, kernel), files);
  return table::parse_csv(header.substr(0, header.find_first_of("\r\n")) + "\n" + table::read_gzip(file),
                          file.string());
}

std::vector<Run> medians(Id id, std::size_t gpu, const std::map<double, std::pair<double, std::vector<double>>>& by) {
  std::vector<Run> runs;
  for (const auto& [size, launches] : by)
    if (!launches.second.empty()) runs.push_back({gpu, {id, size, launches.first}, median(launches.second)});
  return runs;
}

const Name& named(std::string_view name, const std::filesystem::path& file) {
  for (const Name& k : kernels())
    if (name == k.name) return k;
  throw InputError(fmt::format("{}: no kernel is called {}", file.string(), name));
}

/// The launches of the Rodinia results carry no size: it is their position that tells.
Launch rodinia_launch(Id id, std::size_t position) {
  const auto i = static_cast<double>(position);
  if (id == Id::bck1 || id == Id::bck2) return {id, 8192 + 1024 * i, 512 + 64 * i};
  if (id == Id::htw) return {id, 100, 51};
  if (id == Id::hot) return {id, 1024, 86 * 86};
  if (id == Id::gau1) return {id, 4095 - i, 8};
  if (id == Id::gau2) return {id, 4095 - i, 1024 * 1024};
  return {id, 0, 0};
}

void read_rodinia_results(const Options& options, const std::vector<Gpu>& gpus, std::vector<std::string>& files,
                          std::vector<Committed>& rows) {
  const auto file = note(options, "amaris/results/BSP-based-model-Rodinia.csv.gz", files);
  const Table results = table::read_csv(file);
  std::map<std::pair<std::size_t, Id>, std::size_t> seen;
  for (std::size_t i = 0; i < results.rows(); ++i) {
    const std::size_t gpu = gpu_index(gpus, results.texts("GPUs")[i]);
    const Id id = named(results.texts("CUDAKernels")[i], file).id;
    rows.push_back(
        {gpu, rodinia_launch(id, seen[{gpu, id}]++), results.numbers("measured")[i], results.numbers("predicted")[i]});
  }
}

}  // namespace

std::vector<Run> read_matrix_vector(const Options& options, const std::vector<Gpu>& gpus, std::size_t gpu,
                                    std::vector<std::string>& files) {
  std::vector<Run> runs;
  for (std::size_t k = 0; k < matrix_vector_kernels; ++k) {
    const Name& kernel = kernels()[k];
    const Table trace = read_trace(options, gpus[gpu].name, kernel.file, files);
    std::map<double, std::pair<double, std::vector<double>>> by_size;
    for (std::size_t i = 0; i < trace.rows(); ++i) {
      if (trace.numbers("Block X")[i] == 8) continue;  // one board's sums were traced with blocks of 8 by 8 as well
      auto& [blocks, times] = by_size[trace.numbers("Input Size")[i]];
      blocks = trace.numbers("Grid X")[i] * trace.numbers("Grid Y")[i];
      times.push_back(trace.numbers("Duration")[i]);
    }
    for (Run& run : medians(kernel.id, gpu, by_size)) runs.push_back(run);
  }
  return runs;
}

std::vector<Run> read_rodinia(const Options& options, const std::vector<Gpu>& gpus, std::size_t gpu,
                              std::vector<std::string>& files) {
  std::vector<Run> runs;
  for (std::size_t k = matrix_vector_kernels; k < matrix_vector_kernels + rodinia_kernels; ++k) {
    const Name& kernel = kernels()[k];
    const Table data =
        table::read_csv(note(options, fmt::format("amaris/datasets/{}-{}.csv.gz", kernel.file, gpus[gpu].name), files));
    std::map<double, std::pair<double, std::vector<double>>> by_size;
    for (std::size_t i = 0; i < data.rows(); ++i) {
      const double size = data.numbers("input.size.1")[i];
      const bool first = !by_size.contains(size);
      auto& [blocks, times] = by_size[size];
      blocks = data.numbers("grid.x")[i] * data.numbers("grid.y")[i];
      if (kernel.id == Id::htw && first) continue;  // the first frame only sets up
      times.push_back(data.numbers("duration")[i]);
    }
    for (Run& run : medians(kernel.id, gpu, by_size)) runs.push_back(run);
  }
  return runs;
}

std::vector<Committed> read_committed(const Options& options, const std::vector<Gpu>& gpus,
                                      std::vector<std::string>& files) {
  const auto file = note(options, "amaris/results/BSP-based-model-NCA.csv.gz", files);
  const Table results = table::read_csv(file);
  std::vector<Committed> rows;
  for (std::size_t i = 0; i < results.rows(); ++i) {
    const Id id = named(results.texts("apps")[i], file).id;
    rows.push_back({gpu_index(gpus, results.texts("gpus")[i]),
                    {id, results.numbers("InputSize")[i], 0},
                    results.numbers("measured")[i],
                    results.numbers("predicted")[i]});
  }
  read_rodinia_results(options, gpus, files, rows);
  return rows;
}

}  // namespace forewarp::papers::amaris2022_analytical
