// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Each pass looks at one construct of CUDA and leaves the token's text as OpenCL's; a token with
/// an empty text is gone. Positions never change, so an index stays valid through all passes, and
/// the line of every token is known for messages. Each pass is linear in the tokens, except that
/// the end of a bracket is searched again where needed.
///
/// Why not a parser: a whole C++ front end would be needed for what is a change of spelling in
/// kernels that are written like C. What is beyond that is refused by name instead of translated
/// wrongly. Example:
///
///     __global__ void scale(const float* a, int n) {      __kernel void scale(__global const float* a, int n,
///       extern __shared__ float tile[];                                      __local float* tile) {
///       const float* row = a + n;                           __auto_type row = a + n;
///       int i = blockIdx.x;                                 int i = ((uint)get_group_id(0));
///     }                                                   }
#include "forewarp/measure/run/opencl/from_cuda.hpp"

#include <map>
#include <set>

#include <fmt/format.h>

#include "forewarp/measure/run/opencl/cuda_functions.hpp"
#include "forewarp/measure/run/opencl/cuda_words.hpp"
#include "forewarp/measure/run/opencl/from_cuda_prelude.hpp"

namespace forewarp::run::opencl {
namespace {

using Kind = CudaToken::Kind;

/// What has no counterpart in OpenCL C 1.2, and what to call it.
const std::map<std::string_view, std::string_view> refused = {{"template", "a template"},
                                                              {"asm", "inline PTX"},
                                                              {"operator", "an operator of its own"},
                                                              {"std", "the standard library"},
                                                              {"nvcuda", "tensor instructions"},
                                                              {"wmma", "tensor instructions"},
                                                              {"__half", "half precision"},
                                                              {"__half2", "half precision"},
                                                              {"float3", "a vector of three"},
                                                              {"int3", "a vector of three"},
                                                              {"clock64", "the clock"},
                                                              {"clock", "the clock"},
                                                              {"tex2D", "a texture"},
                                                              {"tex1Dfetch", "a texture"},
                                                              {"__syncwarp", "the warp"},
                                                              {"warpSize", "the warp"},
                                                              {"__activemask", "the warp"}};

void refuse(const CudaText& c) {
  for (std::size_t i = 0; i < c.size(); ++i) {
    if (c[i].kind != Kind::word) continue;
    const std::string& word = c[i].text;
    if (const auto found = refused.find(word); found != refused.end()) c.fail(i, found->second);
    if (word.starts_with("__shfl") || word.starts_with("__ballot") || word.starts_with("__any_sync") ||
        word.starts_with("__all_sync") || word.starts_with("__match") || word.starts_with("__reduce_"))
      c.fail(i, "a shuffle or vote of a warp");
  }
}

/// Names that CUDA leaves to programs and OpenCL does not.
void reserved(CudaText& c) {
  static const std::set<std::string_view> names = {"half",   "local",   "global",    "private", "constant",
                                                   "kernel", "event_t", "read_only", "generic", "uniform"};
  for (CudaToken& token : c)
    if (token.kind == Kind::word && names.contains(token.text)) token.text += "_";
}

void linkage(CudaText& c) {
  for (std::size_t i = 0; i + 1 < c.size(); ++i) {
    if (c.is(i, "extern") && c[i + 1].is("\"C\"")) c.erase(i, i + 2);
    if (c[i].kind == Kind::directive && c[i].text.find("include") != std::string::npos) {
      if (c[i].text.find("fp16") != std::string::npos) c.fail(i, "half precision");
      c[i].text.clear();
    }
    if (c.is(i, "__launch_bounds__") || c.is(i, "__align__")) c.erase(i, c.closing(i + 1) + 1);
  }
  for (CudaToken& token : c)
    if (token.is("__host__") || token.is("__forceinline__") || token.is("__noinline__") || token.is("inline") ||
        (token.is("static") && token.kind == Kind::word))
      token.text.clear();
}

void namespaces(CudaText& c) {
  for (std::size_t i = 0; i < c.size(); ++i) {
    if (!c.is(i, "namespace")) continue;
    std::size_t open = c.next(i);
    if (c.is_word(open)) open = c.next(open);
    if (!c.is(open, "{")) c.fail(i, "this namespace");
    c[c.closing(open)].text.clear();
    c.erase(i, open + 1);
  }
}

/// static_cast<int>(x), int(x): (int)(x).
void casts(CudaText& c) {
  for (std::size_t i = 0; i + 1 < c.size(); ++i) {
    if ((c.is(i, "static_cast") || c.is(i, "reinterpret_cast") || c.is(i, "const_cast")) && c.is(i + 1, "<")) {
      const std::size_t end = c.closing(i + 1);
      const bool pointer = c[end - 1].is("*");
      c[i].text.clear();
      c[i + 1].text = pointer ? "(__global " : "(";
      c[end].text = ")";
    } else if (c.is_type(i) && c.is(i + 1, "(") && !c.is(c.next(i + 1), "*") && !c[i].is("void")) {
      c[i].text = "(" + c[i].text + ")";
    } else if (c.is(i, "(") && c.is_type(i + 1) && c.is(i + 2, "*") && c.is(i + 3, ")")) {
      c[i].text = "(__global ";
    }
  }
}

/// struct Body {: typedef struct Body Body; struct Body {.  using Real = float: typedef float Real.
void structures(CudaText& c) {
  for (std::size_t i = 0; i + 3 < c.size(); ++i) {
    if (c.is(i, "struct") && c.is_word(i + 1) && c.is(c.next(i + 1), "{"))
      c[i].text = fmt::format("typedef struct {0} {0}; struct", c[i + 1].text);
    if (!c.is(i, "using") || !c.is(i + 2, "=")) continue;
    c[i].text = "typedef";
    std::size_t end = i + 3;
    while (end < c.size() && !c.is(end, ";")) ++end;
    c[end - 1].text += " " + c[i + 1].text;
    c.erase(i + 1, i + 3);
  }
}

/// What begins here has a value and no parameters.
bool is_variable(const CudaText& c, std::size_t at) {
  for (; at < c.size() && !c.is(at, "(") && !c.is(at, ";") && !c.is(at, "{"); ++at)
    if (c.is(at, "=") || c.is(at, "[")) return true;
  return false;
}

/// constexpr int tile = 16: enum { tile = 16 }. False for types that an enumerator cannot have
/// (it is an int): long, real numbers, bool. Those stay constants and cannot be the size of an
/// array.
bool to_enumerator(CudaText& c, std::size_t at) {
  std::size_t name = c.next(at);
  bool integer = false;
  for (; c.is_type(name); name = c.next(name)) {
    if (c.is(name, "long") || c.is(name, "float") || c.is(name, "double") || c.is(name, "bool") || c.is(name, "*"))
      return false;
    integer = true;
  }
  if (!integer || !c.is_word(name) || !c.is(c.next(name), "=")) return false;
  std::size_t end = name;
  while (end < c.size() && !c.is(end, ";")) ++end;
  if (end == c.size()) c.fail(at, "a constant is never closed");
  c[at].text = "enum {";
  c.erase(at + 1, name);
  c[end].text = " };";
  return true;
}

/// Integer constants may be the size of an array, which only an enumerator is in C; others are constant memory where
/// they are outside of functions.
void constants(CudaText& c) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < c.size(); ++i) {
    if (c.is(i, "{")) ++depth;
    if (c.is(i, "}") && depth > 0) --depth;
    if (c.is(i, "__constant__") || (depth == 0 && c.is(i, "__device__") && is_variable(c, i))) {
      c[i].text = "__constant";
      if (c.is(c.next(i), "constexpr")) c[c.next(i)].text = "const";
      continue;
    }
    if (!c.is(i, "constexpr") && !(depth == 0 && c.is(i, "const") && is_variable(c, i))) continue;
    if (depth == 0 && c.previous(i) > 0 && c.is(c.previous(i) - 1, "__constant")) continue;
    if (!to_enumerator(c, i)) c[i].text = depth == 0 ? "__constant" : "const";
  }
}

}  // namespace

/// The order of the passes matters. Refusals come first, while the text is still the user's. reserved() precedes
/// everything that writes OpenCL's own words, which it would rename. constants() needs the qualifiers that
/// translate_functions() replaces, and translate_words(), last, replaces what the others search for, such as __shared__
/// and constexpr.
FromCuda from_cuda(std::string_view cuda, std::string_view name) {
  CudaText c(cuda_tokens(cuda), name);
  refuse(c);
  reserved(c);
  linkage(c);
  namespaces(c);
  casts(c);
  structures(c);
  constants(c);
  std::optional<std::string> local = translate_functions(c);
  translate_words(c, 0, c.size());
  return {std::string(cuda_prelude()) + c.text(0, c.size()), std::move(local)};
}

}  // namespace forewarp::run::opencl
