/* Names beside a data file: free ones after the time of the clock that tests move. */
#include "check.h"
#include "server/disc.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void make_empty(const char *start, const char *end)
{
    char path[2 * PATH_MAX];
    snprintf(path, sizeof path, "%s%s", start, end);
    const int fd = disc_make_private(path);
    assert_true(fd >= 0);
    close(fd);
}

static void test_spare_names(void **state)
{
    (void)state;
    char folder[] = "/tmp/test_server_disc-XXXXXX", data[PATH_MAX / 4], name[PATH_MAX];
    assert_non_null(mkdtemp(folder));
    snprintf(data, sizeof data, "%s/a.db", folder);
    assert_false(disc_has_data(data));
    assert_true(disc_spare_name(data, "damaged", name, sizeof name));
    assert_true(strncmp(name + strlen(data), ".damaged-2100", 13) >= 0); /* by the moved clock */
    assert_int_equal(strlen(name + strlen(data)), strlen(".damaged-21260102-030405"));

    /* Takes the name by a log alone. If the clock shows another second now, that name is free. */
    bool numbered = false;
    for (int attempt = 0; attempt < 10 && !numbered; attempt++) {
        assert_true(disc_spare_name(data, "damaged", name, sizeof name));
        make_empty(name, "-wal");
        assert_true(disc_has_data(name));
        assert_true(disc_spare_name(data, "damaged", name, sizeof name));
        numbered = strchr(name + strlen(data) + 1, '.') != NULL;
    }
    assert_true(numbered);
    assert_false(disc_spare_name(data, "damaged", name, strlen(data) + 10));

    snprintf(name, sizeof name, "rm -r %s", folder);
    assert_int_equal(system(name), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_spare_names)};
    setenv("AZULEJO_TEST_CLOCK_SHIFT_MS", "3155760000000", 1); /* a hundred years */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
