# The server's long runs.

.PHONY: crash-campaign damage-campaign load load-sanitized
CRASH_KILLS ?= 1000
SEED ?= 1
crash-campaign: all ## Kill the server CRASH_KILLS (1000) times under load: no confirmed move is lost
	@SEED=$(SEED) AZULEJO=$(PROGRAM) tests/campaign/crash.sh $(CRASH_KILLS)

DAMAGE_ROUNDS ?= 1000
damage-campaign: all ## Damage the files of a killed server DAMAGE_ROUNDS (1000) times: nothing is silently lost
	@SEED=$(SEED) AZULEJO=$(PROGRAM) tests/campaign/damage.sh $(DAMAGE_ROUNDS)

load-sanitized: ## The load test and the server's scripts under the address and the thread sanitizer
	@$(MAKE) --no-print-directory -j$(JOBS) BUILD=$(BUILD)/sanitized SANITIZED=1 all
	@$(MAKE) --no-print-directory -j$(JOBS) BUILD=$(BUILD)/races RACES=1 all
	@AZULEJO=$(BUILD)/sanitized/azulejo tests/campaign/sanitized.sh
	@AZULEJO=$(BUILD)/races/azulejo tests/campaign/sanitized.sh

LOAD_SECONDS ?= 300
load: all ## 10,000 sockets in 2,500 live games for 5 minutes, durable and not; a crowd; a start with 10,000 games
	@$(PROGRAM) loadtest --tables 2500 --think 4000 --seconds $(LOAD_SECONDS) --restart 10000 --p99 100
	@$(PROGRAM) loadtest --tables 2500 --think 4000 --seconds $(LOAD_SECONDS) --durable 0 --p99 50
	@$(PROGRAM) loadtest --tables 1000 --think 4000 --seconds 30 --crowd 5000 --p99 100

# The fuzzer of what the network hands to the server needs the server's readers and libsodium.
SERVER_READERS := $(addprefix src/server/,game.c game_decide.c game_json.c fields.c fair.c clocks.c \
	identity.c identity_names.c view_json.c config.c host.c)
$(BUILD)/fuzz/fuzz_server: $(patsubst %.c,$(BUILD)/fuzz/%.o,$(SERVER_READERS))
$(BUILD)/fuzz/fuzz_server: LIBS += $(BUILD)/fuzz/libcommon.a -lsodium
$(BUILD)/fuzz/fuzz_network: $(addprefix $(BUILD)/fuzz/src/server/,http_head.o host.o ws_frame.o sha1.o)
$(BUILD)/fuzz/fuzz_network: LIBS += $(BUILD)/fuzz/libcommon.a -lsodium
