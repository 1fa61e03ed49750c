// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Random numbers of cuRAND's device functions: the expected ones were printed by the same calls compiled by nvcc 13.0
// with NVIDIA's headers.
#include <curand_kernel.h>

#include <cmath>

#include "check.h"

struct Numbers {
  unsigned bits[7];
  float floats[11];
  double doubles[6];
};

template <class State>
__global__ void draw(unsigned long long seed, unsigned long long sequence, unsigned long long offset, Numbers* to) {
  State s;
  curand_init(seed, sequence, offset, &s);
  for (int i = 0; i < 6; ++i) to->bits[i] = curand(&s);
  for (int i = 0; i < 3; ++i) to->floats[i] = curand_uniform(&s);
  for (int i = 3; i < 8; ++i) to->floats[i] = curand_normal(&s);
  const float2 two = curand_normal2(&s);
  to->floats[8] = two.x;
  to->floats[9] = two.y;
  to->floats[10] = curand_log_normal(&s, 0.5f, 0.25f);
  for (int i = 0; i < 3; ++i) to->doubles[i] = curand_uniform_double(&s);
  for (int i = 3; i < 6; ++i) to->doubles[i] = curand_normal_double(&s);
  skipahead(1234567ull, &s);
  to->bits[6] = curand(&s);
}

/// Four numbers at once, from the middle of an output.
__global__ void draw_fours(Numbers* to) {
  curandStatePhilox4_32_10_t s;
  curand_init(7, 3, 2, &s);
  const uint4 a = curand4(&s);
  to->bits[0] = a.x, to->bits[1] = a.y, to->bits[2] = a.z, to->bits[3] = a.w;
  to->bits[4] = curand(&s);
  const float4 b = curand_uniform4(&s), c = curand_normal4(&s);
  to->floats[0] = b.x, to->floats[1] = b.w;
  to->floats[2] = c.x, to->floats[3] = c.y, to->floats[4] = c.z, to->floats[5] = c.w;
  const double2 d = curand_uniform2_double(&s);
  to->doubles[0] = d.x, to->doubles[1] = d.y;
  to->bits[5] = curand(&s);
}

struct Expected {
  bool philox;
  unsigned long long seed, sequence, offset;
  Numbers numbers;
};

const Expected expected[] = {
    {false,
     0ull,
     0ull,
     0ull,
     {{3179217846u, 1883133293u, 2220552389u, 674260989u, 306521119u, 1986458431u, 392463405u},
      {0.227643266f, 0.329358488f, 0.144065306f, -0.927174926f, 1.57642365f, -0.175963923f, 1.09587717f, -0.900676131f,
       1.45361459f, -0.907904029f, 1.56477225f},
      {0.21119264284316325, 0.55299754982783611, 0.3081019253060065, -1.2831478919163235, -0.50113706846855799,
       -0.049045484166638884}}},
    {true,
     0ull,
     0ull,
     0ull,
     {{1713891541u, 3781805453u, 3159862348u, 2600524760u, 4175744164u, 1555169499u, 307414830u},
      {0.693930924f, 0.037094079f, 0.0194494221f, 1.16975224f, 0.956041455f, -1.56994998f, 0.375532866f, -0.810318351f,
       -0.521760702f, 1.19614136f, 1.52798975f},
      {0.91697677108459175, 0.45032620336860418, 0.027749431086704135, -1.3458088751449335, 0.50739153964774231,
       0.68536164773251951}}},
    {false,
     1234ull,
     77ull,
     5ull,
     {{4113011543u, 1602733491u, 3563552947u, 411432086u, 1777568378u, 3768919727u, 3271164782u},
      {0.358714998f, 0.353007227f, 0.00205746666f, 0.809412479f, -0.292659581f, -0.223206833f, -0.315255314f,
       -1.10793865f, -0.529532492f, -0.710568905f, 1.90116644f},
      {0.17297787192847708, 0.70184910267650569, 0.73195134314442378, -1.1103673019596245, -0.61922065741908661,
       0.7126857870087645}}},
    {true,
     1234ull,
     77ull,
     5ull,
     {{1212756008u, 792187149u, 4214814024u, 2094081686u, 530129520u, 775103400u, 4181680513u},
      {0.902872205f, 0.874780893f, 0.182911173f, 0.686141551f, -0.270585358f, 1.24565375f, -0.289797395f, 1.30068505f,
       -1.7672857f, 1.16398215f, 2.32952094f},
      {0.7860944508574903, 0.19825787143781781, 0.092557575553655624, -1.9383776675518896, -1.3712497154835257,
       1.0954141926456762}}},
    {false,
     0xdeadbeefcafebabeull,
     1000003ull,
     123456789012ull,
     {{4227254444u, 3349073165u, 2820026755u, 3704624937u, 3416123642u, 69549344u, 3726481377u},
      {0.0936140493f, 0.783799827f, 0.665473998f, -0.428321004f, -0.549993396f, -0.256483853f, 0.542161584f,
       0.340474695f, 0.930050611f, 0.957752824f, 1.65759313f},
      {0.6890836299878953, 0.48553838291656864, 0.21609253285522095, 0.21268811313073091, -0.76778370386671579,
       -0.62374525385367829}}},
    {true,
     0xdeadbeefcafebabeull,
     1000003ull,
     123456789012ull,
     {{3536234454u, 800598755u, 2427286538u, 1038771903u, 4042879945u, 212558689u, 981234765u},
      {0.489424706f, 0.47472626f, 0.301575989f, 1.77906787f, 0.0917078257f, -0.529094219f, 0.553616762f, -0.507633924f,
       0.532631516f, 0.56000632f, 1.82552493f},
      {0.63537403126247227, 0.70926584326662123, 0.68268010462634265, -0.34572627405004197, 1.3394835466236599,
       -0.1896503198629898}}},
    {false,
     42ull,
     1ull << 40,
     3ull,
     {{1164493765u, 2433681842u, 2183983902u, 4104728878u, 4106186164u, 2365968189u, 1949145868u},
      {0.462465376f, 0.0816326812f, 0.914445937f, -0.433725178f, -0.135641813f, 0.45335564f, -1.70780408f,
       -0.931919873f, -0.784713984f, -0.710242689f, 1.92463756f},
      {0.42067238447068683, 0.30806527360177277, 0.43928079496056277, -0.76166384212027261, -1.2491461149807226,
       1.2655378437631015}}},
    {true,
     42ull,
     1ull << 40,
     3ull,
     {{3479936819u, 1276628367u, 3885023016u, 94049360u, 3905854532u, 4202878998u, 3392631038u},
      {0.939479709f, 0.688489497f, 0.268594772f, -0.891183794f, 0.430059403f, 0.294850618f, -0.290258467f, 1.46954727f,
       -0.661639869f, -0.391450912f, 1.52096248f},
      {0.09119584015570581, 0.083268333459272981, 0.26628313818946481, 1.0694595248520977, 1.272992798193864,
       -0.56163896215717068}}},
};
const Numbers fours = {{698849000u, 2576041488u, 2522840782u, 1975137240u, 306199026u, 2646262030u},
                       {0.522196531f, 0.300965548f, 0.890824735f, -1.15846312f, 1.02770317f, -0.0423467793f},
                       {0.60252616248109336, 0.71843075919320554}};

void compare(const Numbers& ours, const Numbers& theirs) {
  for (int i = 0; i < 7; ++i) CHECK(ours.bits[i] == theirs.bits[i]);
  for (int i = 0; i < 11; ++i)
    CHECK(std::fabs(ours.floats[i] - theirs.floats[i]) <= 4e-7f * std::fabs(theirs.floats[i]));
  for (int i = 0; i < 6; ++i)
    CHECK(std::fabs(ours.doubles[i] - theirs.doubles[i]) <= 2e-15 * std::fabs(theirs.doubles[i]));
}

int main() {
  Numbers* drawn = nullptr;
  CALL(cudaMallocManaged(&drawn, sizeof(Numbers)));
  for (const Expected& e : expected) {
    if (e.philox)
      draw<curandStatePhilox4_32_10_t><<<1, 1>>>(e.seed, e.sequence, e.offset, drawn);
    else
      draw<curandState><<<1, 1>>>(e.seed, e.sequence, e.offset, drawn);
    CALL(cudaDeviceSynchronize());
    compare(*drawn, e.numbers);
  }
  *drawn = Numbers{};
  draw_fours<<<1, 1>>>(drawn);
  CALL(cudaDeviceSynchronize());
  compare(*drawn, fours);
  std::puts("PASS");
}
