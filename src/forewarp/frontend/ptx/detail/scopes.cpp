// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/detail/scopes.hpp"

#include <charconv>

#include <fmt/format.h>

namespace forewarp::ptx::detail {

std::string element_name(std::string_view vector, std::uint32_t element) {
  return fmt::format("{}${}", vector, "xyzw"[element % 4]);
}

void Scopes::reset(Function& function) {
  function_ = &function;
  depth_ = deepest_range_ = 0;
  names_.clear();
  range_names_.clear();
  symbols_.clear();
  ranges_.clear();
  for (auto& list : declared_at_) list.clear();
}

void Scopes::open() {
  ++depth_;
  if (declared_at_.size() <= depth_) declared_at_.emplace_back();
}

void Scopes::close() {
  auto& declared = declared_at_[depth_];
  for (auto it = declared.rbegin(); it != declared.rend(); ++it)
    names_[symbols_[*it].written].innermost = symbols_[*it].shadowed;
  declared.clear();
  close_ranges();
  --depth_;
}

void Scopes::close_ranges() {
  while (!ranges_.empty() && ranges_.back().depth == depth_) {
    range_names_[ranges_.back().prefix].innermost = ranges_.back().shadowed;
    ranges_.pop_back();
  }
  deepest_range_ = ranges_.empty() ? 0 : ranges_.back().depth;
}

std::string_view Scopes::unique(std::string_view written) {
  Name& name = names_[written];
  if (!name.taken && module_names_.find(written) == nullptr) {
    name.taken = true;
    return written;
  }
  std::uint32_t suffix = name.next_suffix;
  for (;;) {
    const std::string candidate = fmt::format("{}${}", written, ++suffix);
    const Name* other = names_.find(candidate);
    if ((other != nullptr && other->taken) || module_names_.find(candidate) != nullptr) continue;
    const std::string_view kept = arena_.keep(candidate);
    names_[kept].taken = true;
    names_[written].next_suffix = suffix;
    return kept;
  }
}

std::string_view Scopes::declare_at(SymbolKind kind, std::int32_t index, std::string_view written,
                                    std::uint32_t depth) {
  const std::string_view own = unique(written);
  Name& name = names_[written];
  const auto id = static_cast<std::int32_t>(symbols_.size());
  symbols_.push_back({kind, index, depth, written, own, name.innermost, 1});
  name.innermost = id;
  if (depth > 0) declared_at_[depth].push_back(id);
  return own;
}

std::optional<std::string_view> Scopes::declare(SymbolKind kind, std::int32_t index, std::string_view written) {
  const Name* name = names_.find(written);
  if (name != nullptr && name->innermost >= 0 && symbols_[name->innermost].depth == depth_) return std::nullopt;
  return declare_at(kind, index, written, depth_);
}

bool Scopes::declare_vector(std::string_view written, Type type, std::uint32_t width) {
  const Name* name = names_.find(written);
  if (name != nullptr && name->innermost >= 0 && symbols_[name->innermost].depth == depth_) return false;
  make_vector(written, type, width, depth_);
  return true;
}

const Symbol* Scopes::make_vector(std::string_view written, Type type, std::uint32_t width, std::uint32_t depth) {
  const auto index = static_cast<std::int32_t>(function_->registers.size());
  const std::string_view own = declare_at(SymbolKind::vector_reg, index, written, depth);
  symbols_.back().width = width;
  for (std::uint32_t element = 0; element < width; ++element)
    function_->registers.push_back({unique(arena_.keep(element_name(own, element))), type});
  return &symbols_.back();
}

void Scopes::declare_parameter(SymbolKind kind, std::int32_t index, std::string_view name, std::uint32_t width) {
  Name& entry = names_[name];
  if (entry.innermost >= 0) return;
  entry = {static_cast<std::int32_t>(symbols_.size()), 0, true};
  symbols_.push_back({kind, index, 0, name, name, -1, width});
}

bool Scopes::declare_range(std::string_view prefix, std::uint32_t count, Type type, std::uint32_t width) {
  RangeName& name = range_names_[prefix];
  if (name.innermost >= 0 && ranges_[name.innermost].depth == depth_) return false;
  ranges_.push_back({prefix, count, depth_, type, name.innermost, width});
  name.innermost = static_cast<std::int32_t>(ranges_.size() - 1);
  deepest_range_ = depth_;
  return true;
}

const Scopes::Range* Scopes::range_of(std::string_view written) const {
  const Range* best = nullptr;
  // A prefix may end in digits itself: %r1<10> declares %r10 .. %r19. Ten digits hold every count.
  for (std::size_t split = written.size(); split > 1 && written.size() - split < 10; --split) {
    const char first = written[split - 1];
    if (first < '0' || first > '9') break;
    const std::string_view number = written.substr(split - 1);
    if (first == '0' && number.size() > 1) continue;
    const RangeName* name = range_names_.find(written.substr(0, split - 1));
    if (name == nullptr || name->innermost < 0) continue;
    const Range& range = ranges_[name->innermost];
    std::uint64_t value = 0;
    std::from_chars(number.data(), number.data() + number.size(), value);
    if (value < range.count && (best == nullptr || range.depth > best->depth)) best = &range;
  }
  return best;
}

const Symbol* Scopes::make_register(const Range& range, std::string_view written) {
  if (range.width > 1) return make_vector(written, range.type, range.width, range.depth);
  const auto index = static_cast<std::int32_t>(function_->registers.size());
  const std::string_view own = declare_at(SymbolKind::reg, index, written, range.depth);
  function_->registers.push_back({own, range.type});
  return &symbols_.back();
}

const Symbol* Scopes::find(std::string_view written) {
  const Name* name = names_.find(written);
  const Symbol* symbol = name != nullptr && name->innermost >= 0 ? &symbols_[name->innermost] : nullptr;
  if (symbol != nullptr && symbol->depth >= deepest_range_) return symbol;
  const Range* range = ranges_.empty() ? nullptr : range_of(written);
  if (range == nullptr || (symbol != nullptr && symbol->depth >= range->depth)) return symbol;
  return make_register(*range, written);
}

}  // namespace forewarp::ptx::detail
