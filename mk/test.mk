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
