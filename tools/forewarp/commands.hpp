// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The subcommands, one file each. A command adds itself with its options and its callback; the callback throws what
/// the library throws, and main turns that into one line and an exit status.
#include <CLI/CLI.hpp>

#include <string>

namespace forewarp::tool {

/// All commands, in the order of the help text.
void add_all_commands(CLI::App& app);

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
void add_measure_command(CLI::App& app);
void add_run_command(CLI::App& app);
void add_pick_command(CLI::App& app);
void add_calibrate_command(CLI::App& app);
void add_report_command(CLI::App& app);
void add_reproduce_command(CLI::App& app);
void add_table_command(CLI::App& app);
void add_select_command(CLI::App& app);
void add_train_command(CLI::App& app);
void add_transform_command(CLI::App& app);
void add_evaluate_command(CLI::App& app);
void add_importance_command(CLI::App& app);

void add_doctor_command(CLI::App& app);
void add_completion_command(CLI::App& app);

/// All commands and their pages as a manual page (roff).
[[nodiscard]] std::string manual_page(const CLI::App& app);

/// A subcommand whose --help is docs/cli/NAME.md, embedded at build time.
CLI::App& add_documented_command(CLI::App& app, const char* name, const char* summary);

}  // namespace forewarp::tool
