// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/svm/svm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "forewarp/learn/moments.hpp"
#include "forewarp/learn/svm/libsvm.hpp"
#include "forewarp/learn/svm/platt.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

/// e1071 leaves a constant feature as it is.
Scaling e1071_scaling(const Samples& samples, bool scale) {
  Scaling scaling = fit_scaling(samples, scale ? ScalingKind::sample_z : ScalingKind::none);
  for (std::size_t j = 0; j < samples.features(); ++j)
    if (moments(samples.feature(j)).squares == 0) scaling.centre[j] = 0;
  return scaling;
}

/// A linear product beyond double would send libsvm astray.
void check_kernel(const Kernel& kernel, std::span<const double> row, std::size_t i) {
  double square = 0;
  for (const double v : row) square += v * v;
  if (!std::isfinite(square * 4) || !std::isfinite(kernel(row, row)))
    throw InputError(fmt::format("svm: the kernel of sample {} with itself is too large: scale the features", i + 1));
}

SvmProblem problem_of(const Samples& samples, const Target& target, const SupportVectors& m) {
  SvmProblem problem(samples.features());
  std::vector<double> row(samples.features());
  for (std::size_t i = 0; i < samples.rows(); ++i) {
    samples.copy_row(i, row);
    m.inputs.apply(row, row);
    check_kernel(m.kernel, row, i);
    problem.add(row, (target.values[i] - m.target_centre) / m.target_spread);
  }
  return problem;
}

void copy_vectors(const svm_model& from, std::size_t features, SupportVectors& to) {
  const std::size_t blocks = to.classes == 0 ? 1 : static_cast<std::size_t>(from.nr_class) - 1;
  const std::size_t pairs = to.classes == 0 ? 1 : blocks * (blocks + 1) / 2;
  for (int s = 0; s < from.l; ++s)
    for (std::size_t j = 0; j < features; ++j) to.vectors.push_back(from.SV[s][j].value);
  for (std::size_t b = 0; b < blocks; ++b)
    to.coefficients.insert(to.coefficients.end(), from.sv_coef[b], from.sv_coef[b] + from.l);
  to.rho.assign(from.rho, from.rho + pairs);
  if (to.classes == 0) return;
  for (int c = 0; c < from.nr_class; ++c) {
    to.counts.push_back(static_cast<std::uint64_t>(from.nSV[c]));
    to.labels.push_back(static_cast<std::uint64_t>(from.label[c]));
  }
}

void scale_target(const Target& target, SupportVectors& m) {
  const Moments of_target = moments(target.values);
  if (of_target.squares == 0) return;
  m.target_centre = of_target.mean;
  m.target_spread = of_target.sample_sd();
  if (!std::isfinite(m.target_spread) || m.target_spread == 0)
    throw InputError("svm: the target is too large or too small to be scaled");
}

constexpr std::string_view types[] = {"epsilon", "nu"};
constexpr ParameterSpec parameters[] = {
    {"kernel", "rbf", "linear, polynomial, rbf or sigmoid"},
    {"type", "epsilon", "epsilon or nu, for regression"},
    {"cost", "1", "of a sample on the wrong side"},
    {"gamma", "auto", "factor within the kernel; auto is 1 / features"},
    {"coef0", "0", "constant within the polynomial and sigmoid kernels"},
    {"degree", "3", "of the polynomial kernel"},
    {"epsilon", "0.1", "half the width of the tube whose inside costs nothing, in standard deviations of the target"},
    {"nu", "0.5", "share of support vectors, for type nu"},
    {"tolerance", "0.001", "of the optimality condition at which libsvm stops"},
    {"scale", "yes", "yes or no: features, and the target of a regression, to mean 0 and standard deviation 1"},
    {"probability", "yes", "yes or no: class probabilities by cross-validation, else 1 for the class voted for"},
    {"shrinking", "yes", "yes or no: libsvm's heuristic"},
};

std::unique_ptr<Learner> make(const Parameters& p) {
  SvmSettings s;
  s.kernel.kind = static_cast<KernelKind>(p.choice("kernel", kernel_names));
  s.kernel.gamma = p.text("gamma") == "auto" ? 0 : p.number("gamma", 1e-300, 1e300);
  s.kernel.coef0 = p.number("coef0", -1e300, 1e300);
  s.kernel.degree = static_cast<int>(p.integer("degree", 1, 100));
  s.nu_regression = p.choice("type", types) == 1;
  s.cost = p.number("cost", 1e-12, 1e12);
  s.epsilon = p.number("epsilon", 0, 1e300);
  s.nu = p.number("nu", 1e-12, 1);
  s.tolerance = p.number("tolerance", 1e-12, 1);
  s.scale = p.flag("scale");
  s.probability = p.flag("probability");
  s.shrinking = p.flag("shrinking");
  return std::make_unique<SvmLearner>(s);
}

}  // namespace

std::unique_ptr<Predictor> SvmLearner::fit(const Samples& samples, const Target& target,
                                           const FitOptions& options) const {
  check(samples, target);
  if (target.is_class() && std::set<double>(target.values.begin(), target.values.end()).size() < 2)
    throw InputError("svm: all samples are of one class: there is nothing to separate");
  SvmSettings settings = settings_;
  if (settings.kernel.gamma == 0) settings.kernel.gamma = 1 / static_cast<double>(samples.features());
  SupportVectors m;
  m.kernel = settings.kernel;
  m.inputs = e1071_scaling(samples, settings.scale);
  m.classes = target.classes.size();
  if (settings.scale && !target.is_class()) scale_target(target, m);
  SvmProblem problem = problem_of(samples, target, m);
  const SvmModel model = train(problem, settings, target.is_class() ? SvmTask::classify : SvmTask::regress);
  copy_vectors(*model, samples.features(), m);
  if (target.is_class() && settings.probability) m.sigmoids = fit_sigmoids(problem, m.labels, settings, options);
  return std::make_unique<SvmPredictor>(std::move(m));
}

LearnerEntry svm_entry() {
  return {"svm",   "support vector machine (libsvm, with the defaults of R's e1071)", true, true, parameters, make,
          read_svm};
}

}  // namespace forewarp::learn
