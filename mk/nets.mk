# The networks inside the library: nets/*.azn, as they are when it is linked (docs/networks.md).

NETS := $(sort $(wildcard nets/*.azn))
NETS_C := $(BUILD)/nets.c
$(NETS_C): tools/embed-nets.sh $(NETS) $(SOURCES)
	@mkdir -p $(@D)
	@tools/embed-nets.sh $(NETS) > $@
$(BUILD)/obj/nets.o: $(NETS_C) $(FLAGS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(COMMON_CFLAGS) -c $< -o $@
