# --- Tuning the bots: tools/tune (see docs/bots.md) ------------------------------------------------
TUNE_NAMES := tune match duel_fit
.PHONY: tune-programs
tune-programs: ## Build the programs that fit weights and play matches between builds
tune-programs: $(TUNE_NAMES:%=$(BUILD)/%)
$(TUNE_NAMES:%=$(BUILD)/%): $(BUILD)/%: $(BUILD)/obj/tools/tune/%.o $(LIB_A)
	$(Q)$(LINK) -o $@ $^ $(LIBS) -ldl
$(BUILD)/obj/tools/tune/%.o: LAYER_CFLAGS = $(HOSTED_CFLAGS) -D_GNU_SOURCE
-include $(patsubst %,$(BUILD)/obj/tools/tune/%.d,$(TUNE_NAMES))

# --- Training networks: tools/train (see docs/networks.md) -----------------------------------------
.PHONY: train-programs train-test
train-programs: ## Build what tools/train needs
train-programs: $(BUILD)/features
$(BUILD)/features: $(BUILD)/obj/tools/train/features.o $(BUILD)/obj/src/cli/selfplay/shard.o $(LIB_A)
	$(Q)$(LINK) -o $@ $^ $(LIBS)
-include $(BUILD)/obj/tools/train/features.d
train-test: all train-programs ## Test the trainer with PyTorch, which the test run does not need
	@AZULEJO=$(abspath $(PROGRAM)) tests/run one train-torch 'python3 tests/scripts/train.py --torch'
