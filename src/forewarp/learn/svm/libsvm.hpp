// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// libsvm's training alone: silent, without its random numbers, so that many threads may train at once.
#include <libsvm/svm.h>

#include <memory>

#include "forewarp/learn/svm/svm.hpp"

namespace forewarp::learn {

/// Rows that libsvm reads, kept in one piece.
class SvmProblem {
 public:
  explicit SvmProblem(std::size_t features) : features_(features) {}
  void add(std::span<const double> row, double y);
  [[nodiscard]] svm_problem view();
  [[nodiscard]] const svm_node* row(std::size_t i) const { return nodes_.data() + i * (features_ + 1); }
  [[nodiscard]] std::size_t rows() const { return y_.size(); }
  [[nodiscard]] double y(std::size_t i) const { return y_[i]; }

 private:
  std::size_t features_;
  std::vector<svm_node> nodes_;  ///< each row ends in index -1
  std::vector<svm_node*> rows_;
  std::vector<double> y_;
};

/// Refers to the problem it was trained on.
using SvmModel = std::unique_ptr<svm_model, void (*)(svm_model*)>;
enum class SvmTask { classify, regress };
/// Throws InputError with libsvm's words where it finds the settings infeasible.
[[nodiscard]] SvmModel train(SvmProblem& problem, const SvmSettings& settings, SvmTask task);

}  // namespace forewarp::learn
