// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// exec --save: the distinct launches of a program as folders that other commands take.
#include <string>

#include "command.hpp"
#include "forewarp/runtime/run_program.hpp"

namespace forewarp::tool {

struct ExecSave {
  std::string folder, limit = "1GB";

  /// Makes the folder. Throws InputError where it has something in it, and for a limit that is no size.
  void prepare() const;
  void set(runtime::Options& options) const;
  /// Writes how often each of the launches was made, and says on standard error how many there are.
  void report(const runtime::ProgramRun& run) const;
};

void add_save_options(const Command& command, ExecSave& save);

}  // namespace forewarp::tool
