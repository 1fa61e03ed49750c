// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/zigon2020/table1.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "forewarp/support/file.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/csv.hpp"

namespace forewarp::papers::zigon2020 {
namespace {

using Numbers = Table::Numbers;

constexpr std::size_t vector_classes = 6;  // K1 to K6
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

constexpr std::array<std::string_view, 9> inside_an_sm = {"issue_slot_utilization",
                                                          "single_precision_fu_utilization",
                                                          "double_precision_fu_utilization",
                                                          "special_fu_utilization",
                                                          "integer_fu_utilization",
                                                          "ldst_fu_utilization",
                                                          "tex_utilization",
                                                          "shared_utilization",
                                                          "tensor_precision_fu_utilization"};
constexpr std::array<std::string_view, 1> device_memory = {"dram_utilization"};
constexpr std::array<std::string_view, 1> instructions = {"inst_executed"};

/// Bytes that an element moves between the SMs and the device memory when nothing is loaded twice; elements: the
/// largest launch parameter, or its square. None of the two products, whose reuse depends on the caches.
struct Elements {
  std::string_view id;
  double bytes = 0;
  bool square = false;
};
constexpr std::array<Elements, 8> element_wise = {{{"K1", 12, false},
                                                   {"K2", 12, false},
                                                   {"K3", 12, false},
                                                   {"K4", 12, false},
                                                   {"K5", 12, false},
                                                   {"K6", 12, false},
                                                   {"K9", 8, true},
                                                   {"K10", 8, true}}};

const Elements* elements_of(std::string_view id) {
  const auto at = std::ranges::find(element_wise, id, &Elements::id);
  return at == element_wise.end() ? nullptr : &*at;
}

/// Of each launch of a class, the largest of some metrics.
std::vector<double> largest(const Sampled& s, std::size_t of_class, std::span<const std::string_view> metrics) {
  std::vector<double> all;
  for (std::size_t i = 0; i < s.samples.rows(); ++i) {
    if (s.target.values[i] != static_cast<double>(of_class)) continue;
    double most = 0;
    for (std::size_t j = 0; j < s.samples.features(); ++j)
      if (std::ranges::find(metrics, s.samples.names()[j]) != metrics.end()) most = std::max(most, s.samples.at(i, j));
    all.push_back(most);
  }
  return all;
}

/// Warp instructions for 32 elements, as emulated: the median of the launches.
double executed(const Sampled& s, std::size_t of_class, const Elements& elements) {
  std::vector<double> all = largest(s, of_class, instructions);
  std::size_t at = 0;
  for (std::size_t i = 0; i < s.samples.rows(); ++i) {
    if (s.target.values[i] != static_cast<double>(of_class)) continue;
    const double n = std::stod(s.size[i].substr(s.size[i].rfind(' ') + 1));
    all[at++] *= 32 / (elements.square ? n * n : n);
  }
  return all.empty() ? nothing : median(all);
}

}  // namespace

double implied_instructions(double sm_percent, double mem_percent, double bytes_per_element,
                            const device::DeviceSpec& device) {
  const double issued = device.sms * device.schedulers * device.issue_per_scheduler * device.boost_hz * sm_percent;
  return issued / (mem_percent * device.dram_bytes_per_s / (32 * bytes_per_element));
}

void add_table1(Reproduction& result, const Sampled& s, const std::vector<advise::KernelClass>& classes,
                const device::DeviceSpec& device) {
  const auto file = shipped_file("papers/zigon2020_table1.csv");
  result.files.push_back(file.string());
  Table table = table::read_csv(file);
  Table::Texts strategies;
  Table::Numbers launches, sm, mem, implied, ours;
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    strategies.push_back(fmt::format("{}", fmt::join(classes[c].strategies, " ")));
    launches.push_back(double(std::ranges::count(s.target.values, static_cast<double>(c))));
    sm.push_back(mean(largest(s, c, inside_an_sm)));
    mem.push_back(mean(largest(s, c, device_memory)));
    const Elements* elements = elements_of(classes[c].id);
    implied.push_back(elements ? implied_instructions(table.numbers("sm_percent")[c], table.numbers("mem_percent")[c],
                                                      elements->bytes, device)
                               : nothing);
    ours.push_back(elements ? executed(s, c, *elements) : nothing);
    if (!elements) continue;
    least = std::min(least, implied.back() / ours.back()), most = std::max(most, implied.back() / ours.back());
  }
  table.add("our launches", launches);
  table.add("our SM", sm, "%");
  table.add("our Mem", mem, "%");
  table.add("our strategies", strategies);
  table.add("instructions implied by print", implied);
  table.add("ours", ours);
  result.tables.push_back({"table1", "the ten classes as printed, and our launches of them on a TITAN V", table});
  result.notes.push_back(fmt::format(
      "Table 1's SM and Mem together imply, where issue slots are what is busy, {:.1f} to {:.1f} times as many warp "
      "instructions for 32 elements as the compiled kernels have here (its last two columns): what an unoptimised "
      "build "
      "looks like, and the paper names Visual Studio 2015 and no compiler options. With so much to issue K3 to K6 and "
      "K9 "
      "cannot fill the memory, and with as little as ours they do: K3 to K6 therefore get arguments whose reduction "
      "takes some hundred instructions. The paper does not say at "
      "which sizes the percentages were taken either; ours are means over all launches",
      least, most));
  Numbers printed_mem, our_mem;
  for (std::size_t c = 0; c < classes.size() && c < vector_classes; ++c)
    printed_mem.push_back(table.numbers("mem_percent")[c]), our_mem.push_back(mem[c]);
  result.scores.push_back({.id = "zigon2020.character",
                           .what = "rank correlation of K1 to K6's memory utilisation with Table 1",
                           .unit = "",
                           .ours = spearman(our_mem, printed_mem),
                           .target = 0.8,
                           .better = Better::higher,
                           .note = "K3 to K6 with arguments of 1e6 (data/kernel_classes.toml)"});
}

}  // namespace forewarp::papers::zigon2020
