// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/native/host_compiler.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <utility>

#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/support/dynamic_library.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::emu::native {

namespace {

constexpr double timeout_s = 60;

/// Arithmetic is that of lanes/ (cmake/ForewarpInstructionSets.cmake): no contraction, no rounding modes, no errno.
std::vector<std::string> command_of(const std::string& clang, const std::string& source, const std::string& library,
                                    Isa isa) {
  std::vector<std::string> command = {clang,
                                      "-x",
                                      "c++",
                                      "-std=c++20",
                                      "-O2",
                                      "-w",
                                      "-fPIC",
                                      "-shared",
                                      "-nostdlib",
                                      "-nostdinc",
                                      "-fvisibility=hidden",
                                      "-fno-exceptions",
                                      "-fno-rtti",
                                      "-fno-strict-aliasing",
                                      "-fno-semantic-interposition",
                                      "-fno-math-errno",
                                      "-fno-trapping-math",
                                      "-ffp-contract=off",
                                      "-mllvm",
                                      "-inline-threshold=100000"};
  if (isa == Isa::x86_64_v4)
    command.insert(command.end(), {"-march=x86-64-v4", "-mprefer-vector-width=512"});
  else
    command.emplace_back("-march=x86-64-v3");
  command.insert(command.end(), {"-o", library, source});
  return command;
}

}  // namespace

unsigned vector_lanes(Isa isa) {
  switch (isa) {
    case Isa::baseline:
      return 0;
    case Isa::x86_64_v3:
      return 8;
    case Isa::x86_64_v4:
      return 16;
  }
  return 0;
}

CompiledText compile_text(const std::string& text, std::size_t runs, std::size_t segments, Isa isa,
                          Progress* progress) {
  const auto clang = source::find_clang();
  if (!clang)
    throw Unavailable("clang-19, which compiles code of kernels that run long (Debian: apt-get install clang-19)");
  const TemporaryFolder folder("native");
  write_file(folder / "runs.cpp", text);
  const ProcessResult done =
      run_process(command_of(clang->string(), (folder / "runs.cpp").string(), (folder / "runs.so").string(), isa),
                  {.timeout_s = timeout_s, .progress = progress});
  if (done.timed_out || done.exit_status != 0)
    throw Unavailable(fmt::format("{} does not compile code for this processor: {}", clang->string(),
                                  done.timed_out ? "more than a minute" : done.errors));
  std::string reason;
  const auto library = DynamicLibrary::open((folder / "runs.so").string(), DynamicLibrary::Scope::local, &reason);
  if (!library) throw Unavailable(reason);
  CompiledText functions;
  for (std::size_t i = 0; i < runs; ++i) functions.runs.push_back(library->required(fmt::format("run_{}", i).c_str()));
  for (std::size_t i = 0; i < segments; ++i)
    functions.segments.push_back(library->required(fmt::format("segment_{}", i).c_str()));
  functions.path = library->optional("path");
  return functions;
}

Compilation::Compilation(std::string text, std::size_t runs, std::size_t segments, Isa isa) : process_(::getpid()) {
  const auto made = [this, text = std::move(text), runs, segments, isa] {
    return compile_text(text, runs, segments, isa, &stop_);
  };
  made_ = std::make_unique<std::future<CompiledText>>(std::async(std::launch::async, made));
}

/// Waits until the compiler has been stopped. A forked process has no such thread: it would wait for ever.
Compilation::~Compilation() {
  stop_.asked = true;
  if (::getpid() != process_) (void)made_.release();
}

bool Compilation::ends_within(double seconds) const {
  return made_->wait_for(std::chrono::duration<double>(seconds)) == std::future_status::ready;
}

}  // namespace forewarp::emu::native
