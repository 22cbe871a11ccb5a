# The words of the terminal client: Fluent messages, the page's and its own, as C (src/term/messages.h).

ifneq ($(filter src/term/%,$(PROGRAM_SRC)),)
MSG_TEXTS := $(sort $(wildcard web/src/text/*.ftl)) $(sort $(wildcard web/src/text/terminal/*.ftl))
MSG_USERS := $(wildcard src/term/*.[ch])
MSG_KEYS := $(BUILD)/gen/message_keys.h
MSG_TABLE_C := $(BUILD)/gen/messages_table.c
MSG_TABLE_O := $(BUILD)/gen/messages_table.o

# The header is replaced only when it changes: a source that uses no new message compiles nothing else.
$(BUILD)/gen/messages.done: tools/messages.awk $(MSG_USERS) $(MSG_TEXTS) $(SOURCES)
	@mkdir -p $(@D)
	@awk -v mode=keys -f tools/messages.awk $(MSG_USERS) $(MSG_TEXTS) > $(MSG_KEYS).new
	@awk -v mode=table -f tools/messages.awk $(MSG_USERS) $(MSG_TEXTS) > $(MSG_TABLE_C)
	@cmp -s $(MSG_KEYS).new $(MSG_KEYS) || cp $(MSG_KEYS).new $(MSG_KEYS)
	@touch $@
$(MSG_KEYS) $(MSG_TABLE_C): $(BUILD)/gen/messages.done ;
$(MSG_TABLE_O): $(MSG_TABLE_C) $(MSG_KEYS) src/term/messages.h $(FLAGS)
	$(Q)$(CC) $(CFLAGS) $(COMMON_CFLAGS) $(HOSTED_CFLAGS) -c $< -o $@
$(PROGRAM_A): $(MSG_TABLE_O)

# Everything that may include src/term/messages.h waits for the header.
$(call objects,$(filter src/term/% src/cli/%,$(PROGRAM_SRC))): | $(MSG_KEYS)
$(call objects,$(wildcard tests/unit/test_play_*.c)): | $(MSG_KEYS)
endif
