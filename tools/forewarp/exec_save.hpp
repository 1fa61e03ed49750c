// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// exec --save: the distinct launches of a program as folders that other commands take.
#include <string>

#include "command.hpp"
#include "forewarp/runtime/options.hpp"

namespace forewarp::tool {

struct ExecSave {
  std::string folder, limit = "1GB";

  /// Makes the folder. Throws InputError where it has something in it, and for a limit that is no size.
  void prepare() const;
  void set(runtime::Options& options) const;
  /// Says on standard error how many launches there are.
  void report() const;
};

void add_save_options(const Command& command, ExecSave& save);

}  // namespace forewarp::tool
