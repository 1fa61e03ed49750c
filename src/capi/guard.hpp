// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// No exception leaves a call of the C API: it becomes a status, and its message is kept for the thread.
#include <new>
#include <string>
#include <string_view>

#include "capi/forewarp.h"
#include "forewarp/support/error.hpp"

namespace forewarp::capi {

/// Keeps the message and returns the status.
forewarp_status failed(forewarp_status status, std::string_view message) noexcept;
[[nodiscard]] const char* last_error() noexcept;

template <typename Call>
forewarp_status guarded(Call call) noexcept {
  try {
    call();
    return FOREWARP_OK;
  } catch (const ParseError& error) {
    return failed(FOREWARP_PARSE_ERROR, error.what());
  } catch (const InputError& error) {
    return failed(FOREWARP_INPUT_ERROR, error.what());
  } catch (const Unavailable& error) {
    return failed(FOREWARP_UNAVAILABLE, error.what());
  } catch (const DeviceError& error) {
    return failed(FOREWARP_DEVICE_ERROR, error.what());
  } catch (const std::bad_alloc&) {
    return failed(FOREWARP_OUT_OF_MEMORY, "out of memory");
  } catch (const std::exception& error) {
    return failed(FOREWARP_INTERNAL_ERROR, error.what());
  } catch (...) {
    return failed(FOREWARP_INTERNAL_ERROR, "an exception of unknown type");
  }
}

/// Throws InputError that names the argument where it is a null pointer.
template <typename Pointer>
Pointer given(Pointer pointer, const char* name) {
  if (pointer == nullptr) throw InputError(std::string(name) + " is NULL");
  return pointer;
}

/// A copy for forewarp_text_free().
[[nodiscard]] char* text_out(std::string_view text);

}  // namespace forewarp::capi
