// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A client that calls through ctypes and ignores what is returned would take the old contents of its buffers for
// results. ctypes offers a library no way to raise, but an interpreter executes "pending calls" between two
// instructions (Python/C API, "Asynchronous Notifications"), and a pending call may raise. The functions are found in
// the running process: all are part of Python's stable interface.
#include "capi/python_error.hpp"

#include <dlfcn.h>

#include <memory>

namespace forewarp::capi {
namespace {

template <typename Symbol>
Symbol of_process(const char* name) {
  return reinterpret_cast<Symbol>(dlsym(RTLD_DEFAULT, name));
}

struct Raised {
  void (*set_string)(void* exception, const char* message);
  void** runtime_error;
  std::string message;
};

/// Called by the interpreter, in its main thread and with its lock held.
int raise(void* argument) {
  const std::unique_ptr<Raised> raised(static_cast<Raised*>(argument));
  raised->set_string(*raised->runtime_error, raised->message.c_str());
  return -1;
}

}  // namespace

bool raise_in_python(const std::string& message) {
  const auto is_initialized = of_process<int (*)()>("Py_IsInitialized");
  const auto add_pending_call = of_process<int (*)(int (*)(void*), void*)>("Py_AddPendingCall");
  const auto set_string = of_process<void (*)(void*, const char*)>("PyErr_SetString");
  auto* const runtime_error = of_process<void**>("PyExc_RuntimeError");
  if (is_initialized == nullptr || add_pending_call == nullptr || set_string == nullptr || runtime_error == nullptr)
    return false;
  if (is_initialized() == 0) return false;
  auto owned = std::make_unique<Raised>(Raised{set_string, runtime_error, message});
  if (add_pending_call(&raise, owned.get()) != 0) return false;
  (void)owned.release();  // raise() has it now
  return true;
}

}  // namespace forewarp::capi
