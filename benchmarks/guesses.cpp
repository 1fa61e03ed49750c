// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What guessed arguments are worth: the launches of HeCBench programs with nothing but the kernel's name, grid and
/// block. Usage: bench_guesses [--json] [--only PROGRAM] [--all]
///
/// A launch ends when profile() answers. An answer is wrong in silence when nothing was done and no mark says so, or
/// when other guesses give another amount of work and no mark says so. Other guesses: every guessed integer doubled,
/// other contents; another amount: a quarter more or less thread instructions.
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/table/csv.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;

constexpr int limit_s = 60;
constexpr double same_work = 1.25;

struct Options {
  bool json = false, all = false;
  std::string only;
};

struct Program {
  std::vector<std::string> sources, includes, defines;
};

struct Case {
  std::string program, kernel, grid, block;
};

/// What became of a launch: "ends", or why not.
struct Outcome {
  std::string cause, text;
  bool empty = false, marked = false, dependent = false;
};

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

/// "void f<float, 256>(int)" is asked for as "f<float, 256>", a name without template arguments as it is.
std::string kernel_name(const std::string& name, const std::string& signature) {
  const std::size_t open = signature.find('(');
  if (signature.find('<') >= open || open == std::string::npos) return name;
  std::string text = signature.substr(0, signature.find(">(") == std::string::npos ? open : signature.find(">(") + 1);
  return text.starts_with("void ") ? text.substr(5) : text;
}

std::map<std::string, Program> read_programs(const std::filesystem::path& data) {
  const table::Table table = table::read_csv(data / "programs.csv");
  std::map<std::string, Program> out;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    const auto cell = [&](const char* name) { return words(table::cell_text(table.column(name), r)); };
    Program program;
    for (const std::string& s : cell("sources"))
      if (s.ends_with(".cu")) program.sources.push_back((data / "src" / s).string());
    for (const std::string& s : cell("includes")) program.includes.push_back((data / "src" / s).string());
    program.defines = cell("defines");
    for (std::string& d : program.defines)
      if (d.starts_with("-D")) d.erase(0, 2);
    out[table::cell_text(table.column("program"), r)] = std::move(program);
  }
  return out;
}

std::vector<Case> read_cases(const std::filesystem::path& data) {
  const table::Table table = table::read_csv(data / "launches.csv");
  std::vector<Case> out;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    const auto cell = [&](const char* name) { return table::cell_text(table.column(name), r); };
    out.push_back({cell("program"), kernel_name(cell("kernel"), cell("signature")), cell("grid"), cell("block")});
  }
  return out;
}

/// The source that has the kernel's text; the first one where none has.
std::string source_of(const Program& program, const std::string& kernel) {
  std::string bare = kernel.substr(0, kernel.find('<'));
  bare = bare.substr(bare.rfind(':') == std::string::npos ? 0 : bare.rfind(':') + 1);
  for (const std::string& source : program.sources) {
    const std::string text = read_file(source);
    for (std::size_t at = text.find(bare + "("); at != std::string::npos; at = text.find(bare + "(", at + 1))
      if (text.substr(at > 120 ? at - 120 : 0, std::min<std::size_t>(at, 120)).find("__global__") != std::string::npos)
        return source;
    if (text.find(bare + "<<<") != std::string::npos || text.find(bare + " <<<") != std::string::npos) return source;
  }
  return program.sources.empty() ? "" : program.sources.front();
}

std::string cause_of(const std::string& message) {
  const std::pair<const char*, const char*> causes[] = {
      {"that depends on what was guessed", "refused: nothing would be done"},
      {"shared address", "beyond shared memory"},
      {"--shared", "beyond shared memory"},
      {"warp instructions executed", "endless"},
      {"global address", "memory fault"},
      {"memory budget", "memory budget"},
      {"has no body", "function in another file"},
      {"failed (exit", "does not compile"},
      {"there is no kernel", "kernel not found"},
      {"has no kernel", "kernel not found"},
      {"no kernel", "kernel not found"},
      {"not emulated", "instruction not emulated"},
      {"barrier", "barrier"},
  };
  for (const auto& [text, cause] : causes)
    if (message.find(text) != std::string::npos) return cause;
  return "other";
}

bool did_nothing(const profile::Profile& p) {
  return std::none_of(p.sites.begin(), p.sites.end(),
                      [](const profile::AccessSite& s) { return s.lanes > 0 && s.space == ptx::StateSpace::global; });
}

bool has_accesses(const kernel::Kernel& kernel) {
  const ptx::Function* entry = kernel.module->find(kernel.launch.entry);
  return std::any_of(entry->body.begin(), entry->body.end(),
                     [](const ptx::Instruction& i) { return i.space == ptx::StateSpace::global; });
}

launch::Launch other_guesses(launch::Launch launch) {
  for (launch::Argument& argument : launch.arguments) {
    if (!argument.guessed) continue;
    if (auto* buffer = std::get_if<launch::Buffer>(&argument.value)) {
      buffer->fill.seed += 1;
      if (!launch::is_real(buffer->element) && 2 * buffer->fill.high <= 0x1p30) buffer->fill.high *= 2;
    } else if (auto* scalar = std::get_if<launch::Scalar>(&argument.value)) {
      if (launch::is_real(scalar->type) || ptx::size_of(scalar->type) < 4) continue;
      const double value = launch::decode(scalar->bits, scalar->type);
      if (value > 0 && 2 * value < 0x1p31)
        scalar->bits = launch::encode(launch::Number(static_cast<std::int64_t>(2 * value)), scalar->type, "doubled");
    }
  }
  return launch;
}

bool of_guess(const profile::Profile& p) {
  return std::any_of(p.marks.begin(), p.marks.end(), [](const profile::Mark& m) {
    return profile::is_of_guess(m.kind) && m.kind != profile::MarkKind::traffic_contents;
  });
}

Outcome run(const kernel::Request& request) {
  Outcome out{"ends", "", false, false, false};
  const kernel::Kernel kernel = kernel::load(request);
  const profile::Profile p = profile::profile(*kernel.module, kernel.launch, {});
  for (const profile::Mark& mark : p.marks) out.text += (out.text.empty() ? "" : "; ") + mark.text;
  out.marked = of_guess(p);
  const bool said = std::any_of(p.marks.begin(), p.marks.end(),
                                [](const profile::Mark& m) { return m.kind == profile::MarkKind::empty; });
  out.empty = did_nothing(p) && has_accesses(kernel) && !said;
  if (out.marked || !kernel.launch.guessed_arguments) return out;
  try {
    const profile::Profile other = profile::profile(*kernel.module, other_guesses(p.launch), {});
    const double ratio = other.thread_instructions / p.thread_instructions;
    out.dependent = ratio > same_work || ratio < 1 / same_work;
    if (out.dependent) out.text += fmt::format("; UNMARKED: other guesses do {:.3g} times the work", ratio);
  } catch (const InputError& error) {
    out.dependent = true;  // the guess decides even whether it ends
    out.text += std::string("; UNMARKED: other guesses fail: ") + error.what();
  }
  return out;
}

std::string encoded(const Outcome& o) {
  return fmt::format("{}\x1f{}\x1f{}{}{}", o.cause, o.text, int{o.empty}, int{o.marked}, int{o.dependent});
}

Outcome decoded(const std::string& text) {
  const std::size_t a = text.find('\x1f'), b = text.find('\x1f', a + 1);
  if (a == std::string::npos || b == std::string::npos || text.size() < b + 4) return {"crash", text, {}, {}, {}};
  return {text.substr(0, a), text.substr(a + 1, b - a - 1), text[b + 1] == '1', text[b + 2] == '1', text[b + 3] == '1'};
}

/// In a process of its own, so that a launch that takes too long can be stopped.
Outcome run_apart(const kernel::Request& request) {
  int ends[2];
  if (::pipe(ends) != 0) throw Error("no pipe");
  std::fflush(stdout);
  const pid_t child = ::fork();
  if (child < 0) throw Error("no process");
  if (child == 0) {
    // Of processor time, so that a busy machine changes nothing; the alarm is for whatever sleeps.
    const rlimit limit{limit_s, limit_s};
    ::setrlimit(RLIMIT_CPU, &limit);
    ::alarm(10 * limit_s);
    Outcome o;
    try {
      o = run(request);
    } catch (const std::exception& error) {
      o = {cause_of(error.what()), error.what(), false, false, false};
    }
    const std::string text = encoded(o);
    (void)!::write(ends[1], text.data(), text.size());
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t n = 0; (n = ::read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(n));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  const int stopped = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (stopped == SIGALRM || stopped == SIGXCPU || stopped == SIGKILL)
    return {fmt::format("over {} s", limit_s), "", {}, {}, {}};
  return decoded(text);
}

Options parse(int argc, char** argv) {
  Options o;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--json")
      o.json = true;
    else if (argument == "--all")
      o.all = true;
    else if (argument == "--only" && i + 1 < argc)
      o.only = argv[++i];
    else
      throw InputError(fmt::format("unknown argument '{}': [--json] [--only PROGRAM] [--all]", argument));
  }
  return o;
}

std::filesystem::path data_folder() {
  const char* data = std::getenv("FOREWARP_DATA");
  return (data != nullptr ? std::filesystem::path(data)
                          : std::filesystem::path(FOREWARP_BENCH_SOURCE_DIR) / "../shared/data") /
         "hecbench";
}

std::vector<bench::Row> rows_of(std::size_t launches, const std::map<std::string, int>& causes, int empty,
                                int dependent, int marked) {
  const auto ended = causes.find("ends");
  const double ends = ended == causes.end() ? 0 : ended->second, all = static_cast<double>(launches);
  const auto percent = [&](double n) { return 100 * n / std::max(1.0, all); };
  std::string note = fmt::format("{:.0f} of {} launches; the tool before had 52 % of 277", ends, launches);
  return {{.id = "guesses.ends",
           .what = "launches of HeCBench that end with guessed arguments",
           .unit = "%",
           .ours = percent(ends),
           .other = 52,
           .target = 75,
           .better = bench::Better::higher,
           .note = std::move(note)},
          {.id = "guesses.unmarked_empty",
           .what = "of which do nothing and do not say so",
           .unit = "%",
           .ours = percent(empty),
           .target = 0,
           .note = "of the same launches"},
          {.id = "guesses.unmarked_dependent",
           .what = "whose work other guesses change and do not say so",
           .unit = "%",
           .ours = percent(dependent),
           .target = 0,
           .note = fmt::format("{} answers say that a guess decides them", marked)}};
}

void print_causes(const std::map<std::string, int>& causes) {
  fmt::print("\n{:<34} {:>8}\n", "outcome", "launches");
  for (const auto& [cause, count] : causes) fmt::print("{:<34} {:>8}\n", cause, count);
}

int bench_main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  const std::filesystem::path data = data_folder();
  if (!std::filesystem::exists(data / "launches.csv")) {
    fmt::print(stderr, "bench_guesses: skipped, no data at '{}'\n", data.string());
    return 0;
  }
  const std::map<std::string, Program> programs = read_programs(data);
  std::map<std::string, int> causes;
  int empty = 0, dependent = 0, marked = 0;
  std::size_t launches = 0;
  for (const Case& c : read_cases(data)) {
    if (!options.only.empty() && c.program != options.only) continue;
    const Program& program = programs.at(c.program);
    kernel::Request request;
    request.path = source_of(program, c.kernel);
    request.kernel = c.kernel;
    request.defines = program.defines;
    request.includes = program.includes;
    request.grid = c.grid;
    request.block = c.block;
    request.arch = "sm_80";
    const Outcome o = run_apart(request);
    ++launches;
    ++causes[o.cause];
    empty += o.empty;
    dependent += o.dependent;
    marked += o.marked;
    if (options.all) fmt::print("{} {}: {}: {}\n", c.program, c.kernel, o.cause, o.text);
  }
  bench::print_rows(rows_of(launches, causes, empty, dependent, marked), options.json);
  if (!options.json) print_causes(causes);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return bench_main(argc, argv);
  } catch (const Error& error) {
    fmt::print(stderr, "bench_guesses: {}\n", error.what());
    return 2;
  }
}
