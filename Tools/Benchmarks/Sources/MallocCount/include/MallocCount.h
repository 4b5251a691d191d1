#pragma once
#include <stdint.h>

/// Allocations made by this process so far; always zero where they cannot be counted.
uint64_t malloc_count(void);
/// Bytes allocated and not freed at this moment; zero where the C library does not tell.
uint64_t malloc_live_bytes(void);
