// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {
namespace {

constexpr std::size_t tile = 16;

/// The matrix as it was, by row and column.
struct Matrix {
  std::size_t n;
  std::vector<Bounded> elements;
  explicit Matrix(const Inputs& inputs) : n(inputs.parameter("n")), elements(exact(inputs.values<float>("a"))) {}
  Bounded& operator()(std::size_t row, std::size_t column) { return elements[row * n + column]; }
  void subtract_product(std::size_t row, std::size_t column, Bounded a, Bounded b) {
    (*this)(row, column) = multiply_add({-a.value, a.error}, b, (*this)(row, column));
  }
};

}  // namespace

std::vector<Expected> lud_diagonal(const launch::Launch&, const Inputs& inputs) {
  Matrix a(inputs);
  const std::size_t first = inputs.parameter("first"), end = first + tile;
  for (std::size_t k = first; k < end; ++k)
    for (std::size_t row = k + 1; row < end; ++row) {
      a(row, k) = a(row, k) / a(k, k);
      for (std::size_t column = k + 1; column < end; ++column) a.subtract_product(row, column, a(row, k), a(k, column));
    }
  return {expected_from("a", a.elements)};
}

std::vector<Expected> lud_perimeter(const launch::Launch&, const Inputs& inputs) {
  Matrix a(inputs);
  const std::size_t first = inputs.parameter("first"), end = first + tile;
  for (std::size_t other = end; other < a.n; ++other)
    for (std::size_t i = first; i < end; ++i) {
      for (std::size_t k = first; k < i; ++k) {
        a.subtract_product(i, other, a(i, k), a(k, other));
        a.subtract_product(other, i, a(other, k), a(k, i));
      }
      a(other, i) = a(other, i) / a(i, i);
    }
  return {expected_from("a", a.elements)};
}

std::vector<Expected> lud_internal(const launch::Launch&, const Inputs& inputs) {
  Matrix a(inputs);
  const std::size_t first = inputs.parameter("first"), end = first + tile;
  for (std::size_t row = end; row < a.n; ++row)
    for (std::size_t column = end; column < a.n; ++column) {
      Bounded sum;
      for (std::size_t k = first; k < end; ++k) sum = multiply_add(a(row, k), a(k, column), sum);
      a(row, column) = a(row, column) - sum;
    }
  return {expected_from("a", a.elements)};
}

}  // namespace forewarp::kernels
