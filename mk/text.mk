# Long runs and figures of the text forms: tests/roundtrip, tests/speed.

ROUNDTRIP_SRC := $(sort $(wildcard tests/roundtrip/*.c))
ROUNDTRIP_GAMES ?= 100000
.PHONY: roundtrip
roundtrip: $(BUILD)/roundtrip ## Write down and read again ROUNDTRIP_GAMES (100000) games of every rule set
	@$(BUILD)/roundtrip $(ROUNDTRIP_GAMES)
$(BUILD)/roundtrip: $(call objects,$(ROUNDTRIP_SRC)) $(UNIT_HELPER_A) $(LIB_A)
	$(Q)$(LINK) -o $@ $^ $(LIBS)
-include $(patsubst %.o,%.d,$(call objects,$(ROUNDTRIP_SRC)))

# What must be shown: 10,000 records at 100,000 moves/s and more. A figure, so no part of the test run.
SPEED_SRC := tests/speed/records.c
RECORD_GAMES ?= 10000
RECORD_SPEED ?= 100000
.PHONY: record-speed
record-speed: $(BUILD)/record-speed ## Open, check, replay and print 10,000 records: at least 100,000 moves/s
	@$(BUILD)/record-speed $(RECORD_GAMES) $(RECORD_SPEED)
$(BUILD)/record-speed: $(call objects,$(SPEED_SRC)) $(LIB_A)
	$(Q)$(LINK) -o $@ $^ $(LIBS)
-include $(patsubst %.o,%.d,$(call objects,$(SPEED_SRC)))
