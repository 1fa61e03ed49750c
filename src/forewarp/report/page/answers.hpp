// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The answer of each command at first sight: the first screen of its page, and the sentence that its text begins with.
/// Both are made of the JSON that the command prints, so they agree.
///
///     BLOCK=32: 420 us on A100: shared-bound at 95 % of its peak; ...; the best of 3 configurations, 1.55 times as
///     fast as the slowest
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/report/page/page.hpp"

namespace forewarp::report {

using AnswerJson = nlohmann::ordered_json;

/// Each is empty where the document has nothing to answer with (no candidate runs, no launch was made), and throws
/// nlohmann::json::exception where a member is missing.
[[nodiscard]] std::optional<Answer> kernel_answer(const AnswerJson& json);    ///< predict, advise, rank, profile
[[nodiscard]] std::optional<Answer> rankings_answer(const AnswerJson& json);  ///< rank on several devices
[[nodiscard]] std::optional<Answer> shapes_answer(const AnswerJson& json);    ///< launch
[[nodiscard]] std::optional<Answer> sweep_answer(const AnswerJson& json);     ///< launch --sweep
[[nodiscard]] std::optional<Answer> program_answer(const AnswerJson& json);   ///< exec
[[nodiscard]] std::optional<Answer> schedule_answer(const AnswerJson& json);
[[nodiscard]] std::optional<Answer> disassembly_answer(const AnswerJson& json);
[[nodiscard]] std::optional<Answer> counts_answer(const AnswerJson& json);
[[nodiscard]] std::optional<Answer> evaluation_answer(const AnswerJson& json);
[[nodiscard]] std::optional<Answer> occupancy_answer(const AnswerJson& cases);
[[nodiscard]] std::optional<Answer> devices_answer(const AnswerJson& devices);
[[nodiscard]] std::optional<Answer> counters_answer(const AnswerJson& json);        ///< counters of a launch
[[nodiscard]] std::optional<Answer> counter_advice_answer(const AnswerJson& json);  ///< advise --counters
[[nodiscard]] std::optional<Answer> corpus_answer(const AnswerJson& json);

/// The sentence and an empty line: what a command's text begins with. Empty without an answer.
[[nodiscard]] std::string beginning(const std::optional<Answer>& answer);

}  // namespace forewarp::report
