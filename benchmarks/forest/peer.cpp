// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forest/peer.hpp"

#include <fmt/format.h>

#include <fstream>
#include <optional>

#include "forewarp/support/error.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::bench {
namespace {

constexpr double limit_s = 1800;
constexpr const char *current = "scikit-learn==1.9.1", *treelite = "treelite==4.8.1";

/// "scikit-learn VERSION" of that Python; nothing where it has none.
std::optional<std::string> version(const std::filesystem::path& python) {
  if (!std::filesystem::exists(python)) return std::nullopt;
  const ProcessResult result =
      run_process({python.string(), "-c", "import sklearn; print(sklearn.__version__)"}, {.timeout_s = limit_s});
  if (result.exit_status != 0) return std::nullopt;
  return fmt::format("scikit-learn {}", trimmed(result.output));
}

std::string last_line(const std::string& text) { return std::string(trimmed(split_at(trimmed(text), '\n').back())); }

/// Makes the environment where it is not there yet. Returns why it could not, or nothing.
std::string install(const std::filesystem::path& environment) {
  const std::string python = (environment / "bin" / "python").string();
  const std::vector<std::vector<std::string>> steps = {
      {"/usr/bin/python3", "-m", "venv", environment.string()},
      {python, "-m", "pip", "install", "-q", "--disable-pip-version-check", current, treelite}};
  for (const auto& step : steps)
    if (const ProcessResult result = run_process(step, {.timeout_s = limit_s}); result.exit_status != 0)
      return last_line(result.errors + result.output);
  return {};
}

}  // namespace

std::vector<Peer> peers(const std::filesystem::path& environment) {
  std::vector<Peer> found;
  const std::filesystem::path python = environment / "bin" / "python";
  std::string reason;
  if (!version(python)) reason = install(environment);
  if (const auto name = version(python))
    found.push_back({"", *name, python, 64});
  else
    fmt::print(stderr, "bench_forest: no {} from PyPI, so its rows are left out: {}\n", current, reason);
  const std::filesystem::path debian = "/usr/bin/python3";
  if (const auto name = version(debian))
    found.push_back({"debian.", *name, debian, 2});
  else
    fmt::print(stderr, "bench_forest: no python3-sklearn of Debian, so its rows are left out\n");
  if (found.empty()) throw Unavailable("no scikit-learn is here (Debian: python3-sklearn)");
  return found;
}

Figures ask(const Peer& peer, const std::vector<std::string>& arguments, const std::filesystem::path& answer) {
  std::vector<std::string> command = {peer.python.string(), FOREWARP_BENCHMARKS_DIR "/forest/scikit_learn.py"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const ProcessResult result = run_process(command, {.timeout_s = limit_s});
  if (result.exit_status != 0)
    throw Unavailable(fmt::format("{} did not answer: {}", peer.name, last_line(result.errors)));
  std::ifstream in(answer);
  Figures figures;
  for (std::string name; in >> name;) in >> figures[name];
  return figures;
}

}  // namespace forewarp::bench
