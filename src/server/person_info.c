/* person_info.c - see person_info.h. */
#include "server/person_info.h"

#include <stdio.h>
#include <string.h>

enum { ID_LENGTH = 22 };

bool person_read(store *s, const char *id, identity *who)
{
    char key[STORE_KEY_MAX], text[IDENTITY_ROW_MAX];
    size_t length;
    snprintf(key, sizeof key, "person/%.40s", id);
    return store_get(s, key, 0, text, sizeof text, &length) == STORE_FOUND &&
           identity_row_read(who, id, text, length);
}

static bool has_games(store *s, const char *id)
{
    char prefix[STORE_KEY_MAX];
    snprintf(prefix, sizeof prefix, "seat/%.40s/", id);
    return store_count(s, prefix, 1) > 0;
}

static bool find_id(store *s, const char *text, identity *who)
{
    if (strlen(text) != ID_LENGTH)
        return false;
    if (person_read(s, text, who))
        return true;
    if (!has_games(s, text))
        return false;
    *who = (identity){.name = PERSON_GUEST};
    snprintf(who->id, sizeof who->id, "%.23s", text);
    return true;
}

static bool find_name(store *s, const char *text, identity *who)
{
    char folded[GAME_NAME_MAX], key[STORE_KEY_MAX], id[64] = "";
    size_t length;
    if (!identity_account_name_ok(text, folded))
        return false;
    snprintf(key, sizeof key, "name/%s/", folded);
    return store_get(s, key, 0, id, sizeof id, &length) == STORE_FOUND && person_read(s, id, who);
}

person_found person_find(store *s, const char *text, identity *who)
{
    const bool only_id = strncmp(text, "id:", 3) == 0, only_name = strncmp(text, "name:", 5) == 0;
    const char *what = only_id ? text + 3 : only_name ? text + 5 : text;
    identity by_name;
    const bool id = !only_name && find_id(s, what, who);
    const bool name = !only_id && find_name(s, what, &by_name);
    if (id && name && strcmp(who->id, by_name.id) != 0)
        return PERSON_TWO;
    if (!id && name)
        *who = by_name;
    return id || name ? PERSON_FOUND : PERSON_NONE;
}
