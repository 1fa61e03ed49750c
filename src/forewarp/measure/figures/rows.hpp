// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What was measured on one board, from a folder of files in the formats of gpu-benches' tables:
///
///     latency.csv        board,clock_MHz,data_set_bytes,latency_cycles             pointer chase by one warp
///     l1_bandwidth.csv   board,data_set_bytes,GB_per_s                             reads, all SMs, data set per SM
///     l2_bandwidth.csv   board,bytes_per_block,data_set_bytes,GB_per_s             reads, all SMs, one data set
///     stream.csv         board,threads_per_block,blocks_per_sm,threads,kernel,GB_per_s    2^27 doubles
///     small_kernels.csv  board,launch,elements,threads_per_block,GB_per_s          A[i] = B[i] * 0.25, back to back
///     mt4g/*.json        latencies as MT4G writes them
///
/// Each file may be missing, and may have rows of other boards and further columns; a column clock_MHz of stream.csv is
/// the clock of the SMs under load. Every row keeps its line.
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::figures {

/// A file that was read, as sources of figures name it.
struct DataFile {
  std::string name;  ///< "stream.csv"
  std::string date;  ///< of its last change, "2026-11-23"
};

struct CurvePoint {
  double bytes = 0;  ///< data set
  double value = 0;  ///< cycles, or bytes/s
  std::uint32_t line = 0;
};

struct Curve {
  DataFile file;
  std::vector<CurvePoint> points;  ///< in the order of the file
  double clock_hz = 0;             ///< where the file states it
};

struct StreamRow {
  std::string kernel;  ///< one of stream_kernels()
  unsigned threads_per_block = 0, blocks_per_sm = 0;
  double bytes_per_s = 0, clock_hz = 0;
  std::uint32_t line = 0;
};

struct SmallKernelRow {
  bool in_graph = false;
  unsigned elements = 0, threads_per_block = 0;
  double time_s = 0;
  std::uint32_t line = 0;
};

/// Mean latencies in cycles; 0 where the file has none.
struct Mt4g {
  DataFile file;
  double l1_cycles = 0, l2_cycles = 0, dram_cycles = 0, clock_hz = 0;
};

struct BoardRows {
  std::string board;  ///< as asked for
  Curve latency = {}, l1 = {}, l2 = {};
  DataFile stream_file = {}, small_file = {};
  std::vector<StreamRow> streams = {};
  std::vector<SmallKernelRow> small_kernels = {};
  Mt4g mt4g = {};
};

/// A kernel of stream.csv and the words of eight bytes that it moves per element, as the measurement counts them.
struct StreamKernel {
  std::string_view name;
  double words = 0;
};
[[nodiscard]] const std::vector<StreamKernel>& stream_kernels();
/// Throws InputError for other names.
[[nodiscard]] const StreamKernel& stream_kernel(std::string_view name);

/// Doubles per vector of stream.csv, and bytes moved per element of small_kernels.csv.
inline constexpr unsigned stream_elements = 1U << 27;
inline constexpr double small_kernel_bytes = 16;

/// The rows of the board, whose name is compared without case, spaces and dashes; MT4G's file may have one of the other
/// names, too. Throws InputError for a folder without any of the files and for a board without rows, with near ones;
/// ParseError with file and line for a missing column, a value that is no positive number and an unknown word.
[[nodiscard]] BoardRows read_rows(const std::filesystem::path& folder, const std::string& board,
                                  const std::vector<std::string>& other_names = {});

}  // namespace forewarp::figures
