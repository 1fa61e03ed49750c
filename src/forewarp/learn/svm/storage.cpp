// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "forewarp/learn/read_checks.hpp"
#include "forewarp/learn/svm/predictor.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

constexpr std::uint64_t max_degree = 100;

Kernel read_kernel(Reader& in) {
  Kernel kernel;
  kernel.kind = static_cast<KernelKind>(in.integer("the kernel", kernel_names.size() - 1));
  kernel.gamma = read_finite(in, "gamma");
  kernel.coef0 = read_finite(in, "coef0");
  kernel.degree = static_cast<int>(in.integer("the degree", max_degree));
  return kernel;
}

/// Which classes have vectors, and how many: they must add up, and each class come once.
void read_classes(Reader& in, SupportVectors& m) {
  m.classes = in.integer("the number of classes", max_classes);
  const std::span<const std::uint64_t> counts = in.array<std::uint64_t>(), labels = in.array<std::uint64_t>();
  if (m.classes == 0 ? !counts.empty() : counts.size() < 2 || counts.size() > m.classes)
    throw InputError(fmt::format("the model has vectors of {} classes out of {}", counts.size(), m.classes));
  if (labels.size() != counts.size()) throw InputError("the model does not name each class once");
  m.counts.assign(counts.begin(), counts.end());
  m.labels.assign(labels.begin(), labels.end());
  std::vector<bool> seen(m.classes);
  for (const std::uint64_t label : labels) {
    if (label >= m.classes || seen[label]) throw InputError("the model does not name each class once");
    seen[label] = true;
  }
}

void check_counts(const SupportVectors& m) {
  std::uint64_t left = m.size();
  for (const std::uint64_t count : m.counts) {
    if (count > left) throw InputError("the model has fewer support vectors than its classes claim");
    left -= count;
  }
  if (!m.counts.empty() && left > 0) throw InputError("the model has support vectors of no class");
}

}  // namespace

void SvmPredictor::write(Writer& out) const {
  const SupportVectors& m = model_;
  out.integer(features());
  out.integer(static_cast<std::uint64_t>(m.kernel.kind));
  out.number(m.kernel.gamma);
  out.number(m.kernel.coef0);
  out.integer(static_cast<std::uint64_t>(m.kernel.degree));
  learn::write(out, m.inputs);
  out.number(m.target_centre);
  out.number(m.target_spread);
  out.integer(m.classes);
  out.arrays(m.counts, m.labels);
  out.integer(m.size());
  out.arrays(m.vectors, m.coefficients, m.rho, m.sigmoids);
}

std::unique_ptr<Predictor> read_svm(Reader& in) {
  SupportVectors m;
  const std::size_t features = read_feature_count(in);
  m.kernel = read_kernel(in);
  m.inputs = read_scaling(in, features);
  m.target_centre = read_finite(in, "the centre of the target");
  m.target_spread = read_finite(in, "the spread of the target");
  read_classes(in, m);
  const std::size_t vectors = in.integer("the number of support vectors", std::uint64_t{1} << 32);
  m.vectors = read_finite_array(in, "a support vector", vectors * features);
  check_counts(m);
  const std::size_t k = m.counts.size(), pairs = k * (k - 1) / 2;
  m.coefficients = read_finite_array(in, "a coefficient", k == 0 ? vectors : (k - 1) * vectors);
  m.rho = read_finite_array(in, "rho", k == 0 ? 1 : pairs);
  const std::span<const Sigmoid> sigmoids = in.array<Sigmoid>();
  if (!sigmoids.empty() && (k == 0 || sigmoids.size() != pairs))
    throw InputError(fmt::format("the model has {} sigmoids for {} classes", sigmoids.size(), k));
  m.sigmoids.assign(sigmoids.begin(), sigmoids.end());
  return std::make_unique<SvmPredictor>(std::move(m));
}

}  // namespace forewarp::learn
