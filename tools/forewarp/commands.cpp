// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"

namespace forewarp::tool {

// Here and not in the header, so that a new command recompiles this file alone.
void add_predict_command(CLI::App& app);
void add_advise_command(CLI::App& app);
void add_classify_command(CLI::App& app);
void add_counters_command(CLI::App& app);
void add_datagen_command(CLI::App& app);
void add_profile_command(CLI::App& app);
void add_rank_command(CLI::App& app);
void add_launch_command(CLI::App& app);
void add_devices_command(CLI::App& app);
void add_occupancy_command(CLI::App& app);
void add_compile_command(CLI::App& app);
void add_generate_command(CLI::App& app);
void add_count_command(CLI::App& app);
void add_evaluate_command(CLI::App& app);
void add_train_command(CLI::App& app);
void add_importance_command(CLI::App& app);
void add_measure_command(CLI::App& app);
void add_run_command(CLI::App& app);
void add_campaign_command(CLI::App& app);
void add_corpus_command(CLI::App& app);
void add_retrain_command(CLI::App& app);
void add_pick_command(CLI::App& app);
void add_calibrate_command(CLI::App& app);
void add_report_command(CLI::App& app);
void add_reproduce_command(CLI::App& app);
void add_table_command(CLI::App& app);
void add_select_command(CLI::App& app);
void add_doctor_command(CLI::App& app);
void add_completion_command(CLI::App& app);
void add_transform_command(CLI::App& app);

void add_all_commands(CLI::App& app) {
  add_predict_command(app);
  add_advise_command(app);
  add_classify_command(app);
  add_counters_command(app);
  add_datagen_command(app);
  add_profile_command(app);
  add_rank_command(app);
  add_launch_command(app);
  add_devices_command(app);
  add_occupancy_command(app);
  add_compile_command(app);
  add_generate_command(app);
  add_count_command(app);
  add_evaluate_command(app);
  add_train_command(app);
  add_importance_command(app);
  add_measure_command(app);
  add_run_command(app);
  add_campaign_command(app);
  add_corpus_command(app);
  add_retrain_command(app);
  add_pick_command(app);
  add_calibrate_command(app);
  add_report_command(app);
  add_reproduce_command(app);
  add_table_command(app);
  add_select_command(app);
  add_doctor_command(app);
  add_completion_command(app);
  add_transform_command(app);
}

}  // namespace forewarp::tool
