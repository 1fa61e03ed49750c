// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Poisson numbers, the generator MRG32k3a and Sobol's numbers of cuRAND: the expected ones were printed by this program
// (argument: print) compiled by nvcc 13.0 with NVIDIA's headers.
#include <curand_kernel.h>

#include <cmath>

#include "check.h"

constexpr int numbers = 22;

template <class State>
__device__ void draw(State* s, double* to) {
  for (int i = 0; i < 3; ++i) *to++ = static_cast<double>(curand(s));
  *to++ = curand_uniform(s);
  *to++ = curand_uniform_double(s);
  *to++ = curand_normal(s);
  *to++ = curand_normal_double(s);
  *to++ = curand_log_normal(s, 0.1f, 0.5f);
  for (const double mean : {0.7, 30.0, 64.0, 700.0, 1500.0, 5000.0})
    for (int i = 0; i < 2; ++i) *to++ = curand_poisson(s, mean);
  skipahead(1234, s);
  *to++ = static_cast<double>(curand(s));
  *to++ = static_cast<double>(curand(s));
}

template <class State>
__global__ void of_seed(double* to) {
  State s;
  curand_init(0xfeedbeefull, 5 + threadIdx.x, 7, &s);
  draw(&s, to + threadIdx.x * numbers);
}
template <class State, class Word>
__global__ void of_vectors(Word* vectors, double* to) {
  State s;
  curand_init(vectors, static_cast<Word>(11 * threadIdx.x), &s);
  draw(&s, to + threadIdx.x * numbers);
}
template <class State, class Word>
__global__ void of_scrambled(Word* vectors, double* to) {
  State s;
  curand_init(vectors, static_cast<Word>(0x123456789abcdef0ull), static_cast<Word>(11 * threadIdx.x), &s);
  draw(&s, to + threadIdx.x * numbers);
}

const double expected[7][2 * numbers] = {
    {2771368826, 1159455985, 2135712961, 0.59598314762115479, 0.76855346592147522, 0.54054367542266846,
    -1.0733497674065411, 1.3376781940460205, 0, 0, 29, 31, 69, 53, 652, 678, 1443, 1471, 5101, 5009,
    3852124832, 12920508, 1438244338, 4057380796, 4064674016, 0.28405502438545227, 0.38821357974707854,
    -1.0978031158447266, 1.272211512316815, 1.3019039630889893, 0, 0, 30, 33, 66, 63, 718, 740, 1447, 1545,
    5038, 4817, 1353883022, 3449955880},
    {3696044444, 2561232131, 2628644258, 0.48826974630355835, 0.1074500628747046, 0.061955232173204422,
    -1.3891692570864422, 0.82722002267837524, 0, 1, 31, 29, 69, 67, 700, 684, 1509, 1451, 5006, 4967,
    842378015, 2212181000, 2874372073, 1683013961, 412832118, 0.6857302188873291, 0.6568401416298002,
    -0.70959275960922241, -0.93045957065679996, 1.2434543371200562, 1, 0, 33, 39, 67, 63, 698, 746, 1530,
    1479, 4971, 4969, 2543260099, 2176600611},
    {3866801915, 932498240, 3617754914, 0.12584890425205231, 0.19057798032434609, -0.14606465399265289,
    -2.8942038140712962, 1.2563676834106445, 1, 1, 44, 16, 70, 51, 688, 634, 1425, 1498, 5089, 4997,
    1700139542, 1238987498, 847588431, 2404097205, 1077819020, 0.4786284863948822, 0.63232650238933019,
    0.63802856206893921, 1.1150514515510528, 2.1682906150817871, 0, 0, 32, 31, 61, 70, 686, 759, 1525, 1528,
    5018, 5027, 2955102351, 3290020490},
    {0, 2147483648, 3221225472, 0.25, 0.37500000023283064, 1.1503493785858154, 0.31863936427138145,
    0.62177646160125732, 0, 2, 33, 25, 52, 65, 723, 687, 1484, 1539, 5017, 4907, 2824863744, 677380096,
    805306368, 268435456, 2415919104, 0.8125, 0.31250000023283064, -0.40225005149841309, 1.0099901697355498,
    1.2443346977233887, 0, 0, 33, 41, 63, 56, 711, 735, 1491, 1478, 5055, 5006, 3495952384, 2422210560},
    {2596069104, 448585456, 1522327280, 0.85444444417953491, 0.97944444068707526, -0.051547955721616745,
    -0.7406777040871424, 1.500152587890625, 2, 0, 25, 32, 65, 51, 685, 721, 1527, 1475, 4837, 5002, 853335792,
    3000819440, 2864504560, 2327633648, 180150000, 0.29194444417953491, 0.79194444068707526,
    0.70853817462921143, -0.64120595498338229, 0.34975430369377136, 1, 1, 24, 28, 74, 68, 678, 696, 1563,
    1536, 4968, 4897, 1255988976, 182247152},
    {0, 9.2233720368547758e+18, 1.3835058055282164e+19, 0.25, 0.37500000000000006, 1.1503493785858154,
    0.31863936396437531, 0.62177646160125732, 0, 2, 33, 25, 52, 65, 723, 687, 1484, 1539, 5017, 4907,
    1.2132697396136116e+19, 2.9093253592813404e+18, 3.4587645138205409e+18, 1.152921504606847e+18,
    1.0376293541461623e+19, 0.8125, 0.31250000000000006, -0.40225005149841309, 1.0099901692495821,
    1.2443346977233887, 0, 0, 33, 41, 63, 56, 711, 735, 1491, 1478, 5055, 5006, 1.5015001157653234e+19,
    1.0403315139225846e+19},
    {1.3117684674637903e+18, 1.0535140504318566e+19, 1.5146826522745954e+19, 0.32111111283302307,
    0.44611111111111107, 1.6082621812820435, 0.51324810807018362, 0.72050923109054565, 0, 2, 32, 24, 46, 64,
    718, 683, 1479, 1531, 5007, 4876, 1.3426451465090425e+19, 4.2030794282356485e+18, 2.4646899720706371e+18,
    1.5884696285694336e+17, 9.3822189997117194e+18, 0.75861108303070068, 0.25861111111111107,
    -0.55379050970077515, 0.80593942434121679, 1.1618828773498535, 0, 0, 32, 38, 62, 58, 716, 753, 1498, 1485,
    5074, 5018, 1.4002912217393848e+19, 9.3912261989664604e+18},
};

int main(int argc, char**) {
  double* to;
  unsigned* v;
  unsigned long long* w;
  CALL(cudaMallocManaged(&to, 2 * numbers * sizeof(double)));
  CALL(cudaMallocManaged(&v, 32 * sizeof *v));
  CALL(cudaMallocManaged(&w, 64 * sizeof *w));
  for (int i = 0; i < 32; ++i) v[i] = 1u << (31 - i) | (i > 2 && i % 3 == 0 ? 1u << (33 - i) : 0);
  for (int i = 0; i < 64; ++i) w[i] = 1ull << (63 - i) | (i > 2 && i % 3 == 0 ? 1ull << (65 - i) : 0);
  for (int generator = 0; generator < 7; ++generator) {
    switch (generator) {
      case 0:
        of_seed<curandStateXORWOW_t><<<1, 2>>>(to);
        break;
      case 1:
        of_seed<curandStatePhilox4_32_10_t><<<1, 2>>>(to);
        break;
      case 2:
        of_seed<curandStateMRG32k3a_t><<<1, 2>>>(to);
        break;
      case 3:
        of_vectors<curandStateSobol32_t><<<1, 2>>>(v, to);
        break;
      case 4:
        of_scrambled<curandStateScrambledSobol32_t><<<1, 2>>>(v, to);
        break;
      case 5:
        of_vectors<curandStateSobol64_t><<<1, 2>>>(w, to);
        break;
      default:
        of_scrambled<curandStateScrambledSobol64_t><<<1, 2>>>(w, to);
    }
    CALL(cudaDeviceSynchronize());
    if (argc > 1) {
      for (int i = 0; i < 2 * numbers; ++i)
        std::printf("%s%.17g%s", i == 0 ? "{" : "", to[i], i + 1 < 2 * numbers ? ", " : "},\n");
      continue;
    }
    // Floats differ in their last digits.
    for (int i = 0; i < 2 * numbers; ++i) CHECK(std::fabs(to[i] - expected[generator][i]) <= 1e-6 * std::fabs(to[i]));
    for (int i = 8; i < 2 * numbers; ++i)
      if (i % numbers >= 8) CHECK(to[i] == expected[generator][i]);
  }
  std::puts("PASS");
}
