// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/asm_escapes.hpp"

#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::source {
namespace fs = std::filesystem;
namespace {

/// Walks a source text token by token, as far as strings, comments and asm statements need it.
class Escapes {
 public:
  explicit Escapes(std::string_view source) : rest_(source) {}

  std::string take() {
    while (!rest_.empty()) {
      if (rest_.starts_with("//"))
        copy(end_of_comment());
      else if (rest_.starts_with("/*"))
        copy(after(rest_.find("*/", 2), 2));
      else if (is_digit(rest_[0]))
        copy(word_size("'."));
      else if (is_word(rest_[0]))
        word();
      else if (rest_[0] == '"')
        text(closing_quote('"'));
      else if (rest_[0] == '\'')
        copy(closing_quote('\''));
      else
        other();
    }
    return std::move(out_);
  }

 private:
  static std::size_t after(std::size_t at, std::size_t size) { return at == std::string_view::npos ? at : at + size; }

  void copy(std::size_t size) {
    out_ += rest_.substr(0, size);
    rest_.remove_prefix(std::min(size, rest_.size()));
  }

  /// The length up to and including the closing quote, or up to the end of the line, as an #error may contain an
  /// apostrophe.
  [[nodiscard]] std::size_t closing_quote(char quote) const {
    for (std::size_t i = 1; i < rest_.size() && rest_[i] != '\n'; ++i) {
      if (rest_[i] == '\\')
        ++i;
      else if (rest_[i] == quote)
        return i + 1;
    }
    return rest_.find('\n');
  }

  /// A `\` at the end of a line goes on with the next one.
  [[nodiscard]] std::size_t end_of_comment() const {
    std::size_t size = rest_.find('\n');
    while (size != std::string_view::npos && rest_[size - 1] == '\\') size = rest_.find('\n', size + 1);
    return size;
  }

  [[nodiscard]] std::size_t word_size(std::string_view also = "") const {
    std::size_t size = 1;
    while (size < rest_.size() && (is_word(rest_[size]) || also.find(rest_[size]) != also.npos)) ++size;
    return size;
  }

  void word() {
    const std::size_t size = word_size();
    const std::string_view name = rest_.substr(0, size);
    const bool raw = (name == "R" || name == "LR" || name == "uR" || name == "UR" || name == "u8R") &&
                     size < rest_.size() && rest_[size] == '"';
    plain_ = plain_ && raw;
    if (name == "asm" || name == "__asm__" || name == "__asm")
      waits_ = true;
    else if (name != "volatile" && name != "__volatile__" && name != "goto" && depth_ == 0)
      waits_ = false;
    copy(size);
    if (raw) raw_text();
  }

  void raw_text() {
    const std::size_t open = rest_.find('(');
    if (open == std::string_view::npos) return copy(1);
    const std::string close = fmt::format("){}\"", rest_.substr(1, open - 1));
    text(after(rest_.find(close, open), close.size()));
  }

  /// A string: `%` and two letters begin the name of a register, as no operand does ("%0", "%c0", "%[name]"). Strings
  /// behind the first colon are constraints, or the program's own.
  void text(std::size_t size) {
    const std::string_view all = rest_.substr(0, size);
    rest_.remove_prefix(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      out_ += all[i];
      if (!template_ || all[i] != '%' || i + 2 >= all.size()) continue;
      if (all[i + 1] == '%')
        out_ += all[++i];
      else if (is_letter(all[i + 1]) && is_letter(all[i + 2]))
        out_ += '%';
    }
  }

  void other() {
    const char c = rest_[0];
    if (c == '(' && waits_ && depth_ == 0) {
      template_ = plain_ = true;
      begin_ = rest_;
      begin_out_ = out_.size();
    }
    if (c == '(' && (waits_ || depth_ > 0)) ++depth_;
    if (c == ')' && depth_ > 0 && --depth_ == 0) end_statement();
    if (c == ';') depth_ = 0;  // whatever became of a parenthesis in a branch of #if
    if (c == ';' || (c == ':' && depth_ == 1)) template_ = plain_ = false;
    if (c == '(' || c == ';' || c == '{' || c == '}') waits_ = false;
    copy(1);
  }

  /// A statement of strings alone has no operands, and its `%` stand for themselves.
  void end_statement() {
    if (plain_) out_.replace(begin_out_, std::string::npos, begin_.substr(0, begin_.size() - rest_.size()));
    template_ = plain_ = false;
  }

  std::string_view rest_;
  std::string out_;
  bool waits_ = false;      ///< behind 'asm', before its parenthesis
  unsigned depth_ = 0;      ///< of parentheses in an asm statement
  bool template_ = false;   ///< in one, before its first colon
  bool plain_ = false;      ///< in one, which has had nothing but strings so far
  std::string_view begin_;  ///< where it begins
  std::size_t begin_out_ = 0;
};

constexpr std::string_view unknown_escape = "error: invalid % escape in inline assembly string";

/// The files that the compiler's messages name: "FILE:LINE:COLUMN: error: ...".
std::set<std::string> files_named(const std::string& said) {
  std::set<std::string> files;
  for (const std::string_view line : split_at(said, '\n')) {
    std::size_t at = std::min(line.find(": error: "), line.find(": note: "));
    for (int part = 0; part < 2 && at != std::string_view::npos; ++part)
      at = at == 0 ? std::string_view::npos : line.rfind(':', at - 1);
    if (at != std::string_view::npos) files.emplace(line.substr(0, at));
  }
  return files;
}

/// Copies of files that the compiler reads instead of the originals.
class Overlay {
 public:
  /// True where there is a new one.
  bool add(const std::string& file) {
    std::error_code ec;
    const std::string real = fs::absolute(file, ec).lexically_normal().string();
    if (copies_.contains(real) || !fs::is_regular_file(real, ec)) return false;
    const std::string source = read_file(real);
    const std::string escaped = with_asm_escapes(source);
    if (escaped == source) return false;
    const fs::path copy = folder_ / std::to_string(copies_.size());
    write_file(copy, escaped);
    copies_.emplace(real, copy.string());
    return true;
  }

  /// The list of files, as -ivfsoverlay reads it (YAML, of which JSON is a part).
  [[nodiscard]] std::string written() const {
    nlohmann::json roots = nlohmann::json::array();
    for (const auto& [real, copy] : copies_)
      roots.push_back({{"name", real}, {"type", "file"}, {"external-contents", copy}});
    const fs::path list = folder_ / "overlay.yaml";
    write_file(list, nlohmann::json{{"version", 0}, {"use-external-names", false}, {"roots", roots}}.dump());
    return list.string();
  }

 private:
  TemporaryFolder folder_;
  std::map<std::string, std::string> copies_;
};

}  // namespace

std::string with_asm_escapes(std::string_view source) { return Escapes(source).take(); }

ProcessResult run_compiler(const std::vector<std::string>& command, const ProcessOptions& options) {
  ProcessResult result = run_process(command, options);
  Overlay overlay;
  // Each round may reach files behind those that are mended: clang stops at twenty errors.
  constexpr int most_rounds = 8;
  for (int round = 0; round < most_rounds && result.errors.find(unknown_escape) != std::string::npos; ++round) {
    bool mended = false;
    for (const std::string& file : files_named(result.errors)) mended = overlay.add(file) || mended;
    if (!mended) break;
    std::vector<std::string> again = command;
    again.insert(again.end(), {"-ivfsoverlay", overlay.written()});
    result = run_process(again, options);
  }
  return result;
}

}  // namespace forewarp::source
