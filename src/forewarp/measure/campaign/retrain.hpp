// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From a campaign's table to models with their errors: every recipe on every way of leaving launches out, always
/// together; the nested cross-validation of braun2020 (section 3.3: grid, split by duration, the five longest always
/// learnt from); the best recipe fitted on all rows, with a range whose coverage was measured.
#include <optional>
#include <string>
#include <vector>

#include "forewarp/learn/model_file.hpp"
#include "forewarp/learn/validation/evaluate.hpp"
#include "forewarp/learn/validation/search.hpp"
#include "forewarp/measure/campaign/recipe.hpp"

namespace forewarp::campaign {

struct RetrainOptions {
  unsigned trees = 128;
  std::size_t cap = 100;          ///< rows of one kernel at most, as section 3.4 has it
  std::size_t iterations = 2;     ///< of the nested cross-validation (the paper: 30); 0: none
  double level = 0.9;             ///< of the ranges
  std::string date, device_kind;  ///< kept in the file; kind: "gpu", "cpu"; empty: as the device is named
  std::uint64_t seed = 1;
  unsigned threads = 0;
  Progress* progress = nullptr;
};

struct Retrained {
  std::string device, target;  ///< device: "every device" for the model over all
  std::size_t rows = 0, kernels = 0;
  validate::Evaluation evaluation;  ///< each row alone, by kernel, by suite, by device where there are some
  std::optional<validate::SearchResult> nested;  ///< of braun2020's recipe
  std::vector<std::string> grid;                 ///< the settings it searched
  std::string chosen;                            ///< the recipe
  std::optional<double> coverage;                ///< share of launches of left-out kernels within their ranges
  learn::ModelFile model;
};

/// One device and target. Throws InputError as measured_from.
[[nodiscard]] Retrained retrain(const Table& table, const std::string& target, const std::string& device,
                                const RetrainOptions& options = {});

/// Every device of the table and every target that it has; where there are several devices, all with data
/// sheets, one model over all of them too.
[[nodiscard]] std::vector<Retrained> retrain_all(const Table& table, const RetrainOptions& options = {});

/// "pthread-skylake ... time": letters, digits and dashes alone, for a file's name.
[[nodiscard]] std::string model_file_name(const std::string& device, const std::string& target);

}  // namespace forewarp::campaign
