// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <sstream>
#include <string>

#include "commands.hpp"
#include "help_texts.hpp"

namespace forewarp::tool {
namespace {

/// roff takes lines that begin with a dot or a quote for requests, and backslashes for escapes.
std::string roff(const std::string& line) {
  std::string out = line.starts_with(".") || line.starts_with("'") ? "\\&" : "";
  for (const char c : line) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

/// A page of docs/cli without filling: its tables of options already have their layout.
std::string section(const std::string& command) {
  std::string out = fmt::format(".SH {}\n.nf\n", command);
  std::istringstream in{std::string(help_text(command))};
  for (std::string line; std::getline(in, line);) out += line.empty() ? ".sp\n" : roff(line) + "\n";
  return out + ".fi\n";
}

}  // namespace

std::string manual_page() {
  const std::vector<CommandOutline> commands = command_outlines();
  std::string out = ".TH FOREWARP 1 \"\" \"forewarp " FOREWARP_VERSION
                    "\" \"User Commands\"\n.SH NAME\nforewarp \\- what a GPU kernel will cost, before anyone runs it\n"
                    ".SH SYNOPSIS\n.B forewarp\n.I COMMAND\n[\\fIOPTION\\fR]...\n.SH COMMANDS\n";
  for (const CommandOutline& command : commands)
    out += fmt::format(".TP\n.B {}\n{}\n", roff(command.name), roff(command.summary));
  out +=
      ".SH EXIT STATUS\n0 success; 1 a defect of forewarp; 2 bad input; 3 something needed is missing; 130 stopped by "
      "Ctrl\\-C.\n"
      ".SH ENVIRONMENT\nFOREWARP_COMPILER, FOREWARP_NVCC, FOREWARP_CLANG, FOREWARP_LIBCLC, FOREWARP_AMDGPU_CLANG "
      "choose compilers; "
      "FOREWARP_DATA is the folder of published measurements, FOREWARP_HOME that of forewarp's own files; "
      "NO_COLOR is respected.\n";
  for (const CommandOutline& command : commands) out += section(command.name);
  return out;
}

}  // namespace forewarp::tool
