// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The first screen of disassemble, count and evaluate.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/text.hpp"

namespace forewarp::report {
namespace {

using Json = AnswerJson;

constexpr std::size_t max_pipes = 3, max_schemes = 6;

std::size_t instructions_in(const Json& code) {
  std::size_t number = 0;
  for (const Json& block : code.at("blocks")) number += block.at("instructions").size();
  return number;
}

/// What a page shows of a method: the share of wrong answers, or the median error.
double error_of(const Json& method) {
  if (method.contains("classes")) return 1 - method.at("classes").at("accuracy").get<double>();
  const Json& median = method.at("errors").at("median");
  return median.is_number() ? median.get<double>() : 0;
}

bool has_error(const Json& method) {
  return method.contains("classes") || (method.contains("errors") && method.at("errors").at("median").is_number());
}

/// The best learner of a scheme, or the best baseline; null where there is none.
const Json* best_of(const Json& scheme, bool baseline) {
  const Json* best = nullptr;
  for (const Json& method : scheme.at("methods")) {
    if (method.value("baseline", false) != baseline || !has_error(method)) continue;
    if (best == nullptr || error_of(method) < error_of(*best)) best = &method;
  }
  return best;
}

Answer::Bar error_bar(const Json& method) {
  return {method.at("method").get<std::string>(), std::min(1.0, error_of(method)),
          error_of(method) > 1 ? "in truth " + percent_text(error_of(method)) : ""};
}

}  // namespace

std::optional<Answer> disassembly_answer(const Json& json) {
  const Json& code = json.at("machine_code");
  const Json& mix = code.at("mix");
  const double issue = mix.at("issue").get<double>();
  std::vector<Answer::Bar> pipes;
  for (const auto& [name, count] : mix.at("pipes").items())
    if (const double warps = count.get<double>(); warps > 0 && issue > 0)
      pipes.push_back({name, std::min(1.0, warps / issue), count_text(warps) + " warp instructions"});
  std::ranges::stable_sort(pipes, std::greater{}, &Answer::Bar::share);
  const auto frame = code.at("frame_bytes").get<std::uint64_t>();
  Answer answer{
      .sentence = fmt::format(
          "{} instructions for {}, {} registers a thread, {}", instructions_in(code),
          code.at("arch").get<std::string>(), code.at("registers").get<int>(),
          frame == 0 ? "no local memory" : bytes_text(static_cast<double>(frame)) + " of local memory a thread"),
      .bars_title = "Share of the warp instructions"};
  if (!pipes.empty())
    answer.sentence += fmt::format("; warps execute {}, of which {} are {}", count_text(issue),
                                   percent_text(pipes.front().share), pipes.front().name);
  if (pipes.size() > max_pipes) pipes.resize(max_pipes);
  answer.rows.push_back({.name = json.value("device", ""), .bars = std::move(pipes)});
  return answer;
}

std::optional<Answer> counts_answer(const Json& json) {
  std::vector<std::string> sizes;
  for (const Json& name : json.at("parameters")) sizes.push_back(name.get<std::string>());
  const std::size_t operations = json.at("operations").size(), accesses = json.at("accesses").size();
  Answer answer{.sentence =
                    fmt::format("{} kinds of operations and {} memory accesses, counted as formulas in {}", operations,
                                accesses, sizes.empty() ? "no size" : fmt::format("{}", fmt::join(sizes, ", ")))};
  if (const std::size_t unknowns = json.at("unknowns").size(); unknowns > 0)
    answer.sentence += fmt::format("; {} of them depend on data", unknowns == 1 ? "one quantity" : "quantities");
  return answer;
}

std::optional<Answer> evaluation_answer(const Json& json) {
  Answer answer;
  for (const Json& scheme : json.at("schemes")) {
    const Json* learner = best_of(scheme, false);
    const Json* baseline = best_of(scheme, true);
    if (learner == nullptr) continue;
    const bool classes = learner->contains("classes");
    const auto name = scheme.at("name").get<std::string>();
    answer.bars_title = classes ? "Share of wrong answers" : "Median error";
    answer.sentence += fmt::format("{}{}: {} {} {}", answer.sentence.empty() ? "" : "; ", name,
                                   learner->at("method").get<std::string>(), classes ? "errs in" : "is off by",
                                   percent_text(error_of(*learner)));
    if (baseline != nullptr)
      answer.sentence +=
          fmt::format(" ({} by {})", baseline->at("method").get<std::string>(), percent_text(error_of(*baseline)));
    if (answer.rows.size() == max_schemes) {
      ++answer.left_out;
      continue;
    }
    answer.rows.push_back({.name = name, .bars = {error_bar(*learner)}});
    if (baseline != nullptr) answer.rows.back().bars.push_back(error_bar(*baseline));
  }
  return answer.sentence.empty() ? std::nullopt : std::optional(std::move(answer));
}

}  // namespace forewarp::report
