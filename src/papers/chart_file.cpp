// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/chart_file.hpp"

#include <duktape.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "forewarp/report/page/assets.hpp"
#include "forewarp/report/page/engine.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::papers {
namespace {

struct Request {
  std::string_view modules, engine, chart, style;
  double width = 0;
};

/// Runs protected: errors of the engine leave it as the value on the stack. It has no destructors to jump over.
duk_ret_t draw(duk_context* context, void* data) {
  const auto& request = *static_cast<const Request*>(data);
  duk_eval_lstring_noresult(context, request.modules.data(), request.modules.size());
  duk_eval_lstring_noresult(context, request.engine.data(), request.engine.size());
  duk_get_global_string(context, "chartFile");
  duk_push_lstring(context, request.chart.data(), request.chart.size());
  duk_json_decode(context, -1);
  duk_push_lstring(context, request.style.data(), request.style.size());
  duk_push_number(context, request.width);
  duk_call(context, 3);
  return 1;
}

bool is_number(const report::Value& value) {
  const auto* number = std::get_if<double>(&value);
  return number == nullptr ? std::holds_alternative<std::string>(value) : std::isfinite(*number);
}

void check(const report::Chart& chart) {
  const auto drawn = [](const report::Series& series) {
    return std::ranges::any_of(series.marks, [](const report::Mark& m) { return is_number(m.x) && is_number(m.y); });
  };
  if (std::ranges::none_of(chart.series, drawn) && chart.columns.rows.empty())
    throw InputError(fmt::format("chart '{}': there is nothing to draw", chart.title));
}

}  // namespace

std::string chart_file(const report::Chart& chart, double width) {
  check(chart);
  const std::string engine = report::chart_engine(),
                    text = report::chart_json(chart).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  Request request{report::d3_for_drawing(), engine, text, report::asset("page.css"), width};
  const std::unique_ptr<duk_context, void (*)(duk_context*)> context(duk_create_heap_default(), duk_destroy_heap);
  if (!context) throw std::bad_alloc();
  const bool drawn = duk_safe_call(context.get(), draw, &request, 0, 1) == DUK_EXEC_SUCCESS;
  std::size_t size = 0;
  const char* result = duk_safe_to_lstring(context.get(), -1, &size);
  FOREWARP_ASSERT(drawn, result);
  return {result, size};
}

}  // namespace forewarp::papers
