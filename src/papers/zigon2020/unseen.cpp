// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/zigon2020/unseen.hpp"

#include <algorithm>
#include <numeric>

#include "forewarp/model/device/database.hpp"

namespace forewarp::papers::zigon2020 {
namespace {

constexpr std::int64_t instances = 10;

struct Unseen {
  std::string name;
  std::vector<advise::LaunchLine> lines;
};

std::vector<Unseen> unseen_kernels() {
  Unseen global{"stencil9_global", {}}, shared{"stencil9_shared", {}};
  Unseen dense{"spmv_csr_percent, 5 % zero", {}}, sparse{"spmv_csr_percent, 5 % not zero", {}};
  for (std::int64_t i = 1; i <= instances; ++i) {
    global.lines.push_back({"stencil9_global", {{"n", 768 * i}}});
    shared.lines.push_back({"stencil9_shared", {{"n", 768 * i}}});
    const std::int64_t rows = 400 * i;
    dense.lines.push_back({"spmv_csr_percent", {{"rows", rows}, {"percent", 95}}});
    sparse.lines.push_back({"spmv_csr_percent", {{"rows", rows}, {"percent", 5}}});
  }
  return {global, shared, dense, sparse};
}

}  // namespace

std::size_t Histogram::of(const std::vector<std::string>& classes, const std::string& id) const {
  const auto at = std::ranges::find(classes, id);
  return at == classes.end() ? 0 : counts[static_cast<std::size_t>(at - classes.begin())];
}

std::vector<Histogram> histograms(const Sampled& known, const std::vector<validate::Method>& methods,
                                  unsigned threads) {
  const std::vector<device::DeviceSpec> titan = {device::find_device("Titan V")};
  const std::vector<Unseen> kernels = unseen_kernels();
  std::vector<advise::LaunchLine> lines;
  for (const Unseen& kernel : kernels) lines.insert(lines.end(), kernel.lines.begin(), kernel.lines.end());
  const learn::Samples asked = metrics_of(lines, titan, threads);
  // One table of both, so that a method may do with training rows what it does: known rows first, then the asked ones.
  const std::size_t n = known.samples.rows();
  learn::Samples both(known.samples.names(), n + asked.rows());
  for (std::size_t j = 0; j < both.features(); ++j) {
    std::ranges::copy(known.samples.feature(j), both.feature(j).begin());
    std::ranges::copy(asked.feature(j), both.feature(j).begin() + static_cast<std::ptrdiff_t>(n));
  }
  learn::Target target = known.target;
  target.values.resize(both.rows(), 0);  // never looked at: the rows are tested only
  validate::Split split{std::vector<std::size_t>(n), std::vector<std::size_t>(asked.rows())};
  std::iota(split.train.begin(), split.train.end(), std::size_t{0});
  std::iota(split.test.begin(), split.test.end(), n);
  const learn::Samples inputs = both.select_features(useful_features(known.samples, false));
  std::vector<Histogram> all;
  for (const validate::Method& method : methods) {
    const std::vector<double> called = method.answer(inputs, target, split, {.seed = 1, .threads = threads});
    std::size_t at = 0;
    for (const Unseen& kernel : kernels) {
      Histogram h{kernel.name, method.name, std::vector<std::size_t>(target.classes.size())};
      for (std::size_t i = 0; i < kernel.lines.size(); ++i) ++h.counts[static_cast<std::size_t>(called[at++])];
      all.push_back(std::move(h));
    }
  }
  return all;
}

}  // namespace forewarp::papers::zigon2020
