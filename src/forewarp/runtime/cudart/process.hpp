// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The one session of a process and what compiled programs register with it: the state behind the C entry points of
/// libforewarp_cudart. It is made by the first call and never destroyed, since programs call from static destructors.
#include <cuda_runtime_api.h>
#include <sys/types.h>

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "forewarp/runtime/cudart/arrays.hpp"
#include "forewarp/runtime/cudart/pools.hpp"
#include "forewarp/runtime/require.hpp"
#include "forewarp/runtime/session.hpp"

namespace forewarp::cudart {

using runtime::require;

/// Device code of one translation unit, or of several that are linked, loaded for each GPU when it is first used there:
/// every GPU has variables of its own.
struct Image {
  std::vector<std::string_view> units;                      ///< as registered; live in the program
  std::map<int, std::unique_ptr<runtime::Module>> modules;  ///< by GPU
  runtime::ManagedVariables managed;                        ///< that clang compiled; nvcc's are pointers
};

/// A kernel or variable by the address that stands for it on the host.
struct Symbol {
  Image* image = nullptr;
  std::string name;
  std::map<int, runtime::Kernel*> kernels = {};  ///< by GPU, once found
};

/// What an operation is issued to.
struct Target {
  int gpu = 0;
  runtime::StreamId stream = runtime::default_stream;
};

class Process {
 public:
  /// The session; nullptr where the program was not started by forewarp exec, which is said once on standard error.
  runtime::Session* session();
  /// The process that has the session; 0 where none has.
  [[nodiscard]] pid_t owner() const { return owner_; }

  Image& add_image(std::vector<std::string_view> units);
  runtime::Module& module_of(runtime::Session& session, Image& image);
  /// Kernels by the handles of the driver API that calls of the runtime API gave.
  std::map<const void*, runtime::Kernel*> handed_out;

  /// Throws CallFailed where no kernel or variable stands at this address of the host.
  runtime::Kernel& kernel_at(runtime::Session& session, const void* host);
  runtime::Allocation& variable_at(runtime::Session& session, const void* host);

  std::recursive_mutex lock;
  std::map<const void*, Symbol> kernels, variables;
  std::set<runtime::Event*> events;
  std::vector<std::pair<const char*, const char*>> managed_sections;
  Textures textures;
  Pools pools;
  std::map<runtime::Kernel*, int> cache_configs;
  std::set<std::pair<int, int>> peers;  ///< a device, and one whose memory it may reach
  cudaError_t sticky = cudaSuccess;     ///< every later call fails with it
  cudaError_t pending = cudaSuccess;    ///< of a kernel: known to the program from its next call that waits
  int depth = 0;                        ///< of calls within calls
  bool forked = false;                  ///< this is a child of the process that has the session
  std::set<std::string> failures;       ///< recorded already
  std::set<std::string> missing;        ///< entry points that were called and do not exist

 private:
  std::unique_ptr<runtime::Session> session_;
  bool tried_ = false;
  pid_t owner_ = 0;
  std::vector<std::unique_ptr<Image>> images_;
};

Process& process();

/// The end of the recording where a process leaves at once (_exit). Nothing happens in a child of the process, which
/// has no session of its own; while a thread is within a call; or where there is no session.
void finish_without_waiting();

/// The calling thread's device and last error.
int& current_gpu();
cudaError_t& last_error();

/// Within a call of a program that was compiled with --default-stream per-thread: its default stream is the calling
/// thread's own one.
class DefaultStreamOfThread {
 public:
  DefaultStreamOfThread();
  ~DefaultStreamOfThread();
  DefaultStreamOfThread(const DefaultStreamOfThread&) = delete;
  DefaultStreamOfThread& operator=(const DefaultStreamOfThread&) = delete;
};

/// cudaMemLocation, by value as entry points since CUDA 12.2 take it.
struct Location {
  int type, id;
};

[[nodiscard]] inline cudaStream_t handle_of(runtime::StreamId id) { return reinterpret_cast<cudaStream_t>(id << 8U); }
[[nodiscard]] Target target_of(runtime::Session& session, cudaStream_t stream);

cudaError_t failed(runtime::Session* session, const runtime::CallFailed& error, const char* call);

enum class Waiting { yes, no };

/// By which the calls of the runtime API within are known: the driver's that they serve.
class CalledAs {
 public:
  explicit CalledAs(const char* name) : before_(std::exchange(current(), name)) {}
  ~CalledAs() { current() = before_; }
  CalledAs(const CalledAs&) = delete;
  CalledAs& operator=(const CalledAs&) = delete;
  /// nullptr: their own names.
  [[nodiscard]] static const char*& current();

 private:
  const char* before_;
};

/// Whether the calling thread has called the runtime API, which makes the primary context of its device current.
bool& uses_runtime_api();

/// Runs the body of an entry point: one at a time, with the clocks stopped, and with CUDA's rules on errors. A failure
/// of a kernel is reported by the next call that may wait.
template <typename Body>
cudaError_t call(const char* name, Body body, Waiting waiting = Waiting::yes) {
  Process& p = process();
  const std::lock_guard lock(p.lock);
  uses_runtime_api() = true;
  runtime::Session* const session = p.session();
  if (!session) return last_error() = p.forked ? cudaErrorInitializationError : cudaErrorNoDevice;
  if (waiting == Waiting::yes && p.pending != cudaSuccess) p.sticky = p.pending;
  if (p.sticky != cudaSuccess) return last_error() = p.sticky;
  const bool outermost = p.depth++ == 0;
  if (outermost) {
    session->enter();
    session->note_call(name);
  }
  cudaError_t status = cudaSuccess;
  try {
    body(*session);
  } catch (const runtime::KernelFailed& e) {
    p.pending = static_cast<cudaError_t>(e.status());
  } catch (const runtime::CallFailed& e) {
    status = failed(session, e, CalledAs::current() ? CalledAs::current() : name);
  } catch (const std::exception& e) {
    status = failed(session, runtime::CallFailed(runtime::Status{cudaErrorUnknown}, e.what()), name);
  }
  --p.depth;
  if (outermost) session->leave(name);
  if (status != cudaSuccess) last_error() = status;
  return status;
}

}  // namespace forewarp::cudart
