// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What was measured, kept as it is taken: when put() has returned, killing the process loses nothing. A sample has one
/// name, (device, job, kind, trial), so that none is there twice, and who starts again sees which are there.
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "forewarp/measure/run/device.hpp"

namespace forewarp::run {

enum class SampleKind : std::uint8_t {
  trial,   ///< one launch of the job's kernel
  canary,  ///< one run of the canary; its job is empty
  power    ///< launches back to back while power was read: seconds are those of one launch
};
[[nodiscard]] std::string_view name_of(SampleKind kind);

inline constexpr double not_measured = std::numeric_limits<double>::quiet_NaN();

struct Sample {
  std::string device;  ///< device_key()
  std::string job;
  SampleKind kind = SampleKind::trial;
  std::uint32_t trial = 0, pass = 0;
  double seconds = 0;
  Clock clock = Clock::events;
  double at_s = 0;  ///< when it ended, seconds since 1970
  std::uint64_t launches = 1;
  double watts = not_measured, idle_watts = not_measured;
  double joules = not_measured;        ///< of one launch, where the device counts its energy
  double host_seconds = not_measured;  ///< by the host's clock around launch and wait, beside the device's own time
  double sm_clock_hz = not_measured, memory_clock_hz = not_measured, celsius = not_measured;  ///< right after it
};

/// The name that a device reports: samples of another name, driver or place are another device's.
[[nodiscard]] std::string device_key(const DeviceInfo& info);

/// One start of the process on a device.
struct Session {
  std::string device;
  double at_s = 0;
  std::string host, program;                 ///< program: "forewarp 0.1.0"
  bool synthetic = false;                    ///< no hardware: nothing of this device was measured
  std::map<std::string, std::string> facts;  ///< of the device: "driver" -> "550.54"
};

struct JobRecord {
  std::string device, job;
  std::string digest;  ///< of the measured content
  std::string entry, shape;
  KernelInfo kernel;
  std::string failure;  ///< why it cannot be measured; empty where it can
};

struct StoreContents {
  std::vector<Session> sessions;
  std::vector<JobRecord> jobs;                                          ///< the last record of each
  std::vector<Sample> samples;                                          ///< in the order they were taken
  std::map<std::pair<std::string, std::string>, std::string> settings;  ///< (device, name) -> value
};

class SampleStore {
 public:
  virtual ~SampleStore() = default;
  /// Everything that is there. Throws InputError naming the file and the place where it is damaged.
  [[nodiscard]] virtual StoreContents read() = 0;
  virtual void put(const Session& session) = 0;
  /// The last record of a job is the one that holds.
  virtual void put(const JobRecord& job) = 0;
  /// Throws InputError when the sample is there already.
  virtual void put(const Sample& sample) = 0;
  /// A value that a later session on the device needs.
  virtual void set(const std::string& device, const std::string& name, const std::string& value) = 0;
};

/// Lines in a CSV file, each written in one call. A last line that was cut off by a kill is taken off
/// when it is opened. Throws InputError when the file cannot be written or is something else, or another process has
/// it.
[[nodiscard]] std::unique_ptr<SampleStore> open_csv_store(const std::filesystem::path& file);

/// Rows of an SQLite database with a write-ahead log. Throws as open_csv_store.
[[nodiscard]] std::unique_ptr<SampleStore> open_sqlite_store(const std::filesystem::path& file);

}  // namespace forewarp::run
