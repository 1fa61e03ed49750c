// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Stands for NVIDIA's ptxas where a client assembles before it loads (Triton, with TRITON_PTXAS_PATH): it checks the
// PTX and keeps it, as a fat binary that libcuda.so.1 of forewarp loads. Options that choose how machine code is made
// have nothing to choose here and are accepted.
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "forewarp/frontend/fatbin/fat_binary.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace {

using namespace forewarp;

// Clients read the release to choose the version of the PTX that they write, and name their caches by the whole text.
constexpr const char* version_text =
    "forewarp: stands for ptxas, keeps the PTX\nCuda compilation tools, release 12.9, V12.9.0\nforewarp\n";

struct Task {
  std::string input, output = "elf.o";
  unsigned capability = 0;
  bool version = false;
};

/// Options whose value is a word of its own where no = follows.
bool has_value(std::string_view option) {
  for (const std::string_view name :
       {"-o", "--output-file", "-arch", "--gpu-name", "-O", "--opt-level", "-maxrregcount", "--maxrregcount"})
    if (option == name) return true;
  return false;
}

Task task_of(const std::vector<std::string>& words) {
  Task task;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string option = words[i], value;
    if (!option.starts_with("-")) {
      task.input = option;
      continue;
    }
    const std::size_t equals = option.find('=');
    if (equals != std::string::npos) {
      value = option.substr(equals + 1);
      option.resize(equals);
    } else if (has_value(option) && i + 1 < words.size()) {
      value = words[++i];
    }
    if (option == "-o" || option == "--output-file") task.output = value;
    if (option == "-arch" || option == "--gpu-name") {
      if (!value.starts_with("sm_")) throw InputError(fmt::format("--gpu-name '{}' is no sm_NN", value));
      task.capability = static_cast<unsigned>(std::strtoul(value.c_str() + 3, nullptr, 10));
    }
    if (option == "--version" || option == "-V") task.version = true;
  }
  return task;
}

void run(const Task& task) {
  if (task.version) {
    fmt::print("{}", version_text);
    return;
  }
  if (task.input.empty()) throw InputError("no input file");
  const std::string ptx = read_file(task.input);
  const ptx::Module module = ptx::parse(ptx, task.input);
  write_file(task.output, fatbin::written(ptx, task.capability > 0 ? task.capability : module.sm()));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(task_of({argv + 1, argv + argc}));
    return 0;
  } catch (const std::exception& e) {
    fmt::print(stderr, "ptxas fatal   : {}\n", e.what());
    return 255;
  }
}
