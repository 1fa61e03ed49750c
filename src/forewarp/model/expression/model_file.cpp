// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "forewarp/model/expression/calibrate.hpp"
#include "forewarp/model/expression/detail/build.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/near_file.hpp"

namespace forewarp::model::expression {

namespace {

constexpr std::string_view kind = "forewarp cost expression";

/// JSON has no infinity and no NaN: a standard error that could not be determined is null.
nlohmann::json number_or_null(double value) { return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json(); }

double number_of(const nlohmann::json& json, double otherwise) {
  return json.is_null() ? otherwise : json.get<double>();
}

/// The fields that JSON has as they are, for reading and for writing.
template <class Some, class Visit>
void each_field(Some& c, const Visit& visit) {
  visit("expression", c.expression);
  visit("output", c.output);
  visit("device", c.device);
  visit("driver", c.driver);
  visit("date", c.date);
  visit("samples", c.samples);
  visit("samples_digest", c.samples_digest);
  visit("residual", c.residual);
  visit("mean_error", c.mean_error);
  visit("not_told", c.not_told);
  visit("not_told_apart", c.not_told_apart);
  visit("converged", c.converged);
  visit("message", c.message);
}

nlohmann::json json_of(const Calibration& c) {
  nlohmann::json json{{"kind", kind}, {"version", 1}, {"condition", number_or_null(c.condition)}};
  each_field(c, [&](const char* name, const auto& value) { json[name] = value; });
  json["parameters"] = nlohmann::json::array();
  for (const auto& p : c.parameters)
    json["parameters"].push_back({{"name", p.name},
                                  {"value", p.value},
                                  {"standard_error", number_or_null(p.standard_error)},
                                  {"at_bound", p.at_bound}});
  return json;
}

Calibration calibration_of(const nlohmann::json& json) {
  Calibration c;
  each_field(c, [&](const char* name, auto& value) { json.at(name).get_to(value); });
  c.condition = number_of(json.at("condition"), std::numeric_limits<double>::infinity());
  for (const auto& p : json.at("parameters"))
    c.parameters.push_back({p.at("name").get<std::string>(), p.at("value").get<double>(),
                            number_of(p.at("standard_error"), std::numeric_limits<double>::quiet_NaN()),
                            p.at("at_bound").get<bool>()});
  return c;
}

}  // namespace

void save(const Calibration& calibration, const std::string& path) {
  std::ofstream out(path, std::ios::binary);
  out << json_of(calibration).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  out.close();
  if (!out) throw InputError(fmt::format("{}: cannot be written", path));
}

/// A file is checked by building its predictor: a parameter without a value or a misspelt feature
/// is found here.
Calibration load(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(fmt::format("{}: cannot be read{}", path, did_you_mean_file(path)));
  try {
    const nlohmann::json json = nlohmann::json::parse(in);
    if (json.at("kind") != kind || json.at("version") != 1)
      throw InputError(fmt::format("{}: no calibrated cost expression of version 1", path));
    const Calibration calibration = calibration_of(json);
    (void)Predictor(calibration);  // the expression and its parameters fit together
    return calibration;
  } catch (const nlohmann::json::exception& e) {
    throw InputError(fmt::format("{}: no calibrated cost expression: {}", path, e.what()));
  }
}

namespace {

using detail::Op;

/// A call of overlap() or partial(), and the factor that it is multiplied by, if there is one.
struct OverlapTerm {
  std::optional<Index> factor;
  Index call;
};

/// overlap(...) itself, or a product of it and something else on either side: 0.5*overlap(...), overlap(...)*f_n.
std::optional<OverlapTerm> overlap_in(const Tree& tree, Index term) {
  const auto is_overlap = [&](Index node) {
    return tree.nodes[node].op == Op::overlap || tree.nodes[node].op == Op::partial;
  };
  if (is_overlap(term)) return OverlapTerm{std::nullopt, term};
  const detail::Node& product = tree.nodes[term];
  if (product.op != Op::multiply) return std::nullopt;
  for (const std::size_t k : {0U, 1U})
    if (is_overlap(product.operand[k])) return OverlapTerm{product.operand[1 - k], product.operand[k]};
  return std::nullopt;
}

}  // namespace

/// One term of the cost as it is shown to users. A sum below an overlap is taken apart as well, so
/// that both sides of overlap(p_g*f_g + p_l*f_l, p_m*f_m, p_edge) show what they consist of; a
/// factor in front of the overlap is paid by each of them.
Predictor::Part Predictor::part_of(Index term, Expression& e) {
  const auto compiled = [&](Index node) { return Compiled(e.tree, node, e.features, e.parameters); };
  Part part{to_text(e.tree, term), compiled(term), {}};
  const auto overlap = overlap_in(e.tree, term);
  if (!overlap) return part;
  const std::string name = e.tree.nodes[overlap->call].op == Op::overlap ? "overlap" : "partial";
  part.text = part.text.substr(0, part.text.find(name + "(")) + name + "(...)";
  for (const std::size_t k : {0U, 1U}) {
    auto& side = part.sides.emplace_back();
    for (const Index cost : terms_of(e.tree, e.tree.nodes[overlap->call].operand[k])) {
      const Index paid = overlap->factor ? detail::binary(e.tree, Op::multiply, *overlap->factor, cost) : cost;
      side.push_back({to_text(e.tree, cost), compiled(paid), {}});
    }
  }
  return part;
}

// Parameters are put in the order of the expression, whatever that of the file: evaluation then has no names to look
// up.
Predictor::Predictor(const Calibration& calibration) {
  Expression e = parse(calibration.expression);
  features_ = e.features;
  for (const std::string& name : e.parameters) {
    const CalibratedParameter* found = nullptr;
    for (const auto& p : calibration.parameters)
      if (p.name == name) found = &p;
    if (found == nullptr) throw InputError(fmt::format("the calibration has no value for {}", name));
    parameters_.push_back(found->value);
  }
  whole_.emplace_back(e.tree, e.features, e.parameters);
  for (const Index term : terms_of(e.tree, e.tree.root)) parts_.push_back(part_of(term, e));
}

double Predictor::value(std::span<const double> features) const {
  if (features.size() != features_.size())
    throw InputError(fmt::format("{} features were given, the expression has {}", features.size(), features_.size()));
  return whole_[0](features, parameters_);
}

std::vector<Term> Predictor::told(const std::vector<Part>& parts, std::span<const double> features) const {
  std::vector<Term> terms;
  for (const Part& part : parts) {
    Term& term = terms.emplace_back(Term{part.text, part.value(features, parameters_), {}});
    for (const auto& side : part.sides) term.sides.push_back(told(side, features));
  }
  return terms;
}

TermedPrediction Predictor::explain(std::span<const double> features) const {
  return {value(features), told(parts_, features)};
}

}  // namespace forewarp::model::expression
