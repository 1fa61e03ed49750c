// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "exit_status.hpp"

#include <fmt/format.h>

#include <exception>

#include "commands.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::tool {
namespace {

int failed(int status, const char* message) {
  fmt::print(stderr, "forewarp: {}\n", message);
  return status;
}

}  // namespace

int run_command_line(int argc, char** argv) {
  CLI::App app{"forewarp: what a GPU kernel will cost, before anyone runs it", "forewarp"};
  app.set_version_flag("--version", "forewarp " FOREWARP_VERSION);
  app.footer("'forewarp COMMAND --help' tells more of each command.");
  add_all_commands(app);
  try {
    app.parse(argc, argv);
    return 0;
  } catch (const CLI::Success& help_or_version) {
    return app.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    return failed(2, fmt::format("{} (see 'forewarp --help')", error.what()).c_str());
  } catch (const InputError& error) {
    return failed(2, error.what());
  } catch (const Unavailable& error) {
    return failed(3, error.what());
  } catch (const DeviceError& error) {
    return failed(3, error.what());
  } catch (const std::exception& error) {
    return failed(1, error.what());
  }
}

}  // namespace forewarp::tool
