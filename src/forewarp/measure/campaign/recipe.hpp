// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The ways to learn a launch's time or power from its features that are tried against each other, and the one that is
/// shipped: whichever has the lowest median error on kernels that were left out.
///
///     braun2020      sections 3.3 and 4.2: extremely randomised trees on the twelve features as they are; log time,
///     raw
///                    power
///     bounds         a sum of what each amount costs, none of it negative
///     trees          the same trees on ours: size, and all else per instruction
///     per work       those trees on the target over total_instructions, taken back afterwards
///     support vectors  a smooth surface over logarithms of sizes and over shares, of time over total_instructions
///     physics first  those trees on time over the bounds model's prediction, or on power over what the board may draw,
///                    with the model's terms beside the features, and over several devices their data sheets; for
///                    devices with one
///
/// Where launches were measured at several clocks, all but "bounds" have core and memory clock as further inputs, and
/// "physics first" reads the bounds model at those clocks.
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "forewarp/learn/model_file.hpp"
#include "forewarp/learn/validation/evaluate.hpp"
#include "forewarp/measure/campaign/inputs.hpp"
#include "forewarp/support/table/table.hpp"

namespace forewarp::campaign {

struct Recipe {
  std::string name;
  learn::PipelineSpec spec;
  std::string ratio_to;  ///< an input that the target is divided by before it is learnt; empty: none
};

/// A file's answer where its target was divided by an input. notes["ratio_to"] names it.
[[nodiscard]] learn::Answer times_ratio(learn::Answer answer, const learn::ModelFile& model, const LaunchFacts& facts);
/// That of the pipeline for these facts, so.
[[nodiscard]] learn::Answer answer_of(const learn::ModelFile& model, const LaunchFacts& facts);
/// The names of inputs that lie outside what was learnt from.
[[nodiscard]] std::vector<std::string> outside_of(const learn::ModelFile& model, const LaunchFacts& facts);

/// Measured launches of one device, or of several.
struct Measured {
  std::string target = {};          ///< "time" or "power"
  learn::Samples samples = {};      ///< every input that a recipe asks for
  std::vector<double> values = {};  ///< s or W
  std::vector<std::string> kernels = {}, suites = {}, devices = {};
  std::vector<std::string> clocks = {};  ///< "1380/877", MHz of core and memory; empty texts where the table has none
  bool synthetic = false;
};

/// The rows of a table (training_table) that have the target; with device (its name) those of one device. Throws
/// InputError where there are fewer than eight.
[[nodiscard]] Measured measured_from(const Table& table, const std::string& target, const std::string& device = {});

/// Whether every row has what device_inputs.hpp names.
[[nodiscard]] bool has_device_inputs(const Table& table);

/// "1380/877", or "1380" where the table has no memory clock; empty without a core clock.
[[nodiscard]] std::string clock_text(const Table& table, std::size_t row);

/// Every recipe that the samples have the inputs for. trees: of each forest.
[[nodiscard]] std::vector<Recipe> recipes(const Measured& measured, unsigned trees);

[[nodiscard]] validate::Method method_of(const Recipe& recipe);

}  // namespace forewarp::campaign
