// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Questions answered, in a worker. What was compiled and emulated for the last questions is kept, so that another
/// device or clock costs milliseconds.
///
///     {"page": {...},              what report/page draws
///      "predictions": {...},       what a later question may pin
///      "controls": {"parameters": [{"name", "value", "sizes"}], "block": [256, 1, 1], "grid": [...], "registers": 9,
///                   "registers_estimated": true, "kernels": ["scale"], "kernel": "scale"},
///      "comparison": {...},        a page, where something was pinned
///      "html": "...",              where the whole file was asked for, in the place of the page
///      "times_ms": {"compile": 41.2, "emulate": 8.1, "assemble": 0, "predict": 2.0}}
///
/// A ranking, and a file that is no kernel (counters, a result of forewarp), have the page alone.
#include <cstddef>
#include <filesystem>
#include <list>
#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/query/prepared_kernel.hpp"
#include "forewarp/support/progress.hpp"
#include "serve/question.hpp"

namespace forewarp::serve {

class Answerer {
 public:
  /// Files of questions are written below the folder, which others may use, too. It does not show in answers.
  explicit Answerer(std::filesystem::path folder);

  /// Throws what the functions of the library throw, without the folder in the message; Interrupted where `progress`
  /// stops it.
  [[nodiscard]] nlohmann::ordered_json answer(Question question, Progress* progress);

 private:
  struct Kept {
    std::string key;
    std::shared_ptr<query::PreparedKernel> kernel;
  };
  std::shared_ptr<query::PreparedKernel> prepared(const Question& question, const std::string& path);
  nlohmann::ordered_json answer_kernel(Question& question, const std::string& path, Progress* progress);
  nlohmann::ordered_json answer_ranking(Question& question, const std::string& path, Progress* progress);
  std::string write_files(const Question& question);
  /// Folders that no question has used for a while.
  void remove_old() const;

  std::filesystem::path folder_;
  std::list<Kept> kept_;  ///< the last one used first
  std::size_t written_ = 0;
};

}  // namespace forewarp::serve
