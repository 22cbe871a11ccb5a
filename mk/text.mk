# Long runs of the text forms: tests/roundtrip.

ROUNDTRIP_SRC := $(sort $(wildcard tests/roundtrip/*.c))
ROUNDTRIP_GAMES ?= 100000
.PHONY: roundtrip
roundtrip: $(BUILD)/roundtrip ## Write down and read again ROUNDTRIP_GAMES (100000) games of every rule set
	@$(BUILD)/roundtrip $(ROUNDTRIP_GAMES)
$(BUILD)/roundtrip: $(call objects,$(ROUNDTRIP_SRC)) $(UNIT_HELPER_A) $(LIB_A)
	$(Q)$(LINK) -o $@ $^ $(LIBS)
-include $(patsubst %.o,%.d,$(call objects,$(ROUNDTRIP_SRC)))
