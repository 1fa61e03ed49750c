// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/zigon2020/tuned_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <span>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/parallel.hpp"
#include "forewarp/support/random.hpp"
#include "forewarp/support/table/csv.hpp"

namespace forewarp::papers::zigon2020 {
namespace {

constexpr std::size_t pairs_a_change = 8;
constexpr std::uint64_t seed = 2020;

struct Board {
  const char *file, *device;
};
/// The boards that measured both kernels.
constexpr std::array<Board, 4> measured_boards = {
    Board{"a100-pcie-2021", "A100 PCIe"}, Board{"v100-pcie-2021", "V100 PCIe"},
    Board{"gtx-1080-ti-2021", "GTX 1080 Ti"}, Board{"rtx-3090-2024", "RTX 3090"}};

std::filesystem::path tuning_file(const Options& options, const std::string& name) {
  return data_file(options, "tuning/" + name, "github.com/schoonhovenrichard/GPU_benchmarking_paper");
}

/// One kernel with what each board measured.
struct TuningSpace {
  std::string folder;
  std::vector<MeasuredTimes> boards;
};

TuningSpace read_space(const Options& options, const std::string& kernel, std::vector<std::string>& files) {
  TuningSpace space;
  space.folder = tuning_file(options, kernel + "/launch.toml").parent_path().string();
  files.push_back(space.folder);
  for (const Board& board : measured_boards) {
    files.push_back(tuning_file(options, fmt::format("{}/measured/{}.csv.gz", kernel, board.file)).string());
    space.boards.push_back(measured_times(table::read_csv(files.back())));
  }
  return space;
}

/// A configuration compiled and emulated, once for all boards: the kernels look at no architecture. Registers are those
/// of the one architecture it was compiled for.
struct Emulated {
  kernel::Kernel kernel;
  profile::Profile profile;
};

Emulated emulate(const std::string& folder, const Configuration& configuration) {
  kernel::Request request;
  request.path = folder;
  for (const auto& [name, value] : configuration) request.defines.push_back(fmt::format("{}={}", name, value));
  Emulated result{.kernel = kernel::load(request), .profile = {}};
  profile::ProfileOptions options;
  options.threads = 1;
  options.registers = result.kernel.code.registers;
  result.profile = profile::profile(*result.kernel.module, result.kernel.launch, options);
  return result;
}

using Variant = std::pair<std::string, Configuration>;  ///< folder and configuration

/// Runs body for each index, telling progress. What throws InputError is left out and noted with its name.
void for_each(std::size_t count, const Options& options, std::vector<std::string>& notes,
              const std::function<std::string(std::size_t)>& name, const std::function<void(std::size_t)>& body) {
  std::vector<std::string> failures(count);
  std::atomic<std::size_t> done = 0;
  parallel_for(
      count,
      [&](std::size_t i) {
        if (options.progress && options.progress->cancelled()) throw Interrupted();
        try {
          body(i);
        } catch (const InputError& error) {
          failures[i] = fmt::format("left out: {}: {}", name(i), error.what());
        }
        if (options.progress) options.progress->advance(++done, count, name(i));
      },
      options.threads);
  for (std::string& failure : failures)
    if (!failure.empty()) notes.push_back(std::move(failure));
}

std::map<Variant, Emulated> emulate_all(const std::set<Variant>& wanted, const Options& options,
                                        std::vector<std::string>& notes) {
  const std::vector<Variant> variants(wanted.begin(), wanted.end());
  std::vector<std::optional<Emulated>> results(variants.size());
  for_each(
      variants.size(), options, notes, [&](std::size_t i) { return text_of(variants[i].second); },
      [&](std::size_t i) { results[i] = emulate(variants[i].first, variants[i].second); });
  std::map<Variant, Emulated> all;
  for (std::size_t i = 0; i < variants.size(); ++i)
    if (results[i]) all.emplace(variants[i], std::move(*results[i]));
  return all;
}

PairResult advice_on(const Emulated& before, const Emulated& after, const TunedPair& tuned) {
  const device::DeviceSpec device = device::find_device(tuned.device);
  const auto advice =
      advise::advise(advise::situation(before.profile, device), *before.kernel.module, advise::shipped_strategies());
  const double after_s = advise::situation(after.profile, device).prediction.time_s;
  return result_of(advice, after_s, tuned.change->strategies);
}

struct Drawn {
  std::vector<TunedPair> pairs;
  std::vector<std::string> folders;  ///< of each pair
};

Drawn draw(const std::map<std::string, TuningSpace>& spaces, const std::vector<Change>& changes, std::size_t count) {
  Drawn drawn;
  for (std::size_t c = 0; c < changes.size(); ++c) {
    const TuningSpace& space = spaces.at(changes[c].kernel);
    std::vector<ConfigurationPair> all = pairs_of(space.boards, changes[c]);
    SplitMix(seed, c).shuffle(std::span(all));
    if (all.size() > count) all.resize(count);
    for (const ConfigurationPair& pair : all)
      for (std::size_t b = 0; b < measured_boards.size(); ++b) {
        const double gain = space.boards[b].at(pair.before) / space.boards[b].at(pair.after);
        drawn.pairs.push_back({&changes[c], measured_boards[b].device, pair, gain, {}});
        drawn.folders.push_back(space.folder);
      }
  }
  return drawn;
}

/// Advice on each of the pairs; those of which it cannot be had are left out and noted.
std::vector<TunedPair> advised(Drawn drawn, const Options& options, std::vector<std::string>& notes) {
  std::set<Variant> variants;
  for (std::size_t i = 0; i < drawn.pairs.size(); ++i)
    for (const Configuration* c : {&drawn.pairs[i].pair.before, &drawn.pairs[i].pair.after})
      variants.emplace(drawn.folders[i], *c);
  const std::map<Variant, Emulated> emulated = emulate_all(variants, options, notes);
  std::vector<char> known(drawn.pairs.size());
  for_each(
      known.size(), options, notes,
      [&](std::size_t i) {
        return fmt::format("{} on {}", text_of(drawn.pairs[i].pair.before), drawn.pairs[i].device);
      },
      [&](std::size_t i) {
        TunedPair& tuned = drawn.pairs[i];
        const auto before = emulated.find({drawn.folders[i], tuned.pair.before});
        const auto after = emulated.find({drawn.folders[i], tuned.pair.after});
        if (before == emulated.end() || after == emulated.end()) return;
        tuned.advice = advice_on(before->second, after->second, tuned);
        known[i] = true;
      });
  std::vector<TunedPair> all;
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i]) all.push_back(std::move(drawn.pairs[i]));
  return all;
}

}  // namespace

std::string text_of(const Configuration& configuration) {
  std::string text;
  for (const auto& [name, value] : configuration) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text;
}

MeasuredTimes measured_times(const Table& table) {
  const Table::Numbers& ms = table.numbers("ms");
  MeasuredTimes times;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (!(ms[row] > 0)) continue;
    Configuration configuration;
    for (const auto& column : table.columns())
      if (column.name != "ms") configuration[column.name] = std::llround(table.numbers(column.name)[row]);
    times[std::move(configuration)] = ms[row];
  }
  return times;
}

bool padding_inserts_columns(const Configuration& configuration) {
  constexpr std::int64_t banks = 32, border = 14;  // a filter 15 wide
  const std::int64_t block = configuration.at("block_size_x"), tile = configuration.at("tile_size_x");
  return block % banks != 0 && (block * tile + border - block) % banks != 0;
}

const std::vector<Change>& changes() {
  static const std::vector<Change> all = {{"gemm", "SA", 0, {1}, {"S20", "S100"}},
                                          {"gemm", "SB", 0, {1}, {"S20", "S100"}},
                                          {"gemm", "VWM", 1, {2, 4}, {"F1"}},
                                          {"gemm", "VWN", 1, {2, 4}, {"F1"}},
                                          {"convolution", "use_padding", 0, {1}, {"S30"}, padding_inserts_columns}};
  return all;
}

std::vector<ConfigurationPair> pairs_of(const std::vector<MeasuredTimes>& boards, const Change& change) {
  const auto everywhere = [&](const Configuration& c) {
    return std::ranges::all_of(boards, [&](const MeasuredTimes& times) { return times.contains(c); });
  };
  std::vector<ConfigurationPair> pairs;
  if (boards.empty()) return pairs;
  for (const auto& [before, ms] : boards.front()) {
    const auto value = before.find(change.parameter);
    if (value == before.end())
      throw InputError(fmt::format("'{}' is not a parameter of {}", change.parameter, change.kernel));
    if (value->second != change.from || (change.alters && !change.alters(before)) || !everywhere(before)) continue;
    for (const std::int64_t to : change.to) {
      Configuration after = before;
      after[change.parameter] = to;
      if (everywhere(after)) pairs.push_back({before, std::move(after)});
    }
  }
  return pairs;
}

Reproduction measured(const Options& options, const std::vector<Change>& changes, std::size_t count) {
  Reproduction result;
  std::map<std::string, TuningSpace> spaces;
  for (const Change& change : changes)
    if (!spaces.contains(change.kernel)) spaces[change.kernel] = read_space(options, change.kernel, result.files);
  const std::vector<TunedPair> all = advised(draw(spaces, changes, count), options, result.notes);
  result.tables.push_back(summary_of(all));
  result.tables.push_back(table_of(all));
  result.scores = scores_of(all);
  result.notes.push_back(fmt::format(
      "at most {} pairs a parameter, drawn with a fixed seed among those that all four boards measured; the "
      "same pairs on each board, so that rows of one pair are not independent",
      count));
  result.notes.emplace_back(
      "compiled by the compiler that is here, not by those of 2021 and 2024; clocks of the boards were not recorded");
  return result;
}

Reproduction measured(const Options& options) { return measured(options, changes(), pairs_a_change); }

}  // namespace forewarp::papers::zigon2020
