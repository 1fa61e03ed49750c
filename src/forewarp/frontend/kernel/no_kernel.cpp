// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/kernel/no_kernel.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "forewarp/support/text.hpp"

namespace forewarp::kernel {
namespace {

/// An argument for a template parameter: "typename T" -> "float", "bool B" -> "true", "int N" -> "256".
std::string example_argument(std::string_view parameter) {
  if (parameter.find("typename") != std::string_view::npos || parameter.find("class") != std::string_view::npos)
    return "float";
  return parameter.find("bool") != std::string_view::npos ? "true" : "256";
}

std::string example_arguments(std::string_view parameters) {
  std::string text;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= parameters.size(); ++i) {
    const bool end = i == parameters.size();
    if (!end && (parameters[i] == '<' || parameters[i] == '(')) ++depth;
    if (!end && (parameters[i] == '>' || parameters[i] == ')')) --depth;
    if (!end && (parameters[i] != ',' || depth > 0)) continue;
    text += (text.empty() ? "" : ", ") + example_argument(parameters.substr(begin, i - begin));
    begin = i + 1;
  }
  return text;
}

/// Whether a launch names its instance by what has the same meaning everywhere: numbers and basic types.
bool is_plain_instance(std::string_view launched) {
  const std::size_t open = launched.find('<');
  if (open == std::string_view::npos || launched.empty() || launched.back() != '>') return false;
  std::string word;
  for (const char c : launched.substr(open + 1)) {
    if (is_word(c)) {
      word += c;
      continue;
    }
    const bool number = !word.empty() && is_digit(word[0]);
    const bool plain = number || word.empty() || word == "float" || word == "double" || word == "int" ||
                       word == "unsigned" || word == "long" || word == "short" || word == "char" || word == "true" ||
                       word == "false" || word == "bool";
    if (!plain) return false;
    word.clear();
  }
  return true;
}

std::string example_instance(const source::SourceKernel& kernel, const source::SourceListing& listing) {
  for (const source::SourceLaunch& l : listing.launches) {
    const std::string_view called = std::string_view(l.kernel).substr(0, l.kernel.find('<'));
    if (called.ends_with(kernel.name) && is_plain_instance(l.kernel)) return l.kernel;
  }
  return fmt::format("{}<{}>", kernel.name, example_arguments(kernel.template_parameters));
}

template <class Items, class Text>
std::string joined(const Items& items, Text text) {
  std::string all;
  for (const auto& item : items) all += (all.empty() ? "" : ", ") + text(item);
  return all;
}

}  // namespace

std::optional<std::string> template_message(std::string_view name, const source::SourceListing& listing) {
  const auto found = std::ranges::find_if(
      listing.kernels, [&](const source::SourceKernel& k) { return k.is_template() && k.name == name; });
  if (found == listing.kernels.end()) return std::nullopt;
  return fmt::format("{} is a template <{}>: name an instance, such as --kernel '{}'", found->name,
                     found->template_parameters, example_instance(*found, listing));
}

std::string no_kernel_message(const std::string& path, const source::SourceListing& listing) {
  for (const source::SourceKernel& k : listing.kernels)
    if (const auto message = template_message(k.name, listing))
      return fmt::format("{}: its kernels are templates, which are compiled only where an instance is named. {}", path,
                         *message);
  if (!listing.kernels.empty())
    return fmt::format("{}: declares {}, but defines no kernel; name the file that does", path,
                       joined(listing.kernels, [](const source::SourceKernel& k) {
                         return fmt::format("{}({}) in line {}", k.name, k.parameters, k.line);
                       }));
  if (!listing.launches.empty())
    return fmt::format("{}: defines no kernel; it launches {}: name the file that defines it", path,
                       joined(listing.launches, [](const source::SourceLaunch& l) {
                         return fmt::format("{}<<<{}>>> in line {}", l.kernel, l.configuration, l.line);
                       }));
  return fmt::format("{}: defines no kernel (a __global__ function, __kernel of OpenCL, .entry of PTX)", path);
}

}  // namespace forewarp::kernel
