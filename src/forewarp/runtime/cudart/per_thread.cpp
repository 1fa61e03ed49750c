// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What programs call that were compiled with --default-stream per-thread: the same entry points, whose default stream
// is the calling thread's own one.
#include "forewarp/runtime/cudart/process.hpp"

extern "C" {
cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                                        cudaGraph_t* graph, const cudaGraphNode_t** after, const void** edges,
                                        std::size_t* count);
cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream, cudaGraphNode_t* nodes, const void* edges,
                                                   std::size_t count, unsigned flags);
}

#define FOREWARP_PER_THREAD(name, suffix, parameters, ...)        \
  cudaError_t name##suffix parameters {                           \
    const forewarp::cudart::DefaultStreamOfThread in_this_call{}; \
    return name(__VA_ARGS__);                                     \
  }

extern "C" {

cudaError_t __cudaLaunchKernel(const void* handle, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes,
                               cudaStream_t stream);
cudaError_t cudaMemcpyBatchAsync(void** to, void** from, std::size_t* bytes, std::size_t count, void* attributes,
                                 std::size_t* first, std::size_t attribute_count, std::size_t* failed,
                                 cudaStream_t stream);
cudaError_t __cudaForewarpMemcpyBatch(void* const* to, const void* const* from, const std::size_t* bytes,
                                      std::size_t count, const void* attributes, const std::size_t* first,
                                      std::size_t attribute_count, std::size_t* failed, cudaStream_t stream);
cudaError_t cudaMemPrefetchAsync_v2(const void* pointer, std::size_t bytes, forewarp::cudart::Location to,
                                    unsigned flags, cudaStream_t stream);

// clang-format off
FOREWARP_PER_THREAD(__cudaLaunchKernel, _ptsz, (const void* f, dim3 g, dim3 b, void** a, std::size_t n, cudaStream_t s), f, g, b, a, n, s)
FOREWARP_PER_THREAD(cudaLaunchKernel, _ptsz, (const void* f, dim3 g, dim3 b, void** a, std::size_t n, cudaStream_t s), f, g, b, a, n, s)
FOREWARP_PER_THREAD(cudaLaunchCooperativeKernel, _ptsz, (const void* f, dim3 g, dim3 b, void** a, std::size_t n, cudaStream_t s), f, g, b, a, n, s)
FOREWARP_PER_THREAD(cudaLaunchKernelExC, _ptsz, (const cudaLaunchConfig_t* c, const void* f, void** a), c, f, a)
FOREWARP_PER_THREAD(cudaLaunchHostFunc, _ptsz, (cudaStream_t s, cudaHostFn_t f, void* d), s, f, d)
FOREWARP_PER_THREAD(cudaMallocAsync, _ptsz, (void** p, std::size_t n, cudaStream_t s), p, n, s)
FOREWARP_PER_THREAD(cudaMallocFromPoolAsync, _ptsz, (void** p, std::size_t n, cudaMemPool_t m, cudaStream_t s), p, n, m, s)
FOREWARP_PER_THREAD(cudaFreeAsync, _ptsz, (void* p, cudaStream_t s), p, s)
FOREWARP_PER_THREAD(cudaMemcpy, _ptds, (void* t, const void* f, std::size_t n, cudaMemcpyKind k), t, f, n, k)
FOREWARP_PER_THREAD(cudaMemcpyAsync, _ptsz, (void* t, const void* f, std::size_t n, cudaMemcpyKind k, cudaStream_t s), t, f, n, k, s)
FOREWARP_PER_THREAD(cudaMemcpyBatchAsync, _ptsz, (void** t, void** f, std::size_t* b, std::size_t n, void* a, std::size_t* i, std::size_t m, std::size_t* x, cudaStream_t s), t, f, b, n, a, i, m, x, s)
FOREWARP_PER_THREAD(__cudaForewarpMemcpyBatch, _ptsz, (void* const* t, const void* const* f, const std::size_t* b, std::size_t n, const void* a, const std::size_t* i, std::size_t m, std::size_t* x, cudaStream_t s), t, f, b, n, a, i, m, x, s)
FOREWARP_PER_THREAD(cudaMemcpy2D, _ptds, (void* t, std::size_t tp, const void* f, std::size_t fp, std::size_t w, std::size_t h, cudaMemcpyKind k), t, tp, f, fp, w, h, k)
FOREWARP_PER_THREAD(cudaMemcpy2DAsync, _ptsz, (void* t, std::size_t tp, const void* f, std::size_t fp, std::size_t w, std::size_t h, cudaMemcpyKind k, cudaStream_t s), t, tp, f, fp, w, h, k, s)
FOREWARP_PER_THREAD(cudaMemcpy3D, _ptds, (const cudaMemcpy3DParms* p), p)
FOREWARP_PER_THREAD(cudaMemcpy3DAsync, _ptsz, (const cudaMemcpy3DParms* p, cudaStream_t s), p, s)
FOREWARP_PER_THREAD(cudaMemcpy3DPeer, _ptds, (const cudaMemcpy3DPeerParms* p), p)
FOREWARP_PER_THREAD(cudaMemcpy3DPeerAsync, _ptsz, (const cudaMemcpy3DPeerParms* p, cudaStream_t s), p, s)
FOREWARP_PER_THREAD(cudaMemcpyToArray, _ptds, (cudaArray_t t, std::size_t x, std::size_t y, const void* f, std::size_t n, cudaMemcpyKind k), t, x, y, f, n, k)
FOREWARP_PER_THREAD(cudaMemcpyToArrayAsync, _ptsz, (cudaArray_t t, std::size_t x, std::size_t y, const void* f, std::size_t n, cudaMemcpyKind k, cudaStream_t s), t, x, y, f, n, k, s)
FOREWARP_PER_THREAD(cudaMemcpyFromArray, _ptds, (void* t, cudaArray_const_t f, std::size_t x, std::size_t y, std::size_t n, cudaMemcpyKind k), t, f, x, y, n, k)
FOREWARP_PER_THREAD(cudaMemcpyFromArrayAsync, _ptsz, (void* t, cudaArray_const_t f, std::size_t x, std::size_t y, std::size_t n, cudaMemcpyKind k, cudaStream_t s), t, f, x, y, n, k, s)
FOREWARP_PER_THREAD(cudaMemcpy2DToArray, _ptds, (cudaArray_t t, std::size_t x, std::size_t y, const void* f, std::size_t p, std::size_t w, std::size_t h, cudaMemcpyKind k), t, x, y, f, p, w, h, k)
FOREWARP_PER_THREAD(cudaMemcpy2DToArrayAsync, _ptsz, (cudaArray_t t, std::size_t x, std::size_t y, const void* f, std::size_t p, std::size_t w, std::size_t h, cudaMemcpyKind k, cudaStream_t s), t, x, y, f, p, w, h, k, s)
FOREWARP_PER_THREAD(cudaMemcpy2DFromArray, _ptds, (void* t, std::size_t p, cudaArray_const_t f, std::size_t x, std::size_t y, std::size_t w, std::size_t h, cudaMemcpyKind k), t, p, f, x, y, w, h, k)
FOREWARP_PER_THREAD(cudaMemcpy2DFromArrayAsync, _ptsz, (void* t, std::size_t p, cudaArray_const_t f, std::size_t x, std::size_t y, std::size_t w, std::size_t h, cudaMemcpyKind k, cudaStream_t s), t, p, f, x, y, w, h, k, s)
FOREWARP_PER_THREAD(cudaMemcpyArrayToArray, _ptds, (cudaArray_t t, std::size_t tx, std::size_t ty, cudaArray_const_t f, std::size_t x, std::size_t y, std::size_t n, cudaMemcpyKind k), t, tx, ty, f, x, y, n, k)
FOREWARP_PER_THREAD(cudaMemcpy2DArrayToArray, _ptds, (cudaArray_t t, std::size_t tx, std::size_t ty, cudaArray_const_t f, std::size_t x, std::size_t y, std::size_t w, std::size_t h, cudaMemcpyKind k), t, tx, ty, f, x, y, w, h, k)
FOREWARP_PER_THREAD(cudaMemcpyToSymbol, _ptds, (const void* v, const void* f, std::size_t n, std::size_t o, cudaMemcpyKind k), v, f, n, o, k)
FOREWARP_PER_THREAD(cudaMemcpyFromSymbol, _ptds, (void* t, const void* v, std::size_t n, std::size_t o, cudaMemcpyKind k), t, v, n, o, k)
FOREWARP_PER_THREAD(cudaMemcpyToSymbolAsync, _ptsz, (const void* v, const void* f, std::size_t n, std::size_t o, cudaMemcpyKind k, cudaStream_t s), v, f, n, o, k, s)
FOREWARP_PER_THREAD(cudaMemcpyFromSymbolAsync, _ptsz, (void* t, const void* v, std::size_t n, std::size_t o, cudaMemcpyKind k, cudaStream_t s), t, v, n, o, k, s)
FOREWARP_PER_THREAD(cudaMemset, _ptds, (void* t, int v, std::size_t n), t, v, n)
FOREWARP_PER_THREAD(cudaMemsetAsync, _ptsz, (void* t, int v, std::size_t n, cudaStream_t s), t, v, n, s)
FOREWARP_PER_THREAD(cudaMemset2D, _ptds, (void* t, std::size_t p, int v, std::size_t w, std::size_t h), t, p, v, w, h)
FOREWARP_PER_THREAD(cudaMemset2DAsync, _ptsz, (void* t, std::size_t p, int v, std::size_t w, std::size_t h, cudaStream_t s), t, p, v, w, h, s)
FOREWARP_PER_THREAD(cudaMemset3D, _ptds, (cudaPitchedPtr t, int v, cudaExtent e), t, v, e)
FOREWARP_PER_THREAD(cudaMemset3DAsync, _ptsz, (cudaPitchedPtr t, int v, cudaExtent e, cudaStream_t s), t, v, e, s)
FOREWARP_PER_THREAD(cudaMemPrefetchAsync, _ptsz, (const void* p, std::size_t n, int d, cudaStream_t s), p, n, d, s)
FOREWARP_PER_THREAD(cudaMemPrefetchAsync_v2, _ptsz, (const void* p, std::size_t n, forewarp::cudart::Location l, unsigned f, cudaStream_t s), p, n, l, f, s)
FOREWARP_PER_THREAD(cudaStreamGetPriority, _ptsz, (cudaStream_t s, int* p), s, p)
FOREWARP_PER_THREAD(cudaStreamGetId, _ptsz, (cudaStream_t s, unsigned long long* i), s, i)
FOREWARP_PER_THREAD(cudaStreamGetDevice, _ptsz, (cudaStream_t s, int* d), s, d)
FOREWARP_PER_THREAD(cudaStreamSetAttribute, _ptsz, (cudaStream_t s, cudaLaunchAttributeID i, const cudaLaunchAttributeValue* v), s, i, v)
FOREWARP_PER_THREAD(cudaStreamGetAttribute, _ptsz, (cudaStream_t s, cudaLaunchAttributeID i, cudaLaunchAttributeValue* v), s, i, v)
FOREWARP_PER_THREAD(cudaStreamCopyAttributes, _ptsz, (cudaStream_t t, cudaStream_t f), t, f)
FOREWARP_PER_THREAD(cudaStreamGetFlags, _ptsz, (cudaStream_t s, unsigned* f), s, f)
FOREWARP_PER_THREAD(cudaStreamSynchronize, _ptsz, (cudaStream_t s), s)
FOREWARP_PER_THREAD(cudaStreamQuery, _ptsz, (cudaStream_t s), s)
FOREWARP_PER_THREAD(cudaStreamWaitEvent, _ptsz, (cudaStream_t s, cudaEvent_t e, unsigned f), s, e, f)
FOREWARP_PER_THREAD(cudaStreamAddCallback, _ptsz, (cudaStream_t s, cudaStreamCallback_t c, void* d, unsigned f), s, c, d, f)
FOREWARP_PER_THREAD(cudaStreamAttachMemAsync, _ptsz, (cudaStream_t s, void* p, std::size_t n, unsigned f), s, p, n, f)
FOREWARP_PER_THREAD(cudaStreamIsCapturing, _ptsz, (cudaStream_t s, cudaStreamCaptureStatus* c), s, c)
FOREWARP_PER_THREAD(cudaStreamBeginCapture, _ptsz, (cudaStream_t s, cudaStreamCaptureMode m), s, m)
FOREWARP_PER_THREAD(cudaStreamBeginCaptureToGraph, _ptsz, (cudaStream_t s, cudaGraph_t g, const cudaGraphNode_t* a, const cudaGraphEdgeData* e, std::size_t n, cudaStreamCaptureMode m), s, g, a, e, n, m)
FOREWARP_PER_THREAD(cudaStreamGetCaptureInfo, _ptsz, (cudaStream_t s, cudaStreamCaptureStatus* c, unsigned long long* i), s, c, i)
FOREWARP_PER_THREAD(cudaStreamGetCaptureInfo_v2, _ptsz, (cudaStream_t s, cudaStreamCaptureStatus* c, unsigned long long* i, cudaGraph_t* g, const cudaGraphNode_t** a, std::size_t* n), s, c, i, g, a, n)
FOREWARP_PER_THREAD(cudaStreamGetCaptureInfo_v3, _ptsz, (cudaStream_t s, cudaStreamCaptureStatus* c, unsigned long long* i, cudaGraph_t* g, const cudaGraphNode_t** a, const void** e, std::size_t* n), s, c, i, g, a, e, n)
FOREWARP_PER_THREAD(cudaStreamUpdateCaptureDependencies, _ptsz, (cudaStream_t s, cudaGraphNode_t* d, std::size_t n, unsigned f), s, d, n, f)
FOREWARP_PER_THREAD(cudaStreamUpdateCaptureDependencies_v2, _ptsz, (cudaStream_t s, cudaGraphNode_t* d, const void* e, std::size_t n, unsigned f), s, d, e, n, f)
FOREWARP_PER_THREAD(cudaStreamEndCapture, _ptsz, (cudaStream_t s, cudaGraph_t* g), s, g)
FOREWARP_PER_THREAD(cudaGraphInstantiateWithParams, _ptsz, (cudaGraphExec_t* e, cudaGraph_t g, cudaGraphInstantiateParams* p), e, g, p)
FOREWARP_PER_THREAD(cudaGraphUpload, _ptsz, (cudaGraphExec_t e, cudaStream_t s), e, s)
FOREWARP_PER_THREAD(cudaGraphLaunch, _ptsz, (cudaGraphExec_t e, cudaStream_t s), e, s)
FOREWARP_PER_THREAD(cudaEventRecord, _ptsz, (cudaEvent_t e, cudaStream_t s), e, s)
FOREWARP_PER_THREAD(cudaEventRecordWithFlags, _ptsz, (cudaEvent_t e, cudaStream_t s, unsigned f), e, s, f)
// clang-format on
}
