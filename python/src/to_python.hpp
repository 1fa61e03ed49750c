// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nanobind/nanobind.h>

#include <nlohmann/json_fwd.hpp>

namespace forewarp::python {

/// What json.loads() gives for the text that commands print: dicts, lists, int, float, str, bool, None. Numbers are not
/// printed and read again on the way; those that are not finite are None.
[[nodiscard]] nanobind::object to_python(const nlohmann::ordered_json& json);

}  // namespace forewarp::python
