// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/report/browser.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "forewarp/support/file.hpp"
#include "forewarp/support/markup.hpp"

namespace forewarp::report {

namespace {

void replace(std::string& text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
}

std::string decoded(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      out += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

/// Keeps what goes wrong from the first script on; console.error is what browsers report by themselves.
constexpr const char* watch =
    "<script>window.problems = []; addEventListener('error', (e) => problems.push(e.message)); "
    "console.error = (...all) => problems.push(all.join(' '));</script><style>";

/// The DOM of the file once its scripts ran, and in it the probe's answer.
Json answer_of(const std::filesystem::path& folder) {
  const std::string dom =
      output_of(fmt::format("timeout 60 chromium --headless=new --no-sandbox --disable-gpu "
                            "--user-data-dir='{0}/profile' --dump-dom 'file://{0}/page.html' 2>/dev/null",
                            folder.string()));
  const std::string mark = "data-probe=\"";
  const auto begin = dom.find(mark);
  if (begin == std::string::npos)
    return Json::array({nullptr, Json::array({"no answer from the page: " + dom.substr(0, 300)})});
  const auto end = dom.find('"', begin + mark.size());
  return Json::parse(decoded(dom.substr(begin + mark.size(), end - begin - mark.size())));
}

}  // namespace

std::string output_of(const std::string& command) {
  std::string text;
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return text;
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) text.append(buffer.data(), n);
  ::pclose(pipe);
  return text;
}

std::vector<Document> documents_of(std::initializer_list<std::pair<const char*, const char*>> texts) {
  std::vector<Document> documents;
  for (const auto& [name, text] : texts) documents.push_back({name, Json::parse(text)});
  return documents;
}

void Browser::SetUp() {
  if (output_of("command -v chromium").empty()) GTEST_SKIP() << "no chromium (Debian: chromium)";
}

Json Browser::look(const std::string& document, const std::string& probe) {
  return look(std::vector{Document{"page", Json::parse(document)}}, probe);
}

Json Browser::look(const std::vector<Document>& documents, const std::string& probe) {
  return look_at(page_html(page_of(documents)), probe);
}

Json Browser::look_at(std::string html, const std::string& probe) {
  replace(html, "<style>", watch);
  replace(html, "</body>",
          "<script>document.body.dataset.probe = encodeURIComponent(JSON.stringify([(" + probe +
              ")(), window.problems]));</script></body>");
  write_file(folder_ / "page.html", html);
  return answer_of(folder_.path());
}

Json Browser::look_on_a_phone(const std::vector<Document>& documents, const std::string& probe) {
  return look_at_size(page_html(page_of(documents)), 390, 844, probe);
}

Json Browser::look_at_size(std::string html, int width, int height, const std::string& probe) {
  replace(html, "<style>", watch);
  const std::string frame = fmt::format(
      "<!DOCTYPE html><meta charset=\"utf-8\"><body><iframe width=\"{}\" height=\"{}\" style=\"border: 0\" "
      "srcdoc=\"{}\"></iframe><script>"
      "const frame = document.querySelector('iframe'); frame.addEventListener('load', () => {{ const w = "
      "frame.contentWindow; "
      "document.body.dataset.probe = encodeURIComponent(JSON.stringify([({})(w), w.problems])); }});</script></body>",
      width, height, escape_markup(html), probe);
  write_file(folder_ / "page.html", frame);
  return answer_of(folder_.path());
}

}  // namespace forewarp::report
