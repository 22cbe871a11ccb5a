/* screen_replay.c - a recorded game on the full screen, forwards and backwards. */
#include "term/screen.h"

#include <string.h>

/* A finished game has no secrets. */
static void replay_scene(const play_screen *s, play_scene *scene)
{
    memset(scene, 0, sizeof *scene);
    scene->setup = s->setup;
    scene->view = *play_state(&s->game);
    scene->since = s->game.before;
    for (unsigned seat = 0; seat < scene->view.head.players; seat++)
        scene->scores[seat] = azj_score(&scene->view, seat);
}

static void show_at(play_screen *s, uint32_t at, uint32_t moves)
{
    play_scene scene;
    buf b = buf_on(s->message, sizeof s->message);
    msg_put(&b, s->setup->lang, MSG_REPLAY_MOVE, &(msg_args){.n = (int)at, .of = (int)moves});
    if (play_state(&s->game)->head.phase == AZJ_PHASE_OVER) {
        buf_text(&b, "  ");
        play_describe_result(&b, &s->game);
    }
    if (s->fault.code != AZJ_E_OK) {
        buf_text(&b, "  ");
        msg_put(&b, s->setup->lang, MSG_REPLAY_DAMAGED,
                &(msg_args){.line = (int)s->fault.line,
                            .column = (int)s->fault.column,
                            .why = s->fault.text});
    }
    buf_end(&b);
    replay_scene(s, &scene);
    screen_show(s, SCREEN_REPLAY, &scene, 0);
}

/* Where a key leads. */
static uint32_t step_after(int key, uint32_t at, uint32_t moves)
{
    const uint32_t page = 10;
    switch (key) {
    case TERM_RIGHT:
    case TERM_DOWN:
    case TERM_ENTER:
    case ' ':
        return at < moves ? at + 1 : at;
    case TERM_LEFT:
    case TERM_UP:
    case TERM_BACK:
        return at > 0 ? at - 1 : at;
    case TERM_PAGE_DOWN:
        return at + page < moves ? at + page : moves;
    case TERM_PAGE_UP:
        return at > page ? at - page : 0;
    case TERM_HOME:
        return 0;
    case TERM_END:
        return moves;
    default:
        return at;
    }
}

client_end screen_replay(play_setup *setup, const azj_record *record, const azj_text_fault *fault)
{
    static play_screen s;
    const uint32_t moves = play_record_moves(record);
    if (!screen_begin(&s, setup))
        return s.end;
    s.fault = *fault;
    s.replaying = true;
    for (uint32_t at = 0; !s.quit;) {
        if (play_show_record(&s.game, setup, record, at))
            break;
        show_at(&s, at, moves);
        const int key = terminal_key(-1);
        if (key == 'q' || key == TERM_ESCAPE || key == TERM_STOP)
            s.quit = true;
        else if (key == 'l' || key == 'L' || key == '?' || key == 'h' || key == 'H')
            screen_overlay(&s, key == 'h' || key == 'H' ? '?' : key);
        at = step_after(key, at, moves);
    }
    play_free(&s.game);
    return screen_finish(&s);
}
