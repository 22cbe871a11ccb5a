/* identity_names.c - names: which ones may be shown, and which ones look alike.
 *
 * Our own choice, not a standard: a name is a line of visible characters with single spaces in
 * between. What cannot be seen, turns the direction of writing, or heaps marks on a letter is
 * refused rather than mended, so that a name is always shown as it was typed. The tables name what
 * is used to deceive; they are no list of all that Unicode has.
 */
#include "base/json.h"
#include "server/identity.h"

#include <string.h>

typedef struct range {
    uint32_t first, last;
} range;

/* Control characters, spaces other than U+0020, zero width, text direction, fillers, variation
 * selectors, unassigned characters, and tags. */
static const range refused[] = {
    {0x0000, 0x001f},   {0x007f, 0x00a0},   {0x00ad, 0x00ad},   {0x034f, 0x034f},
    {0x061c, 0x061c},   {0x115f, 0x1160},   {0x1680, 0x1680},   {0x17b4, 0x17b5},
    {0x180b, 0x180f},   {0x2000, 0x200f},   {0x2028, 0x202f},   {0x205f, 0x206f},
    {0x2800, 0x2800},   {0x3000, 0x3000},   {0x3164, 0x3164},   {0xd800, 0xf8ff},
    {0xfdd0, 0xfdef},   {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
    {0xfff0, 0xffff},   {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0x10ffff},
    {0x1fffe, 0x1ffff}, {0x2fffe, 0x2ffff}, {0x3fffe, 0xdffff}};

/* Our letters in other styles: small capitals, raised and lowered ones, those for formulas and in
 * circles, Roman numerals, ligatures. No language is written with them. */
static const range styled[] = {
    {0x00aa, 0x00aa}, {0x00b2, 0x00b3}, {0x00b9, 0x00ba},   {0x02b0, 0x02b8},  {0x02e0, 0x02e4},
    {0x1d00, 0x1dbf}, {0x2070, 0x209f}, {0x2100, 0x218f},   {0x2336, 0x237a},  {0x2460, 0x24ff},
    {0xa720, 0xa7ff}, {0xfb00, 0xfb06}, {0x1d400, 0x1d7ff}, {0x1f100, 0x1f1ad}};

/* Marks that stand on the letter before them. */
static const range marks[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x05bf, 0x05c7}, {0x0610, 0x061a},
    {0x064b, 0x065f}, {0x0670, 0x0670}, {0x06d6, 0x06ed}, {0x0711, 0x0711}, {0x0730, 0x074a},
    {0x07a6, 0x07b0}, {0x07eb, 0x07f3}, {0x0816, 0x082d}, {0x08d3, 0x0902}, {0x093a, 0x093c},
    {0x0941, 0x094d}, {0x0951, 0x0957}, {0x0e31, 0x0e31}, {0x0e34, 0x0e3a}, {0x0e47, 0x0e4e},
    {0x0eb1, 0x0eb1}, {0x0eb4, 0x0ebc}, {0x0ec8, 0x0ecd}, {0x0f18, 0x0f39}, {0x0f71, 0x0f84},
    {0x135d, 0x135f}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0x302a, 0x302f},
    {0x3099, 0x309a}, {0xa66f, 0xa67d}, {0xfe20, 0xfe2f}};

enum { MARKS_MAX = 2 }; /* on one letter */

#define IS_IN(ranges, c) is_in(ranges, sizeof(ranges) / sizeof *(ranges), c)
static bool is_in(const range *ranges, size_t count, uint32_t c)
{
    for (size_t i = 0; i < count; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return true;
    return false;
}

/* The next character of good UTF-8; 0: the end, or not good. */
static uint32_t next_char(const char **at)
{
    const unsigned char *u = (const unsigned char *)*at;
    const size_t n = utf8_length(*at, strlen(*at));
    uint32_t c = n < 2 ? u[0] : u[0] & (0x7fu >> n);
    if (n == 0)
        return 0;
    for (size_t i = 1; i < n; i++)
        c = c << 6 | (u[i] & 0x3fu);
    *at += n;
    return c;
}

bool identity_name_ok(const char *name)
{
    const size_t length = strlen(name);
    unsigned on_letter = MARKS_MAX; /* a mark without a letter before it */
    uint32_t before = ' ', c;
    if (length == 0 || length >= GAME_NAME_MAX)
        return false;
    while ((c = next_char(&name))) {
        const bool is_mark = IS_IN(marks, c);
        on_letter = is_mark ? on_letter + 1 : 0;
        if (IS_IN(refused, c) || IS_IN(styled, c) || c == '<' || c == '>' || c == '&' ||
            on_letter > MARKS_MAX || (is_mark && before == ' ') || (c == ' ' && before == ' '))
            return false;
        before = c;
    }
    return !*name && before != ' ';
}

/* ---- Names that look alike ---- */
/* The letters of U+00C0 to U+017F without their marks; '.': none that an account could have. */
static const char latin[] = "aaaaaa.ceeeeiiiidnooooo.ouuuuy..aaaaaa.ceeeeiiiidnooooo.ouuuuy.y"
                            "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkkklllllll"
                            "lllnnnnnn.nnoooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

/* The same of the letters of Africa and of phonetics, U+0250 to U+02AF, of Cherokee from U+13A0 on,
 * and of Lisu from U+A4D0 on. */
static const char phonetic[] = ".a.b..dd.......jggg...hhiiilll...mnnno......rrr.r.s.....tuuv...y"
                               "zz.....cob.ghj.lq...............";
static const char cherokee[] = "drt..i....aje......w...m...h.y..g..z..........4...r.ws...vs...lc"
                               "..p...kd............b.";
static const char lisu[] = "bp.dt.gk.jc.zf.mnlsr..vh..wxy.a.e.iou...";

static const struct {
    uint32_t first;
    const char *as; /* one character each */
    size_t count;
} rows_of_shapes[] = {{0x00c0, latin, sizeof latin - 1},
                      {0x0250, phonetic, sizeof phonetic - 1},
                      {0x13a0, cherokee, sizeof cherokee - 1},
                      {0xa4d0, lisu, sizeof lisu - 1}};

/* Letters of other scripts in the shape of ours. */
static const struct {
    uint16_t c;
    char as;
} shapes[] = {
    {0x0391, 'a'}, {0x0392, 'b'}, {0x0395, 'e'}, {0x0396, 'z'}, {0x0397, 'h'}, {0x0399, 'l'},
    {0x039a, 'k'}, {0x039c, 'm'}, {0x039d, 'n'}, {0x039f, 'o'}, {0x03a1, 'p'}, {0x03a4, 't'},
    {0x03a5, 'y'}, {0x03a7, 'x'}, {0x03b1, 'a'}, {0x03b9, 'l'}, {0x03ba, 'k'}, {0x03bd, 'v'},
    {0x03bf, 'o'}, {0x03c1, 'p'}, {0x03c5, 'u'}, {0x03c7, 'x'}, {0x0405, 's'}, {0x0406, 'l'},
    {0x0408, 'j'}, {0x0410, 'a'}, {0x0412, 'b'}, {0x0415, 'e'}, {0x041a, 'k'}, {0x041c, 'm'},
    {0x041d, 'h'}, {0x041e, 'o'}, {0x0420, 'p'}, {0x0421, 'c'}, {0x0422, 't'}, {0x0423, 'y'},
    {0x0425, 'x'}, {0x0430, 'a'}, {0x0435, 'e'}, {0x043a, 'k'}, {0x043e, 'o'}, {0x0440, 'p'},
    {0x0441, 'c'}, {0x0443, 'y'}, {0x0445, 'x'}, {0x0455, 's'}, {0x0456, 'l'}, {0x0458, 'j'},
    {0x04bb, 'h'}, {0x0501, 'd'}, {0x051b, 'q'}, {0x051d, 'w'}, {0x0131, 'l'}, {0xa647, 'l'}};

/* The character of account names that looks like this one; 0: none does. */
static char skeleton_char(uint32_t c)
{
    if (c >= 0xff01 && c <= 0xff5e) /* wide forms */
        c -= 0xfee0;
    for (size_t i = 0; i < sizeof rows_of_shapes / sizeof *rows_of_shapes; i++)
        if (c >= rows_of_shapes[i].first && c < rows_of_shapes[i].first + rows_of_shapes[i].count)
            c = (uint32_t)rows_of_shapes[i].as[c - rows_of_shapes[i].first];
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (shapes[i].c == c)
            c = (uint32_t)shapes[i].as;
    if (c >= 'A' && c <= 'Z')
        c += 32;
    if (c == '0')
        return 'o';
    if (c == '1' || c == 'i' || c == '|')
        return 'l';
    if (c == ' ' || c == '_' || (c >= 0x2010 && c <= 0x2015) || c == 0x2212)
        return '-';
    return (c >= 'a' && c <= 'z') || (c >= '2' && c <= '9') || c == '-' ? (char)c : 0;
}

bool identity_skeleton(const char *name, char skeleton[GAME_NAME_MAX])
{
    size_t n = 0;
    uint32_t c;
    while ((c = next_char(&name)) && n < GAME_NAME_MAX - 1) {
        if (IS_IN(marks, c))
            continue;
        skeleton[n] = skeleton_char(c);
        if (!skeleton[n++])
            return false;
    }
    skeleton[n] = 0;
    return n > 0 && !*name;
}

bool identity_account_name_ok(const char *name, char folded[GAME_NAME_MAX])
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const size_t length = strlen(name);
    if (length < 2 || length > 24 || strspn(name, letters) != length)
        return false;
    for (size_t i = 0; i <= length; i++)
        folded[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + 32 : name[i]);
    return true;
}
