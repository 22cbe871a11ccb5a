/* test_ai_tree.c - the core of the tree searches (src/ai/tree.c) by itself: memory, order of the
 * children, selection, backup and report. */
#include "ai/tree.h"

#include "check.h"
#include <math.h>
#include <string.h>

enum { BYTES = 4096 };

static _Alignas(64) char memory[BYTES];

static void one_move_line(const tree *t, uint32_t child, azj_line *line)
{
    memset(line, 0, sizeof *line);
    for (uint32_t i = child; i; i = tree_best_child(t, i))
        line->move[line->length++] = tree_move(t, i);
}

static tree new_tree(azj_engine *e, unsigned arrays)
{
    tree t = {.e = e, .exploration = 1, .first_play = 0.1f, .line = one_move_line};
    tree_init(&t, memory, BYTES, arrays);
    return t;
}

static void visit(tree *t, uint32_t child, float win)
{
    tree_start(t);
    tree_push(t, child, 0);
    tree_backup(t, (const float[2]){win, 1 - win});
}

/* The number of nodes follows from the arrays that a search needs; a full tree takes no children
 * and stays as it was. */
static void full_memory(void **state)
{
    (void)state;
    const azj_move moves[2] = {7, 9};
    assert_int_equal(new_tree(NULL, 0).room, BYTES / 16);
    assert_int_equal(new_tree(NULL, TREE_PRIORS).room, BYTES / 20);
    assert_int_equal(new_tree(NULL, TREE_MOVES).room, BYTES / 20);
    tree t = new_tree(NULL, TREE_PRIORS | TREE_MOVES);
    assert_int_equal(t.room, BYTES / 24);
    uint32_t leaf = 0;
    for (; tree_add_children(&t, leaf, moves, 2); leaf++)
        assert_int_equal(tree_move(&t, t.node[leaf].first + 1), 9);
    assert_int_equal(leaf, (t.room - 1) / 2);
    assert_int_equal(t.node[leaf].children, 0);
    assert_int_equal(t.common.used, 1 + 2 * leaf);
}

/* The best moves come first, equal ones in their old order; priors are a softmax. */
static void sorted_children(void **state)
{
    (void)state;
    azj_move moves[5] = {10, 20, 30, 40, 50};
    float gain[5] = {1, 3, 2, 3, 0};
    tree t = new_tree(NULL, TREE_PRIORS);
    size_t kept = 0;
    for (unsigned i = 0; i < 5; i++)
        kept = tree_insert(moves, gain, kept, 3, moves[i], gain[i]);
    assert_true(tree_add_sorted(&t, 0, moves, gain, kept, 2));
    const uint32_t first = t.node[0].first;
    assert_int_equal(t.node[0].children, 3);
    assert_int_equal(tree_move(&t, first), 20);
    assert_int_equal(tree_move(&t, first + 1), 40);
    assert_int_equal(tree_move(&t, first + 2), 30);
    const float sum = t.prior[first] + t.prior[first + 1] + t.prior[first + 2];
    assert_true(fabsf(sum - 1) < 1e-5f);
    assert_true(fabsf(t.prior[first + 2] / t.prior[first] - expf(-0.5f)) < 1e-5f);
}

/* PUCT visits the highest prior first and leaves it for another when it loses. */
static void selection_by_priors(void **state)
{
    (void)state;
    const azj_move moves[2] = {1, 2};
    const float gain[2] = {1, 0};
    tree t = new_tree(NULL, TREE_PRIORS);
    assert_true(tree_add_sorted(&t, 0, moves, gain, 2, 1));
    const uint32_t first = t.node[0].first;
    t.node[0].visits = 1;
    assert_int_equal(tree_select(&t, 0), first);
    for (unsigned i = 0; i < 20; i++)
        visit(&t, first, 0);
    assert_int_equal(tree_select(&t, 0), first + 1);
}

static bool is_wanted(const void *wanted, azj_move move)
{
    return *(const azj_move *)wanted == 0 || *(const azj_move *)wanted == move;
}

/* Selection among allowed children: the same child if all are allowed, none if none is. */
static void selection_of_allowed(void **state)
{
    (void)state;
    const azj_move moves[3] = {1, 2, 3}, all = 0, other = 4;
    const float gain[3] = {2, 1, 0};
    tree t = new_tree(NULL, TREE_PRIORS);
    assert_true(tree_add_sorted(&t, 0, moves, gain, 3, 1));
    const uint32_t first = t.node[0].first;
    for (unsigned i = 0; i < 40; i++) {
        const uint32_t best = tree_select_allowed(&t, 0, is_wanted, &all);
        assert_int_equal(best, tree_select(&t, 0));
        assert_int_equal(tree_select_allowed(&t, 0, is_wanted, &moves[2]), first + 2);
        assert_int_equal(tree_select_allowed(&t, 0, is_wanted, &other), 0);
        visit(&t, best, i % 3 == 0 ? 1.0f : 0.0f);
    }
    assert_true(t.node[first + 2].visits > 0);
}

/* Without exploration an unvisited child is selected only if the others are worse than their mean
 * less first_play. */
static void first_play(void **state)
{
    (void)state;
    const azj_move moves[3] = {1, 2, 3};
    const float gain[3] = {0, 0, 0};
    tree t = new_tree(NULL, TREE_PRIORS);
    t.exploration = 0;
    assert_true(tree_add_sorted(&t, 0, moves, gain, 3, 1));
    const uint32_t first = t.node[0].first;
    visit(&t, first, 0.5f);
    assert_int_equal(tree_select(&t, 0), first);
    visit(&t, first + 1, 0.75f);
    assert_int_equal(tree_select(&t, 0), first + 1);
    t.first_play = -0.5f;
    assert_int_equal(tree_select(&t, 0), first + 2);
}

/* UCB1 visits every child once, then the better one more often. */
static void selection_by_ucb1(void **state)
{
    (void)state;
    const azj_move moves[3] = {1, 2, 3};
    tree t = new_tree(NULL, TREE_MOVES);
    t.node[0].visits = 1;
    assert_true(tree_add_children(&t, 0, moves, 3));
    const uint32_t first = t.node[0].first;
    for (unsigned i = 0; i < 300; i++) {
        const uint32_t child = tree_select(&t, 0);
        if (i < 3)
            assert_int_equal(child, first + i);
        visit(&t, child, child == first + 1 ? 0.9f : 0.2f);
    }
    assert_int_equal(tree_best_child(&t, 0), first + 1);
    assert_true(t.node[first].visits > 1 && t.node[first + 2].visits > 1);
}

/* A visit counts for every node of the path, with the chance of the seat that moved there. */
static void backup(void **state)
{
    (void)state;
    const azj_move moves[2] = {1, 2};
    tree t = new_tree(NULL, TREE_MOVES);
    tree_add_children(&t, 0, moves, 2);
    const uint32_t child = t.node[0].first;
    tree_add_children(&t, child, moves, 2);
    const uint32_t grandchild = t.node[child].first;
    tree_start(&t);
    tree_push(&t, child, 1);
    tree_push(&t, grandchild, 2);
    tree_backup(&t, (const float[3]){0.25f, 0.125f, 0.625f});
    assert_int_equal(t.node[0].visits, 1);
    assert_true(t.node[child].visits == 1 && t.node[child].wins == 0.125f);
    assert_true(t.node[grandchild].visits == 1 && t.node[grandchild].wins == 0.625f);
    assert_int_equal(t.node[child + 1].visits, 0);
    assert_int_equal(t.deepest, 3);
}

/* The most visited lines are reported, at most as many as are wanted, and none without a visit. */
static void report(void **state)
{
    (void)state;
    static const ai_config plain;
    static azj_engine e = {.config = &plain};
    const azj_move moves[4] = {1, 2, 3, 4};
    tree t = new_tree(&e, TREE_MOVES);
    tree_add_children(&t, 0, moves, 4);
    const uint32_t first = t.node[0].first;
    e.options.lines = 2;
    visit(&t, first + 3, 0.5f);
    tree_report(&t);
    assert_int_equal(e.info.lines, 1);
    for (unsigned i = 0; i < 3; i++)
        visit(&t, first + 1, 0.5f);
    visit(&t, first, 0.9f);
    tree_report(&t);
    assert_int_equal(e.info.lines, 2);
    assert_int_equal(e.info.line[0].move[0], 2);
    assert_int_equal(e.info.line[1].move[0], 1);
    assert_int_equal(e.info.depth, 1);
}

/* Between children with equal visits the first one counts, or the one with more wins. */
static void ties(void **state)
{
    (void)state;
    const azj_move moves[2] = {1, 2};
    tree t = new_tree(NULL, TREE_MOVES);
    tree_add_children(&t, 0, moves, 2);
    const uint32_t first = t.node[0].first;
    assert_int_equal(tree_best_child(&t, 0), 0);
    visit(&t, first, 0.25f);
    visit(&t, first + 1, 0.75f);
    assert_int_equal(tree_best_child(&t, 0), first);
    t.wins_break_ties = true;
    assert_int_equal(tree_best_child(&t, 0), first + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_memory),
        cmocka_unit_test(sorted_children),
        cmocka_unit_test(selection_by_priors),
        cmocka_unit_test(selection_of_allowed),
        cmocka_unit_test(selection_by_ucb1),
        cmocka_unit_test(backup),
        cmocka_unit_test(report),
        cmocka_unit_test(ties),
        cmocka_unit_test(first_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
