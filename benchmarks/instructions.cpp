// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Which of the instructions that compilers emit the emulator runs: distinct mnemonics with all their suffixes
/// ("ld.global.nc.v4.u32") in the PTX of the bundled kernels, which nvcc made, and in the files of --ptx FOLDER (with
/// those below it), which benchmarks/instructions/emit.sh fills; with --clang also in what clang makes of the bundled
/// kernels. Usage: bench_instructions [--json | --list] [--clang] [--ptx FOLDER]...
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "data_options.hpp"
#include "forewarp/emulate/decode/decode.hpp"
#include "forewarp/emulate/machine/plain.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/frontend/source/compile.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;
namespace fs = std::filesystem;

/// Mnemonics with the number of files that have them.
using Counted = std::map<std::string, unsigned>;

struct Seen {
  Counted run, missing;
  std::vector<std::string> unread;  ///< files that are not parsed or decoded, with the reason
  unsigned files = 0, uncompiled = 0;
};

std::vector<fs::path> ptx_files(const std::vector<std::string>& folders) {
  std::vector<fs::path> files;
  for (const fs::path folder : folders)
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.path().extension() == ".ptx") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

/// Mnemonics of everything that the entry can reach. An opcode that ends a block is no operation of its own.
void add_entry(const ptx::Module& module, std::string_view entry, std::set<std::string>& all,
               std::set<std::string>& missing) {
  emu::Memory memory;
  const auto program = emu::decode(module, entry, memory, {.width = 32, .isa = emu::best_isa()});
  for (const auto& code : program->functions) {
    for (const ptx::Instruction& i : code->function->body) all.emplace(i.mnemonic);
    for (const emu::MachineOp& op : code->ops)
      if (op.fn == &emu::run_missing) missing.emplace(code->function->body[op.instruction].mnemonic);
  }
}

void add_text(const std::string& name, std::string text, Seen& seen) {
  std::set<std::string> all, missing;
  try {
    const ptx::Module module = ptx::parse(std::move(text), name);
    for (const std::string_view entry : module.entries()) add_entry(module, entry, all, missing);
  } catch (const InputError& error) {
    seen.unread.emplace_back(error.what());
    return;
  }
  ++seen.files;
  for (const std::string& mnemonic : all) ++(missing.contains(mnemonic) ? seen.missing : seen.run)[mnemonic];
}

/// What does not compile without the macros of its launch is left out.
void add_clang(Seen& seen) {
  for (const auto& entry : fs::directory_iterator(shipped_file("kernels"))) {
    const fs::path source = entry.path() / "kernel.cu";
    if (!fs::exists(source)) continue;
    try {
      add_text(source.string(),
               source::compile_uncached({.path = source, .compiler = source::CompilerChoice::clang}).ptx, seen);
    } catch (const InputError&) {
      ++seen.uncompiled;
    }
  }
}

double share(const Counted& run, const Counted& missing) {
  return 100.0 * static_cast<double>(run.size()) / static_cast<double>(run.size() + missing.size());
}

Counted opcodes_of(const Counted& mnemonics) {
  Counted opcodes;
  for (const auto& [mnemonic, files] : mnemonics) opcodes[mnemonic.substr(0, mnemonic.find('.'))] += files;
  return opcodes;
}

bench::Row row(const std::string& id, const std::string& what, Counted run, const Counted& missing,
               const std::string& note) {
  for (const auto& [mnemonic, files] : missing) run.erase(mnemonic);  // one form that is refused is enough
  return {.id = "instructions." + id,
          .what = what,
          .unit = "%",
          .ours = share(run, missing),
          .target = 95,
          .better = bench::Better::higher,
          .note = fmt::format("{} of {}; {}", run.size(), run.size() + missing.size(), note)};
}

int run(const bench::DataOptions& options, std::vector<std::string> folders, bool clang) {
  folders.insert(folders.begin(), shipped_file("kernels").string());
  Seen seen;
  for (const fs::path& file : ptx_files(folders)) add_text(file.filename().string(), read_file(file), seen);
  if (clang) add_clang(seen);
  const std::string note =
      fmt::format("{} PTX files, {} unread, {} not compiled", seen.files, seen.unread.size(), seen.uncompiled);
  if (options.list) {
    for (const auto& [mnemonic, files] : seen.missing) fmt::print("missing {} in {} files\n", mnemonic, files);
    for (const std::string& reason : seen.unread) fmt::print("unread {}\n", reason);
    for (const auto& [mnemonic, files] : seen.run) fmt::print("run {} in {} files\n", mnemonic, files);
    return 0;
  }
  bench::print_rows({row("mnemonics", "distinct mnemonics of compilers that run", seen.run, seen.missing, note),
                     row("opcodes", "their first words, of which every form runs", opcodes_of(seen.run),
                         opcodes_of(seen.missing), note)},
                    options.json);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> folders;
  bool clang = false;
  return bench::main_with_data("bench_instructions", FOREWARP_BENCH_SOURCE_DIR, argc, argv,
                               [&](const bench::DataOptions& options) { return run(options, folders, clang); },
                               {bench::list("--ptx", folders), bench::flag("--clang", clang)});
}
