// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One function a kind of document: adds what it has to say to the page. They read JSON with at(), whose exceptions
/// page_of() turns into a message with the document's name.
#include <initializer_list>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/report/page/page.hpp"

namespace forewarp::report::views {

using Json = nlohmann::ordered_json;

/// What predict, profile, rank, advise and classify print of a kernel, whatever of it is there.
void add_kernel(const Json& json, Page& page);
void add_heading(const Json& json,
                 Page& page);  ///< kernel, launch, registers: what predict, profile and rank begin with
void add_predictions(const Json& json, Page& page);
void add_occupancy(const Json& cases, Page& page);    ///< of occupancy
void add_occupancy_of(const Json& json, Page& page);  ///< curves for what was predicted
void add_roofline(const Json& json, Page& page);      ///< needs "profile" beside "predictions"
void add_profile(const Json& json, Page& page);
void add_source(const Json& json,
                Page& page);  ///< the kernel's text with the cost of its lines, where the file is there
void add_ranking(const Json& json, Page& page);
/// The best and the slowest of a ranking under the device's roofs, and the best one's source; needs "variants".
void add_variants(const Json& json, Page& page);
void add_advice(const Json& json, Page& page);          ///< of a document with "advice"
void add_counter_advice(const Json& json, Page& page);  ///< of advise --counters
void add_classes(const Json& json, Page& page);         ///< of a document with "classes"
void add_counts(const Json& json, Page& page);
void add_calibration(const Json& json, Page& page);
void add_selection(const Json& json, Page& page);
void add_importances(const Json& schemes, Page& page);
void add_campaign(const Json& json, Page& page);
void add_evaluation(const Json& json, Page& page);
void add_answers(const Json& json, Page& page);  ///< of a model file, row by row
void add_terms(const Json& json, Page& page);    ///< of a calibrated expression
void add_trained(const Json& rows, Page& page);  ///< of models that campaigns made, by device
void add_reproduction(const Json& parts, Page& page);
void add_scores(const Json& scores, Page& page);
void add_program(const Json& json, Page& page);     ///< of exec: the timeline where there is one, and the tables
void add_sweep(const Json& json, Page& page);       ///< of launch --sweep
void add_shapes(const Json& json, Page& page);      ///< of launch: blocks and grids, best first
void add_devices(const Json& devices, Page& page);  ///< of devices
void add_counters(const Json& json, Page& page);    ///< of counters of a launch
void add_corpus(const Json& json, Page& page);      ///< of corpus
void add_disassembly(const Json& json, Page& page);
void add_schedule(const Json& json, Page& page);  ///< of schedule: a Gantt chart and the methods
/// Anything else that is an array of flat objects: a table of it.
void add_rows(const std::string& title, const Json& rows, Page& page);

/// Scores beside their targets.
[[nodiscard]] PageTable score_table(const Json& scores);
/// "time [s]" has one, and so has any text with "%".
[[nodiscard]] Unit unit_in(const std::string& heading);
/// "time [us]": a unit that pages do not write with the numbers is part of the name; "time" of seconds.
[[nodiscard]] std::string with_unit(const std::string& name, const std::string& unit);
/// Without what only this machine has: "papers/table2.csv" of a file that ships, "FOREWARP_DATA/ktt/a.csv" of the data
/// of others, "mine.cu" of a file where the tool was started; any other name as it is.
[[nodiscard]] std::string neutral_name(const std::string& file);
/// Blocks in each wave over the SMs; the longest term of the time and what it does not hide.
[[nodiscard]] Chart waves_chart(const Json& predictions);
[[nodiscard]] Chart split_chart(const Json& predictions);

/// Measured against predicted values on logarithmic axes, without any yet: a line where both are equal, and two a
/// factor where one is that many times the other.
[[nodiscard]] Chart comparison_chart(std::string title, Axis measured, Axis predicted,
                                     std::initializer_list<int> factors);

/// "64 x 64", ones at the end left out.
[[nodiscard]] std::string shape_text(const Json& dimensions);
/// Of predictions those that charts show beside each other: the first four that can run the launch.
[[nodiscard]] Json side_by_side_of(const Json& predictions);
[[nodiscard]] Value value_of(const Json& json);

}  // namespace forewarp::report::views
