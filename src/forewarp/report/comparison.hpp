// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Two results of predict beside each other: a kernel before and after a change, or one kernel on two devices.
///
///     1.30 times as fast on V100: 1.82 ms before.json, 1.40 ms after.json; dram-bound, then issue-bound; the dram term
///     fell from 1.70 ms to 0.90 ms
///
///     what               before.json  after.json  change
///     time                   1.82 ms     1.40 ms   -23 %
///     FLOP/s             60 TFLOP/s  78 TFLOP/s   +30 %
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/report/page/documents.hpp"
#include "forewarp/report/page/page.hpp"

namespace forewarp::report {

/// One row: "time", "1.82 ms", "1.40 ms", "-23 %" (empty where both are the same or no numbers).
struct Difference {
  std::string what, before, after, change;
};

/// One device, or two where no device is in both results.
struct Compared {
  std::string title;     ///< "V100", "A100 and H100"
  std::string sentence;  ///< what changed and why
  std::vector<Difference> rows;
  nlohmann::ordered_json before, after;  ///< the two predictions
};

/// Devices that are in both results, in the order of the first; else the fastest of each. Throws InputError for what is
/// no result of predict.
[[nodiscard]] std::vector<Compared> compare(const Document& before, const Document& after);
[[nodiscard]] std::string comparison_text(const std::vector<Compared>& all, const Document& before,
                                          const Document& after);
[[nodiscard]] Page comparison_page(const std::vector<Compared>& all, const Document& before, const Document& after);

}  // namespace forewarp::report
