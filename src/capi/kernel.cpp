// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What is asked: the kernel, its options and its launch.
#include <fmt/format.h>

#include <cstring>
#include <span>
#include <vector>

#include "capi/forewarp.h"
#include "capi/guard.hpp"
#include "capi/handle.hpp"
#include "forewarp/frontend/launch/element.hpp"

namespace {

using forewarp::InputError;
using forewarp::capi::given;
using forewarp::capi::guarded;
using forewarp::kernel::Request;

Request& request_of(forewarp_kernel* kernel) { return given(kernel, "kernel")->held->change().request; }

std::string shape(unsigned x, unsigned y, unsigned z) { return fmt::format("{},{},{}", x, y, z); }

/// The text "name=...", in the place of what the list has under that name.
void set_named(std::vector<std::string>& list, std::string text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) throw InputError(fmt::format("'{}': name=value was expected", text));
  const std::string name = text.substr(0, equals + 1);
  for (std::string& other : list)
    if (other.starts_with(name)) {
      other = std::move(text);
      return;
    }
  list.push_back(std::move(text));
}

/// Where a call appends one text to a list of the request.
forewarp_status add(forewarp_kernel* kernel, std::vector<std::string> Request::*list, const char* text,
                    const char* name) noexcept {
  return guarded([&] { (request_of(kernel).*list).emplace_back(given(text, name)); });
}

}  // namespace

extern "C" {

forewarp_status forewarp_kernel_open(const char* path, forewarp_kernel** kernel) {
  return guarded([&] {
    auto held = std::make_unique<forewarp::query::HeldKernel>(given(path, "path"));
    *given(kernel, "kernel") = new forewarp_kernel{std::move(held)};
  });
}

forewarp_status forewarp_kernel_from_ptx(const char* text, const char* name, forewarp_kernel** kernel) {
  return guarded([&] {
    auto held = forewarp::query::HeldKernel::from_ptx(given(text, "text"), name != nullptr ? name : "kernel.ptx");
    *given(kernel, "kernel") = new forewarp_kernel{std::move(held)};
  });
}

void forewarp_kernel_free(forewarp_kernel* kernel) { delete kernel; }

forewarp_status forewarp_kernel_select(forewarp_kernel* kernel, const char* name) {
  return guarded([&] { request_of(kernel).kernel = given(name, "name"); });
}

forewarp_status forewarp_kernel_define(forewarp_kernel* kernel, const char* macro) {
  return add(kernel, &Request::defines, macro, "macro");
}

forewarp_status forewarp_kernel_include(forewarp_kernel* kernel, const char* folder) {
  return add(kernel, &Request::includes, folder, "folder");
}

forewarp_status forewarp_kernel_compiler_flag(forewarp_kernel* kernel, const char* flag) {
  return add(kernel, &Request::compiler_flags, flag, "flag");
}

forewarp_status forewarp_kernel_option(forewarp_kernel* kernel, const char* name, const char* value) {
  return guarded([&] { given(kernel, "kernel")->held->set_option(given(name, "name"), given(value, "value")); });
}

forewarp_status forewarp_launch_grid(forewarp_kernel* kernel, unsigned x, unsigned y, unsigned z) {
  return guarded([&] { request_of(kernel).grid = shape(x, y, z); });
}

forewarp_status forewarp_launch_block(forewarp_kernel* kernel, unsigned x, unsigned y, unsigned z) {
  return guarded([&] { request_of(kernel).block = shape(x, y, z); });
}

forewarp_status forewarp_launch_shared(forewarp_kernel* kernel, uint64_t bytes) {
  return guarded([&] { request_of(kernel).shared = std::to_string(bytes); });
}

forewarp_status forewarp_launch_parameter(forewarp_kernel* kernel, const char* name, int64_t value) {
  return guarded([&] { set_named(request_of(kernel).set, fmt::format("{}={}", given(name, "name"), value)); });
}

forewarp_status forewarp_launch_int(forewarp_kernel* kernel, const char* name, int64_t value) {
  return guarded([&] { set_named(request_of(kernel).arguments, fmt::format("{}={}", given(name, "name"), value)); });
}

forewarp_status forewarp_launch_double(forewarp_kernel* kernel, const char* name, double value) {
  return guarded([&] {
    set_named(request_of(kernel).arguments,
              fmt::format("{}={}", given(name, "name"), forewarp::query::real_text(value)));
  });
}

forewarp_status forewarp_launch_buffer(forewarp_kernel* kernel, const char* name, const char* type, uint64_t count,
                                       const void* data) {
  return guarded([&] {
    forewarp::query::HeldKernel& held = *given(kernel, "kernel")->held;
    (void)given(name, "name");
    (void)given(type, "type");
    if (data == nullptr) {
      set_named(held.change().request.arguments, fmt::format("{}=buffer:{}:{}", name, type, count));
      return;
    }
    const auto element = forewarp::launch::vector_element_from(type);
    const std::uint64_t bytes = element ? count * element->lanes * forewarp::ptx::size_of(element->type) : 0;
    std::string text = held.contents_text(name, type, count, {static_cast<const std::byte*>(data), bytes});
    set_named(held.change().request.arguments, std::move(text));
  });
}

forewarp_status forewarp_launch_bytes(forewarp_kernel* kernel, const char* name, const void* bytes, size_t size) {
  return guarded([&] {
    const auto* first = static_cast<const std::byte*>(given(bytes, "bytes"));
    set_named(request_of(kernel).arguments,
              fmt::format("{}={}", given(name, "name"), forewarp::query::struct_text({first, size})));
  });
}

forewarp_status forewarp_launch_argument(forewarp_kernel* kernel, const char* text) {
  return guarded([&] { set_named(request_of(kernel).arguments, given(text, "text")); });
}

forewarp_status forewarp_launch_reset(forewarp_kernel* kernel) {
  return guarded([&] {
    Request& request = request_of(kernel);
    request.grid = request.block = request.shared = "";
    request.set.clear();
    request.arguments.clear();
  });
}

}  // extern "C"
