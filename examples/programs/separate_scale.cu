// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The device function that separate.cu calls: relocatable device code (-rdc=true).
__device__ float factor = 2;
__device__ float scaled(float x) { return factor * x; }
