// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Graphs of the driver API: nodes of every kind, what they are made of, captures, objects and memory of graphs.
#include <cuda.h>

#include "check.h"

#define OK(call) CHECK((call) == CUDA_SUCCESS)

__global__ void axpy(float* y, const float* x, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}

static constexpr int n = 600;
static float *x, *y;
static CUfunction kernel;

static void count(void* calls) { ++*static_cast<int*>(calls); }

static CUdeviceptr address(const void* p) { return reinterpret_cast<CUdeviceptr>(p); }

// A kernel by its handle, which the runtime API launches, too.
static void handles() {
  cudaKernel_t handle;
  CALL(cudaGetKernel(&handle, axpy));
  CUfunction function;
  OK(cuKernelGetFunction(&function, reinterpret_cast<CUkernel>(handle)));
  CHECK(function == kernel);
  float a = 1;
  int size = n;
  void* arguments[] = {&y, &x, &a, &size};
  CALL(cudaLaunchKernel(reinterpret_cast<const void*>(handle), dim3(3), dim3(256), arguments, 0, nullptr));
  CALL(cudaDeviceSynchronize());
  CHECK(y[10] == 10.0f);
  CALL(cudaMemset(y, 0, n * sizeof *y));
  CHECK(cudaGetFuncBySymbol(&function, &size) == cudaErrorInvalidDeviceFunction);
  CHECK(cudaGetLastError() == cudaErrorInvalidDeviceFunction);
}

static void captures() {
  CUstream stream;
  CUstreamCaptureStatus status;
  cuuint64_t id = 0;
  CUgraph graph, captured;
  const CUgraphNode* after;
  size_t waits = 9;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuStreamGetCaptureInfo(stream, &status, &id, &graph, &after, &waits));
  CHECK(status == CU_STREAM_CAPTURE_STATUS_NONE);
  CHECK(cuStreamUpdateCaptureDependencies(stream, nullptr, 0, 0) == CUDA_ERROR_ILLEGAL_STATE);

  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  float a = 2;
  int size = n, calls = 0;
  void* arguments[] = {&y, &x, &a, &size};
  OK(cuLaunchKernel(kernel, 3, 1, 1, 256, 1, 1, 0, stream, arguments, nullptr));
  OK(cuLaunchHostFunc(stream, count, &calls));
  OK(cuStreamGetCaptureInfo(stream, &status, &id, &captured, &after, &waits));
  CHECK(status == CU_STREAM_CAPTURE_STATUS_ACTIVE && id != 0 && waits == 1);
  // A node that the program adds itself, which the stream goes on behind.
  a = 3;
  CUDA_KERNEL_NODE_PARAMS launch = {};
  launch.func = kernel;
  launch.gridDimX = 3;
  launch.gridDimY = launch.gridDimZ = launch.blockDimY = launch.blockDimZ = 1;
  launch.blockDimX = 256;
  launch.kernelParams = arguments;
  CUgraphNode own;
  OK(cuGraphAddKernelNode(&own, captured, after, waits, &launch));
  OK(cuStreamUpdateCaptureDependencies(stream, &own, 1, CU_STREAM_SET_CAPTURE_DEPENDENCIES));
  OK(cuMemsetD32Async(address(x), 0, 1, stream));
  OK(cuStreamEndCapture(stream, &graph));
  CHECK(graph == captured);

  CUgraphNode nodes[8], next;
  size_t all = 8;
  OK(cuGraphGetNodes(graph, nodes, &all));
  CHECK(all == 4);
  CUDA_KERNEL_NODE_PARAMS got = {};
  OK(cuGraphKernelNodeGetParams(nodes[0], &got));
  CHECK(got.func == kernel && got.gridDimX == 3 && got.blockDimX == 256);
  CHECK(*static_cast<float**>(got.kernelParams[0]) == y && *static_cast<float*>(got.kernelParams[2]) == 2.0f);
  // What was got is what sets: the first kernel as the second one was.
  OK(cuGraphKernelNodeGetParams(own, &got));
  OK(cuGraphKernelNodeSetParams(nodes[0], &got));
  CUDA_HOST_NODE_PARAMS host;
  OK(cuGraphHostNodeGetParams(nodes[1], &host));
  CHECK(host.fn == count && host.userData == &calls);
  CHECK(cuGraphKernelNodeGetParams(nodes[1], &got) == CUDA_ERROR_INVALID_VALUE);
  all = 1;
  OK(cuGraphNodeGetDependentNodes(own, &next, &all));
  CUgraphNodeType type;
  OK(cuGraphNodeGetType(next, &type));
  CHECK(all == 1 && type == CU_GRAPH_NODE_TYPE_MEMSET);
  OK(cuGraphGetRootNodes(graph, nullptr, &all));
  CHECK(all == 1);

  CUgraphExec exec;
  OK(cuGraphInstantiate(&exec, graph, 0));
  OK(cuGraphLaunch(exec, stream));
  OK(cuStreamSynchronize(stream));
  CHECK(calls == 1 && y[10] == 60.0f && x[0] == 0.0f);
  OK(cuGraphNodeSetEnabled(exec, nodes[1], 0));
  OK(cuGraphLaunch(exec, stream));
  OK(cuStreamSynchronize(stream));
  CHECK(calls == 1 && y[10] == 120.0f);
}

static void nodes() {
  CUcontext context;
  OK(cuCtxGetCurrent(&context));
  unsigned* values;
  CALL(cudaMallocManaged(&values, 16 * sizeof *values));
  CUgraph graph, clone, parent, child;
  CUgraphNode fill, copy, into_array, call, nested, found, record;
  OK(cuGraphCreate(&graph, 0));
  CUDA_MEMSET_NODE_PARAMS set = {address(values), 0, 0x01020304, 4, 8, 1}, got_set = {};
  OK(cuGraphAddMemsetNode(&fill, graph, nullptr, 0, &set, context));
  OK(cuGraphMemsetNodeGetParams(fill, &got_set));
  CHECK(got_set.dst == set.dst && got_set.value == set.value && got_set.elementSize == 4 && got_set.width == 8);

  CUDA_MEMCPY3D p = {}, q = {};
  p.srcMemoryType = p.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  p.srcDevice = address(values);
  p.dstDevice = address(values + 8);
  p.WidthInBytes = 32;
  p.Height = p.Depth = 1;
  OK(cuGraphAddMemcpyNode(&copy, graph, &fill, 1, &p, context));
  OK(cuGraphMemcpyNodeGetParams(copy, &q));
  CHECK(q.srcDevice == p.srcDevice && q.dstDevice == p.dstDevice && q.WidthInBytes == 32 && q.Height == 1);
  q.WidthInBytes = 28;
  OK(cuGraphMemcpyNodeSetParams(copy, &q));
  CUarray array;
  CUDA_ARRAY_DESCRIPTOR description = {4, 4, CU_AD_FORMAT_UNSIGNED_INT32, 1};
  OK(cuArrayCreate(&array, &description));
  p.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  p.dstArray = array;
  p.dstXInBytes = 4;
  p.dstY = 2;
  p.WidthInBytes = 8;
  OK(cuGraphAddMemcpyNode(&into_array, graph, &copy, 1, &p, context));
  OK(cuGraphMemcpyNodeGetParams(into_array, &q));
  CHECK(q.dstMemoryType == CU_MEMORYTYPE_ARRAY && q.dstArray == array && q.dstXInBytes == 4 && q.dstY == 2);
  p.dstXInBytes = 12;  // beyond the row
  CHECK(cuGraphMemcpyNodeSetParams(into_array, &p) == CUDA_ERROR_INVALID_VALUE);
  int calls = 0;
  CUDA_HOST_NODE_PARAMS host = {count, &calls};
  OK(cuGraphAddHostNode(&call, graph, nullptr, 0, &host));
  OK(cuGraphAddDependencies(graph, &copy, &call, 1));
  size_t edges = 0;
  OK(cuGraphGetEdges(graph, nullptr, nullptr, &edges));
  CHECK(edges == 3);

  OK(cuGraphClone(&clone, graph));
  OK(cuGraphNodeFindInClone(&found, fill, clone));
  set.value = 7;
  OK(cuGraphMemsetNodeSetParams(found, &set));  // of the clone alone
  OK(cuGraphCreate(&parent, 0));
  OK(cuGraphAddChildGraphNode(&nested, parent, nullptr, 0, clone));
  OK(cuGraphChildGraphNodeGetGraph(nested, &child));
  OK(cuGraphGetNodes(child, nullptr, &edges));
  CHECK(edges == 4);
  CUgraphExec exec;
  OK(cuGraphInstantiate(&exec, parent, CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH));
  cuuint64_t flags = 0;
  OK(cuGraphExecGetFlags(exec, &flags));
  CHECK(flags == CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH);
  OK(cuGraphLaunch(exec, nullptr));
  OK(cuCtxSynchronize());
  CHECK(values[0] == 7 && values[14] == 7 && values[15] == 0 && calls == 1);

  OK(cuGraphInstantiate(&exec, graph, 0));
  OK(cuGraphLaunch(exec, nullptr));
  OK(cuCtxSynchronize());
  CHECK(values[14] == 0x01020304);
  set.value = 9;
  OK(cuGraphMemsetNodeSetParams(fill, &set));
  CUgraphExecUpdateResultInfo updated;
  OK(cuGraphExecUpdate(exec, graph, &updated));
  CHECK(updated.result == CU_GRAPH_EXEC_UPDATE_SUCCESS);
  OK(cuGraphLaunch(exec, nullptr));
  OK(cuCtxSynchronize());
  CHECK(values[14] == 9 && calls == 3);
  CHECK(cuGraphInstantiate(&exec, graph, CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH) == CUDA_ERROR_NOT_SUPPORTED);

  CUevent event, got_event;
  OK(cuEventCreate(&event, 0));
  OK(cuGraphAddEventRecordNode(&record, graph, nullptr, 0, event));
  OK(cuGraphEventRecordNodeGetEvent(record, &got_event));
  CHECK(got_event == event && cuGraphEventWaitNodeGetEvent(record, &got_event) == CUDA_ERROR_INVALID_VALUE);
  OK(cuGraphDestroyNode(record));
}

static void objects() {
  int destroyed = 0;
  CUuserObject object;
  CUgraph graph;
  OK(cuUserObjectCreate(&object, &destroyed, count, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
  CHECK(destroyed == 0);
  OK(cuGraphDestroy(graph));
  CHECK(destroyed == 1);
}

static void memory() {
  CUgraph graph;
  CUgraphNode allocation, fill, release;
  OK(cuGraphCreate(&graph, 0));
  CUDA_MEM_ALLOC_NODE_PARAMS wanted = {};
  wanted.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  wanted.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  wanted.bytesize = 1 << 20;
  OK(cuGraphAddMemAllocNode(&allocation, graph, nullptr, 0, &wanted));
  CHECK(wanted.dptr != 0);
  CUcontext context;
  OK(cuCtxGetCurrent(&context));
  const CUDA_MEMSET_NODE_PARAMS set = {wanted.dptr, 0, 1, 1, wanted.bytesize, 1};
  OK(cuGraphAddMemsetNode(&fill, graph, &allocation, 1, &set, context));
  OK(cuGraphAddMemFreeNode(&release, graph, &fill, 1, wanted.dptr));
  CUdeviceptr freed = 0;
  OK(cuGraphMemFreeNodeGetParams(release, &freed));
  CHECK(freed == wanted.dptr);
  CUgraphExec exec;
  OK(cuGraphInstantiate(&exec, graph, 0));
  OK(cuGraphLaunch(exec, nullptr));
  OK(cuCtxSynchronize());
  cuuint64_t bytes = 0;
  OK(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &bytes));
  CHECK(bytes == wanted.bytesize);
  OK(cuDeviceGraphMemTrim(0));
  OK(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT, &bytes));
  CHECK(bytes == 0);
}

int main() {
  CALL(cudaMallocManaged(&x, n * sizeof *x));
  CALL(cudaMallocManaged(&y, n * sizeof *y));
  CALL(cudaGetFuncBySymbol(&kernel, axpy));
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i);
  handles();
  captures();
  nodes();
  objects();
  memory();
  CHECK(cudaGetLastError() == cudaSuccess);
  std::puts("PASS");
}
