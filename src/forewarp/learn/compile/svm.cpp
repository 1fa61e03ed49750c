// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/compile/emitters.hpp"
#include "forewarp/learn/compile/texts.hpp"
#include "forewarp/learn/svm/predictor.hpp"

namespace forewarp::learn {
namespace {

std::string_view kernel_code(KernelKind kind) {
  switch (kind) {
    case KernelKind::linear:
      return "inline double kernel(const double* u, const double* v) { return dot(u, v); }\n";
    case KernelKind::polynomial:
      return R"(inline double kernel(const double* u, const double* v) {
  double base = gamma * dot(u, v) + coef0, result = 1;
  for (std::size_t left = degree; left > 0; left /= 2) {
    if (left % 2 == 1) result *= base;
    base *= base;
  }
  return result;
}
)";
    case KernelKind::rbf:
      return R"(inline double kernel(const double* u, const double* v) {
  double sum = 0;
  for (std::size_t j = 0; j < features; ++j) sum += (u[j] - v[j]) * (u[j] - v[j]);
  return std::exp(-gamma * sum);
}
)";
    case KernelKind::sigmoid:
      return "inline double kernel(const double* u, const double* v) { return std::tanh(gamma * dot(u, v) + coef0); "
             "}\n";
  }
  return "";
}

constexpr std::string_view common = R"(
inline double dot(const double* u, const double* v) {
  double sum = 0;
  for (std::size_t j = 0; j < features; ++j) sum += u[j] * v[j];
  return sum;
}
)";

constexpr std::string_view kernels = R"(
inline std::vector<double> kernels(const double* x) {
  double row[features];
  for (std::size_t j = 0; j < features; ++j) row[j] = (x[j] - centre[j]) / spread[j];
  std::vector<double> k(support_vectors);
  for (std::size_t s = 0; s < support_vectors; ++s) k[s] = kernel(row, vectors + s * features);
  return k;
}
)";

constexpr std::string_view regression = R"(
inline void predictor(const double* x, double* out) {
  const std::vector<double> k = kernels(x);
  double sum = 0;
  for (std::size_t s = 0; s < support_vectors; ++s) sum += coefficients[s] * k[s];
  out[0] = (sum - rho[0]) * target_spread + target_centre;
}
)";

constexpr std::string_view decisions = R"(
inline std::vector<double> decisions(const double* x) {
  const std::vector<double> kv = kernels(x);
  std::size_t start[present + 1] = {0};
  for (std::size_t i = 0; i < present; ++i) start[i + 1] = start[i] + counts[i];
  std::vector<double> values;
  for (std::size_t i = 0; i < present; ++i)
    for (std::size_t j = i + 1; j < present; ++j) {
      double sum = 0;
      for (std::size_t s = start[i]; s < start[i + 1]; ++s) sum += coefficients[(j - 1) * support_vectors + s] * kv[s];
      for (std::size_t s = start[j]; s < start[j + 1]; ++s) sum += coefficients[i * support_vectors + s] * kv[s];
      values.push_back(sum - rho[values.size()]);
    }
  return values;
}
)";

constexpr std::string_view voting = R"(
inline void predictor(const double* x, double* out) {
  const std::vector<double> values = decisions(x);
  int count[present] = {0};
  std::size_t pair = 0;
  for (std::size_t i = 0; i < present; ++i)
    for (std::size_t j = i + 1; j < present; ++j) ++count[values[pair++] > 0 ? i : j];
  for (std::size_t c = 0; c < classes; ++c) out[c] = 0;
  out[labels[std::max_element(count, count + present) - count]] = 1;
}
)";

constexpr std::string_view sigmoid_and_couple = R"(
inline double sigmoid(double x) {
  const double p = x >= 0 ? std::exp(-x) / (1 + std::exp(-x)) : 1 / (1 + std::exp(x));
  return p < 1e-7 ? 1e-7 : 1 - 1e-7 < p ? 1 - 1e-7 : p;
}

inline void couple(const std::vector<double>& r, double* p) {
  const std::size_t k = present;
)";

constexpr std::string_view coupled = R"(}

inline void predictor(const double* x, double* out) {
  const std::vector<double> values = decisions(x);
  std::vector<double> pairwise(present * present);
  double p[present];
  std::size_t pair = 0;
  for (std::size_t i = 0; i < present; ++i)
    for (std::size_t j = i + 1; j < present; ++j, ++pair) {
      pairwise[i * present + j] = sigmoid(sigmoid_a[pair] * values[pair] + sigmoid_b[pair]);
      pairwise[j * present + i] = 1 - pairwise[i * present + j];
    }
  couple(pairwise, p);
  for (std::size_t c = 0; c < classes; ++c) out[c] = 0;
  for (std::size_t i = 0; i < present; ++i) out[labels[i]] = p[i];
}
)";

void emit_classes(const SupportVectors& m, Code& code) {
  std::vector<double> a, b;
  for (const Sigmoid& s : m.sigmoids) {
    a.push_back(s.a);
    b.push_back(s.b);
  }
  code.constant("present", m.counts.size());
  code.array("counts", m.counts);
  code.array("labels", m.labels);
  code.array("sigmoid_a", a);
  code.array("sigmoid_b", b);
  code.text(decisions);
  if (m.sigmoids.empty()) return code.text(voting);
  code.text(sigmoid_and_couple);
  code.text(svm_code("couple.def"));
  code.text(coupled);
}

}  // namespace

bool emit_svm(const Predictor& predictor, Code& code) {
  const auto* const svm = dynamic_cast<const SvmPredictor*>(&predictor);
  if (!svm) return false;
  const SupportVectors& m = svm->model();
  code.array("centre", m.inputs.centre);
  code.array("spread", m.inputs.spread);
  code.constant("target_centre", m.target_centre);
  code.constant("target_spread", m.target_spread);
  code.constant("gamma", m.kernel.gamma);
  code.constant("coef0", m.kernel.coef0);
  code.constant("degree", static_cast<std::size_t>(m.kernel.degree));
  code.constant("support_vectors", m.size());
  code.array("vectors", m.vectors);
  code.array("coefficients", m.coefficients);
  code.array("rho", m.rho);
  code.text(common);
  code.text(kernel_code(m.kernel.kind));
  code.text(kernels);
  if (m.classes == 0)
    code.text(regression);
  else
    emit_classes(m, code);
  return true;
}

}  // namespace forewarp::learn
