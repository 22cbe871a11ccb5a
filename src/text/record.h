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

/* The beginning of a game: no other line starts like this. A comment that contains such a line
 * writes its bracket as "\[". */
#define RECORD_MARK "[Azulejo "

/* Removes the game but keeps the memory. */
void record_clear(azj_record *r);

/* Adds a tag without checking for duplicates and reserved names. */
azj_error record_add_tag(azj_record *r, const char *name, size_t name_length, const char *value,
                         size_t value_length);
azj_error record_add_note(azj_record *r, const char *name, size_t name_length, const char *value,
                          size_t value_length);

/* Removes the escaping backslashes and the carriage returns from the last stored string. */
void record_unescape(azj_record *r, uint32_t offset);

/* Begins the game that the record's tags (Rules and so on) describe. On a fault *tag is the index
 * of the wrong tag (or tag_count) and *expected says why. */
azj_error record_begin_by_tags(azj_record *r, uint32_t *tag, const char **expected);

/* Ends the game as a reader found it. If that is impossible: AZJ_E_SYNTAX, *expected and the wrong
 * part. */
typedef enum record_end_part {
    RECORD_END_WINNERS,
    RECORD_END_SCORES,
    RECORD_END_CAUSE
} record_end_part;
azj_error record_end_read(azj_record *r, unsigned winners, const int *scores, const char *cause,
                          size_t cause_length, const char **expected, record_end_part *part);

/* The steps from `first` on that are written together: a factory's tiles, the pile, the chips. The
 * state is that before `first` and is moved past them. Returns the step after them. */
uint32_t record_group(const azj_record *r, uint32_t first, azj_state *s, uint32_t note);

/* Check the syntax of names. */
bool record_tag_name_ok(const char *name, size_t length);
bool record_note_name_ok(const char *name, size_t length);

/* The number of valid bytes of a value: `length` if all are. A value is UTF-8 without the
 * forbidden characters and without control characters except those of `controls`. U+0080 to U+009F
 * are control characters, too: a terminal obeys them. */
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
