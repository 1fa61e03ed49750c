// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <exception>

#include "bindings.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::python {
namespace nb = nanobind;
namespace {

void raise(const char* name, const char* message) {
  const nb::object type = nb::module_::import_("forewarp.errors").attr(name);
  PyErr_SetString(type.ptr(), message);
}

/// With the place as attributes.
void raise_parse_error(const ParseError& error) {
  const nb::object type = nb::module_::import_("forewarp.errors").attr("ParseError");
  const SourceLocation& where = error.where();
  const nb::object made = type(error.what(), where.file.c_str(), where.line, where.column);
  PyErr_SetObject(type.ptr(), made.ptr());
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const ParseError& error) {
    raise_parse_error(error);
  } catch (const InputError& error) {
    raise("InputError", error.what());
  } catch (const Unavailable& error) {
    raise("Unavailable", error.what());
  } catch (const DeviceError& error) {
    raise("DeviceError", error.what());
  } catch (const Interrupted&) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
  } catch (const Error& error) {
    raise("Error", error.what());
  }
}

}  // namespace

void bind_errors(nb::module_&) { nb::register_exception_translator(translate); }

}  // namespace forewarp::python
