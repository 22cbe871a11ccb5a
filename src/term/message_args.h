/* message_args.h - the variables of the messages: { $name } in a .ftl file. tools/messages.awk
 * reads this list too. */
#ifndef TERM_MESSAGE_ARGS_H
#define TERM_MESSAGE_ARGS_H

#define ARG_NUMBERS(X) \
    X(column)          \
    X(count)           \
    X(h)               \
    X(height)          \
    X(limit)           \
    X(line)            \
    X(n)               \
    X(number)          \
    X(of)              \
    X(points)          \
    X(row)             \
    X(seat)            \
    X(slot)            \
    X(times)           \
    X(v)               \
    X(width)

#define ARG_STRINGS(X) \
    X(a)               \
    X(answer)          \
    X(b)               \
    X(c)               \
    X(change)          \
    X(chips)           \
    X(colour)          \
    X(d)               \
    X(face)            \
    X(from)            \
    X(game)            \
    X(letter)          \
    X(moon)            \
    X(move)            \
    X(other)           \
    X(path)            \
    X(plate)           \
    X(stack)           \
    X(sun)             \
    X(tablet)          \
    X(to)              \
    X(type)            \
    X(who)             \
    X(why)

#endif
