// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/json_lines.hpp"
#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forewarp;
  test::answer([&] {
    const Table table = table::parse_json_lines(test::text_of(data, size));
    const std::string text = table::json_lines_text(table);
    FOREWARP_ASSERT(table.columns().empty() || table::parse_json_lines(text).rows() == table.rows(),
                    "what was written reads back");
  });
  return 0;
}
