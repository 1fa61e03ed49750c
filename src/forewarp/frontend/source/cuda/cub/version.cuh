// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#define CUB_VERSION 200500
#define CUB_MAJOR_VERSION 2
#define CUB_MINOR_VERSION 5
#define CUB_SUBMINOR_VERSION 0
