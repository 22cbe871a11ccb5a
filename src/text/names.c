/* names.c - the words and letters of the text forms. */
#include "text/forms.h"

#include <string.h>

static const char colour_letters[] = "BYRKT";
static const char *const colour_names[] = {"blue", "yellow", "red", "black", "turquoise"};
static const char *const phase_names[] = {"deal",  "offer", "tiling", "over",
                                          "setup", "draw",  "keep",   "return"};
#define EVENT_NAME(KIND, name, field, words) name,
static const char *const event_names[] = {AZJ_EVENT_LIST(EVENT_NAME)};
static const char *const face_names[] = {"B", "BK", "BR", "K", "R", "RT", "T", "Y", "YK", "YT"};
static const char *const plate_names[] = {"S1", "S2", "S3", "S4", "S5", "S6", "S7",
                                          "S8", "S9", "J1", "J2", "J3", "J4", "J5",
                                          "J6", "J7", "J8", "J9", "S?", "J?", "?"};

_Static_assert(sizeof face_names / sizeof *face_names == AZJ_DUEL_FACES, "a name a face");
_Static_assert(sizeof plate_names / sizeof *plate_names == AZJ_PLATE_UNKNOWN + 1, "a name a plate");

#define NAME_IN(table, index) ((index) < sizeof(table) / sizeof *(table) ? (table)[index] : "?")

char azj_colour_letter(unsigned colour)
{
    return colour < AZJ_COLOUR_NB ? colour_letters[colour] : '?';
}

const char *azj_colour_name(unsigned colour)
{
    return NAME_IN(colour_names, colour);
}

const char *azj_phase_name(unsigned phase)
{
    return NAME_IN(phase_names, phase);
}

const char *azj_event_name(unsigned kind)
{
    return NAME_IN(event_names, kind);
}

const char *azj_face_name(unsigned face)
{
    return NAME_IN(face_names, face);
}

const char *azj_plate_name(unsigned plate)
{
    return NAME_IN(plate_names, plate);
}

/* ---- And back ---- */

unsigned text_colour(char letter)
{
    const char *at = letter ? strchr(colour_letters, letter) : NULL;
    return at ? (unsigned)(at - colour_letters) : AZJ_COLOUR_NB;
}

static unsigned find_name(const char *const *names, unsigned count, const char *text, size_t length)
{
    for (unsigned i = 0; i < count; i++)
        if (strlen(names[i]) == length && memcmp(names[i], text, length) == 0)
            return i;
    return count;
}

unsigned text_face(const char *text, size_t length)
{
    return find_name(face_names, AZJ_DUEL_FACES, text, length);
}

unsigned text_plate(const char *text, size_t length)
{
    return find_name(plate_names, AZJ_PLATE_UNKNOWN + 1, text, length);
}

unsigned text_phase(const char *text, size_t length)
{
    return find_name(phase_names, TEXT_PHASE_NB, text, length);
}

unsigned text_rules(const char *text, size_t length)
{
    const char *names[AZJ_RULES_NB];
    for (int r = 0; r < AZJ_RULES_NB; r++)
        names[r] = azj_rules_name((azj_rules)r);
    return find_name(names, AZJ_RULES_NB, text, length);
}

/* ---- Parts of forms ---- */

void text_put_numbered(buf *b, const char *text, unsigned number)
{
    buf_text(b, text);
    buf_unsigned(b, number);
}

void text_put_known(buf *b, unsigned pile_entry)
{
    if (pile_entry & AZJ_PILE_KNOWN_0)
        buf_char(b, '0');
    if (pile_entry & AZJ_PILE_KNOWN_1)
        buf_char(b, '1');
    if (pile_entry & AZJ_PILE_BACK)
        buf_char(b, 'b');
}

unsigned text_known(const char *text, size_t length)
{
    static const char letters[] = "01b";
    static const uint8_t flags[] = {AZJ_PILE_KNOWN_0, AZJ_PILE_KNOWN_1, AZJ_PILE_BACK};
    unsigned known = 0, i = 0;
    for (size_t at = 0; at < length; at++, i++) {
        while (i < 3 && letters[i] != text[at])
            i++;
        if (i == 3)
            return AZJ_PILE_PLATE;
        known |= flags[i];
    }
    return known;
}

char text_dome_letter(const azj_duel_board *board, unsigned cell)
{
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        if (board->tile[c] >> cell & 1u)
            return azj_colour_letter(c);
    return board->special >> cell & 1u ? '*' : '.';
}

int text_phase_draws(unsigned phase)
{
    return phase == AZJ_PHASE_DRAW || phase == AZJ_PHASE_KEEP || phase == AZJ_PHASE_RETURN;
}
