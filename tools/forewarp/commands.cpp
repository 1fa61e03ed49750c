// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"

#include <vector>

#include "command.hpp"

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
void add_list_command(CLI::App& app);
void add_loop_command(CLI::App& app);
void add_devices_command(CLI::App& app);
void add_disassemble_command(CLI::App& app);
void add_figures_command(CLI::App& app);
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
void add_schedule_command(CLI::App& app);
void add_doctor_command(CLI::App& app);
void add_completion_command(CLI::App& app);
void add_serve_command(CLI::App& app);
void add_exec_command(CLI::App& app);
void add_nvcc_command(CLI::App& app);
void add_transform_command(CLI::App& app);

namespace {

/// Commands that --help lists under one title, those that most people need first.
struct Group {
  const char* title;
  std::vector<void (*)(CLI::App&)> commands;
};

std::vector<Group> groups() {
  return {
      {"Predict and improve",
       {add_predict_command, add_rank_command, add_advise_command, add_profile_command, add_launch_command,
        add_occupancy_command, add_schedule_command, add_exec_command, add_nvcc_command, add_list_command,
        add_serve_command}},
      {"Details and reports",
       {add_count_command, add_counters_command, add_classify_command, add_disassemble_command, add_devices_command,
        add_report_command}},
      {"Measure on this machine",
       {add_measure_command, add_run_command, add_pick_command, add_calibrate_command, add_campaign_command,
        add_retrain_command}},
      {"Data and models",
       {add_corpus_command, add_datagen_command, add_table_command, add_select_command, add_train_command,
        add_evaluate_command, add_importance_command, add_compile_command, add_figures_command}},
      {"Loop programs", {add_generate_command, add_transform_command, add_loop_command}},
      {"Papers and setup", {add_reproduce_command, add_doctor_command, add_completion_command}},
  };
}

}  // namespace

void add_all_commands(CLI::App& app) {
  for (const Group& group : groups())
    for (const auto add : group.commands) {
      add(app);
      group_last_command(app, group.title);
    }
}

}  // namespace forewarp::tool
