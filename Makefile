# Azulejo: one Makefile, no configuration step. `make help` lists the targets.
#
# Sources are found by wildcard, layer by layer, so adding a file never means editing this one. A variant
# of the build (another compiler, a sanitizer, coverage) is the same Makefile with another BUILD directory:
# see mk/test.mk.

BUILD ?= build
ifeq ($(origin CC),default)
CC := gcc
endif
CLANG ?= clang
CFLAGS ?= -O3 -g
PREFIX ?= /usr/local
DESTDIR ?=
RUN ?= serve

VERSION := $(shell cat VERSION)
SOVERSION := $(firstword $(subst ., ,$(VERSION)))
JOBS ?= $(shell nproc 2>/dev/null || echo 1)

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
SHELL := /bin/bash

# --- Sources, in the order of use (ARCHITECTURE.md) ----------------------------------------------
c_files = $(sort $(wildcard $(1)/*.c $(1)/*/*.c))
BASE_SRC := $(call c_files,src/base)
RULES_SRC := $(call c_files,src/rules)
# What runs on a GPU too, and its driver; not in the browser.
GPU_SRC := $(wildcard src/gpu/*.c)
LIB_SRC := $(strip $(BASE_SRC) $(RULES_SRC) $(call c_files,src/text) $(call c_files,src/ai) $(call c_files,src/proto))
MAIN_SRC := src/cli/main.c
PROGRAM_SRC := $(strip $(filter-out $(MAIN_SRC),$(call c_files,src/cli)) $(call c_files,src/term) $(call c_files,src/server))
# `make LITE=1`: a program that needs nothing but libc, for bot authors and compute machines: no
# server, no terminal client.
LITE_OUT := src/server/% src/term/% src/cli/admin/% src/cli/load/% src/cli/cmd_serve.c src/cli/cmd_admin.c \
	src/cli/cmd_verify.c src/cli/cmd_recover.c src/cli/cmd_store.c src/cli/cmd_loadtest.c src/cli/cmd_play.c \
	src/cli/work/% src/cli/cmd_work.c
PROGRAM_SRC := $(if $(LITE),$(filter-out $(LITE_OUT),$(PROGRAM_SRC)),$(PROGRAM_SRC))
# Without libpq, or with NO_LIBPQ=1, everything but --store postgresql://... and `work` is there.
NO_LIBPQ ?= $(if $(LITE),,$(if $(shell pkg-config --exists libpq 2>/dev/null && echo yes),,1))
PG_SRC := src/server/pq.c $(filter-out src/server/store_pg_none.c,$(wildcard src/server/store_pg*.c)) \
	src/server/bots_away.c $(wildcard src/cli/work/*.c) src/cli/cmd_work.c
PROGRAM_SRC := $(if $(NO_LIBPQ),$(filter-out $(PG_SRC),$(PROGRAM_SRC)),$(PROGRAM_SRC))
HEADERS := $(wildcard include/azulejo/*.h)

objects = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
LIB_OBJ := $(call objects,$(LIB_SRC) $(GPU_SRC)) $(BUILD)/obj/nets.o
RULES_OBJ := $(call objects,$(RULES_SRC))
PROGRAM_OBJ := $(call objects,$(PROGRAM_SRC))
MAIN_OBJ := $(call objects,$(MAIN_SRC))

LIB_A := $(BUILD)/libinside.a
PUBLIC_A := $(BUILD)/libazulejo.a
LIB_SO := $(BUILD)/libazulejo.so
PROGRAM_A := $(BUILD)/libprogram.a
PROGRAM := $(BUILD)/azulejo

# --- Flags ---------------------------------------------------------------------------------------
# No -march: the default build runs on every machine of its kind. No contraction of a*b+c: the same
# seed must give the same game with every compiler.
# A warning stops the build only with WERROR=1, as in the test run: the next compiler may warn about more.
WARNINGS := -Wall -Wextra -Wshadow -Wconversion $(if $(filter-out 0,$(WERROR)),-Werror)
COMMON_CFLAGS = -std=c17 $(WARNINGS) -fvisibility=hidden -fPIC -fno-semantic-interposition \
	-ffp-contract=off -pthread -Iinclude -Isrc -I$(BUILD)/gen -DAZJ_VERSION='"$(VERSION)"' $(if $(LITE),-DAZJ_LITE) $(if $(NO_LIBPQ),-DAZJ_NO_LIBPQ) $(SANITIZE) $(EXTRA_CFLAGS)
HOSTED_CFLAGS := -D_DEFAULT_SOURCE -D_POSIX_C_SOURCE=200809L
# -fbuiltin gives back the inlined mem* that -ffreestanding alone would turn into calls.
RULES_CFLAGS := -ffreestanding -fbuiltin
LINK = $(CC) $(CFLAGS) -pthread $(SANITIZE) $(LDFLAGS)
# `LDFLAGS=-static` is for the program: a shared library cannot be static.
LINK_SHARED = $(CC) $(CFLAGS) -pthread $(SANITIZE) $(filter-out -static -static-pie,$(LDFLAGS))

# A package is linked as soon as a source of the program includes its header; of libpq only the header is
# needed, because src/server/pq.c loads it at run time.
uses = $(if $(PROGRAM_SRC),$(shell grep -lsE '^ *\# *include *<($(1))' $(PROGRAM_SRC) | head -n1))
PACKAGES := $(if $(call uses,(ncursesw/)?n?curses\.h),ncursesw) \
	$(if $(call uses,sqlite3\.h),sqlite3) \
	$(if $(call uses,sodium),libsodium) \
	$(if $(call uses,uv\.h),libuv) \
	$(if $(call uses,libpq-fe\.h),libpq)
PACKAGES := $(strip $(PACKAGES))
PACKAGE_CFLAGS = $(if $(PACKAGES),$(shell pkg-config --cflags $(PACKAGES) | sed 's/-I/-isystem /g'))
LINKED_PACKAGES = $(filter-out libpq,$(PACKAGES))
PACKAGE_LIBS = $(if $(LINKED_PACKAGES),$(shell pkg-config --libs $(LINKED_PACKAGES)))
LIBS = -lm

# --- Build ---------------------------------------------------------------------------------------
.PHONY: all
all: ## Build the library (static, shared) and the program (default)
all: $(PUBLIC_A) $(LIB_SO) $(PROGRAM)

# Two files that change only when their contents do: objects depend on the compiler and its flags (however
# BUILD was written), archives on the list of sources.
FLAGS := $(BUILD)/flags
SOURCES := $(BUILD)/sources
.PHONY: force
$(FLAGS): export CONTENTS = $(CC) $(CFLAGS) $(subst -I$(BUILD)/,-IBUILD/,$(COMMON_CFLAGS)) $(LDFLAGS)
$(SOURCES): export CONTENTS = $(LIB_SRC) $(GPU_SRC) $(MAIN_SRC) $(PROGRAM_SRC) $(wildcard nets/*.azn)
$(FLAGS) $(SOURCES): force
	@mkdir -p $(@D)
	@printf '%s\n' "$$CONTENTS" | cmp -s - $@ || printf '%s\n' "$$CONTENTS" > $@

LAYER_CFLAGS = $(HOSTED_CFLAGS)
$(BUILD)/obj/src/rules/%.o: LAYER_CFLAGS = $(RULES_CFLAGS)
$(BUILD)/obj/src/cli/%.o $(BUILD)/obj/src/term/%.o $(BUILD)/obj/src/server/%.o: LAYER_CFLAGS = $(HOSTED_CFLAGS) $(PACKAGE_CFLAGS)
$(BUILD)/obj/tests/%.o: LAYER_CFLAGS = $(HOSTED_CFLAGS) -Itests -Itests/unit -Itests/support

$(BUILD)/obj/%.o: %.c $(FLAGS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(COMMON_CFLAGS) $(LAYER_CFLAGS) -MMD -MP -c $< -o $@

# Archives are made anew, so that the object of a deleted source does not live on in them, and by
# appending (q), so that two objects of the same name in different folders both stay.
$(LIB_A): $(LIB_OBJ) $(SOURCES)
$(PROGRAM_A): $(PROGRAM_OBJ) $(SOURCES)
%.a:
	$(Q)rm -f $@ && $(AR) qcs $@ $(filter %.o,$^)

# Two static libraries: LIB_A with every name in sight, for the program and the tests; PUBLIC_A for others,
# one object in which all that is not public has become local and can meet no name of theirs.
OBJCOPY ?= objcopy
$(BUILD)/azulejo.o: $(LIB_OBJ) $(SOURCES)
	$(Q)$(LD) -r -o $@ $(filter %.o,$^) && $(OBJCOPY) --localize-hidden $@
$(PUBLIC_A): $(BUILD)/azulejo.o

$(LIB_SO): $(LIB_OBJ) $(SOURCES)
	$(Q)$(LINK_SHARED) -shared -Wl,-soname,libazulejo.so.$(SOVERSION) -Wl,--no-undefined \
		-o $@.$(VERSION) $(filter %.o,$^) $(LIBS)
	@ln -sf libazulejo.so.$(VERSION) $@.$(SOVERSION)
	@ln -sf libazulejo.so.$(SOVERSION) $@

$(PROGRAM): $(MAIN_OBJ) $(PROGRAM_A) $(LIB_A)
	$(Q)$(LINK) -o $@ $^ $(PACKAGE_LIBS) $(LIBS)

# `make V=1` shows the commands, otherwise only what each one makes.
ifeq ($(V),)
Q = @echo "  $(if $(filter %.a,$@),AR,$(if $(filter %.o,$@),CC,LD))  $@";
endif

-include $(patsubst %.o,%.d,$(LIB_OBJ) $(PROGRAM_OBJ) $(MAIN_OBJ))

# --- Use -----------------------------------------------------------------------------------------
.PHONY: run clean help
run: ## Install what is missing, build and start the game
	@tools/install-deps.sh run
	@$(if $(filter serve,$(firstword $(RUN))),$(MAKE) --no-print-directory -j$(JOBS) web-build)
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@$(PROGRAM) $(RUN)

clean: ## Remove the build directory
	rm -rf $(BUILD)

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z][a-z-]*:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

include $(sort $(wildcard mk/*.mk))
