// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the readers of the tuners' formats share.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "forewarp/model/rank/tuner/tuning_file.hpp"
#include "forewarp/support/json_place.hpp"
#include "forewarp/support/python/expression.hpp"
#include "forewarp/support/python/value.hpp"

namespace forewarp::rank::detail {

[[nodiscard]] TuningFile read_t1(const JsonPlace& root);
[[nodiscard]] TuningFile read_cache(const JsonPlace& root, const std::string& objective);
[[nodiscard]] TuningFile read_t4(const JsonPlace& root, const std::string& objective);

/// A truth, a number or a text, as Python's str() writes it. Throws ParseError for anything else.
[[nodiscard]] std::string value_text(const JsonPlace& place);
[[nodiscard]] python::Value python_value(const JsonPlace& place);

/// The values of a dimension: a list that is not empty, of truths, numbers and texts. `fail` is called with what is
/// wrong otherwise, and throws.
template <typename Fail>
[[nodiscard]] Dimension dimension_of(const std::string& name, const python::Value& values, Fail fail) {
  const python::List* list = values.list();
  if (list == nullptr || list->empty())
    fail("'" + name + "': expected a list of values, here is " + python::kind_of(values));
  Dimension dimension{name, {}};
  for (const python::Value& value : *list) {
    if (!value.is_number() && value.text() == nullptr)
      fail("'" + name + "': a value must be a number or a text, here is " + python::kind_of(value));
    dimension.values.push_back(python::str(value));
  }
  return dimension;
}

/// Adds the restriction where all its names are dimensions; `fail` throws otherwise.
template <typename Fail>
void add_restriction(Space& space, python::Expression restriction, Fail fail) {
  for (const std::string& name : restriction.names()) {
    const bool known = std::any_of(space.dimensions.begin(), space.dimensions.end(),
                                   [&](const Dimension& d) { return d.name == name; });
    if (!known) fail("'" + restriction.text() + "': '" + name + "' is no tuning parameter");
  }
  space.restrictions.push_back(std::move(restriction));
}

/// A list of configurations, and the dimensions that it spans.
class ListedSpace {
 public:
  explicit ListedSpace(const std::vector<std::string>& names);
  /// False where the same configuration was added before.
  [[nodiscard]] bool add(const Configuration& configuration);
  /// The values of a dimension are in their order, numbers by size.
  [[nodiscard]] Space take();

 private:
  Space space_;
  std::set<Configuration> seen_;
  std::vector<std::set<std::string>> values_;
};

}  // namespace forewarp::rank::detail
