#pragma once
#include <sqlite3.h>

/* Function-like macros and variadic functions do not reach Swift. */
static inline sqlite3_destructor_type journal_sqlite_copy(void) { return SQLITE_TRANSIENT; }
static inline sqlite3_destructor_type journal_sqlite_static(void) { return SQLITE_STATIC; }
static inline int journal_sqlite_flag(sqlite3 *db, int option, int on) {
    return sqlite3_db_config(db, option, on, (int *)0);
}

/* An address for text of no length: a null pointer would mean NULL. */
static inline const char *journal_sqlite_empty(void) { return ""; }
