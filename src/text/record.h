/* record.h - what the files of the record share.
 *
 *   record.c            memory, checked steps
 *   record_text.c       printing as text
 *   record_read.c       reading text
 *   record_json.c       printing as JSON
 *   record_json_read.c  reading JSON
 */
#ifndef TEXT_RECORD_H
#define TEXT_RECORD_H

#include "text/forms.h"

#include <stdbool.h>

enum {
    RECORD_TAG_NAME_MAX = 32,
    RECORD_TAG_VALUE_MAX = 1024,
    RECORD_NOTE_NAME_MAX = 16,
    RECORD_NOTE_VALUE_MAX = 1024,
    RECORD_COMMENT_MAX = 64 << 10,
    RECORD_CAUSE_MAX = 24
};

#define RECORD_COMMENT "comment"

/* How a line begins that only the tags of a game have. A comment that holds such a line writes its
 * bracket as "\[". */
#define RECORD_MARK "[Azulejo "

/* Forgets the game, keeps the memory. */
void record_clear(azj_record *r);

/* Adds without looking for a tag of the same name or for what is reserved. */
azj_error record_add_tag(azj_record *r, const char *name, size_t name_length, const char *value,
                         size_t value_length);
azj_error record_add_note(azj_record *r, const char *name, size_t name_length, const char *value,
                          size_t value_length);

/* Takes the backslashes and carriage returns out of the string that was kept last. */
void record_unescape(azj_record *r, uint32_t offset);

/* Begins with the tags that the record already has: Rules and so on say what to play. On a fault
 * *tag is the index of the tag that is wrong (or tag_count) and *expected says why. */
azj_error record_begin_by_tags(azj_record *r, uint32_t *tag, const char **expected);

/* Ends the game as a reader found it; AZJ_E_SYNTAX, *expected and the part that is wrong when that
 * cannot be. */
typedef enum record_end_part {
    RECORD_END_WINNERS,
    RECORD_END_SCORES,
    RECORD_END_CAUSE
} record_end_part;
azj_error record_end_read(azj_record *r, unsigned winners, const int *scores, const char *cause,
                          size_t cause_length, const char **expected, record_end_part *part);

/* The steps from `first` on that are written together: a factory's tiles, the pile, the chips. The
 * state stands before `first` and is moved behind them. Returns the step behind them. */
uint32_t record_group(const azj_record *r, uint32_t first, azj_state *s, uint32_t note);

/* Is the writing in order? */
bool record_tag_name_ok(const char *name, size_t length);
bool record_note_name_ok(const char *name, size_t length);

/* A value is UTF-8 without the forbidden characters and without control characters (U+0080 to
 * U+009F are such too: a terminal obeys them) but those of `controls`. How many bytes of this one
 * are in order: `length` if all of it is. */
size_t record_value_good(const char *value, size_t length, const char *forbidden,
                         const char *controls);
#define RECORD_TAG_WANTED "a value in UTF-8 without control characters"
#define RECORD_NOTE_WANTED "a note in UTF-8 without brackets or control characters"
#define RECORD_COMMENT_WANTED "a comment in UTF-8 without control characters"

/* "0+2", "*" without winners; "34-21". */
void record_put_winners(buf *b, unsigned winners);
void record_put_scores(buf *b, const azj_state *s);

/* Fills line and column from the offset. */
void record_locate(azj_text_fault *fault, const char *text);

#endif
