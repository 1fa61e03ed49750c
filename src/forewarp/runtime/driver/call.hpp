// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the entry points of the driver API share. The session, its lock and its errors are those of the runtime API
/// (cudart/process.hpp): one program may use both.
#include <set>
#include <string>
#include <vector>

#include "forewarp/runtime/cudart/process.hpp"
#include "forewarp/runtime/driver/api.hpp"
#include "forewarp/runtime/driver/entry_points.hpp"

namespace forewarp::driver {

using cudart::Target;
using cudart::target_of;
using cudart::Waiting;
using runtime::CallFailed;
using runtime::require;
using runtime::Session;
using runtime::Status;

/// A failure with a code of the driver API that the runtime API lacks or numbers otherwise.
class DriverError : public Error {
 public:
  explicit DriverError(Result result, const std::string& why = "") : Error(why), result_(result) {}
  [[nodiscard]] Result result() const { return result_; }

 private:
  Result result_;
};

/// Contexts of one device share its memory and streams here; modules too.
struct Context {
  int gpu = 0;
  bool primary = false;
  unsigned flags = 0;
  int uses = 0;  ///< of a primary context
};

/// What the process made through the driver API.
struct State {
  bool initialised = false;
  std::size_t loaded = 0;                         ///< images
  std::vector<std::unique_ptr<Context>> primary;  ///< by device
  std::set<Context*> contexts;                    ///< that live, primary ones included
  std::set<Library*> libraries;
  std::set<runtime::Kernel*> kernels;
  std::set<std::string> names;  ///< of kernels, as handed out
  std::set<Linker*> linkers;
  std::set<runtime::Graph*> graphs;
  std::set<runtime::GraphExec*> graph_execs;
};

State& state();

/// The calling thread's contexts, the current one last.
std::vector<Context*>& context_stack();
/// The current context: of the stack, or the primary one where the runtime API made it; nullptr for none.
[[nodiscard]] Context* current_context(const Session& session);
[[nodiscard]] Context& primary_context(const Session& session, int gpu);
/// The runtime's current device follows the current context.
void follow_context();

/// The code for a failure of the session, written down with the call's name.
[[nodiscard]] Result failed(Session& session, const char* call, Result result, const char* why);
[[nodiscard]] Result result_of(Status status);
[[nodiscard]] const char* name_of(Result result);

/// Runs the body of an entry point, one at a time and with the clocks stopped. A failure of a kernel is reported by
/// the next call that may wait; then every call fails.
template <typename Body>
Result call(const char* name, Body body, Waiting waiting = Waiting::yes) {
  cudart::Process& p = cudart::process();
  const std::lock_guard lock(p.lock);
  Session* const session = p.session();
  if (!session || (!state().initialised && !cudart::uses_runtime_api())) return Result::not_initialized;
  if (waiting == Waiting::yes && p.pending != cudaSuccess) p.sticky = p.pending;
  if (p.sticky != cudaSuccess) return static_cast<Result>(p.sticky);
  const bool outermost = p.depth++ == 0;
  if (outermost) {
    session->enter();
    session->note_call(name);
  }
  Result result = Result::success;
  try {
    body(*session);
  } catch (const runtime::KernelFailed& e) {
    p.pending = static_cast<cudaError_t>(e.status());
  } catch (const CallFailed& e) {
    result = failed(*session, name, result_of(e.status()), e.what());
  } catch (const DriverError& e) {
    result = failed(*session, name, e.result(), e.what());
  } catch (const std::exception& e) {
    result = failed(*session, name, Result::unknown, e.what());
  }
  --p.depth;
  if (outermost) session->leave(name);
  return result;
}

/// The same for entry points that need a current context.
template <typename Body>
Result call_in_context(const char* name, Body body, Waiting waiting = Waiting::yes) {
  return driver::call(
      name,
      [&](Session& session) {
        const Context* context = current_context(session);
        if (!context) throw DriverError(Result::invalid_context, "no context is current");
        body(session);
      },
      waiting);
}

template <typename Known, typename Handle>
Handle checked(const Known& known, Handle handle, const char* what) {
  if (!known.contains(handle)) throw DriverError(Result::invalid_handle, std::string("not a ") + what);
  return handle;
}

}  // namespace forewarp::driver
