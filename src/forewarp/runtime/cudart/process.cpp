// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/cudart/process.hpp"

#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <new>

#include <fmt/format.h>

#include "forewarp/runtime/child.hpp"
#include "forewarp/runtime/cudart/clock.hpp"
#include "forewarp/runtime/cudart/missing.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::cudart {
namespace {

void at_exit() {
  Process& p = process();
  const std::lock_guard lock(p.lock);
  if (!p.forked && p.session()) p.session()->finish();
}

/// No thread is within a call when a process forks: its child finds everything in order, except for the lock's owner.
void before_fork() { process().lock.lock(); }
void in_parent() { process().lock.unlock(); }
/// A forked child has no GPU, as with CUDA, and must not write to its parent's recording.
void in_child() {
  Process& p = process();
  new (&p.lock) std::recursive_mutex;
  if (p.session()) p.session()->recorder().abandon();
  p.forked = true;
}

/// A process that becomes another program by exec has a recording already.
std::unique_ptr<runtime::Recorder> recorder_beside(const std::filesystem::path& options_file) {
  std::filesystem::path file = runtime::recording_file(options_file, getpid());
  const std::string stem = file.stem().string();
  std::error_code ec;
  for (int i = 2; std::filesystem::exists(file, ec); ++i) file.replace_filename(fmt::format("{}-{}.jsonl", stem, i));
  return std::make_unique<runtime::Recorder>(file);
}

/// A machine with one GPU has it always: CUDA_VISIBLE_DEVICES may be about the GPUs of the machine that this runs on.
runtime::Options options_of(const char* file) {
  runtime::Options options = runtime::options_from(read_file(file));
  if (options.gpus == 1) return options;
  options.visible = runtime::visible_gpus(options.gpus, std::getenv("CUDA_VISIBLE_DEVICES"));
  if (options.visible.empty())
    throw Unavailable(fmt::format("CUDA_VISIBLE_DEVICES leaves none of the {} GPUs of --gpus", options.gpus));
  options.gpus = static_cast<int>(options.visible.size());
  return options;
}

std::unique_ptr<runtime::Session> started() {
  const char* file = std::getenv(runtime::options_variable);
  if (!file) throw Unavailable("this program needs a GPU or 'forewarp exec': it was built for forewarp's runtime");
  runtime::live_as_long_as(std::filesystem::path(file).parent_path().string());
  auto session =
      std::make_unique<runtime::Session>(options_of(file), recorder_beside(file), program_invocation_short_name);
  if (session->options().device_clock) show_time_of(*session);
  std::atexit(at_exit);
  std::at_quick_exit(finish_without_waiting);
  pthread_atfork(before_fork, in_parent, in_child);
  return session;
}

template <typename Symbols>
Symbol& symbol_at(Symbols& symbols, const void* host, runtime::Status missing, const char* what) {
  const auto known = symbols.find(host);
  if (known == symbols.end()) throw runtime::CallFailed(missing, fmt::format("no {} stands at address {}", what, host));
  return known->second;
}

thread_local int default_is_of_thread = 0;

}  // namespace

const char*& CalledAs::current() {
  thread_local const char* name = nullptr;
  return name;
}

int missing_entry_point(const char* name) {
  const cudaError_t status = call(name, [](runtime::Session&) {
    throw runtime::CallFailed(runtime::Status::not_supported, "forewarp's runtime does not have this entry point");
  });
  Process& p = process();
  const std::lock_guard lock(p.lock);
  if (p.missing.insert(name).second)
    fmt::print(stderr, "forewarp: the program calls {}, which forewarp's runtime does not have\n", name);
  return status;
}

void finish_without_waiting() {
  Process& p = process();
  // A child by vfork or by the system call has another number, but no handler of fork ran in it.
  if (getpid() != p.owner()) return;
  const std::unique_lock lock(p.lock, std::try_to_lock);
  if (lock && p.depth == 0 && !p.forked) p.session()->finish();
}

runtime::Session* Process::session() {
  if (forked) return nullptr;
  if (!session_ && !tried_) {
    tried_ = true;
    try {
      session_ = started();
      owner_ = getpid();
    } catch (const std::exception& e) {
      fmt::print(stderr, "forewarp: {}\n", e.what());
    }
  }
  return session_.get();
}

Image& Process::add_image(std::vector<std::string_view> units) {
  images_.push_back(std::make_unique<Image>());
  images_.back()->units = std::move(units);
  return *images_.back();
}

/// Managed variables are those of the first GPU that loaded the code.
runtime::Module& Process::module_of(runtime::Session& session, Image& image) {
  std::unique_ptr<runtime::Module>& module = image.modules[current_gpu()];
  if (module) return *module;
  runtime::ManagedVariables managed = image.managed;
  for (const auto& [gpu, loaded] : image.modules)
    if (loaded) managed.merge(loaded->managed());
  const std::string name = fmt::format("{} (device code)", program_invocation_short_name);
  module = image.units.size() == 1 ? session.load(image.units.front(), name, managed)
                                   : session.load_linked(image.units, name, managed);
  return *module;
}

runtime::Kernel& Process::kernel_at(runtime::Session& session, const void* host) {
  if (const auto handle = handed_out.find(host); handle != handed_out.end()) return *handle->second;
  Symbol& symbol = symbol_at(kernels, host, runtime::Status::invalid_device_function, "kernel");
  runtime::Kernel*& kernel = symbol.kernels[current_gpu()];
  if (!kernel) kernel = &session.kernel(module_of(session, *symbol.image), symbol.name);
  return *kernel;
}

runtime::Allocation& Process::variable_at(runtime::Session& session, const void* host) {
  const Symbol& symbol = symbol_at(variables, host, runtime::Status::invalid_symbol, "variable");
  runtime::Allocation* memory = module_of(session, *symbol.image).variable(symbol.name);
  // A variable that no kernel uses may be gone from the device code.
  if (!memory)
    throw runtime::CallFailed(runtime::Status::invalid_symbol,
                              fmt::format("the device code has no variable '{}'", symbol.name));
  return *memory;
}

Process& process() {
  static Process* const the_process = new Process;
  return *the_process;
}

int& current_gpu() {
  thread_local int gpu = 0;
  return gpu;
}

cudaError_t& last_error() {
  thread_local cudaError_t error = cudaSuccess;
  return error;
}

bool& uses_runtime_api() {
  thread_local bool uses = false;
  return uses;
}

DefaultStreamOfThread::DefaultStreamOfThread() { ++default_is_of_thread; }
DefaultStreamOfThread::~DefaultStreamOfThread() { --default_is_of_thread; }

Target target_of(runtime::Session& session, cudaStream_t stream) {
  thread_local runtime::StreamId per_thread = runtime::default_stream;
  if (stream == nullptr && default_is_of_thread > 0) stream = cudaStreamPerThread;
  if (stream == nullptr || stream == cudaStreamLegacy) return {current_gpu(), runtime::default_stream};
  if (stream == cudaStreamPerThread) {
    if (per_thread == runtime::default_stream) per_thread = session.add_stream(current_gpu(), true);
    return {current_gpu(), per_thread};
  }
  const auto id = reinterpret_cast<std::uintptr_t>(stream) >> 8U;
  if (!session.knows_stream(id) || id == runtime::default_stream)
    throw runtime::CallFailed(runtime::Status::invalid_handle, "a stream that does not exist");
  return {session.gpu_of(id), id};
}

/// Each failure is recorded once: programs that ignore errors repeat them.
cudaError_t failed(runtime::Session* session, const runtime::CallFailed& error, const char* call) {
  const auto status = static_cast<cudaError_t>(error.status());
  if (status == cudaErrorNotReady) return status;
  const std::string text =
      fmt::format("{}: {}{}{}", call, cudaGetErrorName(status), *error.what() ? ": " : "", error.what());
  if (process().failures.insert(text).second) session->recorder().failed_call(text);
  return status;
}

}  // namespace forewarp::cudart
