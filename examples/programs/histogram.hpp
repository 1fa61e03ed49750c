// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

constexpr int bins = 256;

/// Counts each value of `bytes` bytes of device memory into `counts`, `bins` numbers of device memory. In
/// histogram_kernel.cu.
void count_bytes(const unsigned char* data, std::size_t bytes, unsigned* counts);
