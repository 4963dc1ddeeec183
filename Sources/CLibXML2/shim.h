#pragma once
/* Debian's libxml2 includes the system's ICU, which clashes with the ICU inside Swift's Foundation
   (swiftlang/swift-foundation-icu issue 93). Fields of xmlCharEncodingHandler must not be touched. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/xmlwriter.h>
#include <libxml/HTMLparser.h>

/* xmlFree is a global variable, which Swift cannot prove safe to read. */
static inline void journal_xml_free(void *memory) { xmlFree(memory); }
