// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/feature_store.hpp"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "forewarp/emulate/profile/stored.hpp"
#include "forewarp/model/feature/profile_features.hpp"

namespace forewarp::campaign {
namespace {

// Grows by one with every change of what a feature means; the catalogue itself is in the key by its names.
constexpr int version = 3;

profile::ProfileOptions with_registers(const kernel::Kernel& kernel, profile::ProfileOptions options) {
  if (options.registers == 0) options.registers = kernel.code.registers;
  return options;
}

std::string key_of(const kernel::Kernel& kernel, const profile::ProfileOptions& options) {
  return fmt::format("{}.features-{}", profile::profile_key(kernel.code.ptx, kernel.launch, options), version);
}

}  // namespace

std::string features_text(const feature::Features& features) {
  std::string text = "forewarp features\n";
  for (const auto& [name, value] : features.items()) text += fmt::format("{} {}\n", name, value);
  return text;
}

std::optional<feature::Features> features_from(std::string_view text) {
  constexpr std::string_view head = "forewarp features\n";
  if (!text.starts_with(head)) return std::nullopt;
  feature::Features features;
  for (text.remove_prefix(head.size()); !text.empty();) {
    const std::size_t end = text.find('\n'), blank = text.find(' ');
    if (end == std::string_view::npos || blank > end) return std::nullopt;
    const std::string_view name = text.substr(0, blank);
    double value = 0;
    const auto read = std::from_chars(text.data() + blank + 1, text.data() + end, value);
    if (read.ec != std::errc{} || read.ptr != text.data() + end || !std::isfinite(value) ||
        feature::find_feature(name) == nullptr)
      return std::nullopt;
    features.set(name, value);
    text.remove_prefix(end + 1);
  }
  return features;
}

feature::Features FeatureStore::get(const kernel::Kernel& kernel, const profile::ProfileOptions& options) const {
  const profile::ProfileOptions asked = with_registers(kernel, options);
  if (cache_)
    if (const auto text = cache_->get(key_of(kernel, asked)))
      if (auto features = features_from(*text)) return *features;
  const feature::Features features = feature::launch_features(*kernel.module, kernel.launch, asked);
  put(kernel, options, features);
  return features;
}

void FeatureStore::put(const kernel::Kernel& kernel, const profile::ProfileOptions& options,
                       const feature::Features& features) const {
  if (cache_) cache_->put(key_of(kernel, with_registers(kernel, options)), features_text(features));
}

}  // namespace forewarp::campaign
