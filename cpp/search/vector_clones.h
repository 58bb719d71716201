// A function compiled twice, for processors with and without AVX2, the right one found when the
// program starts. Both give the same numbers: neither fuses multiplications with additions.
#pragma once

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__) && \
    !defined(__SANITIZE_ADDRESS__)
#define KATACHI_TWICE __attribute__((target_clones("avx2", "default")))
#else
#define KATACHI_TWICE
#endif
