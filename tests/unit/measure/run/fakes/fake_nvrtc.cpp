// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// A compiler that knows one program: it fails on #error, knows no GPU newer than compute_75, and else gives PTX of
/// saxpy.
#include <cstring>
#include <string>

namespace {

struct Program {
  std::string source, log, ptx;
};

constexpr const char* saxpy_ptx = R"(.version 7.0
.target sm_52
.address_size 64
.visible .entry saxpy(
  .param .u64 saxpy_param_0,
  .param .u64 saxpy_param_1,
  .param .f32 saxpy_param_2,
  .param .u32 saxpy_param_3
)
{
  ret;
}
)";

int copy(const std::string& text, char* out) { return std::memcpy(out, text.c_str(), text.size() + 1), 0; }

}  // namespace

extern "C" {
int nvrtcVersion(int* major, int* minor) { return *major = 11, *minor = 0, 0; }
int nvrtcCreateProgram(void** program, const char* source, const char*, int, const char* const*, const char* const*) {
  return *program = new Program{source, "", ""}, 0;
}
int nvrtcDestroyProgram(void** program) {
  delete static_cast<Program*>(*program);
  return 0;
}
int nvrtcAddNameExpression(void*, const char*) { return 0; }
int nvrtcCompileProgram(void* handle, int count, const char* const* options) {
  auto& program = *static_cast<Program*>(handle);
  for (int i = 0; i < count; ++i)
    if (std::strcmp(options[i], "--gpu-architecture=compute_90") == 0)
      return program.log = "nvrtc: error: invalid value for --gpu-architecture (-arch)", 5;
  if (program.source.find("#error") != std::string::npos)
    return program.log = "saxpy.cu(1): error: #error\n1 error detected in the compilation", 6;
  program.ptx = saxpy_ptx;
  return 0;
}
int nvrtcGetPTXSize(void* p, std::size_t* size) { return *size = static_cast<Program*>(p)->ptx.size() + 1, 0; }
int nvrtcGetPTX(void* p, char* out) { return copy(static_cast<Program*>(p)->ptx, out); }
int nvrtcGetProgramLogSize(void* p, std::size_t* size) { return *size = static_cast<Program*>(p)->log.size() + 1, 0; }
int nvrtcGetProgramLog(void* p, char* out) { return copy(static_cast<Program*>(p)->log, out); }
}
