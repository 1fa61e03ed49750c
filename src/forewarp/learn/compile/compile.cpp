// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/compile/compile.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/learn/compile/emitters.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::learn {
namespace {

void check_identifier(const std::string& name) {
  if (!is_identifier(name))
    throw InputError(fmt::format("'{}' is not a name for a namespace: letters, digits and _", name));
}

/// One line of a comment: what a file or a person is called must not end it.
std::string comment(std::string_view text) {
  std::string line;
  for (const char c : text) line += c >= ' ' && c < 127 && c != '\\' ? c : '?';
  return line;
}

std::string top(const ModelFile& model, const CompileOptions& options) {
  const PipelineSpec& spec = model.pipeline.spec();
  return fmt::format(
      "// Written by forewarp compile{}: {}, trained on {} rows{}{}. Do not edit.\n"
      "#pragma once\n#include <algorithm>\n#include <cmath>\n#include <cstddef>\n#include <cstdint>\n#include "
      "<limits>\n"
      "#include <vector>\n\nnamespace {} {{\n\n",
      options.origin.empty() ? "" : " from " + comment(options.origin), spec.learner, model.notes.data_rows,
      model.notes.device.empty() ? "" : " of " + comment(model.notes.device),
      model.notes.date.empty() ? "" : " on " + comment(model.notes.date), options.name_space);
}

void emit_names(const Pipeline& pipeline, Code& code) {
  std::vector<std::string> names, units;
  for (const Variable& feature : pipeline.spec().features) {
    names.push_back(feature.name);
    units.push_back(feature.unit);
  }
  code.text("/// What predict asks for, in this order.\n");
  code.constant("features", names.size());
  code.strings("feature_names", names);
  code.strings("feature_units", units);
  code.text("/// What it answers with; of classes the index.\n");
  code.text(
      fmt::format("inline constexpr const char* target_name = {};\n", string_literal(pipeline.spec().target.name)));
  code.text(
      fmt::format("inline constexpr const char* target_unit = {};\n", string_literal(pipeline.spec().target.unit)));
  code.constant("classes", pipeline.classes().size());
  code.strings("class_names", pipeline.classes());
  code.constant("outputs", pipeline.predictor().outputs());
}

std::string forward_code(const Variable& v, const std::string& x) {
  switch (v.transform) {
    case Transform::identity:
      return x;
    case Transform::log:
      return fmt::format("std::log({} + {})", x, literal(v.offset));
    case Transform::log2:
      return fmt::format("std::log2({} + {})", x, literal(v.offset));
  }
  return x;
}

std::string backward_code(const Variable& v) {
  switch (v.transform) {
    case Transform::identity:
      return "t";
    case Transform::log:
      return fmt::format("std::exp(t) - {}", literal(v.offset));
    case Transform::log2:
      return fmt::format("std::exp2(t) - {}", literal(v.offset));
  }
  return "t";
}

/// x -> ready, false where a feature is not finite or has no logarithm.
void emit_ready(const Pipeline& pipeline, Code& code) {
  code.array("input_centre", pipeline.scaling().centre);
  code.array("input_spread", pipeline.scaling().spread);
  code.text("\ninline bool ready(const double* x, double* t) {\n");
  for (std::size_t j = 0; j < pipeline.spec().features.size(); ++j) {
    const Variable& v = pipeline.spec().features[j];
    const std::string x = fmt::format("x[{}]", j);
    code.text(fmt::format("  if (!std::isfinite({})) return false;\n", x));
    if (v.transform != Transform::identity)
      code.text(
          fmt::format("  if (!({0} + {1} > 0) || !std::isfinite({0} + {1})) return false;\n", x, literal(v.offset)));
    code.text(fmt::format("  t[{}] = ({} - input_centre[{}]) / input_spread[{}];\n", j, forward_code(v, x), j, j));
  }
  code.text("  return true;\n}\n");
}

void emit_predictor(const Predictor& predictor, Code& code) {
  for (const Emitter emit : emitters())
    if (emit(predictor, code)) return;
  throw InputError(fmt::format("a model of {} cannot be compiled to a header: use the model file", predictor.kind()));
}

void emit_regression(const Pipeline& pipeline, Code& code) {
  code.text(fmt::format(R"(
/// The answer in target_unit; NaN where a feature is not finite or has no logarithm.
inline double predict(const double* x) {{
  double t_in[features], out[outputs];
  if (!detail::ready(x, t_in)) return std::numeric_limits<double>::quiet_NaN();
  detail::predictor(t_in, out);
  const double t = out[0];
  return {};
}}
)",
                        backward_code(pipeline.spec().target)));
  if (!pipeline.range()) return;
  const Range& r = *pipeline.range();
  if (r.kind == Range::Kind::quantiles)
    throw InputError(
        "a range of quantiles cannot be compiled to a header: use the model file, or train with a conformal range");
  const char sign = r.kind == Range::Kind::factor ? '*' : '+';
  code.text(fmt::format(R"(
/// Holds the truth with probability {} where new rows come as the calibration rows came.
inline void range(const double* x, double& low, double& high) {{
  const double value = predict(x), a = value {} {}, b = value {} {};
  low = std::min(a, b);
  high = std::max(a, b);
}}
)",
                        r.level, sign, literal(r.low), sign, literal(r.high)));
}

constexpr std::string_view classification = R"(
/// The probability of each class; NaN where a feature is not finite or has no logarithm.
inline void probabilities(const double* x, double* out) {
  double t[features];
  if (detail::ready(x, t)) return detail::predictor(t, out);
  for (std::size_t c = 0; c < classes; ++c) out[c] = std::numeric_limits<double>::quiet_NaN();
}

/// The index of the most probable class; NaN where a feature is not finite or has no logarithm.
inline double predict(const double* x) {
  double p[outputs];
  probabilities(x, p);
  if (std::isnan(p[0])) return p[0];
  return static_cast<double>(std::max_element(p, p + outputs) - p);
}
)";

constexpr std::string_view domain = R"(
/// Whether a feature lies outside the box that the training rows fill.
inline bool outside(const double* x) {
  for (std::size_t j = 0; j < features; ++j)
    if (!(x[j] >= detail::lowest[j] && x[j] <= detail::highest[j])) return true;
  return false;
}
)";

}  // namespace

std::string compiled_header(const ModelFile& model, const CompileOptions& options) {
  check_identifier(options.name_space);
  const Pipeline& pipeline = model.pipeline;
  Code code;
  code.text(top(model, options));
  emit_names(pipeline, code);
  code.text("\nnamespace detail {\n\n");
  code.array("lowest", pipeline.lowest());
  code.array("highest", pipeline.highest());
  emit_ready(pipeline, code);
  emit_predictor(pipeline.predictor(), code);
  code.text("\n}  // namespace detail\n");
  if (pipeline.is_class())
    code.text(classification);
  else
    emit_regression(pipeline, code);
  code.text(domain);
  code.text(fmt::format("\n}}  // namespace {}\n", options.name_space));
  return code.str();
}

}  // namespace forewarp::learn
