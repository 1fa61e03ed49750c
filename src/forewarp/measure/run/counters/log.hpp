// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The output of a profiler on jobs, verbatim, in a file that only grows, so that a killed run continues where it
/// was and the file can be carried to a machine that reads it:
///
///     ==FOREWARP== counters of "vector_add, params -n 100000" digest 3f.. device "NVIDIA H200"
///     "ID","Kernel Name","dram__throughput.avg.pct_of_peak_sustained_elapsed"
///     "","","%"
///     "0","vector_add","84.5"
///     ==FOREWARP== end
///
/// or, where nothing came of a job, "==FOREWARP== failed: why" as the last line. What has no last line was cut off.
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::run {

struct CounterEntry {
  std::string job, digest, device;
  std::string text;  ///< the profiler's CSV
  std::string why;   ///< it failed; empty where it did not
};

/// Entries in their order; of two of the same job the later. A tail that was cut off is left out. Throws ParseError
/// for lines between entries that are none of ours.
[[nodiscard]] std::vector<CounterEntry> parse_counter_log(std::string_view text, const std::string& file_name);

class CounterLog {
 public:
  /// Opens or makes the file; a tail that was cut off is taken away. Throws InputError where it is no such file or
  /// cannot be written.
  explicit CounterLog(std::filesystem::path file);

  /// Whether the job is there with this digest; failed ones count unless they are to be tried again.
  [[nodiscard]] bool has(const std::string& job, const std::string& digest, bool retry = false) const;
  /// Written and flushed before it returns. Throws InputError where the disk does not take it.
  void add(const CounterEntry& entry);
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path file_;
  std::map<std::string, std::pair<std::string, bool>> jobs_;  // digest, failed
};

}  // namespace forewarp::run
