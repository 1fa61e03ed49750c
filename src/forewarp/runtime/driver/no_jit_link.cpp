// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// libnvJitLink.so.12 and .13 without an entry point: clients that look for NVIDIA's linker find that it cannot be used
// and take the driver's (devices.cpp says why).
