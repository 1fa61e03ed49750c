// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Braun, Nikas, Song, Heuveline and Froening, "A simple model for portable and fast prediction of execution time and
/// power consumption of GPU kernels" (2020), part by part.
#include "papers/reproduction.hpp"

namespace forewarp::papers {

/// braun2020 on the launches its authors publish: counters to the twelve features, one model per GPU for time and for
/// power, each launch left out alone, each kernel, each application; beside the authors' own model of the T4.
[[nodiscard]] Reproduction models(const Options& options);

/// braun2020's protocol (sections 3.3, 5, 6) on the launches its authors publish, for the T4 and the K80 that they were
/// measured on: nested cross-validation by fold (Figures 5, 8, 9), best hyper-parameters and latency (Tables 4, 5),
/// each launch left out alone (Figures 6, 7, 10, 11) with classes of error, importances (Table 6), the share of
/// launches that leave SMs idle, and, past the paper, error and latency with the top 1 to 12 features and with fewer
/// trees.
[[nodiscard]] Reproduction protocol(const Options& options);

/// The same on the tables of data/measured/, and the errors of every recipe of forewarp retrain by what is left out.
[[nodiscard]] Reproduction own_protocol(const Options& options);

/// braun2020, section 4.2, on the launches its authors publish: how long launches take (Figure 2), and the coefficient
/// of variation of ten repetitions over the median time (Figure 3) and over the mean power (Figure 4).
[[nodiscard]] Reproduction spread(const Options& options);

/// The twelve features of the tutorial's 43 launches as CUDA Flux counted them, beside what the emulator counts of
/// kernels of our own that do the same work at the same grid and block.
[[nodiscard]] Reproduction counts(const Options& options);

/// CUDA Flux's three modes (section 3.2; Braun and Froening 2019) over the bundled kernels: what the features of one
/// CTA and of one warp, scaled to the launch, are off from those of all threads, and beside them our own sampling.
[[nodiscard]] Reproduction modes(const Options& options);

/// The model over several devices (forewarp retrain), on real times: six matrix kernels of amaris2022 that are bundled,
/// with the emulator's features and the bounds model's terms, on ten GPUs. Left out in turn: single launches, kernels,
/// and GPUs.
[[nodiscard]] Reproduction over_devices(const Options& options);

/// The public stand-in for braun2020's time data: 104 kernels at their sizes on 13 devices. One model per device and
/// one over all devices; leave one row out, leave a kernel out, leave an application out, leave a device out.
[[nodiscard]] Reproduction aiwc(const Options& options);

}  // namespace forewarp::papers
