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

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "forewarp/measure/run/opencl/cuda_tokens.hpp"
#include "forewarp/measure/run/opencl/from_cuda_prelude.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run::opencl {
namespace {

using Tokens = std::vector<CudaToken>;
using Kind = CudaToken::Kind;

const std::set<std::string_view> type_words = {
    "void",   "bool",   "char",    "short",   "int",      "long",    "unsigned", "signed",  "float",
    "double", "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t",
    "size_t", "float2", "float4",  "double2", "int2",     "int4",    "uint2",    "uint4",   "uchar4"};

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

class Translation {
 public:
  Translation(Tokens tokens, std::string_view name) : t_(std::move(tokens)), name_(name) {}

  /// The order matters. Refusals come first, while the text is still the user's. reserved()
  /// precedes everything that writes OpenCL's own words, which it would rename. constants() needs
  /// the qualifiers that functions() replaces, and words(), last, replaces what the others search
  /// for, such as __shared__ and constexpr.
  FromCuda run() {
    refuse();
    reserved();
    linkage();
    namespaces();
    casts();
    structures();
    constants();
    functions();
    words();
    return {std::string(cuda_prelude()) + text(0, t_.size()), local_};
  }

 private:
  [[noreturn]] void fail(std::size_t at, std::string_view what) const {
    throw InputError(fmt::format("{}:{}: {} cannot be expressed in OpenCL C", name_, t_[at].line, what));
  }
  [[nodiscard]] bool is(std::size_t at, std::string_view what) const { return at < t_.size() && t_[at].text == what; }
  [[nodiscard]] bool is_word(std::size_t at) const { return at < t_.size() && t_[at].kind == Kind::word; }
  [[nodiscard]] bool is_type(std::size_t at) const { return is_word(at) && type_words.contains(t_[at].text); }
  void erase(std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) t_[i].text.clear(), t_[i].kind = Kind::other;
  }
  /// The next token that is not gone.
  [[nodiscard]] std::size_t next(std::size_t at) const {
    for (++at; at < t_.size() && t_[at].text.empty();) ++at;
    return at;
  }
  /// One past the nearest token before this one that is neither gone nor a directive; subtract 1
  /// for the token.
  [[nodiscard]] std::size_t previous(std::size_t at) const {
    while (at > 0 && (t_[at - 1].text.empty() || t_[at - 1].kind == Kind::directive)) --at;
    return at;  // one past it
  }
  /// The token that closes the bracket at this one.
  [[nodiscard]] std::size_t closing(std::size_t open) const {
    if (open >= t_.size()) fail(t_.size() - 1, "a text that ends in the middle");
    const std::string begin = t_[open].text, end = begin == "(" ? ")" : begin == "{" ? "}" : begin == "[" ? "]" : ">";
    std::size_t depth = 0;
    for (std::size_t i = open; i < t_.size(); ++i) {
      if (t_[i].text == begin) ++depth;
      if (t_[i].text == end && --depth == 0) return i;
    }
    fail(open, "a bracket is never closed");
  }
  [[nodiscard]] std::string text(std::size_t from, std::size_t to) const {
    std::string out;
    for (std::size_t i = from; i < to; ++i) out += t_[i].space + t_[i].text;
    return out;
  }

  void refuse() const {
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (t_[i].kind != Kind::word) continue;
      const std::string& word = t_[i].text;
      if (const auto found = refused.find(word); found != refused.end()) fail(i, found->second);
      if (word.starts_with("__shfl") || word.starts_with("__ballot") || word.starts_with("__any_sync") ||
          word.starts_with("__all_sync") || word.starts_with("__match") || word.starts_with("__reduce_"))
        fail(i, "a shuffle or vote of a warp");
    }
  }

  /// Names that CUDA leaves to programs and OpenCL does not.
  void reserved() {
    static const std::set<std::string_view> names = {"half",   "local",   "global",    "private", "constant",
                                                     "kernel", "event_t", "read_only", "generic", "uniform"};
    for (CudaToken& token : t_)
      if (token.kind == Kind::word && names.contains(token.text)) token.text += "_";
  }

  void linkage() {
    for (std::size_t i = 0; i + 1 < t_.size(); ++i) {
      if (is(i, "extern") && t_[i + 1].is("\"C\"")) erase(i, i + 2);
      if (t_[i].kind == Kind::directive && t_[i].text.find("include") != std::string::npos) {
        if (t_[i].text.find("fp16") != std::string::npos) fail(i, "half precision");
        t_[i].text.clear();
      }
      if (is(i, "__launch_bounds__") || is(i, "__align__")) erase(i, closing(i + 1) + 1);
    }
    for (CudaToken& token : t_)
      if (token.is("__host__") || token.is("__forceinline__") || token.is("__noinline__") || token.is("inline") ||
          (token.is("static") && token.kind == Kind::word))
        token.text.clear();
  }

  void namespaces() {
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (!is(i, "namespace")) continue;
      std::size_t open = next(i);
      if (is_word(open)) open = next(open);
      if (!is(open, "{")) fail(i, "this namespace");
      t_[closing(open)].text.clear();
      erase(i, open + 1);
    }
  }

  /// static_cast<int>(x), int(x): (int)(x).
  void casts() {
    for (std::size_t i = 0; i + 1 < t_.size(); ++i) {
      if ((is(i, "static_cast") || is(i, "reinterpret_cast") || is(i, "const_cast")) && is(i + 1, "<")) {
        const std::size_t end = closing(i + 1);
        const bool pointer = t_[end - 1].is("*");
        t_[i].text.clear();
        t_[i + 1].text = pointer ? "(__global " : "(";
        t_[end].text = ")";
      } else if (is_type(i) && is(i + 1, "(") && !is(next(i + 1), "*") && !t_[i].is("void")) {
        t_[i].text = "(" + t_[i].text + ")";
      } else if (is(i, "(") && is_type(i + 1) && is(i + 2, "*") && is(i + 3, ")")) {
        t_[i].text = "(__global ";
      }
    }
  }

  /// struct Body {: typedef struct Body Body; struct Body {.  using Real = float: typedef float Real.
  void structures() {
    for (std::size_t i = 0; i + 3 < t_.size(); ++i) {
      if (is(i, "struct") && is_word(i + 1) && is(next(i + 1), "{"))
        t_[i].text = fmt::format("typedef struct {0} {0}; struct", t_[i + 1].text);
      if (!is(i, "using") || !is(i + 2, "=")) continue;
      t_[i].text = "typedef";
      std::size_t end = i + 3;
      while (end < t_.size() && !is(end, ";")) ++end;
      t_[end - 1].text += " " + t_[i + 1].text;
      erase(i + 1, i + 3);
    }
  }

  /// Integer constants may be the size of an array, which only an enumerator is in C; others are constant memory where
  /// they are outside of functions.
  void constants() {
    std::size_t depth = 0;
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (is(i, "{")) ++depth;
      if (is(i, "}") && depth > 0) --depth;
      if (is(i, "__constant__") || (depth == 0 && is(i, "__device__") && is_variable(i))) {
        t_[i].text = "__constant";
        if (is(next(i), "constexpr")) t_[next(i)].text = "const";
        continue;
      }
      if (!is(i, "constexpr") && !(depth == 0 && is(i, "const") && is_variable(i))) continue;
      if (depth == 0 && previous(i) > 0 && is(previous(i) - 1, "__constant")) continue;
      if (!to_enumerator(i)) t_[i].text = depth == 0 ? "__constant" : "const";
    }
  }
  /// What begins here has a value and no parameters.
  [[nodiscard]] bool is_variable(std::size_t at) const {
    for (; at < t_.size() && !is(at, "(") && !is(at, ";") && !is(at, "{"); ++at)
      if (is(at, "=") || is(at, "[")) return true;
    return false;
  }
  /// constexpr int tile = 16: enum { tile = 16 }. False for types that an enumerator cannot have
  /// (it is an int): long, real numbers, bool. Those stay constants and cannot be the size of an
  /// array.
  bool to_enumerator(std::size_t at) {
    std::size_t name = next(at);
    bool integer = false;
    for (; is_type(name); name = next(name)) {
      if (is(name, "long") || is(name, "float") || is(name, "double") || is(name, "bool") || is(name, "*"))
        return false;
      integer = true;
    }
    if (!integer || !is_word(name) || !is(next(name), "=")) return false;
    std::size_t end = name;
    while (end < t_.size() && !is(end, ";")) ++end;
    if (end == t_.size()) fail(at, "a constant is never closed");
    t_[at].text = "enum {";
    erase(at + 1, name);
    t_[end].text = " };";
    return true;
  }

  /// Finds functions by their qualifiers outside of all braces, hands kernels and helpers to their
  /// own rewriting, and continues after the body. The body is rewritten first, because a helper is
  /// copied with it.
  void functions() {
    std::size_t depth = 0;
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (is(i, "{")) ++depth;
      if (is(i, "}") && depth > 0) --depth;
      if (depth != 0 || !(is(i, "__global__") || is(i, "__device__"))) continue;
      std::size_t open = i;
      while (open < t_.size() && !is(open, "(") && !is(open, ";")) ++open;
      if (!is(open, "(")) continue;
      const std::size_t end = closing(open), body = next(end);
      if (!is(body, "{")) {  // declared here, defined later
        t_[i].text = is(i, "__global__") ? "__kernel" : "static";
        continue;
      }
      for (std::size_t k = open; k < end; ++k)
        if (is(k, "&")) fail(k, "a reference");
      const std::size_t last = closing(body);
      pointers(body, last);
      if (is(i, "__global__"))
        kernel(i, open, end, body, last);
      else
        helper(i, open, end, last);
      i = last;
    }
  }

  /// CUDA's kernels point to global memory, so every pointer parameter is __global. Dynamic shared
  /// memory has no declaration in OpenCL: it becomes the last parameter, whose size the host gives
  /// with the argument. One name per kernel; two arrays of unknown size would be the same memory in
  /// CUDA, too.
  void kernel(std::size_t at, std::size_t open, std::size_t end, std::size_t body, std::size_t last) {
    t_[at].text = "__kernel";
    spaces(open, end, "__global ");
    for (std::size_t i = body; i < last; ++i) {
      if (!is(i, "extern") || !is(next(i), "__shared__")) continue;
      std::size_t bracket = i;
      while (bracket < last && !is(bracket, "[")) ++bracket;
      const std::size_t name = previous(bracket) - 1, stop = closing(bracket) + 1;
      if (local_) fail(i, "dynamic shared memory of two names");
      local_ = t_[name].text;
      t_[next(i)].text.clear();
      t_[i].text.clear();
      t_[end].text = fmt::format("{} __local{}* {})", next(open) == end ? "" : ",", text(i, name), *local_);
      erase(i, stop + 1);
    }
  }

  /// A function with pointers is written once for each address space that they may point to, with
  /// clang's attribute overloadable, and OpenCL's compiler chooses by the type of the argument.
  /// CUDA has generic pointers and needs one; OpenCL C 1.2 does not. All pointers of one version
  /// share a space, so a call that mixes spaces is refused by the compiler. The original tokens are
  /// put back after each version, since spaces() and words() change them in place.
  void helper(std::size_t at, std::size_t open, std::size_t end, std::size_t last) {
    const bool points =
        std::any_of(t_.begin() + static_cast<std::ptrdiff_t>(open), t_.begin() + static_cast<std::ptrdiff_t>(end),
                    [](const auto& x) { return x.is("*"); });
    const std::string own = t_[previous(open) - 1].text;
    for (CudaToken& token : t_)  // OpenCL may have a function of this name
      if (token.kind == Kind::word && token.text == own) token.text += "_own";
    t_[at].text = points ? "FW_OVER" : "static";
    if (!points) return;
    const Tokens plain(t_.begin() + static_cast<std::ptrdiff_t>(at),
                       t_.begin() + static_cast<std::ptrdiff_t>(last + 1));
    std::string others;
    for (const std::string_view space : {"__local ", "__private "}) {
      spaces(open, end, space);
      words(at, last + 1);
      others += text(at, last + 1) + "\n";
      std::copy(plain.begin(), plain.end(), t_.begin() + static_cast<std::ptrdiff_t>(at));
    }
    spaces(open, end, "__global ");
    t_[at].text = others + t_[at].text;
  }

  /// The address space before each parameter that is a pointer.
  void spaces(std::size_t open, std::size_t end, std::string_view space) {
    std::size_t begin = next(open);
    // Commas separate parameters only outside of brackets; the closing bracket ends the last one.
    for (std::size_t i = begin, depth = 0; i <= end; ++i) {
      if (is(i, "(") || is(i, "[")) ++depth;
      if ((is(i, ")") || is(i, "]")) && i != end) --depth;
      if (i != end && !(is(i, ",") && depth == 0)) continue;
      for (std::size_t k = begin; k < i; ++k)
        if (is(k, "*")) {
          t_[begin].text = std::string(space) + t_[begin].text;
          break;
        }
      begin = next(i);
    }
  }

  /// const float* row = a + n: __auto_type row = a + n, which takes the space of what it points
  /// into. Only a declaration has this form: at the start of a statement or after an opening
  /// bracket, qualifiers, one word, more words of types, a star, a name and "=". In float *p = a,
  /// *q = b the second name becomes a declaration of its own: __auto_type p = a; __auto_type q = b.
  /// A product as a statement (a * b = c) would match too, but is no C++ that compiles.
  void pointers(std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; i = next(i)) {
      if (!(is(i, ";") || is(i, "{") || is(i, "}") || is(i, "("))) continue;
      const std::size_t begin = next(i);
      std::size_t at = begin;
      while (is(at, "const") || is(at, "volatile")) at = next(at);
      if (!is_word(at)) continue;
      at = next(at);
      while (is_type(at) || is(at, "const")) at = next(at);
      if (!is(at, "*")) continue;
      at = next(at);
      while (is(at, "const") || is(at, "__restrict__")) at = next(at);
      if (!is_word(at) || !is(next(at), "=")) continue;
      t_[begin].text = "__auto_type";
      t_[begin].kind = Kind::other;
      erase(begin + 1, at);
      for (std::size_t k = at, depth = 0; k < to && !(is(k, ";") && depth == 0); k = next(k)) {
        if (is(k, "(") || is(k, "[")) ++depth;
        if (is(k, ")") || is(k, "]")) --depth;
        if (!is(k, ",") || depth != 0 || !is(next(k), "*")) continue;
        t_[next(k)].text.clear();
        t_[k].text = "; __auto_type ";
      }
    }
  }

  void words() { words(0, t_.size()); }
  void words(std::size_t from, std::size_t to) {
    static const std::map<std::string_view, std::string_view> names = {
        {"__shared__", "__local"}, {"__restrict__", "restrict"}, {"auto", "__auto_type"}, {"constexpr", "const"},
        {"nullptr", "0"},          {"__restrict", "restrict"}};
    static const std::map<std::string_view, std::string_view> indices = {{"threadIdx", "get_local_id"},
                                                                         {"blockIdx", "get_group_id"},
                                                                         {"blockDim", "get_local_size"},
                                                                         {"gridDim", "get_num_groups"}};
    for (std::size_t i = from; i < to; ++i) {
      CudaToken& token = t_[i];
      if (token.kind == Kind::number) {
        number(token.text);
      } else if (token.kind == Kind::word) {
        if (const auto name = names.find(token.text); name != names.end()) token.text = name->second;
        if (is(i, "long") && is(next(i), "long")) token.text.clear();
        if (const auto index = indices.find(token.text); index != indices.end() && is(i + 1, ".") && i + 2 < to) {
          token.text = fmt::format("((uint){}({}))", index->second, t_[i + 2].text[0] - 'x');
          erase(i + 1, i + 3);
        }
      }
    }
  }
  /// 1'000ull: 1000ul.
  static void number(std::string& text) {
    std::erase(text, '\'');
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    // In a hexadecimal number f is a digit; elsewhere it makes the number real, and real numbers
    // have no "ll".
    if (hexadecimal || text.find_first_of("fF.") == std::string::npos) {
      for (std::size_t at; (at = text.find("ll")) != std::string::npos;) text.erase(at, 1);
      for (std::size_t at; (at = text.find("LL")) != std::string::npos;) text.erase(at, 1);
    }
  }

  Tokens t_;
  std::string name_;
  std::optional<std::string> local_;
};

}  // namespace

FromCuda from_cuda(std::string_view cuda, std::string_view name) { return Translation(cuda_tokens(cuda), name).run(); }

}  // namespace forewarp::run::opencl
