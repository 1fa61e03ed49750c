// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/generate/detail/dialect.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "forewarp/support/error.hpp"

namespace forewarp::loop::detail {

namespace {

bool uses(const Program& program, Type type) {
  return std::ranges::any_of(program.variables, [&](const auto& v) { return v.second.type == type; });
}

/// The group's size where it does not depend on parameters.
std::vector<std::int64_t> constant_block(const Program& program) {
  std::vector<std::int64_t> sizes;
  for (const LaunchAxis& axis : launch_shape(program).block) {
    if (axis.size->op != Op::integer) return {};
    sizes.push_back(axis.size->integer_value);
  }
  return sizes;
}

/// fabs, fmin and fmax for floats; whole numbers have abs, min and max everywhere.
std::string generic_name(const std::string& function, bool is_whole) {
  if (is_whole) return function;
  if (function == "abs") return "fabs";
  if (function == "min") return "fmin";
  if (function == "max") return "fmax";
  return function;
}

/// OpenCL's functions are overloaded for all float types, so only min, max and abs depend on the
/// kind of number: fmin is for floats, min for integers. abs of an int is unsigned in OpenCL, hence
/// the cast back.
std::string opencl_call(const std::string& function, Type type, const std::string& arguments) {
  const std::string text = fmt::format("{}({})", generic_name(function, !is_float(type)), arguments);
  return function == "abs" && !is_float(type) ? fmt::format("({}) {}", type_word(Target::opencl, type), text) : text;
}

/// CUDA has a function per type (sinf and sin), C++ an overload set in std. std::min and std::max
/// need equal types on both sides, so the type is written: std::min<int>(n, 15).
std::string c_call(Target target, const std::string& function, Type type, const std::string& arguments) {
  if (!is_float(type)) {
    if (target == Target::cuda) return fmt::format("{}({})", function, arguments);
    const std::string parameter = function == "abs" ? "" : fmt::format("<{}>", type_word(target, type));
    return fmt::format("std::{}{}({})", function, parameter, arguments);
  }
  const std::string name = generic_name(function, false);
  if (target == Target::cpp) {
    if (function == "rsqrt") return fmt::format("{} / std::sqrt({})", literal(target, 1, type), arguments);
    return fmt::format("std::{}({})", name, arguments);
  }
  return fmt::format("{}{}({})", name, type == Type::f64 ? "" : "f", arguments);
}

}  // namespace

std::string type_word(Target target, Type type, bool in_memory) {
  switch (type) {
    case Type::unknown:
      break;
    case Type::boolean:
      return in_memory ? (target == Target::opencl ? "uchar" : "unsigned char") : "bool";
    case Type::i32:
      return "int";
    case Type::i64:
      return target == Target::opencl ? "long" : "long long";
    case Type::f16:
      if (target == Target::cpp) throw InputError("plain C++ has no type for f16");
      return target == Target::opencl ? "half" : "__half";
    case Type::f32:
      return "float";
    case Type::f64:
      return "double";
  }
  throw InputError("a variable without a type");
}

/// Shortest digits that read back as the same number of this type: 0.1 is 0.1f as f32, which is
/// another number than 0.1 as f64. Infinity is a macro in all three targets.
std::string literal(Target target, double value, Type type) {
  if (std::isinf(value)) {
    const std::string text = value < 0 ? "-INFINITY" : "INFINITY";
    return type == Type::f32 ? text : fmt::format("({}) ({})", type_word(target, type), text);
  }
  std::string digits = type == Type::f64 ? fmt::format("{}", value) : fmt::format("{}", static_cast<float>(value));
  // A double beyond f32's range, 1e39, is infinity as f32.
  if (digits == "inf" || digits == "-inf") return literal(target, value < 0 ? -HUGE_VAL : HUGE_VAL, type);
  if (digits.find_first_of(".en") == std::string::npos) digits += ".0";
  if (type == Type::f64) return digits;
  digits += "f";
  return type == Type::f32 ? digits : fmt::format("({}) {}", type_word(target, type), digits);
}

std::string call_text(Target target, const std::string& function, Type type,
                      const std::vector<std::string>& arguments) {
  if (target == Target::opencl) return opencl_call(function, type, fmt::format("{}", fmt::join(arguments, ", ")));
  // CUDA's half precision has operators and few functions: computed in f32 and rounded once.
  if (target == Target::cuda && type == Type::f16) {
    std::vector<std::string> wide;
    for (const std::string& argument : arguments) wide.push_back(fmt::format("(float) ({})", argument));
    return fmt::format("({}) {}", type_word(target, type), call_text(target, function, Type::f32, wide));
  }
  return c_call(target, function, type, fmt::format("{}", fmt::join(arguments, ", ")));
}

std::string barrier_text(Target target, bool global_fence) {
  if (target == Target::cuda) return "__syncthreads();";
  return global_fence ? "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);" : "barrier(CLK_LOCAL_MEM_FENCE);";
}

std::string preamble(const Program& program, Target target) {
  switch (target) {
    case Target::opencl:
      return std::string(uses(program, Type::f64) ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" : "") +
             (uses(program, Type::f16) ? "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" : "") +
             "#define lid(N) ((int) get_local_id(N))\n#define gid(N) ((int) get_group_id(N))\n\n";
    case Target::cuda:
      return std::string(uses(program, Type::f16) ? "#include <cuda_fp16.h>\n\n" : "") +
             "#define lid_0 threadIdx.x\n#define lid_1 threadIdx.y\n#define lid_2 threadIdx.z\n"
             "#define gid_0 blockIdx.x\n#define gid_1 blockIdx.y\n#define gid_2 blockIdx.z\n"
             "#define lid(N) ((int) lid_##N)\n#define gid(N) ((int) gid_##N)\n\n";
    case Target::cpp:
      return "#include <algorithm>\n#include <cmath>\n#include <cstdlib>\n\n";
  }
  return "";
}

std::string helper(Target target, bool remainder) {
  // Floor division for divisors above 0, as the language requires: -7 / 4 is -1 with the remainder
  // -3, so -2 and 1.
  const std::string start = target == Target::opencl ? "" : target == Target::cuda ? "static __device__ " : "static ";
  if (remainder) return start + "int modulo(int a, int b) { return a % b + (a % b < 0 ? b : 0); }\n";
  return start + "int floor_div(int a, int b) { return a / b - (a % b < 0 ? 1 : 0); }\n";
}

/// A group of constant size is promised to the compiler, which then knows how many registers each
/// work-item may use (reqd_work_group_size, __launch_bounds__). Plain C++ has one function without
/// a launch.
std::string signature(const Program& program, Target target, const std::string& name,
                      const std::vector<std::string>& arguments) {
  const std::string list = fmt::format("{}", fmt::join(arguments, ",\n    "));
  const auto block = target == Target::cpp ? std::vector<std::int64_t>{} : constant_block(program);
  if (target == Target::opencl)
    return fmt::format(
        "__kernel{} void {}(\n    {})",
        block.empty() ? "" : fmt::format(" __attribute__((reqd_work_group_size({})))", fmt::join(block, ", ")), name,
        list);
  if (target == Target::cpp) return fmt::format("extern \"C\" void {}(\n    {})", name, list);
  std::int64_t items = 1;
  for (const std::int64_t size : block) items *= size;
  return fmt::format("extern \"C\" __global__ void{} {}(\n    {})",
                     block.empty() ? "" : fmt::format(" __launch_bounds__({})", items), name, list);
}

std::string argument_text(Target target, const Argument& argument, const std::string& name) {
  if (argument.kind != Argument::Kind::array)
    return fmt::format("{} const {}", type_word(target, argument.type, argument.type == Type::boolean), name);
  return fmt::format("{}{}{} *{} {}", target == Target::opencl ? "__global " : "",
                     type_word(target, argument.type, true), argument.written ? "" : " const",
                     target == Target::opencl ? "restrict" : "__restrict__", name);
}

bool is_reserved(std::string_view name) {
  static const std::set<std::string_view> words = [] {
    std::set<std::string_view> all{"alignas",      "alignof",       "and",
                                   "asm",          "auto",          "bool",
                                   "break",        "case",          "catch",
                                   "char",         "class",         "const",
                                   "constexpr",    "constant",      "continue",
                                   "default",      "delete",        "do",
                                   "double",       "else",          "enum",
                                   "explicit",     "export",        "extern",
                                   "false",        "float",         "for",
                                   "friend",       "generic",       "global",
                                   "goto",         "half",          "if",
                                   "inline",       "int",           "kernel",
                                   "local",        "long",          "main",
                                   "mutable",      "namespace",     "new",
                                   "not",          "operator",      "or",
                                   "private",      "protected",     "public",
                                   "register",     "requires",      "restrict",
                                   "return",       "short",         "signed",
                                   "sizeof",       "static",        "struct",
                                   "switch",       "template",      "this",
                                   "throw",        "true",          "try",
                                   "typedef",      "typename",      "uchar",
                                   "uint",         "ulong",         "union",
                                   "unsigned",     "ushort",        "using",
                                   "virtual",      "void",          "volatile",
                                   "while",        "xor",           "lid",
                                   "gid",          "floor_div",     "modulo",
                                   "barrier",      "atomicAdd",     "atomic_cmpxchg",
                                   "threadIdx",    "blockIdx",      "blockDim",
                                   "gridDim",      "warpSize",      "std",
                                   "asm",          "bitand",        "bitor",
                                   "compl",        "concept",       "decltype",
                                   "event_t",      "image2d_t",     "not_eq",
                                   "and_eq",       "or_eq",         "xor_eq",
                                   "nullptr",      "noexcept",      "pipe",
                                   "read_only",    "read_write",    "sampler_t",
                                   "size_t",       "static_assert", "static_cast",
                                   "typeid",       "wchar_t",       "write_only",
                                   "dynamic_cast", "const_cast",    "reinterpret_cast",
                                   "thread_local", "co_await",      "co_return",
                                   "co_yield",     "consteval",     "constinit",
                                   "char8_t",      "char16_t",      "char32_t",
                                   "complex",      "imaginary",     "sin",
                                   "cos",          "tan",           "exp",
                                   "exp2",         "log",           "log2",
                                   "sqrt",         "rsqrt",         "tanh",
                                   "floor",        "ceil",          "atan",
                                   "erf",          "pow",           "atan2",
                                   "fmod",         "abs",           "min",
                                   "max",          "fma",           "fabs",
                                   "fmin",         "fmax",          "INFINITY",
                                   "NULL",         "linux",         "unix"};
    return all;
  }();
  return words.contains(name) || name.starts_with("__") || name.starts_with("lid_") || name.starts_with("gid_") ||
         name.starts_with("get_") || name.starts_with("atomic_add");
}

}  // namespace forewarp::loop::detail
