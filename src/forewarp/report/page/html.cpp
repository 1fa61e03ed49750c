// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "forewarp/report/page/assets.hpp"
#include "forewarp/report/page/engine.hpp"
#include "forewarp/report/page/glossary.hpp"
#include "forewarp/report/page/page.hpp"
#include "forewarp/support/markup.hpp"

namespace forewarp::report {

namespace {

/// JSON inside <script>: no "</script>" and no "<!--" may occur there.
std::string embedded(const nlohmann::ordered_json& json) {
  const std::string text = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

/// Definitions precede their uses.
std::string scripts() {
  std::string all = chart_engine();
  for (const char* name : {"elements.js", "tables.js", "charts.js", "brushes.js", "spaces.js", "listings.js",
                           "timeline.js", "answer.js", "page.js"})
    all += asset(name);
  return all;
}

/// What every page has. Attributes of scripts begin with a space.
constexpr std::string_view frame = R"__(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
{style}</style>
</head>
{body}<script{attributes}>
{d3}</script>
<script{attributes}>
"use strict";
(() => {{
{script}}})();
</script>
</body>
</html>
)__";

constexpr std::string_view file_body = R"__(<body>
<header><h1>{title}</h1></header>
<main id="page"><noscript><p>This page draws its data with JavaScript, which is off here.</p></noscript></main>
<footer><p>Made by forewarp. Everything on this page is inside this one file.</p></footer>
<script type="application/json" id="data">{data}</script>
)__";

/// Of a page whose data come later, as messages of the window around it (assets/page.js).
constexpr std::string_view live_body = R"__(<body class="live">
<header><h1></h1></header>
<main id="page"></main>
)__";

std::string framed(const std::string& title, std::string_view body, const std::string& attributes) {
  return fmt::format(fmt::runtime(frame), fmt::arg("title", title), fmt::arg("style", asset("page.css")),
                     fmt::arg("body", body), fmt::arg("attributes", attributes), fmt::arg("d3", d3_for_pages()),
                     fmt::arg("script", scripts()));
}

}  // namespace

nlohmann::ordered_json live_page_json(const Page& page) {
  nlohmann::ordered_json data = page_json(page);
  if (nlohmann::ordered_json words = glossary_json(page); !words.is_null()) data["glossary"] = std::move(words);
  return data;
}

std::string_view page_colours() {
  const std::string_view style = asset("page.css");
  return style.substr(0, style.find("* {"));
}

std::string live_page_html(std::string_view nonce) {
  return framed("forewarp: the answer", live_body, fmt::format(" nonce=\"{}\"", nonce));
}

std::string page_html(const Page& page) {
  const std::string title = escape_markup(page.title), data = embedded(live_page_json(page));
  return framed(title, fmt::format(fmt::runtime(file_body), fmt::arg("title", title), fmt::arg("data", data)), "");
}

}  // namespace forewarp::report
