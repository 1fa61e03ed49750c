// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/published.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/table/csv.hpp"

namespace forewarp::papers {

double published(std::string_view id) {
  const Table table = table::read_csv(shipped_file("papers/figures.csv"));
  const auto& ids = table.texts("id");
  const auto at = std::ranges::find(ids, id);
  if (at == ids.end()) throw InputError(fmt::format("data/papers/figures.csv has no figure '{}'", id));
  return table.numbers("value")[static_cast<std::size_t>(at - ids.begin())];
}

}  // namespace forewarp::papers
