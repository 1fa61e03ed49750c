// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "forewarp/support/table/expression.hpp"
#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forewarp;
  Table table;
  table.add("gpu", Table::Texts{"K20", "", "V100"});
  table.add("n", Table::Numbers{0, std::nan(""), -1e300});
  test::answer([&] {
    const auto expression = table::RowExpression::parse(test::text_of(data, size));
    test::answer([&] { static_cast<void>(expression.rows_where(table)); });
    test::answer([&] { static_cast<void>(expression.numbers(table)); });
  });
  return 0;
}
