// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The commands' JSON as pages: `--report out.html` and `forewarp report results.json ...` go the same way.
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "forewarp/report/page/page.hpp"

namespace forewarp::report {

/// One command's --json output and where it came from ("predict", or the name of its file).
struct Document {
  std::string name;
  nlohmann::ordered_json json;
};

/// The page of one document, or of several, one after the other. Throws InputError naming the document where it is not
/// what a command of forewarp prints, or a member is missing or of the wrong kind.
[[nodiscard]] Page page_of(std::span<const Document> documents);

/// Written beside and renamed.
void write_page(const Page& page, const std::filesystem::path& file);

}  // namespace forewarp::report
