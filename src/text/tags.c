/* tags.c - the standard tags of a record: see tags.h. */
#include "text/tags.h"

/* The names of each seat's tags, as functions by field. */
#define TAGS_SEAT_NAMES(field, name, mode)                                                        \
    const char *tags_##field(unsigned seat)                                                       \
    {                                                                                             \
        static const char *const names[AZJ_SEATS_MAX] = {name "0", name "1", name "2", name "3"}; \
        return names[seat];                                                                       \
    }
TAGS_OF_SEAT(TAGS_SEAT_NAMES)

void tags_put_kind(buf *b, bool bot, const char *name)
{
    buf_text(b, bot ? "bot" : "person");
    if (*name)
        buf_char(b, ':');
    buf_text(b, name);
}

typedef enum tag_mode { REPLACE, KEEP } tag_mode;

static azj_error add_tag(azj_record *r, const char *name, const char *value, tag_mode mode)
{
    if (!value || (mode == KEEP && azj_record_tag_value(r, name)))
        return AZJ_E_OK;
    return azj_record_tag(r, name, value);
}

azj_error tags_add(azj_record *r, const record_tags *tags)
{
    azj_error e = AZJ_E_OK;
#define ADD_TAG(field, name, mode) e = e ? e : add_tag(r, name, tags->field, mode);
#define ADD_SEAT_TAG(field, name, mode) \
    e = e ? e : add_tag(r, tags_##field(seat), tags->field[seat], mode);
    TAGS_BEFORE_SEATS(ADD_TAG)
    for (unsigned seat = 0; seat < r->start.head.players; seat++) {
        TAGS_OF_SEAT(ADD_SEAT_TAG)
    }
    TAGS_AFTER_SEATS(ADD_TAG)
    return e;
}
