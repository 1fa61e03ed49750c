// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/fill_spec.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace forewarp::launch {
namespace {

constexpr std::array<std::pair<std::string_view, FillKind>, 10> kinds{{{"zero", FillKind::zero},
                                                                       {"constant", FillKind::constant},
                                                                       {"iota", FillKind::iota},
                                                                       {"uniform", FillKind::uniform},
                                                                       {"normal", FillKind::normal},
                                                                       {"permutation", FillKind::permutation},
                                                                       {"dominant", FillKind::dominant},
                                                                       {"csr_offsets", FillKind::csr_offsets},
                                                                       {"csr_columns", FillKind::csr_columns},
                                                                       {"file", FillKind::file}}};

std::uint64_t natural(const Expression& expression, const Parameters& parameters) {
  const std::int64_t value = expression.integer(parameters);
  if (value < 0) expression.fail(0, fmt::format("is {}, it must not be negative", value));
  return static_cast<std::uint64_t>(value);
}

}  // namespace

std::optional<FillKind> fill_kind_from(std::string_view name) {
  for (const auto& [text, kind] : kinds)
    if (text == name) return kind;
  return std::nullopt;
}

std::string_view name_of(FillKind kind) {
  for (const auto& [text, candidate] : kinds)
    if (candidate == kind) return text;
  return "";
}

std::string fill_names() {
  std::string all;
  for (const auto& [text, kind] : kinds) all += (all.empty() ? "" : ", ") + std::string(text);
  return all;
}

std::optional<RowLengths> row_lengths_from(std::string_view name) {
  if (name == "equal") return RowLengths::equal;
  if (name == "varied") return RowLengths::varied;
  if (name == "skewed") return RowLengths::skewed;
  return std::nullopt;
}

Fill evaluate(const FillSpec& spec, const Parameters& parameters) {
  return {.kind = spec.kind,
          .low = spec.low.real(parameters),
          .high = spec.high.real(parameters),
          .seed = natural(spec.seed, parameters),
          .rows = natural(spec.rows, parameters),
          .columns = natural(spec.columns, parameters),
          .nonzeros = natural(spec.nonzeros, parameters),
          .row_lengths = spec.row_lengths,
          .path = spec.path};
}

}  // namespace forewarp::launch
