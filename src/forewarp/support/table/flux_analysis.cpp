// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <charconv>
#include <map>
#include <optional>

#include "forewarp/support/error.hpp"
#include "forewarp/support/table/flux.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::table {
namespace {

/// "Name: x" is x of "Name:"; nothing for another key.
std::optional<std::string_view> value_of(std::string_view line, std::string_view key) {
  if (!line.starts_with(key)) return std::nullopt;
  return trimmed(line.substr(key.size()));
}

/// "ld.global.L2::128B.f32": one word.
bool is_instruction(std::string_view what) { return !what.empty() && what.find_first_of(" \t,") == what.npos; }

/// Line by line: what a line is follows from its indentation and its dash.
class AnalysisReader {
 public:
  AnalysisReader(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  std::vector<FluxKernel> all() {
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      ++line_;
      read(text_.substr(at, end - at));
      at = end + 1;
    }
    finish_kernel();
    return std::move(kernels_);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw ParseError({std::string(file_), line_, 0}, message);
  }

  void read(std::string_view line) {
    const std::string_view content = trimmed(line);
    if (content.empty() || content.starts_with('#') || content == "---") return;
    const std::size_t indentation = line.find_first_not_of(' ');
    if (content.starts_with("- ") || content == "-")
      entry(indentation, trimmed(content.substr(1)));
    else
      key(content);
  }

  void entry(std::size_t indentation, std::string_view what) {
    if (indentation == 0) {
      if (what != "Function:") fail(fmt::format("expected '- Function:', not '- {}'", what));
      finish_kernel();
      kernel_.emplace();
    } else if (!kernel_ || !in_blocks_) {
      fail(fmt::format("'- {}' belongs to no 'Blocks:'", what));
    } else if (what.ends_with(':')) {
      finish_block();
      kernel_->blocks.push_back({std::string(what.substr(0, what.size() - 1)), {}});
    } else if (kernel_->blocks.empty()) {
      fail(fmt::format("the instruction '{}' belongs to no block", what));
    } else if (!is_instruction(what)) {
      fail(fmt::format("'{}' is no PTX instruction", what));
    } else {
      ++counts_[std::string(what)];
    }
  }

  void key(std::string_view content) {
    if (!kernel_) fail(fmt::format("'{}' comes before the first '- Function:'", content));
    if (const auto name = value_of(content, "Name:")) {
      kernel_->name = *name;
    } else if (const auto count = value_of(content, "BlockCount:")) {
      std::size_t value = 0;
      const auto [stop, error] = std::from_chars(count->data(), count->data() + count->size(), value);
      if (error != std::errc{} || stop != count->data() + count->size())
        fail(fmt::format("BlockCount: '{}' is not a count", *count));
      stated_ = value;
    } else if (content == "Blocks:") {
      in_blocks_ = true;
    } else {
      fail(fmt::format("'{}' is nothing that CUDA Flux writes: Name, BlockCount, Blocks", content));
    }
  }

  void finish_block() {
    if (!kernel_->blocks.empty()) kernel_->blocks.back().instructions.assign(counts_.begin(), counts_.end());
    counts_.clear();
  }

  void finish_kernel() {
    if (!kernel_) return;
    finish_block();
    if (kernel_->name.empty()) fail("the function that ends here has no name");
    if (stated_ && *stated_ != kernel_->blocks.size())
      fail(fmt::format("'{}' declares {} blocks and has {}", kernel_->name, *stated_, kernel_->blocks.size()));
    const auto [place, is_new] = number_.try_emplace(kernel_->name, kernels_.size());
    if (is_new)
      kernels_.push_back(std::move(*kernel_));
    else
      kernels_[place->second] = std::move(*kernel_);
    kernel_.reset();
    stated_.reset();
    in_blocks_ = false;
  }

  std::string_view text_, file_;
  std::uint32_t line_ = 0;
  std::vector<FluxKernel> kernels_;
  std::map<std::string, std::size_t> number_;
  std::optional<FluxKernel> kernel_;
  std::map<std::string, double> counts_;  ///< of the last block of kernel_
  std::optional<std::size_t> stated_;
  bool in_blocks_ = false;
};

}  // namespace

std::vector<FluxKernel> parse_ptx_analysis(std::string_view text, std::string_view file) {
  return AnalysisReader(text, file).all();
}

}  // namespace forewarp::table
