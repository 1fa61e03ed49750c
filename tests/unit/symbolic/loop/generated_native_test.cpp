// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Generated plain C++ compiled by the compiler of this machine, and generated OpenCL C on its first OpenCL device,
/// give what the interpreter makes of the program as stated: in f32, f64 and i32, at sizes that tiles divide and do
/// not.
#include <dlfcn.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <regex>

#include "emulated.hpp"
#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/measure/pick/job.hpp"
#include "forewarp/measure/run/hardware.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::loop;
using namespace forewarp::loop::test;

struct Case {
  std::string name, text;
  Sizes sizes;
  std::string type;  ///< in place of f32
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

using Bytes = std::vector<std::byte>;

template <class T>
double loaded(const Bytes& bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at * sizeof(T), sizeof(T));
  return static_cast<double>(value);
}

template <class T>
void store(Bytes& bytes, std::size_t at, double value) {
  const T exact = static_cast<T>(value);
  std::memcpy(bytes.data() + at * sizeof(T), &exact, sizeof(T));
}

/// The elements by subscript, last the fastest, whatever the layout.
std::vector<double> numbers_of(const Variable& v, const Bytes& bytes, const Sizes& sizes) {
  std::vector<double> out(bytes.size() / static_cast<std::size_t>(bytes_of(v.type)));
  for (std::size_t e = 0; e < out.size(); ++e) {
    const std::size_t at = stored_at(v, e, sizes);
    out[e] = v.type == Type::f32   ? loaded<float>(bytes, at)
             : v.type == Type::f64 ? loaded<double>(bytes, at)
                                   : loaded<std::int32_t>(bytes, at);
  }
  return out;
}

Bytes bytes_of_numbers(const Variable& v, const std::vector<double>& values, const Sizes& sizes) {
  Bytes out(values.size() * static_cast<std::size_t>(bytes_of(v.type)));
  for (std::size_t e = 0; e < values.size(); ++e) {
    const std::size_t at = stored_at(v, e, sizes);
    if (v.type == Type::f32) store<float>(out, at, values[e]);
    if (v.type == Type::f64) store<double>(out, at, values[e]);
    if (v.type == Type::i32) store<std::int32_t>(out, at, values[e]);
  }
  return out;
}

/// The interpreter's outputs of the program as stated, from the inputs in `arrays`.
void expect_as_stated(const Case& c, const Program& program, const std::vector<Argument>& arguments, Arrays inputs,
                      const Arrays& outputs) {
  interpret(parse_file(c.text, c.name).program, c.sizes, inputs, {});
  // Sums are made in another order than the interpreter's, and in f32 or f64.
  const double tolerance = c.type == "f32" ? 1e-5 : c.type == "f64" ? 1e-13 : 0;
  for (const Argument& a : arguments) {
    if (a.kind != Argument::Kind::array || !a.written) continue;
    const std::vector<double>&expected = inputs.at(a.name), &found = outputs.at(a.name);
    ASSERT_EQ(expected.size(), found.size());
    double largest = 0;
    for (std::size_t e = 0; e < expected.size(); ++e) {
      largest = std::max(largest, std::abs(expected[e]));
      ASSERT_LE(std::abs(expected[e] - found[e]), tolerance * std::max(1.0, std::abs(expected[e])))
          << a.name << " element " << e << " of " << program.name;
    }
    EXPECT_GT(largest, 0) << a.name;
  }
}

/// With a function that takes every argument by address, so that it can be called whatever the signature.
std::string callable(const std::string& code, const Program& program, const std::vector<Argument>& arguments) {
  std::string list;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string type = arguments[i].type == Type::f32   ? "float"
                             : arguments[i].type == Type::f64 ? "double"
                                                              : "int";
    list += fmt::format("{}{}static_cast<{}*>(arguments[{}])", i == 0 ? "" : ", ",
                        arguments[i].kind == Argument::Kind::array ? "" : "*", type, i);
  }
  return fmt::format("{}\nextern \"C\" void call(void** arguments) {{ {}({}); }}\n", code, program.name, list);
}

class GeneratedCpp : public testing::TestWithParam<Case> {};

TEST_P(GeneratedCpp, GivesWhatTheProgramSays) {
  const Case& c = GetParam();
  const auto compiler = find_program("g++");
  if (!compiler) GTEST_SKIP() << "no g++ on PATH";
  const Program program = prepared(program_of(c.text), Target::cpp);
  const std::vector<Argument> arguments = arguments_of(program);
  const TemporaryFolder folder;
  const std::string code = folder.path() / "k.cpp", library = folder.path() / "k.so";
  std::ofstream(code) << callable(generate(program_of(c.text), Target::cpp), program, arguments);
  const auto made = run_process(
      {compiler->string(), "-std=c++17", "-Wall", "-Werror", "-O1", "-shared", "-fPIC", code, "-o", library});
  ASSERT_EQ(made.exit_status, 0) << made.errors;

  Arrays inputs;
  std::vector<Bytes> memory;
  std::uint32_t seed = 1;
  for (const Argument& a : arguments) {
    if (a.kind == Argument::Kind::array) {
      inputs[a.name] = numbers(static_cast<std::size_t>(value_of(a.elements, c.sizes)), seed++);
      memory.push_back(bytes_of_numbers(program.variable(a.name), inputs[a.name], c.sizes));
    } else {
      memory.emplace_back(sizeof(std::int32_t));
      store<std::int32_t>(memory.back(), 0, static_cast<double>(c.sizes.at(a.name)));
    }
  }
  std::vector<void*> addresses;
  for (Bytes& bytes : memory) addresses.push_back(bytes.data());
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(handle, nullptr) << dlerror();
  reinterpret_cast<void (*)(void**)>(dlsym(handle, "call"))(addresses.data());
  dlclose(handle);

  Arrays outputs;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].kind == Argument::Kind::array)
      outputs[arguments[i].name] = numbers_of(program.variable(arguments[i].name), memory[i], c.sizes);
  expect_as_stated(c, program, arguments, inputs, outputs);
}

class GeneratedOpenClOnADevice : public testing::TestWithParam<Case> {};

TEST_P(GeneratedOpenClOnADevice, GivesWhatTheProgramSays) {
  const Case& c = GetParam();
  std::unique_ptr<run::Device> device;
  try {
    device = run::open_hardware("opencl:0");
  } catch (const Unavailable& error) {
    GTEST_SKIP() << error.what();
  }
  if (c.type == "f64" && !device->info().f64) GTEST_SKIP() << device->info().name << " has no double precision";
  const Program program = prepared(program_of(c.text), Target::opencl);
  const std::vector<Argument> arguments = arguments_of(program);
  run::Job job = pick::job_of(program_of(c.text), c.sizes, run::Language::opencl_c, c.name);
  for (run::Argument& a : job.arguments)
    if (auto* buffer = std::get_if<launch::Buffer>(&a.value); buffer != nullptr && c.type == "i32") {
      buffer->fill = {.kind = launch::FillKind::uniform, .low = -8, .high = 8};
    }
  const auto kernel = device->compile(job.code)->kernel(job.entry);
  kernel->set_arguments(job.arguments);
  const auto arrays = [&] {
    Arrays all;
    for (std::size_t i = 0; i < arguments.size(); ++i)
      if (arguments[i].kind == Argument::Kind::array)
        all[arguments[i].name] = numbers_of(program.variable(arguments[i].name), kernel->read(i), c.sizes);
    return all;
  };
  const Arrays inputs = arrays();

  static_cast<void>(kernel->launch(job.shape));

  expect_as_stated(c, program, arguments, inputs, arrays());
}

/// Arrays are declared, so that their type can be put in.
const std::string product =
    "kernel product\ndomain { [i,j,k] : 0 <= i,j,k < n }\nassume n >= 1\nglobal a, b, c: f32[n, n]\n"
    "c[i,j] = sum(k, a[i,k]*b[k,j])\n---\n"
    "split i 16\nsplit j 16\nsplit k 16\ntag i_out:g.1, i_in:l.1, j_out:g.0, j_in:l.0\n"
    "prefetch a [i_in, k_in]\nprefetch b [k_in, j_in]\n";

std::vector<Case> cases() {
  std::vector<Case> all;
  const auto add = [&](const std::string& name, const std::string& text, const std::string& type, const Sizes& at) {
    all.push_back({fmt::format("{}_{}_{}", name, type, at.begin()->second),
                   std::regex_replace(text, std::regex("f32"), type), at, type});
  };
  for (const char* type : {"f32", "f64", "i32"})
    for (const std::int64_t n : {21, 32}) add("product", product, type, {{"n", n}});
  add("stencil_16", text_of("stencil_16.loop"), "i32", {{"n", 42}});
  add("dg_prefetch_u", text_of("dg_prefetch_u.loop"), "f64",
      {{"nelements", 16}, {"nmatrices", 3}, {"nunit_nodes", 32}});
  add("dg_prefetch_diff_mat_transposed", text_of("dg_prefetch_diff_mat_transposed.loop"), "f32",
      {{"nelements", 48}, {"nmatrices", 3}, {"nunit_nodes", 16}});
  return all;
}

const auto name_of_case = [](const auto& info) { return info.param.name; };
INSTANTIATE_TEST_SUITE_P(Loop, GeneratedCpp, testing::ValuesIn(cases()), name_of_case);
INSTANTIATE_TEST_SUITE_P(Loop, GeneratedOpenClOnADevice, testing::ValuesIn(cases()), name_of_case);

}  // namespace
