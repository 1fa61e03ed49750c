// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/* A client of the driver API, as Python packages are: it opens libcuda.so.1 and looks its entry points up by name. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void* library;

static void* symbol(const char* name) {
  void* address = dlsym(library, name);
  if (!address) {
    printf("FAIL: no %s\n", name);
    exit(1);
  }
  return address;
}

static int failures;

static void check(int is_so, const char* what) {
  if (!is_so) {
    printf("FAIL: %s\n", what);
    ++failures;
  }
}

typedef unsigned long long Address;
typedef int (*Call)();

/* Parameters have the types of the driver's prototypes: the arguments below do, too. */
#define CALL(name, ...) ((Call)symbol(#name))(__VA_ARGS__)
#define OK(name, ...) check(CALL(name, __VA_ARGS__) == 0, #name)

static const char* const scale =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".global .align 4 .u32 launches = 0;\n"
    ".visible .entry scale(.param .u64 data, .param .f32 factor, .param .u32 count)\n"
    "{\n"
    "  .reg .pred %p; .reg .b32 %r<6>; .reg .f32 %f<3>; .reg .b64 %d<5>;\n"
    "  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %r4, %r1, %r2, %r3;\n"
    "  ld.param.u32 %r5, [count]; setp.ge.u32 %p, %r4, %r5; @%p bra END;\n"
    "  ld.param.u64 %d1, [data]; mul.wide.u32 %d2, %r4, 4; add.s64 %d3, %d1, %d2;\n"
    "  ld.param.f32 %f1, [factor]; ld.global.f32 %f2, [%d3]; mul.f32 %f2, %f2, %f1; st.global.f32 [%d3], %f2;\n"
    "  setp.ne.u32 %p, %r4, 0; @%p bra END;\n"
    "  mov.u64 %d4, launches; atom.global.add.u32 %r1, [%d4], 1;\n"
    "END:\n  ret;\n}\n";

enum { count = 4096 };
static float values[count];

static int all_are(float factor) {
  int i;
  for (i = 0; i < count; ++i)
    if (values[i] != factor * (float)i) return 0;
  return 1;
}

static void start(Address* data) {
  int i;
  for (i = 0; i < count; ++i) values[i] = (float)i;
  OK(cuMemcpyHtoD_v2, *data, (const void*)values, sizeof values);
}

static void test_device(void** context) {
  int devices = 0, device = -1, sms = 0, version = 0;
  char name[64];
  size_t bytes = 0;
  check(CALL(cuDeviceGetCount, &devices) == 3, "a call before cuInit is CUDA_ERROR_NOT_INITIALIZED");
  if (CALL(cuInit, 0u) != 0) {
    printf("FAIL: cuInit\n");
    exit(1);
  }
  OK(cuDriverGetVersion, &version);
  check(version >= 12000, "the driver's version");
  OK(cuDeviceGetCount, &devices);
  check(devices == 1, "one device");
  OK(cuDeviceGet, &device, 0);
  OK(cuDeviceGetName, name, (int)sizeof name, device);
  OK(cuDeviceGetAttribute, &sms, 16, device);
  OK(cuDeviceTotalMem_v2, &bytes, device);
  printf("%s, %d SMs\n", name, sms);
  check(bytes > (size_t)1 << 30, "memory of the device");
  check(CALL(cuDeviceGetAttribute, &sms, 100000, device) == 1, "an attribute that does not exist");
  check(CALL(cuCtxGetDevice, &device) == 201, "no context yet");
  OK(cuDevicePrimaryCtxRetain, context, 0);
  OK(cuCtxSetCurrent, *context);
  OK(cuCtxGetDevice, &device);
}

static void test_launches(void* module, void* function, Address data) {
  float factor = 2, milliseconds = 0;
  unsigned n = count, launches = 0, grid = count / 256;
  void* arguments[3];
  void *stream = 0, *begin = 0, *end = 0;
  Address variable = 0;
  size_t bytes = 0;
  /* The arguments as one buffer: each at the offset that its alignment asks for. */
  struct {
    Address data;
    float factor;
    unsigned count;
  } buffer;
  size_t buffer_bytes = sizeof buffer;
  void* extra[5];
  arguments[0] = &data;
  arguments[1] = &factor;
  arguments[2] = &n;
  OK(cuStreamCreate, &stream, 1u);
  OK(cuEventCreate, &begin, 0u);
  OK(cuEventCreate, &end, 0u);
  OK(cuEventRecord, begin, stream);
  OK(cuLaunchKernel, function, grid, 1u, 1u, 256u, 1u, 1u, 0u, stream, arguments, (void**)0);
  OK(cuEventRecord, end, stream);
  OK(cuStreamSynchronize, stream);
  OK(cuEventElapsedTime, &milliseconds, begin, end);
  check(milliseconds > 0 && milliseconds < 0.1F, "the predicted time of a launch");
  buffer.data = data;
  buffer.factor = 3;
  buffer.count = count;
  extra[0] = (void*)1;
  extra[1] = &buffer;
  extra[2] = (void*)2;
  extra[3] = &buffer_bytes;
  extra[4] = 0;
  OK(cuLaunchKernel, function, grid, 1u, 1u, 256u, 1u, 1u, 0u, (void*)0, (void**)0, extra);
  OK(cuMemcpyDtoH_v2, (void*)values, data, sizeof values);
  check(all_are(6), "results of two launches");
  OK(cuModuleGetGlobal_v2, &variable, &bytes, module, "launches");
  OK(cuMemcpyDtoH_v2, (void*)&launches, variable, sizeof launches);
  check(launches == 2 && bytes == 4, "a variable of the module");
  check(CALL(cuLaunchKernel, function, grid, 1u, 1u, 4096u, 1u, 1u, 0u, stream, arguments, (void**)0) == 1,
        "a block that is too large");
  check(CALL(cuLaunchKernel, function, grid, 1u, 1u, 32u, 1u, 1u, 0u, stream, (void**)0, (void**)0) == 1,
        "a launch without arguments");
}

/* CUlaunchConfig with one attribute. */
struct Attribute {
  unsigned id, padding;
  unsigned value[16];
};
struct Config {
  unsigned grid[3], block[3], shared_bytes;
  void* stream;
  struct Attribute* attributes;
  unsigned count;
};

static void test_attributes(void* function, Address data) {
  float factor = 1;
  unsigned n = count;
  void* arguments[3];
  struct Attribute cluster = {4, 0, {2, 1, 1}};
  struct Config config = {{2, 1, 1}, {64, 1, 1}, 0, 0, &cluster, 1};
  int registers = 0, blocks = 0;
  arguments[0] = &data;
  arguments[1] = &factor;
  arguments[2] = &n;
  check(CALL(cuLaunchKernelEx, &config, function, arguments, (void**)0) == 801, "clusters are refused");
  cluster.value[0] = 1;
  OK(cuLaunchKernelEx, &config, function, arguments, (void**)0);
  cluster.id = 2; /* cooperative */
  OK(cuLaunchKernelEx, &config, function, arguments, (void**)0);
  OK(cuFuncGetAttribute, &registers, 4, function);
  check(registers > 0, "registers of a kernel");
  OK(cuOccupancyMaxActiveBlocksPerMultiprocessor, &blocks, function, 256, (size_t)0);
  check(blocks > 0, "blocks of an SM");
}

static void test_memory(Address data) {
  Address begin = 0, host_address = 0;
  size_t bytes = 0, unused = 0;
  unsigned words[8], type = 0;
  unsigned short* pinned = 0;
  int i;
  OK(cuMemsetD32_v2, data, 0x01020304u, (size_t)8);
  OK(cuMemsetD16_v2, data + 4, (unsigned short)0x0506, (size_t)2);
  OK(cuMemcpyDtoH_v2, (void*)words, data, sizeof words);
  check(words[0] == 0x01020304u && words[1] == 0x05060506u && words[7] == 0x01020304u, "fills of 4 and 2 bytes");
  OK(cuMemGetAddressRange_v2, &begin, &bytes, data + 100);
  check(begin == data && bytes == sizeof values, "the range of an address");
  OK(cuPointerGetAttribute, (void*)&type, 2, data);
  check(type == 2, "the type of memory");
  check(CALL(cuPointerGetAttribute, (void*)&type, 2, (Address)(uintptr_t)words) == 1, "memory that CUDA does not know");
  OK(cuMemHostAlloc, (void**)&pinned, (size_t)64, 2u);
  OK(cuMemHostGetDevicePointer_v2, &host_address, (void*)pinned, 0u);
  OK(cuMemsetD16_v2, host_address, (unsigned short)7, (size_t)32);
  OK(cuCtxSynchronize);
  for (i = 0; i < 32; ++i) check(pinned[i] == 7, "mapped memory of the host");
  OK(cuMemFreeHost, (void*)pinned);
  OK(cuMemGetInfo_v2, &unused, &bytes);
  check(unused <= bytes && unused > 0, "free memory");
  check(CALL(cuMemFree_v2, data + 8) == 1, "what is freed was never allocated");
}

/* A linker takes PTX and makes what cuModuleLoadData takes. */
static void test_linking(Address data) {
  static const char* const callee =
      ".version 7.0\n.target sm_70\n.address_size 64\n"
      ".visible .func (.param .f32 out) twice(.param .f32 in)\n"
      "{ .reg .f32 %f<2>; ld.param.f32 %f1, [in]; add.f32 %f1, %f1, %f1; st.param.f32 [out], %f1; ret; }\n";
  static const char* const caller =
      ".version 7.0\n.target sm_70\n.address_size 64\n"
      ".extern .func (.param .f32 out) twice(.param .f32 in);\n"
      ".visible .entry doubled(.param .u64 data)\n"
      "{\n  .reg .f32 %f<2>; .reg .b64 %d<3>; .reg .b32 %r<2>;\n"
      "  mov.u32 %r1, %tid.x; mul.wide.u32 %d1, %r1, 4; ld.param.u64 %d2, [data]; add.s64 %d2, %d2, %d1;\n"
      "  ld.global.f32 %f1, [%d2];\n"
      "  { .param .f32 a; .param .f32 b; st.param.f32 [a], %f1; call.uni (b), twice, (a); ld.param.f32 %f1, [b]; }\n"
      "  st.global.f32 [%d2], %f1; ret;\n}\n";
  char log[256];
  int options[2] = {5, 6};
  void *option_values[2], *linker = 0, *image = 0, *module = 0, *function = 0, *arguments[1];
  size_t bytes = 0;
  option_values[0] = log;
  option_values[1] = (void*)sizeof log;
  start(&data);
  OK(cuLinkCreate_v2, 0u, (int*)0, (void**)0, &linker);
  OK(cuLinkAddData_v2, linker, 1, (void*)callee, strlen(callee) + 1, "callee", 0u, (int*)0, (void**)0);
  OK(cuLinkAddData_v2, linker, 1, (void*)caller, strlen(caller) + 1, "caller", 0u, (int*)0, (void**)0);
  check(CALL(cuLinkAddData_v2, linker, 0,
             (void*)"\x7f"
                    "ELF",
             (size_t)4, "machine.cubin", 0u, (int*)0, (void**)0) == 209,
        "machine code is not linked");
  OK(cuLinkComplete, linker, &image, &bytes);
  OK(cuModuleLoadData, &module, image);
  OK(cuLinkDestroy, linker);
  OK(cuModuleGetFunction, &function, module, "doubled");
  arguments[0] = &data;
  OK(cuLaunchKernel, function, 1u, 1u, 1u, 128u, 1u, 1u, 0u, (void*)0, arguments, (void**)0);
  OK(cuMemcpyDtoH_v2, (void*)values, data, sizeof values);
  check(values[127] == 254 && values[128] == 128, "a function of another module");
  check(CALL(cuModuleLoadDataEx, &module, (void*)".version 7.0\n.target sm_70\nnonsense\n", 2u, options,
             option_values) == 218,
        "PTX that does not parse");
  check(strlen(log) > 0 && strlen(log) == (size_t)(uintptr_t)option_values[1], "the message in the client's log");
}

static void test_names(void) {
  const char* text = 0;
  void* address = 0;
  int status = -1;
  OK(cuGetErrorName, 801, &text);
  check(text && strcmp(text, "CUDA_ERROR_NOT_SUPPORTED") == 0, "the name of an error");
  check(CALL(cuGetErrorString, 12345, &text) == 1 && !text, "an error that does not exist");
  OK(cuGetProcAddress_v2, "cuMemAlloc", &address, 12000, (uint64_t)0, &status);
  check(address && status == 0 && ((Call)address)((Address*)0, (size_t)16) == 1,
        "the newest version of an entry point");
  OK(cuGetProcAddress_v2, "cuLaunchKernel", &address, 12000, (uint64_t)2, &status);
  check(address && address != symbol("cuLaunchKernel"), "the entry point with the default stream of the thread");
  check(CALL(cuGetProcAddress_v2, "cuMemAlloc", &address, 2000, (uint64_t)0, &status) == 500 && status == 2 && !address,
        "an entry point that came later");
  check(CALL(cuGetProcAddress_v2, "cuMakeCoffee", &address, 12000, (uint64_t)0, &status) == 500 && status == 1,
        "an entry point that does not exist");
  check(CALL(cuGetExportTable, (const void**)&address, "0123456789abcdef") == 500 && !address, "no export table");
}

static void test_capture(void* function, Address data) {
  float factor = 2;
  unsigned n = count;
  void *stream = 0, *graph = 0, *exec = 0, *arguments[3];
  int i, capturing = 0;
  arguments[0] = &data;
  arguments[1] = &factor;
  arguments[2] = &n;
  start(&data);
  OK(cuStreamCreate, &stream, 0u);
  OK(cuStreamBeginCapture_v2, stream, 0);
  OK(cuLaunchKernel, function, count / 256u, 1u, 1u, 256u, 1u, 1u, 0u, stream, arguments, (void**)0);
  OK(cuStreamIsCapturing, stream, &capturing);
  check(capturing == 1, "the stream captures");
  OK(cuStreamEndCapture, stream, &graph);
  OK(cuGraphInstantiateWithFlags, &exec, graph, 0ull);
  for (i = 0; i < 3; ++i) OK(cuGraphLaunch, exec, stream);
  OK(cuStreamSynchronize, stream);
  OK(cuMemcpyDtoH_v2, (void*)values, data, sizeof values);
  check(all_are(8), "a graph that is launched three times");
  OK(cuGraphExecDestroy, exec);
  OK(cuGraphDestroy, graph);
  OK(cuStreamDestroy_v2, stream);
  check(CALL(cuStreamSynchronize, stream) == 400, "a stream that is gone");
}

/* CUDA_KERNEL_NODE_PARAMS */
struct KernelNode {
  void* function;
  unsigned grid[3], block[3], shared_bytes;
  void **arguments, **extra;
  void *kernel, *context;
};

static void test_nodes(void* function, Address data) {
  float factor = 2;
  unsigned n = count;
  void *graph = 0, *exec = 0, *first = 0, *second = 0, *arguments[3];
  struct KernelNode node = {0, {count / 256, 1, 1}, {256, 1, 1}, 0, 0, 0, 0, 0};
  arguments[0] = &data;
  arguments[1] = &factor;
  arguments[2] = &n;
  node.function = function;
  node.arguments = arguments;
  start(&data);
  OK(cuGraphCreate, &graph, 0u);
  OK(cuGraphAddKernelNode_v2, &first, graph, (void**)0, (size_t)0, &node);
  factor = 5; /* arguments are copied when a node is made */
  OK(cuGraphAddKernelNode_v2, &second, graph, &first, (size_t)1, &node);
  OK(cuGraphInstantiateWithFlags, &exec, graph, 0ull);
  OK(cuGraphLaunch, exec, (void*)0);
  OK(cuMemcpyDtoH_v2, (void*)values, data, sizeof values);
  check(all_are(10), "a graph of two nodes");
  factor = 0.5F;
  OK(cuGraphExecKernelNodeSetParams_v2, exec, second, &node);
  OK(cuGraphLaunch, exec, (void*)0);
  OK(cuMemcpyDtoH_v2, (void*)values, data, sizeof values);
  check(all_are(10), "a node with new parameters");
  check(CALL(cuGraphExecKernelNodeSetParams_v2, exec, (void*)3, &node) == 1, "a node that does not exist");
  OK(cuGraphExecDestroy, exec);
  OK(cuGraphDestroy, graph);
}

int main(void) {
  void *context = 0, *module = 0, *function = 0;
  Address data = 0;
  library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!library) {
    printf("FAIL: %s\n", dlerror());
    return 1;
  }
  test_device(&context);
  OK(cuModuleLoadData, &module, (const void*)scale);
  OK(cuModuleGetFunction, &function, module, "scale");
  check(CALL(cuModuleGetFunction, &context, module, "absent") == 500, "a kernel that does not exist");
  OK(cuMemAlloc_v2, &data, sizeof values);
  start(&data);
  test_launches(module, function, data);
  test_attributes(function, data);
  test_memory(data);
  test_linking(data);
  test_capture(function, data);
  test_nodes(function, data);
  test_names();
  OK(cuMemFree_v2, data);
  OK(cuModuleUnload, module);
  check(CALL(cuModuleGetFunction, &function, module, "scale") == 400, "a module that is gone");
  printf(failures ? "FAIL\n" : "PASS\n");
  return failures != 0;
}
