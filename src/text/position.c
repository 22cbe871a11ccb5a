/* position.c - a position in either form, checked. */
#include "text/scan.h"

#include <string.h>

static azj_error check_possible(const azj_state *s, azj_text_fault *fault)
{
    azj_fault why = {0};
    const azj_error e = azj_validate(s, &why);
    if (e != AZJ_E_OK && fault) {
        memset(fault, 0, sizeof *fault);
        fault->code = e;
        fault->why = why;
        azj_fault_text(&why, fault->text, sizeof fault->text);
    }
    return e;
}

azj_error azj_position_read(const char *text, size_t length, azj_state *s, azj_text_fault *fault)
{
    size_t start = 0;
    while (start < length && scan_is_space(text[start]))
        start++;
    while (length > start && scan_is_space(text[length - 1]))
        length--;
    azj_state read;
    const int json = start < length && text[start] == '{';
    azj_error e = (json ? azj_position_parse_json
                        : azj_position_parse)(text + start, length - start, &read, fault);
    if (e != AZJ_E_OK) {
        if (fault)
            fault->offset += start;
        return e;
    }
    e = check_possible(&read, fault);
    if (e == AZJ_E_OK)
        *s = read;
    return e;
}
