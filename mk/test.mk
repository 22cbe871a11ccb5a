# Tests, checks, coverage, fuzzing. tests/README.md explains the layout; tests/run does the running.

# Every tests/unit/test_*.c is one cmocka program, linked with the library and with the other
# (helper) sources of tests/unit and tests/support.
UNIT_SRC := $(sort $(wildcard tests/unit/test_*.c))
UNIT_HELPER_SRC := $(filter-out $(UNIT_SRC),$(sort $(wildcard tests/unit/*.c tests/support/*.c)))
UNIT_TESTS := $(UNIT_SRC:%.c=$(BUILD)/%)
UNIT_HELPER_A := $(BUILD)/libtesthelp.a

$(UNIT_HELPER_A): $(call objects,$(UNIT_HELPER_SRC))
$(UNIT_TESTS): $(BUILD)/%: $(BUILD)/obj/%.o $(UNIT_HELPER_A) $(PROGRAM_A) $(LIB_A)
	@mkdir -p $(@D)
	$(Q)$(LINK) -o $@ $^ $(PACKAGE_LIBS) -lcmocka $(LIBS)
-include $(patsubst %.o,%.d,$(call objects,$(UNIT_SRC) $(UNIT_HELPER_SRC)))

.PHONY: unit-tests test test-fast
unit-tests: $(UNIT_TESTS)

test: ## Install what is missing, build with gcc and clang, run every test and check
	@tools/install-deps.sh test
	@MAKE="$(MAKE)" BUILD="$(BUILD)" CLANG="$(CLANG)" JOBS=$(JOBS) tests/run full

test-fast: ## gcc build, unit and script tests only
	@MAKE="$(MAKE)" BUILD="$(BUILD)" CLANG="$(CLANG)" JOBS=$(JOBS) tests/run fast

# In the variants below warnings do not stop the build: gcc and clang, as they are, judge them, and a
# sanitizer's own code or a newer compiler warns about other things.
VARIANT_WARNINGS := -Wall

# SANITIZED=1: address and undefined-behaviour sanitizers, first report is fatal.
ifdef SANITIZED
WARNINGS := $(VARIANT_WARNINGS)
CFLAGS := -O1 -g
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
endif

# RACES=1: the thread sanitizer.
ifdef RACES
WARNINGS := $(VARIANT_WARNINGS)
CFLAGS := -O1 -g
SANITIZE := -fsanitize=thread
endif

# COVERED=1: counters for gcovr; asserts are not branches of the rules.
ifdef COVERED
WARNINGS := $(VARIANT_WARNINGS)
CFLAGS := -O0 -g -DNDEBUG
SANITIZE := --coverage
endif

# The tests of the rules and of their text forms: those of bots, server and program are slow without
# optimisation and must not be what covers a rule.
COVERAGE_MIN ?= 100
COVERAGE_TESTS := $(foreach a,batch classic duel laws preview text,$(filter tests/unit/test_$(a)%,$(UNIT_SRC)))
COVERAGE_TESTS := $(COVERAGE_TESTS:%.c=$(BUILD)/coverage/%)
.PHONY: coverage
coverage: ## Branch coverage of src/rules by the unit tests (COVERAGE_MIN percent)
	@tools/install-deps.sh coverage
	@find $(BUILD)/coverage -name '*.gcda' -delete 2>/dev/null || true
	@$(MAKE) --no-print-directory -j$(JOBS) BUILD=$(BUILD)/coverage COVERED=1 $(COVERAGE_TESTS)
	@for t in $(COVERAGE_TESTS); do \
		echo "  RUN $$t"; AZJ_TEST_QUICK=1 $$t > $$t.log 2>&1 || { cat $$t.log; exit 1; }; done
	@gcovr --root . --filter 'src/rules/' --object-directory $(BUILD)/coverage --branches \
		--exclude-unreachable-branches --fail-under-branch $(COVERAGE_MIN) \
		--html-details $(BUILD)/coverage/rules.html --print-summary

# --- Fuzzing: tests/fuzz/fuzz_*.c, each with its saved inputs in tests/fuzz/corpus/<name> ----------
FUZZ_CC ?= clang-19
FUZZ_SECONDS ?= 60
# The test run fixes seed and number of runs: the same inputs every time, so a verdict does not depend on luck.
FUZZ_LIMITS ?= -max_total_time=$(FUZZ_SECONDS)
FUZZ_SRC := $(sort $(wildcard tests/fuzz/fuzz_*.c))
FUZZ_NAMES := $(FUZZ_SRC:tests/fuzz/%.c=%)
FUZZ_HELPER_SRC := $(filter-out $(FUZZ_SRC),$(sort $(wildcard tests/fuzz/*.c)))
FUZZ_BUILD := $(BUILD)/fuzz
FUZZ_CFLAGS = -std=c17 -O1 -g $(VARIANT_WARNINGS) $(HOSTED_CFLAGS) -ffp-contract=off -pthread -Iinclude -Isrc \
	-Itests -Itests/support -DAZJ_VERSION='"$(VERSION)"' -fsanitize=address,undefined -fno-sanitize-recover=all
fuzz_objects = $(patsubst %.c,$(FUZZ_BUILD)/%.o,$(1))
FUZZ_COMMON_OBJ := $(call fuzz_objects,$(LIB_SRC) $(FUZZ_HELPER_SRC) $(wildcard tests/support/*.c))
FUZZ_COMMON_A := $(FUZZ_BUILD)/libcommon.a

$(FUZZ_BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(FUZZ_CC) $(FUZZ_CFLAGS) -fsanitize=fuzzer-no-link -MMD -MP -c $< -o $@
$(FUZZ_COMMON_A): $(FUZZ_COMMON_OBJ) $(BUILD)/obj/nets.o
$(FUZZ_NAMES:%=$(FUZZ_BUILD)/%): $(FUZZ_BUILD)/%: $(FUZZ_BUILD)/tests/fuzz/%.o $(FUZZ_COMMON_A)
	$(Q)$(FUZZ_CC) -fsanitize=fuzzer,address,undefined -pthread -o $@ $^ $(LIBS)
-include $(patsubst %.o,%.d,$(FUZZ_COMMON_OBJ) $(call fuzz_objects,$(FUZZ_SRC)))

# New inputs go to the build directory; a crash leaves its input there, ready to be run again.
fuzz_targets := $(FUZZ_NAMES:%=fuzz-%)
.PHONY: fuzz fuzz-programs $(fuzz_targets)
$(fuzz_targets): fuzz-%: $(FUZZ_BUILD)/%
	@mkdir -p $(FUZZ_BUILD)/corpus/$*
	$< $(FUZZ_LIMITS) -print_final_stats=1 -artifact_prefix=$(FUZZ_BUILD)/$*- \
		$(FUZZ_BUILD)/corpus/$* $(wildcard tests/fuzz/corpus/$*)
fuzz-programs: $(FUZZ_NAMES:%=$(FUZZ_BUILD)/%)
fuzz: ## Run every libFuzzer target for FUZZ_SECONDS (60) each
	@tools/install-deps.sh fuzz
	@$(MAKE) --no-print-directory -j$(JOBS) fuzz-programs
	@for t in $(fuzz_targets); do $(MAKE) --no-print-directory $$t || exit 1; done

# --- Long runs -----------------------------------------------------------------------------------
SOAK_SRC := $(sort $(wildcard tests/soak/*.c))
SOAK_PLIES ?= 100000000
.PHONY: soak view-campaign bench
soak: $(if $(SOAK_SRC),$(BUILD)/soak) ## Play SOAK_PLIES (10^8) plies of every rule set, laws checked after each
	@$(if $(SOAK_SRC),$(BUILD)/soak $(SOAK_PLIES))
$(BUILD)/soak: $(call objects,$(SOAK_SRC)) $(UNIT_HELPER_A) $(LIB_A)
	$(Q)$(LINK) -o $@ $^ $(LIBS)
-include $(patsubst %.o,%.d,$(call objects,$(SOAK_SRC)))

.PHONY: races
races: ## Searches with several threads under the thread sanitizer
	@$(MAKE) --no-print-directory -j$(JOBS) RACES=1 BUILD=$(BUILD)/races $(BUILD)/races/tests/unit/test_ai_team
	@AZJ_TEST_QUICK=1 $(BUILD)/races/tests/unit/test_ai_team

# Goes on where it was stopped; remove the file of its progress to begin anew.
BOTS_GAMES ?= 10000
BOTS_SECONDS ?= 86400
.PHONY: bots-campaign
bots-campaign: $(BUILD)/bots-campaign ## Play BOTS_GAMES (10,000) games of bots a rule set, at most BOTS_SECONDS now: no illegal move
	@$< $(BUILD)/bots-campaign.progress $(BOTS_GAMES) $(BOTS_SECONDS) $(JOBS)
$(BUILD)/bots-campaign: $(call objects,tests/campaign/bots.c) $(LIB_A)
	$(Q)$(LINK) -o $@ $^ $(LIBS)
-include $(patsubst %.o,%.d,$(call objects,tests/campaign/bots.c))

# The tests of views with VIEW_PAIRS instead of their usual number.
VIEW_PAIRS ?= 1000000
VIEW_TESTS := $(addprefix $(BUILD)/tests/unit/,test_laws test_duel_view)
view-campaign: $(VIEW_TESTS) ## VIEW_PAIRS (10^6) pairs of states a rule set that differ in hidden facts: equal views
	@for t in $(VIEW_TESTS); do AZJ_LAW_ROUNDS=$(VIEW_PAIRS) $$t || exit 1; done

bench: all ## Print the speed of every rule set
	@$(PROGRAM) bench

# --- Source care ---------------------------------------------------------------------------------
C_FILES = $(shell git ls-files -co --exclude-standard '*.c' '*.h')
CLANG_FORMAT ?= clang-format
.PHONY: format lint fresh
format: ## Lay out every C file (clang-format 14) and wrap the documents
	@$(CLANG_FORMAT) -i $(C_FILES)
	@tools/wrap-docs.py

lint: ## clang-tidy and cppcheck
	@tools/install-deps.sh lint
	@cppcheck --quiet --std=c11 --enable=warning,portability,performance --inline-suppr --error-exitcode=1 \
		--suppress=missingIncludeSystem -Iinclude -Isrc -DAZJ_VERSION='""' $(wildcard src)
	@clang-tidy --quiet \
		$(LIB_SRC) $(PROGRAM_SRC) $(MAIN_SRC) -- -std=c17 $(HOSTED_CFLAGS) -Iinclude -Isrc \
		-DAZJ_VERSION='""' 2> >(grep -v 'warnings generated' >&2)

fresh: ## Try `make run` and `make test` on a minimal Debian (debootstrap, needs root)
	@tools/install-deps.sh fresh
	@tools/fresh.sh $(BUILD)/fresh
