// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Pages opened in headless Chromium; tests are skipped where there is none.
#include <gtest/gtest.h>

#include <filesystem>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "forewarp/report/page/documents.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::report {

using Json = nlohmann::ordered_json;

/// What the command prints.
[[nodiscard]] std::string output_of(const std::string& command);
[[nodiscard]] std::vector<Document> documents_of(std::initializer_list<std::pair<const char*, const char*>> texts);

class Browser : public ::testing::Test {
 protected:
  void SetUp() override;

  /// Opens the page, runs `probe` (a function of JavaScript) in it, and returns [what it gave, the errors of the page].
  Json look(const std::string& document, const std::string& probe);
  Json look(const std::vector<Document>& documents, const std::string& probe);
  Json look_at(std::string html, const std::string& probe);
  /// The page in a window of that many pixels: `probe` is given this window.
  Json look_at_size(std::string html, int width, int height, const std::string& probe);
  /// The same as wide as a phone.
  Json look_on_a_phone(const std::vector<Document>& documents, const std::string& probe);

  TemporaryFolder folder_{"browser"};
};

}  // namespace forewarp::report
