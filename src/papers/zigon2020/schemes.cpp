// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/zigon2020/schemes.hpp"

#include <algorithm>

#include "forewarp/support/table/of_records.hpp"

namespace forewarp::papers::zigon2020 {
namespace {

double worst_f1(const validate::ClassSummary& s) {
  double worst = 1;
  for (const validate::ClassScore& c : s.per_class) worst = std::min(worst, c.f1);
  return worst;
}

}  // namespace

void add_rows(std::vector<SchemeRow>& rows, const std::string& split, const std::string& input,
              std::span<const validate::Method> methods, const Summaries& summaries) {
  for (std::size_t m = 0; m < methods.size(); ++m)
    rows.push_back({split, input, methods[m].name, summaries[m].accuracy, summaries[m].f1, worst_f1(summaries[m])});
}

Table table_of(const std::vector<SchemeRow>& rows) {
  return table::of_records(rows, {{"held out", &SchemeRow::split},
                                  {"inputs", &SchemeRow::input},
                                  {"classifier", &SchemeRow::method},
                                  {"accuracy", &SchemeRow::accuracy},
                                  {"macro F1", &SchemeRow::f1},
                                  {"worst F1", &SchemeRow::worst}});
}

double best(std::span<const SchemeRow> rows, double SchemeRow::*what) {
  double most = 0;
  for (const SchemeRow& r : rows) most = std::max(most, r.*what);
  return most;
}

}  // namespace forewarp::papers::zigon2020
