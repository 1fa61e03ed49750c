// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a learner is shown: samples of numeric features, stored feature by feature (trees scan a feature, linear
/// algebra maps the whole as a column-major matrix), and what is to be learnt of each.
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace forewarp::learn {

class Samples {
 public:
  Samples() = default;
  /// rows samples of one zero for each name.
  Samples(std::vector<std::string> names, std::size_t rows);

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t features() const { return names_.size(); }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] std::span<double> feature(std::size_t j) { return {values_.data() + j * rows_, rows_}; }
  [[nodiscard]] std::span<const double> feature(std::size_t j) const { return {values_.data() + j * rows_, rows_}; }
  [[nodiscard]] double at(std::size_t row, std::size_t j) const { return values_[j * rows_ + row]; }
  /// All values, feature by feature: rows() x features(), column-major.
  [[nodiscard]] std::span<const double> values() const { return values_; }

  /// The features of one sample; out holds features() numbers.
  void copy_row(std::size_t row, std::span<double> out) const;
  [[nodiscard]] Samples select_rows(std::span<const std::size_t> rows) const;
  [[nodiscard]] Samples select_features(std::span<const std::size_t> features) const;

 private:
  std::vector<std::string> names_;
  std::size_t rows_ = 0;
  std::vector<double> values_;
};

/// One value per sample: a number, or where classes are named the index of its class.
struct Target {
  std::vector<double> values;
  std::vector<std::string> classes;  ///< empty for regression
  [[nodiscard]] bool is_class() const { return !classes.empty(); }
  [[nodiscard]] Target select_rows(std::span<const std::size_t> rows) const;
};

/// Throws InputError when there is no sample or no feature, when lengths differ, when a value is NaN or infinite
/// (naming the feature and the sample), or when a class target has one class only or an index without a name.
void check(const Samples& samples, const Target& target);

}  // namespace forewarp::learn
