// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "to_python.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace forewarp::python {
namespace nb = nanobind;
namespace {

/// Names from the user's files may not be UTF-8: what is not becomes U+FFFD.
nb::object text(const std::string& utf8) {
  return nb::steal(PyUnicode_DecodeUTF8(utf8.data(), static_cast<Py_ssize_t>(utf8.size()), "replace"));
}

nb::object list_of(const nlohmann::ordered_json& json) {
  nb::list list;
  for (const nlohmann::ordered_json& item : json) list.append(to_python(item));
  return list;
}

nb::object dict_of(const nlohmann::ordered_json& json) {
  nb::dict dict;
  for (const auto& [key, value] : json.get_ref<const nlohmann::ordered_json::object_t&>())
    dict[text(key)] = to_python(value);
  return dict;
}

}  // namespace

nb::object to_python(const nlohmann::ordered_json& json) {
  using Type = nlohmann::ordered_json::value_t;
  switch (json.type()) {
    case Type::null:
    case Type::discarded:
    case Type::binary:
      return nb::none();
    case Type::boolean:
      return nb::bool_(json.get<bool>());
    case Type::number_integer:
      return nb::int_(json.get<std::int64_t>());
    case Type::number_unsigned:
      return nb::int_(json.get<std::uint64_t>());
    case Type::number_float:
      return std::isfinite(json.get<double>()) ? nb::object(nb::float_(json.get<double>())) : nb::none();
    case Type::string:
      return text(json.get_ref<const std::string&>());
    case Type::array:
      return list_of(json);
    case Type::object:
      return dict_of(json);
  }
  return nb::none();
}

}  // namespace forewarp::python
