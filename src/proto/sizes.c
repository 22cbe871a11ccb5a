/* sizes.c - the sizes of the public types, for programs in other languages. */
#include <azulejo/engine.h>
#include <azulejo/layout.h>
#include <azulejo/text.h>
#include <string.h>

#define SIZE(type) {#type, sizeof(type)},
static const azj_type_size sizes[] = {
    SIZE(azj_rng) SIZE(azj_move) SIZE(azj_steps) SIZE(azj_head) SIZE(azj_state)          /* */
    SIZE(azj_classic_board) SIZE(azj_classic) SIZE(azj_duel_board) SIZE(azj_duel)        /* */
    SIZE(azj_options) SIZE(azj_fault) SIZE(azj_event) SIZE(azj_events) SIZE(azj_outcome) /* */
    SIZE(azj_preview) SIZE(azj_batch) SIZE(azj_obs_field) SIZE(azj_type_size)            /* */
    SIZE(azj_text_fault) SIZE(azj_record_tag_entry) SIZE(azj_record_step)                /* */
    SIZE(azj_record_note_entry) SIZE(azj_record)                                         /* */
    SIZE(azj_line) SIZE(azj_info) SIZE(azj_engine_options) SIZE(azj_limits)};
enum { TYPES = sizeof sizes / sizeof sizes[0] };

const azj_type_size *azj_type_of(unsigned i)
{
    return i < TYPES ? &sizes[i] : NULL;
}

size_t azj_sizeof(const char *name)
{
    for (unsigned i = 0; name && i < TYPES; i++)
        if (strcmp(sizes[i].name, name) == 0)
            return sizes[i].size;
    return 0;
}
