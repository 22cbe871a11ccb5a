/* cmd_layout.c - how an observation lies in memory, as one JSON object. */
#include "cli/json_out.h"
#include "cli/options.h"

#include <azulejo/layout.h>
#include <stdio.h>
#include <string.h>

static const char HELP[] =
    "usage: azulejo layout [--rules RULES] [--numbering moves|steps]\n"
    "\n"
    "Prints as one JSON object what programs in other languages need to know: the fields of an\n"
    "observation of a batch (azulejo/batch.h) with name, offset, shape and meaning, how many\n"
    "actions there are, and the sizes of the library's types in bytes.\n"
    "\n"
    "  --rules RULES       classic (default), grey, crystal1, crystal2, duel\n"
    "  --numbering WHICH   of the actions: moves (default), or steps of moves (duel)\n";

static void write_field(json_writer *w, const azj_obs_field *field)
{
    json_write_object(w, NULL);
    json_write_string(w, "name", field->name);
    if (field->seat >= 0)
        json_write_number(w, "seat", field->seat);
    json_write_unsigned(w, "offset", field->offset);
    json_write_unsigned(w, "length", field->rows * field->columns);
    json_write_array(w, "shape");
    if (field->rows > 1)
        json_write_unsigned(w, NULL, field->rows);
    json_write_unsigned(w, NULL, field->columns);
    json_write_array_end(w);
    json_write_string(w, "meaning", field->meaning);
    json_write_object_end(w);
}

static void print_layout(azj_rules rules, azj_numbering numbering)
{
    char text[1 << 14];
    buf b = buf_on(text, sizeof text);
    json_writer w = json_write_object_on(&b);
    azj_obs_field field[AZJ_OBS_FIELDS_MAX];
    const unsigned count = azj_observation_fields(rules, numbering, field);
    const azj_obs_field *last = &field[count - 1];
    json_write_string(&w, "version", azj_version());
    json_write_string(&w, "rules", azj_rules_name(rules));
    json_write_string(&w, "numbering", numbering == AZJ_NUMBER_STEPS ? "steps" : "moves");
    json_write_number(&w, "actions", azj_batch_actions(rules, numbering));
    json_write_unsigned(&w, "observation_size", last->offset + last->rows * last->columns);
    json_write_array(&w, "fields");
    for (unsigned i = 0; i < count; i++)
        write_field(&w, &field[i]);
    json_write_array_end(&w);
    json_write_object(&w, "sizes");
    const azj_type_size *type;
    for (unsigned i = 0; (type = azj_type_of(i)); i++)
        json_write_unsigned(&w, type->name, type->size);
    json_write_object_end(&w);
    json_write_object_end(&w);
    json_out_print(&w, stdout);
    putchar('\n');
}

static bool read_numbering(cli_args *a, const char *text, void *numbering)
{
    const bool steps = strcmp(text, "steps") == 0;
    *(azj_numbering *)numbering = steps ? AZJ_NUMBER_STEPS : AZJ_NUMBER_MOVES;
    return steps || strcmp(text, "moves") == 0 ||
           cli_wrong(a, "--numbering takes moves or steps, not \"%s\"", text);
}

int cmd_layout(int argc, char **argv)
{
    cli_args a = cli_begin("layout", HELP, NULL, argc, argv);
    cli_game game = cli_game_default();
    azj_numbering numbering = AZJ_NUMBER_MOVES;
    const cli_option options[] = {
        CLI_RULES(&game), CLI_READ("numbering", read_numbering, &numbering), {0}};
    if (!cli_read(&a, options) || !cli_operands(&a, 0))
        return a.status;
    print_layout(game.rules, numbering);
    return cli_flush("layout");
}
