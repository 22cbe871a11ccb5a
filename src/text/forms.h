/* forms.h - what the files of src/text share: names, printers onto a buf, parts of forms. */
#ifndef TEXT_FORMS_H
#define TEXT_FORMS_H

#include "base/buf.h"
#include "base/json_write.h"
#include <azulejo/text.h>

enum { TEXT_PHASE_NB = AZJ_PHASE_RETURN + 1 };

/* ---- Names back to numbers; what is no name gives the count of names ---- */
unsigned text_colour(char letter);                    /* AZJ_COLOUR_NB */
unsigned text_face(const char *text, size_t length);  /* AZJ_DUEL_FACES */
unsigned text_plate(const char *text, size_t length); /* AZJ_PLATE_UNKNOWN + 1 */
unsigned text_phase(const char *text, size_t length); /* TEXT_PHASE_NB */
unsigned text_rules(const char *text, size_t length); /* AZJ_RULES_NB */

/* ---- Printers ---- */
void json_put_move(json_writer *w, const char *key, azj_move move);

/* Sequences of tiles, 3 bits each from the lowest, colour + 1; 6 is the marker "M". */
void text_put_sequence(buf *b, uint32_t pieces, unsigned count);
void text_put_known(buf *b, unsigned pile_entry);                  /* "0b": who knows the plate */
void text_put_numbered(buf *b, const char *text, unsigned number); /* "line 3" */
void text_put_faces(buf *b, azj_chips chips);                      /* "B,BR" */
void text_put_tablets(buf *b, unsigned tablets);                   /* "a1,b1,c1" */
void text_put_plate_at(buf *b, unsigned plate, unsigned turn, unsigned slot); /* "S3/1@5" */
void json_put_faces(json_writer *w, const char *key, azj_chips chips);        /* ["B","BR"] */

/* Reads a word like "0b" into the flags AZJ_PILE_*; AZJ_PILE_PLATE if it is not one. */
unsigned text_known(const char *text, size_t length);
#define TEXT_KNOWN_WANTED "who knows the plate: 0 or 1 (its front), b (both its back)"

/* ---- Parts of forms ---- */
char text_dome_letter(const azj_duel_board *board, unsigned cell); /* colour, '*' or '.' */
int text_phase_draws(unsigned phase);                              /* has drawn plates */

static inline unsigned text_stack_height(unsigned stack)
{
    unsigned n = 0;
    for (; stack; stack >>= 3)
        n++;
    return n;
}

#endif
