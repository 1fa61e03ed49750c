// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// libnvJitLink.so.12 and .13 without an entry point. Clients that find NVIDIA's linker make machine code with it; those
// that find one without entry points take the driver's, cuLink*, which keeps the PTX (client_environment.hpp). It
// defines the symbol version, so that libraries that were linked with NVIDIA's can be loaded.
