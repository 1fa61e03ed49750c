// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/opencl/cuda_text.hpp"

#include <set>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::run::opencl {
namespace {

const std::set<std::string_view> type_words = {
    "void",   "bool",   "char",    "short",   "int",      "long",    "unsigned", "signed",  "float",
    "double", "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t",
    "size_t", "float2", "float4",  "double2", "int2",     "int4",    "uint2",    "uint4",   "uchar4"};

}  // namespace

void CudaText::fail(std::size_t at, std::string_view what) const {
  throw InputError(fmt::format("{}:{}: {} cannot be expressed in OpenCL C", name_, tokens_[at].line, what));
}

bool CudaText::is_type(std::size_t at) const { return is_word(at) && type_words.contains(tokens_[at].text); }

std::size_t CudaText::next(std::size_t at) const {
  for (++at; at < size() && tokens_[at].text.empty();) ++at;
  return at;
}

std::size_t CudaText::previous(std::size_t at) const {
  while (at > 0 && (tokens_[at - 1].text.empty() || tokens_[at - 1].kind == CudaToken::Kind::directive)) --at;
  return at;
}

std::size_t CudaText::closing(std::size_t open) const {
  if (open >= size()) fail(size() - 1, "a text that ends in the middle");
  const std::string begin = tokens_[open].text, end = begin == "("   ? ")"
                                                      : begin == "{" ? "}"
                                                      : begin == "[" ? "]"
                                                                     : ">";
  std::size_t depth = 0;
  for (std::size_t i = open; i < size(); ++i) {
    if (tokens_[i].text == begin) ++depth;
    if (tokens_[i].text == end && --depth == 0) return i;
  }
  fail(open, "a bracket is never closed");
}

std::string CudaText::text(std::size_t from, std::size_t to) const {
  std::string out;
  for (std::size_t i = from; i < to; ++i) out += tokens_[i].space + tokens_[i].text;
  return out;
}

void CudaText::erase(std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to; ++i) tokens_[i].text.clear(), tokens_[i].kind = CudaToken::Kind::other;
}

}  // namespace forewarp::run::opencl
