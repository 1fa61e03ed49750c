// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Loop programs at sizes, measured on a device and counted: the rows that a cost expression is fitted to
/// (stevens2020, section 7.2).
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "forewarp/measure/pick/collection.hpp"
#include "forewarp/measure/run/run_jobs.hpp"
#include "forewarp/model/expression/feature.hpp"
#include "forewarp/support/table/table.hpp"

namespace forewarp::calibrate {

/// What a model predicts of a launch: its output feature (stevens2020, section 6). Power and energy need a device that
/// has a meter.
enum class Output : unsigned char { time, power, energy };
/// "time" "power" "energy", or the feature's name; f_cl_wall_time_PLATFORM_DEVICE of the paper is the time. Throws
/// InputError for another one.
[[nodiscard]] Output output_named(std::string_view name);
/// "f_cl_wall_time" "f_power" "f_energy"; and its unit.
[[nodiscard]] std::string feature_of(Output output);
[[nodiscard]] std::string unit_of(Output output);

/// One program at one size.
struct SizedKernel {
  std::string name;   ///< of the job: one a program and size
  std::string group;  ///< the generator that it is of
  std::string loop_program;
  model::expression::Sizes sizes;
};

[[nodiscard]] SizedKernel sized(const pick::MeasurementKernel& kernel);

/// Programs read and counted once for all their sizes.
class Programs {
 public:
  /// `own`: a table with a column "kernel" (the names of the kernels) and one for each feature that no count gives.
  /// Throws InputError for such a feature that it lacks.
  explicit Programs(std::vector<std::string> features, Table own = {});
  ~Programs();
  Programs(Programs&&) noexcept;
  Programs& operator=(Programs&&) noexcept;

  /// In the order of the features; 0 where the program has none of one. Throws what reading and counting do.
  [[nodiscard]] std::vector<double> values(const SizedKernel& kernel);
  /// The features that the program has, as they are written.
  [[nodiscard]] const std::vector<std::string>& names(const SizedKernel& kernel);
  /// How an access of this feature is counted in the program; nothing where it has none.
  struct AccessUnit {
    count::Granularity granularity{};
    std::int64_t bytes = 0;
  };
  [[nodiscard]] std::optional<AccessUnit> access_unit(const SizedKernel& kernel, const std::string& feature);
  [[nodiscard]] run::Job job(const SizedKernel& kernel, run::Language language);
  [[nodiscard]] const std::vector<std::string>& features() const { return features_; }

 private:
  struct Program;
  Program& of(const SizedKernel& kernel);
  [[nodiscard]] double own_value(const std::string& feature, const std::string& kernel) const;
  std::vector<std::string> features_;
  std::vector<std::string> counted_;  ///< those of the features that are not own
  Table own_;
  std::map<std::string, std::unique_ptr<Program>> programs_;
};

struct Times {
  std::map<std::string, double> seconds;  ///< by name: the estimate of run/timing.hpp
  std::map<std::string, double> outputs;  ///< watts or joules, where these are predicted
  std::vector<run::CampaignOutcome::Failure> failures;
  std::size_t trials = 0;  ///< taken now
  bool cancelled = false;
  double slow_share = 0;  ///< of the canary's runs
};

/// What is in the store of this device already is not measured again. Kernels that fail are left out and named.
[[nodiscard]] Times measure(run::Device& device, std::span<const SizedKernel> kernels, Programs& programs,
                            run::SampleStore& store, const run::CampaignOptions& options, Progress* progress = nullptr,
                            Output output = Output::time, run::PowerMeter* meter = nullptr);

/// One row per kernel that has a time: kernel, group, left_out (which of four parts of a program's sizes it belongs to:
/// what a cross-validation leaves out together), the features, and the time under the name `output`.
[[nodiscard]] Table samples_of(std::span<const SizedKernel> kernels, Programs& programs, const Times& times,
                               const std::string& output);

/// A feature that is 0 for every kernel was misspelt, or no kernel was chosen that has it. Throws InputError naming it
/// and near ones: before anything is measured.
void check_matched(std::span<const SizedKernel> kernels, Programs& programs);

}  // namespace forewarp::calibrate
