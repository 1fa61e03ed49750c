// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "math_cost/functions.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace forewarp::bench {
namespace {

/// The call where it is not out[i] = name(x[i]).
std::string call_of(const MathRow& row, const std::string& suffix, const std::string& type) {
  static const std::map<std::string, const char*> special = {
      {"sincos", "{0} s, c; sincos{1}(x[i], &s, &c); out[i] = s; out[i + 1024] = c;"},
      {"modf", "{0} w; const {0} v = modf{1}(x[i], &w); out[i] = v; out[i + 1024] = w;"},
      {"frexp", "int e; const {0} v = frexp{1}(x[i], &e); out[i] = v; out[i + 1024] = __longlong_as_double(e);"},
      {"ldexp", "out[i] = ldexp{1}(x[i], (int)i - 512);"}};
  if (const auto found = special.find(row.name); found != special.end()) {
    std::string text = fmt::format(fmt::runtime(found->second), type, suffix);
    if (row.name == "frexp" && suffix == "f") text.replace(text.find("__longlong_as_double"), 20, "__int_as_float");
    return text;
  }
  for (const char* integer : {"ilogb", "lround", "llround", "lrint", "llrint"})
    if (row.name == integer)
      return fmt::format("out[i] = {}({}{}(x[i]));", suffix == "f" ? "__int_as_float" : "__longlong_as_double",
                         row.name, suffix);
  if (row.arguments == 1) return fmt::format("out[i] = {}{}(x[i]);", row.name, suffix);
  return fmt::format("out[i] = {}{}(x[i], y[i]);", row.name, suffix);
}

}  // namespace

std::string math_source() {
  std::string text = "extern \"C\" {\n";
  std::set<std::string> done;
  for (const auto& [suffix, type] : {std::pair<std::string, std::string>{"f", "float"}, {"", "double"}}) {
    const auto kernel = [&, type = type](const std::string& name, const std::string& body) {
      if (!done.insert(name).second) return;
      text +=
          fmt::format("__global__ void {0}({1}* out, const {1}* x, const {1}* y) {{ unsigned i = threadIdx.x; {2} }}\n",
                      name, type, body);
    };
    kernel("copy_" + suffix, "out[i] = x[i];");
    kernel("add_" + suffix, "out[i] = x[i] + y[i];");
    for (const MathRow& row : math_rows()) kernel(row.entry() + suffix, call_of(row, suffix, type));
  }
  return text + "}\n";
}

}  // namespace forewarp::bench
