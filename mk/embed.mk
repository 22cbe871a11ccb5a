# The page inside the program: web/dist, as it is when the program is linked. Without it the
# program says how to build it.

# With `make all web-build` the program waits for the page, whose files are then not known yet.
EMBED_FILES := $(if $(filter web web-build,$(MAKECMDGOALS)),web-build,$(shell find web/dist -type f 2>/dev/null))
EMBED_C := $(BUILD)/embed/embedded.c
EMBED_O := $(BUILD)/embed/embedded.o
EMBED_LIST := $(BUILD)/embed/list

ifneq ($(filter src/server/%,$(PROGRAM_SRC)),)
$(EMBED_LIST): export CONTENTS = $(EMBED_FILES)
$(EMBED_LIST): force
	@mkdir -p $(@D)
	@printf '%s\n' "$$CONTENTS" | cmp -s - $@ || printf '%s\n' "$$CONTENTS" > $@
$(EMBED_C): tools/embed.sh $(EMBED_LIST) $(EMBED_FILES)
	@tools/embed.sh web/dist $(BUILD)/embed/packed > $@
$(EMBED_O): $(EMBED_C) src/server/static.h $(FLAGS)
	$(Q)$(CC) $(CFLAGS) $(COMMON_CFLAGS) $(HOSTED_CFLAGS) -c $< -o $@
$(PROGRAM_A): $(EMBED_O)
endif
