/* guest_names.c - names for guests who gave none, and a name for each seat that no other has */
#include "server/guest_names.h"

#include "base/checksum.h"
#include "base/json.h"

#include <stdio.h>
#include <string.h>

static const char *const names[GUEST_NAMES_NB] = {
    "Abrantes", "Almada",  "Amarante", "Aveiro",   "Azambuja", "Barcelos", "Batalha",  "Beja",
    "Belmonte", "Braga",   "Cascais",  "Chaves",   "Coimbra",  "Coruche",  "Covilhã",  "Elvas",
    "Ericeira", "Espinho", "Estoril",  "Estremoz", "Évora",    "Faro",     "Fátima",   "Funchal",
    "Góis",     "Guarda",  "Lagos",    "Lamego",   "Leiria",   "Loulé",    "Lousã",    "Mafra",
    "Mértola",  "Monção",  "Nazaré",   "Óbidos",   "Palmela",  "Peniche",  "Portimão", "Sagres",
    "Serpa",    "Setúbal", "Silves",   "Sintra",   "Tavira",   "Tomar",    "Viana",    "Viseu"};

const char *guest_name(const char *id, unsigned more)
{
    const uint64_t hash = checksum_add(CHECKSUM_START, id, strlen(id));
    return names[(hash % GUEST_NAMES_NB + more) % GUEST_NAMES_NB];
}

static bool guest_name_is_own(const char *id, const char *name)
{
    return strcmp(guest_name(id, 0), name) == 0;
}

/* As much of the name as leaves room for the number, without a cut character or a space at its end.
 */
static size_t length_before(const char *name, size_t room)
{
    size_t n = 0;
    for (size_t more; name[n] && (more = utf8_length(name + n, strlen(name + n))) > 0; n += more)
        if (n + more > room)
            break;
    while (n > 0 && name[n - 1] == ' ')
        n--;
    return n;
}

void guest_name_try(const identity *who, unsigned attempt, char name[GAME_NAME_MAX])
{
    char number[12];
    if (attempt == 0) {
        snprintf(name, GAME_NAME_MAX, "%s", who->name);
        return;
    }
    if (guest_name_is_own(who->id, who->name)) {
        snprintf(name, GAME_NAME_MAX, "%s", guest_name(who->id, attempt));
        return;
    }
    snprintf(number, sizeof number, " %u", attempt + 1);
    const size_t length = length_before(who->name, GAME_NAME_MAX - 1 - strlen(number));
    snprintf(name, GAME_NAME_MAX, "%.*s%s", (int)length, who->name, number);
}

/* The skeleton of a name (identity.h), or the name itself if it has none. */
static const char *skeleton_of(const char *name, char room[GAME_NAME_MAX])
{
    return identity_skeleton(name, room) ? room : name;
}

bool guest_name_at_table(const game *g, const char *person, const char *name)
{
    char one[GAME_NAME_MAX], other[GAME_NAME_MAX];
    const char *skeleton = skeleton_of(name, one);
    for (unsigned i = 0; i < g->options.rules.players; i++) {
        const game_seat *s = &g->seat[i];
        if (s->kind == GAME_PERSON && strcmp(s->person, person) != 0 &&
            strcmp(skeleton_of(s->name, other), skeleton) == 0)
            return true;
    }
    return false;
}
