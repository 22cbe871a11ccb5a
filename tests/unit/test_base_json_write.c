/* The JSON writer: commas, keys, escapes, and the same length whatever room there is. */
#include "base/json.h"
#include "base/json_write.h"
#include "check.h"

#include <string.h>

static size_t write_sample(char *out, size_t size)
{
    buf b = buf_on(out, size);
    json_writer w = json_write_on(&b);
    json_write_object(&w, NULL);
    json_write_array(&w, "empty");
    json_write_array_end(&w);
    json_write_array(&w, "list");
    json_write_number(&w, NULL, -3);
    json_write_object(&w, NULL);
    json_write_object_end(&w);
    json_write_null(&w, NULL);
    json_write_array_end(&w);
    json_write_string(&w, "text", "a \"b\"\n");
    json_write_flag(&w, "yes", true);
    json_write_unsigned(&w, "big", UINT64_MAX);
    json_write_string_begin(&w, "pieces");
    buf_text(w.out, "BY");
    buf_char(w.out, 'R');
    json_write_string_end(&w);
    json_write_unsigned(&w, "", 0);
    json_write_unsigned(&w, "n", 1);
    json_write_unsigned(&w, "no", 2);
    json_write_unsigned(&w, "tablets", 7);
    json_write_unsigned(&w, "starters", 8);
    json_write_unsigned(&w, "expires_at", 10);
    json_write_unsigned(&w, "seventeen_letters", 17);
    json_write_raw(&w, "raw", "[1,2]", 5);
    json_write_object_end(&w);
    return buf_end(&b);
}

static const char SAMPLE[] =
    "{\"empty\":[],\"list\":[-3,{},null],\"text\":\"a \\\"b\\\"\\n\",\"yes\":true,"
    "\"big\":18446744073709551615,\"pieces\":\"BYR\",\"\":0,\"n\":1,\"no\":2,"
    "\"tablets\":7,\"starters\":8,\"expires_at\":10,\"seventeen_letters\":17,\"raw\":[1,2]}";

static void test_commas_and_values(void **state)
{
    (void)state;
    char out[256];
    json_doc doc;
    json_node nodes[64];
    assert_int_equal(write_sample(out, sizeof out), strlen(SAMPLE));
    assert_string_equal(out, SAMPLE);
    assert_true(json_parse(&doc, out, strlen(out), nodes, 64));
}

/* A buffer that is too small gets the beginning and the whole length, wherever it is cut. */
static void test_any_room(void **state)
{
    (void)state;
    char out[256];
    assert_int_equal(write_sample(NULL, 0), strlen(SAMPLE));
    for (size_t size = 1; size <= strlen(SAMPLE) + 1; size++) {
        assert_int_equal(write_sample(out, size), strlen(SAMPLE));
        assert_int_equal(strlen(out), size - 1);
        assert_int_equal(strncmp(out, SAMPLE, size - 1), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_commas_and_values),
                                       cmocka_unit_test(test_any_room)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
