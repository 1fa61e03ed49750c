// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/page/documents.hpp"
#include "forewarp/report/page/answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "forewarp/report/page/tuning_views.hpp"
#include "forewarp/report/page/views.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::report {

namespace {

using views::Json;

bool is_array_with(const Json& json, const char* member) {
  return json.is_array() && !json.empty() && json.front().is_object() && json.front().contains(member);
}

bool is_object_with(const Json& json, const char* member) { return json.is_object() && json.contains(member); }

}  // namespace

void views::add_kernel(const Json& json, Page& page) {
  views::add_heading(json, page);
  page.answer = kernel_answer(json);
  const bool is_prediction = json.value("command", "") == "predict";
  if (json.contains("advice") && !is_prediction) views::add_advice(json, page);
  if (json.contains("classes")) views::add_classes(json, page);
  if (json.contains("predictions")) views::add_predictions(json, page);
  if (json.contains("predictions") && json.contains("profile")) views::add_roofline(json, page);
  if (json.contains("predictions")) views::add_occupancy_of(json, page);
  if (json.contains("advice") && is_prediction) views::add_advice(json, page);
  if (json.contains("candidates")) views::add_ranking(json, page);
  if (json.contains("candidates") && json.contains("measured")) views::add_measured(json, page);
  if (json.contains("variants")) views::add_variants(json, page);
  if (json.contains("profile")) views::add_source(json, page);
  if (json.contains("profile")) views::add_profile(json, page);
}

namespace {

bool is_of_a_kernel(const Json& json) {
  constexpr std::array members{"predictions", "candidates", "profile", "advice", "classes"};
  return std::ranges::any_of(members, [&](const char* member) { return is_object_with(json, member); });
}

void add(const Document& document, Page& page) {
  const Json& json = document.json;
  if (is_object_with(json, "program") && json.contains("launches"))
    views::add_program(json, page);
  else if (is_object_with(json, "schedule") && json.contains("plan"))
    views::add_schedule(json, page);
  else if (is_object_with(json, "sweep") && json.contains("registers_per_thread"))
    views::add_sweep(json, page);
  else if (is_object_with(json, "suggestions") && json.contains("threads_total"))
    views::add_shapes(json, page);
  else if (is_object_with(json, "machine_code") && is_object_with(json.at("machine_code"), "blocks"))
    views::add_disassembly(json, page);
  else if (is_object_with(json, "advice") && json.contains("format"))
    views::add_counter_advice(json, page);
  else if (is_of_a_kernel(json))
    views::add_kernel(json, page);
  else if (is_object_with(json, "rankings") && json.contains("one_for_all"))
    views::add_rankings(json, page);
  else if (is_object_with(json, "operations") && json.contains("accesses"))
    views::add_counts(json, page);
  else if (is_object_with(json, "expression") && json.contains("kernels"))
    views::add_calibration(json, page);
  else if (is_object_with(json, "kept") && json.contains("merges"))
    views::add_selection(json, page);
  else if (is_object_with(json, "campaign"))
    views::add_campaign(json.at("campaign"), page);
  else if (is_array_with(json, "scheme") && json.front().contains("features"))
    views::add_importances(json, page);
  else if (is_object_with(json, "schemes"))
    views::add_evaluation(json, page);
  else if (is_object_with(json, "answers"))
    views::add_answers(json, page);
  else if (is_object_with(json, "terms") && json.contains("time_s"))
    views::add_terms(json, page);
  else if (is_array_with(json, "warnings") && json.front().contains("by"))
    views::add_trained(json, page);
  else if (is_array_with(json, "tables") && json.front().contains("paper"))
    views::add_reproduction(json, page);
  else if (is_array_with(json, "figures") && json.front().contains("architecture"))
    views::add_devices(json, page);
  else if (is_object_with(json, "counters") && json.contains("device") && json.at("counters").is_object())
    views::add_counters(json, page);
  else if (is_object_with(json, "launches") && is_array_with(json.at("launches"), "area"))
    views::add_corpus(json, page);
  else if (is_array_with(json, "fits"))
    views::add_occupancy(json, page);
  else if (is_array_with(json, "better"))
    views::add_scores(json, page);
  else if (json.is_array() && !json.empty() && json.front().is_object())
    views::add_rows(document.name, json, page);
  else
    throw InputError(
        fmt::format("{}: not the JSON of a forewarp command that a page can be made of: predict, profile, rank, "
                    "advise, classify, disassemble, exec, schedule, launch, occupancy, devices, counters, corpus, "
                    "count, calibrate, select, importance, "
                    "evaluate, reproduce --tables, campaign, a benchmark, or an array of rows",
                    document.name));
}

}  // namespace

Page page_of(std::span<const Document> documents) {
  Page page;
  for (const Document& document : documents) {
    Page part;
    try {
      add(document, part);
    } catch (const nlohmann::json::exception& e) {
      throw InputError(fmt::format("{}: a member is missing or of the wrong kind: {}", document.name, e.what()));
    }
    if (part.title.empty()) part.title = document.name;
    if (documents.size() == 1) return part;
    if (part.answer && !part.sections.empty()) {
      auto& blocks = part.sections.front().blocks;
      blocks.insert(blocks.begin(), Paragraph{part.answer->sentence});
    }
    for (Section& section : part.sections) {
      section.title = part.title + ": " + section.title;
      page.sections.push_back(std::move(section));
    }
    for (std::string& note : part.notes) page.notes.push_back(part.title + ": " + std::move(note));
    page.title += (page.title.empty() ? "" : ", ") + part.title;
  }
  return page;
}

void write_page(const Page& page, const std::filesystem::path& file) { write_file(file, page_html(page)); }

}  // namespace forewarp::report
