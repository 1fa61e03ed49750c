// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// docs/ptx-instructions.md is made by executing every row of isa_9_0.txt. FOREWARP_WRITE=1 writes it anew.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/emulate/machine/tensor_map.hpp"
#include "forewarp/emulate/machine/texture.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/file.hpp"
#include "source_dir.hpp"
#include "unit/emulate/instructions/example.hpp"

namespace forewarp::emu::test {
namespace {

enum class State { runs, without_timing, refused, wrong };

/// What the model of time does not know: instructions that neither compute nor move data nor synchronise, and
/// prefetches. They count as one issued instruction.
bool has_timing(const Example& example) {
  const ptx::Opcode opcode = opcode_of(example);
  const ptx::OpcodeInfo& info = ptx::info_of(opcode);
  if (opcode == ptx::Opcode::unknown) return true;  // a scope or a guard
  if (example.name.find("prefetch") != std::string::npos) return false;
  return info.group != ptx::InstructionClass::other && info.memory != ptx::MemoryKind::hint &&
         info.sync != ptx::Sync::grid && info.control != ptx::Control::trap && info.control != ptx::Control::breakpoint;
}

ptx::Module module_of(const Example& example) {
  return ptx::parse(module_head(example.target) + kernel_of(example, "k"), "example.ptx");
}

/// The instructions of the row that have its opcode; all of them for a scope or a guard.
std::vector<std::string> own_instructions(const Example& example, const ptx::Module& module) {
  std::vector<std::string> found;
  for (const ptx::Instruction& i : module.find("k")->body)
    if (i.opcode == opcode_of(example)) found.emplace_back(i.mnemonic);
  return found;
}

/// A texture or surface of the rest of the buffer, which begins with its descriptor.
void write_descriptor(Machine& machine, std::uint64_t buffer) {
  TextureDescriptor texture;
  texture.data = buffer + 1024;
  texture.width = 512;
  machine.memory().write(buffer, to_bytes(texture));
}

/// A tensor of the rest of the buffer, which begins with its map.
void write_tensor_map(Machine& machine, std::uint64_t buffer) {
  TensorMap map;
  map.rank = 1;
  map.type = TensorMap::Type::f32;
  map.address = buffer + 1024;
  map.sizes[0] = 512;
  map.box[0] = 16;
  map.steps[0] = 1;
  machine.memory().write(buffer, to_bytes(map));
}

/// Runs the row with one block of 128 threads on a buffer of 4096 zeros.
State state_of(const Example& example, std::string& message) {
  const ptx::Module module = module_of(example);
  Machine machine(module, "k");
  const std::uint64_t buffer = machine.memory().allocate(4096, "buffer");
  if (ptx::is_texture(opcode_of(example))) write_descriptor(machine, buffer);
  if (example.name.find("bulk.tensor") != std::string::npos || example.name == "tensormap.replace")
    write_tensor_map(machine, buffer);
  std::vector<std::byte> bytes(sizeof buffer);
  std::memcpy(bytes.data(), &buffer, sizeof buffer);
  launch::Launch launch;
  launch.entry = "k";
  launch.block = {128, 1, 1};
  try {
    machine.run(launch, std::vector<std::vector<std::byte>>{bytes});
  } catch (const KernelFault& fault) {
    message = fault.what();
    const auto named = [&](const std::string& mnemonic) {
      return message.find("instruction '" + mnemonic + "' is not emulated") != std::string::npos;
    };
    return std::ranges::any_of(own_instructions(example, module), named) ? State::refused : State::wrong;
  }
  return has_timing(example) ? State::runs : State::without_timing;
}

std::string code_cell(const std::string& code) {
  std::string out;
  for (const char c : code) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string page_of(const std::vector<Example>& rows, const std::vector<State>& states) {
  std::map<State, std::size_t> count;
  for (const State state : states) ++count[state];
  std::string page = fmt::format(
      "# The instructions of PTX\n\n"
      "Every instruction of PTX ISA 9.0 and what the emulator does with it. The page is made by executing the examples "
      "(`unit_instructions`, from `tests/unit/emulate/instructions/isa_9_0.txt`), and NVIDIA's ptxas 13.0 accepts "
      "each. Forms of an instruction that the emulator treats differently have rows of their own.\n\n"
      "* **runs**: with the results that the ISA defines; `tests/unit/emulate/` tests them.\n"
      "* **runs without timing**: as above, and predictions count it as one issued instruction, whatever it does on a "
      "device.\n"
      "* **refused**: a launch that executes it ends with `instruction '...' is not emulated`, which names it. A "
      "kernel that only contains it runs.\n\n"
      "Of {} rows {} run, {} run without timing, and {} are refused.\n\n"
      "What compilers emit: on 23 November 2026 all of 543 distinct mnemonics with their suffixes (71 opcodes), in 410 "
      "PTX files that nvcc 13.0 and clang 19 made: the bundled kernels by both, and by nvcc the example programs, the "
      "programs of HeCBench, CUB's device algorithms, and the functions of `cuda_fp16.h`, `cuda_bf16.h`, `cuda_fp8.h`, "
      "cooperative groups, libcu++ and `mma.h` (21 files of HeCBench did not compile alone). Not among them: CUTLASS "
      "and other code for tensor memory and tensor maps, textures, and formats of 6 and 4 bits; their instructions are "
      "refused, as the tables say. `benchmarks/instructions/emit.sh FOLDER HECBENCH` compiles them and "
      "`bench_instructions "
      "--clang --ptx FOLDER` counts.\n",
      rows.size(), count[State::runs], count[State::without_timing], count[State::refused]);
  std::string chapter;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].chapter != chapter) {
      chapter = rows[i].chapter;
      page += fmt::format("\n## {}\n\n| instruction | emulator | example |\n|---|---|---|\n", chapter);
    }
    const char* const state = states[i] == State::runs             ? "runs"
                              : states[i] == State::without_timing ? "runs without timing"
                                                                   : "**refused**";
    page += fmt::format("| {} | {} | `{}` |\n", rows[i].name, state, code_cell(rows[i].code));
  }
  return page;
}

TEST(PtxInstructions, ThePageSaysWhatHappensWhenEveryRowIsExecuted) {
  const std::vector<Example> rows = examples();
  std::vector<State> states;
  for (const Example& row : rows) {
    std::string message;
    states.push_back(state_of(row, message));
    EXPECT_NE(states.back(), State::wrong) << row.name << ": " << message;
  }

  const std::string page = page_of(rows, states);
  const auto path = std::filesystem::path(forewarp::test::source_dir()) / "docs/ptx-instructions.md";
  if (std::getenv("FOREWARP_WRITE") != nullptr) write_file(path, page);

  EXPECT_EQ(read_file(path), page) << "FOREWARP_WRITE=1 unit_instructions writes it anew";
}

TEST(PtxInstructions, EveryOpcodeOfTheTableHasARowAndEveryRowAnOpcode) {
  std::set<ptx::Opcode> seen;
  for (const Example& row : examples()) {
    const ptx::Opcode opcode = opcode_of(row);
    seen.insert(opcode);
    if (row.name == "{ }" || row.name == "@") continue;
    EXPECT_NE(opcode, ptx::Opcode::unknown) << row.name;
    EXPECT_FALSE(own_instructions(row, module_of(row)).empty()) << row.name << " is not in its own example";
  }

  for (std::size_t i = 1; i < ptx::opcode_table.size(); ++i)
    EXPECT_TRUE(seen.contains(static_cast<ptx::Opcode>(i))) << ptx::name_of(static_cast<ptx::Opcode>(i));
}

TEST(PtxInstructions, NamesAreUnique) {
  std::set<std::string> names;
  for (const Example& row : examples()) EXPECT_TRUE(names.insert(row.name).second) << row.name;
}

}  // namespace
}  // namespace forewarp::emu::test
