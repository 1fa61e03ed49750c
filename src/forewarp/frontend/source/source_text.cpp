// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/source_text.hpp"

#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "forewarp/frontend/source/detail/line_marker.hpp"

namespace forewarp::source {
namespace fs = std::filesystem;
namespace {

/// The texts while they grow.
class Texts {
 public:
  /// What follows goes to this file, at this line; to no file where there is none.
  void turn_to(const std::optional<fs::path>& file, std::uint32_t line) {
    current_ = nullptr;
    if (!file) return;
    const auto [found, added] = index_.try_emplace(*file, all_.size());
    if (added) all_.push_back({*file, ""});
    current_ = &all_[found->second];
    lines_.resize(all_.size(), 1);
    std::uint32_t& at = lines_[found->second];
    // A hostile marker may say any line; a file that long has no place to keep.
    constexpr std::uint32_t most = 1 << 20;
    if (line > at && line < most) {
      current_->text.append(line - at, '\n');
      at = line;
    }
    current_line_ = &at;
  }

  void add(std::string_view line) {
    if (current_ == nullptr) return;
    current_->text.append(line).append("\n");
    ++*current_line_;
  }

  std::vector<SourceText> take() { return std::move(all_); }

 private:
  std::vector<SourceText> all_;
  std::vector<std::uint32_t> lines_;  ///< of each, the number of the line that comes next
  std::map<fs::path, std::size_t> index_;
  SourceText* current_ = nullptr;
  std::uint32_t* current_line_ = nullptr;
};

}  // namespace

std::vector<SourceText> texts_in(std::string_view text, const fs::path& toolkit) {
  Texts texts;
  std::map<std::string, std::optional<fs::path>> known;  // there are many more markers than files
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    const auto marker = line_marker(line);
    if (!marker) {
      texts.add(line);
      continue;
    }
    const auto [found, added] = known.try_emplace((marker->system ? "3" : "1") + marker->file);
    if (added) found->second = users_file(*marker, toolkit);
    texts.turn_to(found->second, marker->line);
  }
  return texts.take();
}

std::string packed_texts(const std::vector<SourceText>& texts) {
  nlohmann::json all = nlohmann::json::array();
  for (const SourceText& t : texts) all.push_back({t.file.string(), t.text});
  return all.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

std::optional<std::vector<SourceText>> unpacked_texts(std::string_view packed) {
  const nlohmann::json all = nlohmann::json::parse(packed, nullptr, false);
  if (!all.is_array()) return std::nullopt;
  std::vector<SourceText> texts;
  for (const nlohmann::json& t : all) {
    if (!t.is_array() || t.size() != 2 || !t[0].is_string() || !t[1].is_string()) return std::nullopt;
    texts.push_back({t[0].get<std::string>(), t[1].get<std::string>()});
  }
  return texts;
}

}  // namespace forewarp::source
