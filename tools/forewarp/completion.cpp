// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <vector>

#include "command.hpp"
#include "commands.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"
#include "papers/reproduction.hpp"

namespace forewarp::tool {
namespace {

std::vector<std::string> devices() {
  std::vector<std::string> names;
  for (const device::DeviceSpec& d : device::shipped_devices())
    if (d.name.find(' ') == std::string::npos) names.push_back(d.name);
  return names;
}

std::vector<std::string> papers() {
  std::vector<std::string> names;
  for (const papers::Part& part : papers::parts())
    if (names.empty() || names.back() != part.paper) names.emplace_back(part.paper);
  return names;
}

/// Words known when the script is made; files for everything else.
std::string bash() {
  std::string cases, commands;
  for (const CommandOutline& command : command_outlines()) {
    commands += (commands.empty() ? "" : " ") + command.name;
    cases += fmt::format("    {}) words=\"{}\" ;;\n", command.name, fmt::join(command.options, " "));
  }
  return fmt::format(R"(# bash completion of forewarp: forewarp completion bash > /etc/bash_completion.d/forewarp
_forewarp() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD-1]}}" words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ]; then
    COMPREPLY=($(compgen -W "{0} --help --version" -- "$current"))
    return
  fi
  case "$previous" in
    --device|--devices) COMPREPLY=($(compgen -W "{2}" -- "$current")); return ;;
    reproduce) COMPREPLY=($(compgen -W "{3}" -- "$current")); return ;;
  esac
  case "${{COMP_WORDS[1]}}" in
{1}  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}}
complete -o filenames -F _forewarp forewarp
)",
                     commands, cases, fmt::join(devices(), " "), fmt::join(papers(), " "));
}

std::string quoted(std::string text) {
  std::string out;
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out;
}

std::string zsh() {
  std::string commands, cases;
  for (const CommandOutline& command : command_outlines()) {
    commands += fmt::format("    '{}:{}'\n", command.name, quoted(command.summary));
    cases += fmt::format("    {}) words=({}) ;;\n", command.name, fmt::join(command.options, " "));
  }
  return fmt::format(R"(#compdef forewarp
# zsh completion of forewarp: forewarp completion zsh > "${{fpath[1]}}/_forewarp"
_forewarp() {{
  local -a commands words
  commands=(
{0}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$words[CURRENT-1]" in
    --device|--devices) compadd -- {2}; return ;;
    reproduce) compadd -- {3}; return ;;
  esac
  local command="${{words[2]}}"
  case "$command" in
{1}  esac
  if [[ "$PREFIX" == -* ]]; then compadd -- $words; else _files; fi
}}
compdef _forewarp forewarp
)",
                     commands, cases, fmt::join(devices(), " "), fmt::join(papers(), " "));
}

}  // namespace

void add_completion_command(CLI::App& app) {
  const Command command = add_documented_command(app, "completion", "print a completion script for bash or zsh");
  auto shell = std::make_shared<std::string>();
  command.add_option("shell", *shell).required();
  command.callback([shell] {
    if (*shell != "bash" && *shell != "zsh")
      throw InputError(fmt::format("completion is made for bash and zsh, not for '{}'", *shell));
    fmt::print("{}", *shell == "bash" ? bash() : zsh());
  });
}

}  // namespace forewarp::tool
