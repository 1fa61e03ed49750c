// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A text is parsed and decoded when it is run for the first time; the kernels run last are kept. One launch runs at a
// time. A kernel with variables of its own (.global, .const) is decoded again for every launch, since each call of
// ptx_run() loads its module anew: the variables have their initial values.
#include "capi/forewarp_ptx_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "capi/guard.hpp"
#include "capi/process_memory.hpp"
#include "capi/python_error.hpp"
#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::capi {
namespace {

constexpr std::size_t max_kept = 64;

/// A kernel that is ready to run.
struct Loaded {
  std::string text;
  ptx::Module module;
  std::string entry;
  bool keeps_state = false;  ///< has variables or a workspace, in which another launch would find what this one left
  std::unique_ptr<emu::Machine> machine;
};

class Runner {
 public:
  void run(std::string_view source, std::span<void* const> values, launch::Dim3 block, launch::Dim3 grid,
           std::uint64_t shared);

 private:
  Loaded& load(std::string_view source);

  std::mutex mutex_;
  emu::Memory memory_{std::uint64_t{8} << 30};
  std::list<Loaded> kept_;  ///< the kernel run last is the first
};

/// In its place, since the machine refers to the module.
void load_into(Loaded& loaded, std::string_view source, emu::Memory& memory) {
  loaded.text = source;
  loaded.module = ptx::parse(loaded.text, "ptx_run");
  const auto entries = loaded.module.entries();
  if (entries.size() != 1)
    throw InputError(fmt::format("ptx_run: the PTX has {} kernels{}{}; one was expected", entries.size(),
                                 entries.empty() ? "" : ": ", fmt::join(entries, ", ")));
  loaded.entry = entries.front();
  loaded.keeps_state = !loaded.module.variables.empty() || emu::synchronises_grid(loaded.module, loaded.entry);
  loaded.machine = loaded.keeps_state
                       ? std::make_unique<emu::Machine>(loaded.module, loaded.entry)
                       : std::make_unique<emu::Machine>(loaded.module, loaded.entry, memory, emu::VariablePlaces{});
}

Loaded& Runner::load(std::string_view source) {
  const auto known = std::ranges::find(kept_, source, &Loaded::text);
  if (known != kept_.end() && !known->keeps_state) {
    kept_.splice(kept_.begin(), kept_, known);
    return kept_.front();
  }
  if (known != kept_.end()) kept_.erase(known);
  std::list<Loaded> made(1);
  load_into(made.front(), source, memory_);
  kept_.splice(kept_.begin(), made);
  if (kept_.size() > max_kept) kept_.pop_back();
  return kept_.front();
}

/// The parameters' bytes: the low ones of each value.
std::vector<std::vector<std::byte>> parameter_bytes(const ptx::Function& kernel, std::span<void* const> values) {
  if (values.size() != kernel.parameters.size())
    throw InputError(fmt::format("ptx_run: kernel '{}' takes {} arguments, {} given", kernel.name,
                                 kernel.parameters.size(), values.size()));
  std::vector<std::vector<std::byte>> all;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const ptx::Variable& parameter = kernel.parameters[i];
    if (parameter.bytes() > sizeof(void*))
      throw InputError(fmt::format("ptx_run: parameter '{}' of kernel '{}' has {} bytes; an argument has at most {}",
                                   parameter.name, kernel.name, parameter.bytes(), sizeof(void*)));
    std::vector<std::byte> bytes(parameter.bytes());
    std::memcpy(bytes.data(), &values[i], bytes.size());
    all.push_back(std::move(bytes));
  }
  return all;
}

void Runner::run(std::string_view source, std::span<void* const> values, launch::Dim3 block, launch::Dim3 grid,
                 std::uint64_t shared) {
  const std::lock_guard lock(mutex_);
  const Loaded& loaded = load(source);
  const auto bytes = parameter_bytes(*loaded.module.find(loaded.entry), values);
  std::vector<std::uint64_t> words;
  for (void* const value : values) words.push_back(reinterpret_cast<std::uintptr_t>(value));
  const ReachableMemory reachable(loaded.machine->memory(), words);
  launch::Launch launch;
  launch.entry = loaded.entry;
  launch.block = block;
  launch.grid = grid;
  launch.dynamic_shared_bytes = shared;
  struct Print {
    emu::Machine& machine;
    ~Print() {
      const std::string text = machine.take_printed();
      std::fwrite(text.data(), 1, text.size(), stdout);
    }
  } const print{*loaded.machine};
  loaded.machine->run(launch, bytes);
}

std::uint32_t extent(int value, const char* name) {
  if (value < 1) throw InputError(fmt::format("ptx_run: {} is {}; at least 1 was expected", name, value));
  return static_cast<std::uint32_t>(value);
}

}  // namespace
}  // namespace forewarp::capi

extern "C" {

int ptx_run(char* source, int n_args, void** args, int bx, int by, int bz, int gx, int gy, int gz, int shared) {
  using namespace forewarp::capi;
  static Runner runner;
  const forewarp_status status = guarded([&] {
    if (n_args < 0 || shared < 0) throw forewarp::InputError("ptx_run: n_args and shared must not be negative");
    if (n_args > 0) (void)given(args, "args");
    runner.run(given(source, "source"), {args, static_cast<std::size_t>(n_args)},
               {extent(bx, "bx"), extent(by, "by"), extent(bz, "bz")},
               {extent(gx, "gx"), extent(gy, "gy"), extent(gz, "gz")}, static_cast<std::uint64_t>(shared));
  });
  if (status != FOREWARP_OK && !raise_in_python(last_error())) std::fprintf(stderr, "ptx_run: %s\n", last_error());
  return status;
}

const char* forewarp_ptx_run_error(void) { return forewarp::capi::last_error(); }

}  // extern "C"
