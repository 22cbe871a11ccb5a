/* tags.c - the standard tags of a record: see tags.h. */
#include "text/tags.h"

const char *tags_seat(unsigned seat)
{
    static const char *const names[AZJ_SEATS_MAX] = {"Seat0", "Seat1", "Seat2", "Seat3"};
    return names[seat];
}

const char *tags_kind(unsigned seat)
{
    static const char *const names[AZJ_SEATS_MAX] = {"Kind0", "Kind1", "Kind2", "Kind3"};
    return names[seat];
}

void tags_put_kind(buf *b, bool bot, const char *name)
{
    buf_text(b, bot ? "bot" : "person");
    if (*name)
        buf_char(b, ':');
    buf_text(b, name);
}

static azj_error add(azj_record *r, const char *name, const char *value)
{
    return value ? azj_record_tag(r, name, value) : AZJ_E_OK;
}

/* A record that is resumed keeps what it said first. */
static azj_error add_once(azj_record *r, const char *name, const char *value)
{
    return azj_record_tag_value(r, name) ? AZJ_E_OK : add(r, name, value);
}

azj_error tags_add(azj_record *r, const record_tags *tags)
{
    azj_error e = add(r, "Event", tags->event);
    e = e ? e : add(r, "Game", tags->game);
    for (unsigned seat = 0; seat < r->start.head.players; seat++) {
        e = e ? e : add_once(r, tags_seat(seat), tags->seat[seat]);
        e = e ? e : add(r, tags_kind(seat), tags->kind[seat]);
    }
    e = e ? e : add(r, "TimeControl", tags->time_control);
    e = e ? e : add(r, "Seed", tags->seed);
    return e ? e : add_once(r, "Date", tags->date);
}
