# --- Training: tools/train (see docs/networks.md) --------------------------------------------------
TRAIN_NAMES := features fit_weights
FIT_OBJ := $(patsubst %,$(BUILD)/obj/tools/train/%.o,fit_classic fit_duel)
.PHONY: train-programs
train-programs: ## Build what tools/train needs
train-programs: $(TRAIN_NAMES:%=$(BUILD)/%)
$(BUILD)/fit_weights: $(FIT_OBJ)
$(TRAIN_NAMES:%=$(BUILD)/%): $(BUILD)/%: $(BUILD)/obj/tools/train/%.o $(BUILD)/obj/src/cli/selfplay/shard.o $(LIB_A)
	$(Q)$(LINK) -o $@ $(filter %.o,$^) $(LIB_A) $(LIBS)
-include $(patsubst %,$(BUILD)/obj/tools/train/%.d,$(TRAIN_NAMES)) $(FIT_OBJ:.o=.d)

# --- Speed -----------------------------------------------------------------------------------------
.PHONY: search-counts
search-counts: ## Instructions of fixed searches, by callgrind: for comparing two builds
search-counts: $(PROGRAM)
	@tools/search-counts.sh $(PROGRAM)

.PHONY: train-test
train-test: all train-programs python-build ## Test the trainers with PyTorch, which the test run does not need
	@AZULEJO=$(abspath $(PROGRAM)) tests/run one train-torch 'python3 tests/scripts/train.py --torch'
	@python3 -m zipfile -e $(BUILD)/python/azulejo-*.whl $(BUILD)/train-python
	@AZULEJO=$(abspath $(PROGRAM)) BUILD=$(abspath $(BUILD)) PYTHONPATH=$(abspath $(BUILD)/train-python) \
		tests/run one teacher-torch 'python3 tests/teacher/teacher.py'
