/* SPDX-FileCopyrightText: 2026 The forewarp authors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef FOREWARP_PTX_RUN_H
#define FOREWARP_PTX_RUN_H
/**
 * @file
 * Runs a kernel in PTX on the memory of this process: the one function that tinygrad's stand-in CUDA driver calls, with
 * the interface of gpuocelot. docs/tinygrad.md explains it with an example.
 */

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Runs the only kernel of `source` with blocks of bx * by * bz threads in a grid of gx * gy * gz blocks and `shared`
 * bytes of dynamic shared memory; it has ended when the call returns. args[i] is the value of the i-th parameter itself,
 * not its address: a pointer to memory of this process, or a number in the low bytes. What the kernel prints goes to the
 * standard output.
 *
 * Returns 0, or the forewarp_status of what went wrong (2: the PTX or the launch is wrong, or the kernel did something
 * that a GPU would not; 5: the text cannot be read); forewarp_ptx_run_error() has the message. tinygrad does not look at
 * what is returned. In a Python process an error therefore raises RuntimeError in its main thread as soon as the call
 * is back in Python; in other processes the message goes to the standard error output. Memory that the kernel had
 * written by then stays written.
 *
 * The kernel reaches the mapping of the process that a pointer argument points into, and no other memory: beyond the
 * end of the mapping an access is an error, within it the end of a buffer is not known.
 */
int ptx_run(char* source, int n_args, void** args, int bx, int by, int bz, int gx, int gy, int gz, int shared);

/** The message of the last call that failed in this thread; "" before any. */
const char* forewarp_ptx_run_error(void);

#ifdef __cplusplus
}
#endif
#endif
