// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Predictions for launches that others measured.
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "forewarp/frontend/kernel/request.hpp"
#include "forewarp/frontend/source/cache_store.hpp"
#include "forewarp/frontend/source/compiler.hpp"
#include "forewarp/model/prediction.hpp"
#include "tuning/space.hpp"

namespace forewarp::bench {

/// One launch on one board.
struct TuningRow {
  std::string space, board, configuration;
  double measured_s = 0;
  model::Prediction predicted;
};

struct TuningRows {
  std::vector<TuningRow> rows;
  std::vector<std::string> failures;  ///< a line for each launch that could not be predicted
};

class TuningPredictor {
 public:
  /// Without the devices' machine code: instructions, and registers of one target, as PTX alone lets expect them.
  explicit TuningPredictor(bool machine_code = true) : machine_code_(machine_code) {}
  /// What each device takes, by its name; a device that cannot run it is left out. Throws what kernel::load throws.
  [[nodiscard]] std::map<std::string, model::Prediction> predict(const kernel::Request& request,
                                                                 const std::vector<device::DeviceSpec>& devices);

 private:
  bool machine_code_;
  source::CacheStore cache_;
};

/// All sampled configurations of a space, in the order of its boards.
[[nodiscard]] TuningRows predict_space(const Space& space, std::size_t count, std::uint64_t seed,
                                       bool machine_code = true);

/// The launches of launches.csv in the folder: columns file, kernel, grid, block, shared_bytes, arguments, board,
/// time_ms. The space of a row is its kernel.
[[nodiscard]] TuningRows predict_launches(const std::filesystem::path& folder, bool machine_code = true);

}  // namespace forewarp::bench
