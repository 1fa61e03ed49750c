// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/hasan2014/waves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "forewarp/model/device/database.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/statistics.hpp"
#include "papers/hasan2014/binomial.hpp"
#include "papers/hasan2014/figures.hpp"
#include "papers/hasan2014/tables.hpp"

namespace forewarp::papers::hasan2014 {
namespace {

constexpr std::size_t draws = 200;

/// A figure, what it is compared with, and what it should be.
struct Figures {
  double ours, other, target;
};

Score score(const std::string& id, std::string what, std::string unit, const Figures& figures, std::string note) {
  return {.id = "hasan2014." + id,
          .what = std::move(what),
          .unit = std::move(unit),
          .ours = figures.ours,
          .other = figures.other,
          .target = figures.target,
          .note = std::move(note)};
}

/// Largest difference between a jump at 32 threads as measured and as a column says, ms: there only blocks matter.
double worst_jump(const Table& jumps, std::string_view column) {
  double worst = 0;
  for (std::size_t i = 0; i < jumps.rows(); ++i)
    if (jumps.numbers("threads")[i] == 32)
      worst = std::max(worst, std::abs(jumps.numbers(column)[i] - jumps.numbers("measured ms")[i]));
  return worst;
}

std::vector<Score> scores_of(const Study& s, const Table& jumps, const Lottery& lottery) {
  const Errors printed = errors_of(printed_times(s.device, s.cells), s.cells), ours = s.used().tested,
               larger = errors_of(larger_times(s.device, s.cells, printed_tau_ms, s.c), s.cells);
  const std::string other = "other: Eq. 3 as printed, on all 160";
  return {score("table2.mean", "mean error on the 148 cells not fitted to", "%",
                {100 * ours.mean, 100 * printed.mean, 2}, other),
          score("table2.largest", "largest error on them", "%", {100 * ours.largest, 100 * printed.largest, 10}, other),
          score("table2.larger", "mean error of max(xi_rb, c xi_rw), c fitted to all 160", "%",
                {100 * larger.mean, 100 * printed.mean, 4.4}, fmt::format("c = {}; the baseline to beat", s.c)),
          score("table2.random_mean", "mean error, 95 % of random choices of 12 below", "%",
                {100 * quantile(lottery.means, 0.95), 100 * printed.mean, 2}, fmt::format("{} draws", draws)),
          score("table2.random_largest", "largest error, 95 % of random choices of 12 below", "%",
                {100 * quantile(lottery.largest, 0.95), 100 * printed.largest, 10},
                fmt::format("both targets met in {:.1f} % of draws", 100 * lottery.met)),
          score("jumps", "jump past 208, 416, 624 blocks at 32 threads, worst miss", "ms",
                {worst_jump(jumps, "ours ms"), worst_jump(jumps, "printed ms"), 0.5}, "other: Eq. 3 as printed")};
}

/// Share of cells whose error is at most so much.
double share_within(const std::vector<double>& predicted, const std::vector<Cell>& cells, double error) {
  const std::vector<double> all = relative_errors(predicted, times_of(cells));
  return static_cast<double>(std::count_if(all.begin(), all.end(), [&](double e) { return e <= error; })) /
         static_cast<double>(all.size());
}

std::vector<std::string> notes_of(const Study& s) {
  constexpr double claimed = 0.0569;
  const Errors printed = errors_of(printed_times(s.device, s.cells), s.cells);
  const model::wave::Constants& c = s.used().fit.constants;
  return {
      fmt::format("reproduced: Table 2 is read as typed in; Eq. 1, 2 and 3 as printed with tau = {} ms have a mean "
                  "error of {:.1f} % "
                  "and a largest of {:.1f} % on it",
                  printed_tau_ms, 100 * printed.mean, 100 * printed.largest),
      fmt::format(
          "not reproduced: the paper's error bound of 0.13-5.69 %; {:.0f} % of the cells are within 5.69 % of Eq. 3 as "
          "printed, {:.0f} % of ours; the paper does not say which cells, which tau or which form it was taken on",
          100 * share_within(printed_times(s.device, s.cells), s.cells, claimed),
          100 * share_within(wave_times(s.device, s.cells, c), s.cells, claimed)),
      "Eq. 3 adds xi_rw to tau where all threads fit, so that a device half full is said to take half as long again; "
      "measured "
      "times are flat there. And where threads fit but blocks do not (224 blocks of 32) it forgets the second round",
      "print: Figure 2's caption exchanges the ranges of threads (to 1248) and blocks (to 1024); the text and Figure 1 "
      "have them "
      "right",
      "the form of ours was found with all 160 cells in view, and so was its spread of one standard deviation (fitted, "
      "it is "
      "in the constants); its constants were fitted to 12 cells that a rule chose without looking at times",
      fmt::format("the number of warps that saturates an SM, {:.1f}, is what the data sheet says within a tenth: four "
                  "schedulers "
                  "times nine cycles of latency are {:.0f}",
                  c.saturation_warps, model::wave::saturation_from_data_sheet(s.device)),
      "the C1060's measurements are not printed; Table 1 has its figures, and no error can be stated for it",
      "Figure 1 has efficiency tau / time; the paper's picture has no numbers to compare with"};
}

/// What the table of our own kernel, the last one, says.
void add_binomial(Reproduction& result, const Study& s) {
  const Table& table = result.tables.back().table;
  const auto &measured = table.numbers("measured / smallest"), &ours = table.numbers("emulated / smallest");
  std::vector<Cell> emulated = s.cells;
  for (std::size_t i = 0; i < emulated.size(); ++i) emulated[i].time_ms = table.numbers("emulated ms")[i];
  const Outcome bend = fit_and_test(s.device, emulated, all_of(emulated), variants()[used_variant].choice);
  Score rank = score("emulated.rank", "our kernel, emulated: rank correlation with Table 2", "",
                     {spearman(ours, measured), std::numeric_limits<double>::quiet_NaN(), 0.95},
                     "another kernel than theirs, whose source is not given");
  rank.better = Better::higher;
  result.scores.push_back(rank);
  result.scores.push_back(
      score("emulated.shape", "the same: mean error of time over the smallest launch's", "%",
            {100 * mean(relative_errors(ours, measured)), std::numeric_limits<double>::quiet_NaN(), 20},
            "shape of another kernel; see the note"));
  result.notes.push_back(
      fmt::format("Figure 2 is measured and printed without numbers; ours is our own kernel in the emulator with the "
                  "bounds model. By it an "
                  "SM is saturated by {:.0f} warps, not {:.0f}: bounds takes the chain of a division for one trip "
                  "through the special unit, "
                  "and a wave that is half full for slower than an empty one",
                  bend.fit.constants.saturation_warps, s.used().fit.constants.saturation_warps));
}

}  // namespace

Reproduction waves(const Options& options) {
  const auto table1 = shipped_file("papers/hasan2014_table1.csv"), table2 = shipped_file("papers/hasan2014_table2.csv");
  const Study study = study_of(device::find_device("K20"), read_cells(table2));
  std::vector<Lottery> lotteries;
  for (const Variant& variant : variants())
    lotteries.push_back(lottery(study.device, study.cells, variant.choice, draws, options.threads));
  Reproduction result;
  result.files = {table1.string(), table2.string()};
  result.tables = {symbols_table(table1),           cells_table(study), models_table(study), constants_table(study),
                   choices_table(study, lotteries), jumps_table(study)};
  result.scores = scores_of(study, result.tables.back().table, lotteries[used_variant]);
  result.notes = notes_of(study);
  const std::vector<Layer> layers = figure1_layers(study);
  result.tables.push_back(
      {"figure1", "Figure 1: time and efficiency of 2496 launches, as printed and ours", surface_table(layers), false});
  const Layer emulated = figure2_layer(study, options.threads);
  result.tables.push_back(binomial_table(study, options.threads));
  add_binomial(result, study);
  result.tables.push_back({"figure2",
                           "Figure 2 by our own kernel: 2496 launches of kernels/binomial_series, emulated, by the "
                           "bounds model on a K20's data sheet",
                           surface_table({emulated}), false});
  result.pictures = story_pictures(study);
  for (const Layer& layer : layers)
    for (Picture& picture : surface_pictures("figure1-" + layer.name, "Figure 1, " + layer.name, layer))
      result.pictures.push_back(std::move(picture));
  for (Picture& picture : surface_pictures("figure2", "Figure 2, emulated", emulated))
    result.pictures.push_back(std::move(picture));
  return result;
}

}  // namespace forewarp::papers::hasan2014
