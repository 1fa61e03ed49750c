// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/opencl/cuda_functions.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "forewarp/measure/run/opencl/cuda_words.hpp"

namespace forewarp::run::opencl {
namespace {

/// The tokens of a function: __global__ or __device__, the brackets of its parameters, the braces of its body.
struct FunctionPlace {
  std::size_t qualifier, open, close, body, last;
};

/// The address space before each parameter that is a pointer.
void spaces(CudaText& c, std::size_t open, std::size_t end, std::string_view space) {
  std::size_t begin = c.next(open);
  // Commas separate parameters only outside of brackets; the closing bracket ends the last one.
  for (std::size_t i = begin, depth = 0; i <= end; ++i) {
    if (c.is(i, "(") || c.is(i, "[")) ++depth;
    if ((c.is(i, ")") || c.is(i, "]")) && i != end) --depth;
    if (i != end && !(c.is(i, ",") && depth == 0)) continue;
    for (std::size_t k = begin; k < i; ++k)
      if (c.is(k, "*")) {
        c[begin].text = std::string(space) + c[begin].text;
        break;
      }
    begin = c.next(i);
  }
}

/// const float* row = a + n: __auto_type row = a + n, which takes the space of what it points
/// into. Only a declaration has this form: at the start of a statement or after an opening
/// bracket, qualifiers, one word, more words of types, a star, a name and "=". In float *p = a,
/// *q = b the second name becomes a declaration of its own: __auto_type p = a; __auto_type q = b.
/// A product as a statement (a * b = c) would match too, but is no C++ that compiles.
void pointers(CudaText& c, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to; i = c.next(i)) {
    if (!(c.is(i, ";") || c.is(i, "{") || c.is(i, "}") || c.is(i, "("))) continue;
    const std::size_t begin = c.next(i);
    std::size_t at = begin;
    while (c.is(at, "const") || c.is(at, "volatile")) at = c.next(at);
    if (!c.is_word(at)) continue;
    at = c.next(at);
    while (c.is_type(at) || c.is(at, "const")) at = c.next(at);
    if (!c.is(at, "*")) continue;
    at = c.next(at);
    while (c.is(at, "const") || c.is(at, "__restrict__")) at = c.next(at);
    if (!c.is_word(at) || !c.is(c.next(at), "=")) continue;
    c[begin].text = "__auto_type";
    c[begin].kind = CudaToken::Kind::other;
    c.erase(begin + 1, at);
    for (std::size_t k = at, depth = 0; k < to && !(c.is(k, ";") && depth == 0); k = c.next(k)) {
      if (c.is(k, "(") || c.is(k, "[")) ++depth;
      if (c.is(k, ")") || c.is(k, "]")) --depth;
      if (!c.is(k, ",") || depth != 0 || !c.is(c.next(k), "*")) continue;
      c[c.next(k)].text.clear();
      c[k].text = "; __auto_type ";
    }
  }
}

/// CUDA's kernels point to global memory, so every pointer parameter is __global. Dynamic shared
/// memory has no declaration in OpenCL: it becomes the last parameter, whose size the host gives
/// with the argument. One name per kernel; two arrays of unknown size would be the same memory in
/// CUDA, too.
std::optional<std::string> kernel(CudaText& c, const FunctionPlace& f, std::optional<std::string> local) {
  c[f.qualifier].text = "__kernel";
  spaces(c, f.open, f.close, "__global ");
  for (std::size_t i = f.body; i < f.last; ++i) {
    if (!c.is(i, "extern") || !c.is(c.next(i), "__shared__")) continue;
    std::size_t bracket = i;
    while (bracket < f.last && !c.is(bracket, "[")) ++bracket;
    const std::size_t name = c.previous(bracket) - 1, stop = c.closing(bracket) + 1;
    if (local) c.fail(i, "dynamic shared memory of two names");
    local = c[name].text;
    c[c.next(i)].text.clear();
    c[i].text.clear();
    c[f.close].text = fmt::format("{} __local{}* {})", c.next(f.open) == f.close ? "" : ",", c.text(i, name), *local);
    c.erase(i, stop + 1);
  }
  return local;
}

/// A function with pointers is written once for each address space that they may point to, with
/// clang's attribute overloadable, and OpenCL's compiler chooses by the type of the argument.
/// CUDA has generic pointers and needs one; OpenCL C 1.2 does not. All pointers of one version
/// share a space, so a call that mixes spaces is refused by the compiler. The original tokens are
/// put back after each version, since spaces() and words() change them in place.
void helper(CudaText& c, const FunctionPlace& f) {
  const bool points =
      std::any_of(c.begin() + static_cast<std::ptrdiff_t>(f.open), c.begin() + static_cast<std::ptrdiff_t>(f.close),
                  [](const auto& x) { return x.is("*"); });
  const std::string own = c[c.previous(f.open) - 1].text;
  for (CudaToken& token : c)  // OpenCL may have a function of this name
    if (token.kind == CudaToken::Kind::word && token.text == own) token.text += "_own";
  c[f.qualifier].text = points ? "FW_OVER" : "static";
  if (!points) return;
  const std::vector<CudaToken> plain(c.begin() + static_cast<std::ptrdiff_t>(f.qualifier),
                                     c.begin() + static_cast<std::ptrdiff_t>(f.last + 1));
  std::string others;
  for (const std::string_view space : {"__local ", "__private "}) {
    spaces(c, f.open, f.close, space);
    translate_words(c, f.qualifier, f.last + 1);
    others += c.text(f.qualifier, f.last + 1) + "\n";
    std::copy(plain.begin(), plain.end(), c.begin() + static_cast<std::ptrdiff_t>(f.qualifier));
  }
  spaces(c, f.open, f.close, "__global ");
  c[f.qualifier].text = others + c[f.qualifier].text;
}

}  // namespace

/// Finds functions by their qualifiers outside of all braces, hands kernels and helpers to their
/// own rewriting, and continues after the body. The body is rewritten first, because a helper is
/// copied with it.
std::optional<std::string> translate_functions(CudaText& c) {
  std::optional<std::string> local;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < c.size(); ++i) {
    if (c.is(i, "{")) ++depth;
    if (c.is(i, "}") && depth > 0) --depth;
    if (depth != 0 || !(c.is(i, "__global__") || c.is(i, "__device__"))) continue;
    std::size_t open = i;
    while (open < c.size() && !c.is(open, "(") && !c.is(open, ";")) ++open;
    if (!c.is(open, "(")) continue;
    const std::size_t end = c.closing(open), body = c.next(end);
    if (!c.is(body, "{")) {  // declared here, defined later
      c[i].text = c.is(i, "__global__") ? "__kernel" : "static";
      continue;
    }
    for (std::size_t k = open; k < end; ++k)
      if (c.is(k, "&")) c.fail(k, "a reference");
    const FunctionPlace place{.qualifier = i, .open = open, .close = end, .body = body, .last = c.closing(body)};
    pointers(c, body, place.last);
    if (c.is(i, "__global__"))
      local = kernel(c, place, std::move(local));
    else
      helper(c, place);
    i = place.last;
  }
  return local;
}

}  // namespace forewarp::run::opencl
