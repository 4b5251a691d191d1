// The allocator's own count of the bytes in use, which the C libraries' Swift modules leave out.
#if defined(__GLIBC__) || __has_include(<malloc.h>)
#include <malloc.h>
#endif
#if __has_include(<malloc/malloc.h>)
#include <malloc/malloc.h>
#endif
