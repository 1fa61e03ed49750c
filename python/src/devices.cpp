// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <nlohmann/json.hpp>

#include "bindings.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/query/kernel_options.hpp"
#include "forewarp/report/devices_view.hpp"
#include "to_python.hpp"
#include "work.hpp"

namespace forewarp::python {
namespace nb = nanobind;

void bind_devices(nb::module_& module) {
  module.def(
      "devices",
      [](const std::vector<std::string>& names) {
        return to_python(unlocked([&](Progress*) {
          return nlohmann::ordered_json(
              report::devices_json(names.empty() ? device::shipped_devices() : query::devices_of(names)));
        }));
      },
      "The data sheets of these names; of all devices that ship where there is none.");
}

}  // namespace forewarp::python
