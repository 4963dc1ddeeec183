#include "libraries.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "include/typesetting.h"

typesetting_entries typesetting_library;

static char failure[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *open_library(const char *name, const char *package)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL && failure[0] == 0)
        snprintf(failure, sizeof failure, "the library %s is missing; install the package %s", name, package);
    return library;
}

static void *find(void *library, const char *name)
{
    void *entry = library == NULL ? NULL : dlsym(library, name);
    if (entry == NULL && failure[0] == 0)
        snprintf(failure, sizeof failure, "the function %s is missing from its library; update it", name);
    return entry;
}

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)
#define LOAD(name) *(void **)&typesetting_library.name##_entry = find(library, #name);
/* TEXT expands its argument first: ICU exports u_charName as u_charName_72. */
#define LOAD_RENAMED(name) *(void **)&typesetting_library.name##_entry = find(library, TEXT(name));

static void load_all(void)
{
    void *library = open_library("libharfbuzz.so.0", "libharfbuzz0b");
    FOR_EACH_HARFBUZZ(LOAD)
    library = open_library("libharfbuzz-subset.so.0", "libharfbuzz-subset0");
    FOR_EACH_SUBSET(LOAD)
    library = open_library("libicuuc.so." U_ICU_VERSION_SHORT, "libicu" U_ICU_VERSION_SHORT);
    FOR_EACH_ICU(LOAD_RENAMED)
    library = open_library("libdeflate.so.0", "libdeflate0");
    FOR_EACH_DEFLATE(LOAD)
}

const char *typesetting_load(void)
{
    pthread_once(&once, load_all);
    return failure[0] == 0 ? NULL : failure;
}
