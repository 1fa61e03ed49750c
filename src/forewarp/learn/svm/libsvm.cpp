// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/svm/libsvm.hpp"

#include <fmt/format.h>

#include <mutex>

#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

/// libsvm prints to standard output unless configured otherwise, through one function pointer for the whole process.
void silence() {
  static std::once_flag once;
  std::call_once(once, [] { svm_set_print_string_function([](const char*) {}); });
}

svm_parameter parameter(const SvmSettings& s, SvmTask task) {
  svm_parameter p{};
  p.svm_type = task == SvmTask::classify ? C_SVC : s.nu_regression ? NU_SVR : EPSILON_SVR;
  p.kernel_type = static_cast<int>(s.kernel.kind);
  p.degree = s.kernel.degree;
  p.gamma = s.kernel.gamma;
  p.coef0 = s.kernel.coef0;
  p.cache_size = 100;  // MB
  p.eps = s.tolerance;
  p.C = s.cost;
  p.nu = s.nu;
  p.p = s.epsilon;
  p.shrinking = s.shrinking ? 1 : 0;
  return p;
}

}  // namespace

void SvmProblem::add(std::span<const double> row, double y) {
  for (std::size_t j = 0; j < features_; ++j) nodes_.push_back({static_cast<int>(j + 1), row[j]});
  nodes_.push_back({-1, 0});
  y_.push_back(y);
}

svm_problem SvmProblem::view() {
  rows_.clear();
  for (std::size_t i = 0; i < rows(); ++i) rows_.push_back(nodes_.data() + i * (features_ + 1));
  return {static_cast<int>(rows()), y_.data(), rows_.data()};
}

SvmModel train(SvmProblem& problem, const SvmSettings& settings, SvmTask task) {
  silence();
  const svm_problem view = problem.view();
  const svm_parameter p = parameter(settings, task);
  if (const char* complaint = svm_check_parameter(&view, &p)) throw InputError(fmt::format("svm: {}", complaint));
  return {svm_train(&view, &p), [](svm_model* model) { svm_free_and_destroy_model(&model); }};
}

}  // namespace forewarp::learn
