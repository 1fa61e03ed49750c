// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernel_options.hpp"

namespace forewarp::tool {

void add_kernel_options(const Command& command, KernelOptions& o) {
  command.add_option("kernel-path", o.request.path).required();
  command.add_option("--kernel", o.request.kernel);
  // "-DNAME", as compilers take it, is read as "-D NAME".
  command.add_option("-D", o.request.defines).one_at_a_time();
  command.add_option("-I", o.request.includes).one_at_a_time();
  command.add_option("--arch", o.request.arch);
  command.add_option("--compiler", o.compiler);
  command.add_option("--set", o.request.set).one_at_a_time();
  command.add_option("--grid", o.request.grid);
  command.add_option("--block", o.request.block);
  command.add_option("--shared", o.request.shared);
  command.add_option("--arg", o.request.arguments).one_at_a_time();
  command.add_option("--constant", o.request.constants).one_at_a_time();
  command.add_option("--compiler-flag", o.request.compiler_flags).one_at_a_time();
  command.add_option("--source", o.request.sources).one_at_a_time();
  command.add_option("--registers", o.registers);
  command.add_flag("--exact", o.profile.exact);
  command.add_option("--budget", o.profile.budget).positive();
  command.add_option("--limit", o.profile.max_warp_instructions).positive();
  command.add_option("--seed", o.profile.seed);
  command.add_option("--threads", o.profile.threads).in_range(0u, 1024u);
  add_check_option(command, o.check);
  const Option json = command.add_flag("--json", o.json);
  command.add_flag("--csv", o.csv).excludes(json);
}

void add_check_option(const Command& command, std::string& check) {
  command.add_option("--check", check).word_or_last({"memory", "init", "race", "races", "all"});
}

}  // namespace forewarp::tool
