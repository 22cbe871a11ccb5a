# The server: what follows from its list of messages, and its long runs.

.PHONY: protocol
protocol: ## Write the tables of docs/server.md and the page's events.ts from src/server/protocol.def
	@tools/protocol.py

.PHONY: crash-campaign damage-campaign nodes-campaign nodes-load load load-sanitized
CRASH_KILLS ?= 1000
SEED ?= 1
crash-campaign: all ## Kill the server CRASH_KILLS (1000) times under load: no confirmed move is lost
	@SEED=$(SEED) AZULEJO=$(PROGRAM) tests/campaign/crash.sh $(CRASH_KILLS)

DAMAGE_ROUNDS ?= 1000
damage-campaign: all ## Damage the files of a killed server DAMAGE_ROUNDS (1000) times: nothing is silently lost
	@SEED=$(SEED) AZULEJO=$(PROGRAM) tests/campaign/damage.sh $(DAMAGE_ROUNDS)

FAULTS ?= 500
nodes-campaign: all ## FAULTS (500) faults of nodes and database under games: nothing is lost, nothing happens twice
	@SEED=$(SEED) FAULTS=$(FAULTS) AZULEJO=$(realpath $(PROGRAM)) tests/campaign/nodes.py

nodes-load: all ## Throughput of 1, 2 and 3 nodes on PostgreSQL beside one file; a node dies under 1,000 live games
	@AZULEJO=$(realpath $(PROGRAM)) tests/campaign/nodes_load.py

load-sanitized: ## The load test and the server's scripts under the address and the thread sanitizer
	@$(MAKE) --no-print-directory -j$(JOBS) BUILD=$(BUILD)/sanitized SANITIZED=1 all
	@$(MAKE) --no-print-directory -j$(JOBS) BUILD=$(BUILD)/races RACES=1 all
	@AZULEJO=$(BUILD)/sanitized/azulejo tests/campaign/sanitized.sh
	@AZULEJO=$(BUILD)/races/azulejo tests/campaign/sanitized.sh

# The bounds are those of a quiet machine.
LOAD_SECONDS ?= 300
load: all ## 10,000 sockets in 2,500 live games for 5 minutes, durable and not; a crowd; a start with 50,000 games
	@$(PROGRAM) loadtest --tables 0 --restart 50000 --start 300 --idle 1 --ping 5
	@$(PROGRAM) loadtest --tables 2500 --think 4000 --seconds $(LOAD_SECONDS) --p99 10 --p999 40
	@$(PROGRAM) loadtest --tables 2500 --think 4000 --seconds $(LOAD_SECONDS) --durable 0 --p99 50
	@$(PROGRAM) loadtest --tables 1000 --think 4000 --seconds 30 --crowd 5000 --p99 100

# The fuzzer of what the network hands to the server needs the server's readers and libsodium.
SERVER_READERS := $(addprefix src/server/,game.c game_decide.c game_json.c fields.c fair.c clocks.c \
	identity.c identity_names.c view_json.c config.c cidr.c host.c)
$(BUILD)/fuzz/fuzz_server: $(patsubst %.c,$(BUILD)/fuzz/%.o,$(SERVER_READERS))
$(BUILD)/fuzz/fuzz_server: LIBS += $(BUILD)/fuzz/libcommon.a -lsodium
$(BUILD)/fuzz/fuzz_network: $(addprefix $(BUILD)/fuzz/src/server/,http_head.o host.o ws_frame.o sha1.o)
$(BUILD)/fuzz/fuzz_network: LIBS += $(BUILD)/fuzz/libcommon.a -lsodium

# --- Several nodes, simulated --------------------------------------------------------------------
# tests/sim: the server's own code on simulated clocks, network and store. Its objects come first, so that the archives
# are not asked for what they replace; threads are replaced by the linker.
SIMULATION := $(BUILD)/nodes-simulation
SIMULATION_WRAPS := writer_submit nodes_turn pthread_create pthread_join pthread_mutex_lock $(addprefix pthread_cond_,wait timedwait signal broadcast)
$(SIMULATION): $(call objects,$(sort $(wildcard tests/sim/*.c))) $(PROGRAM_A) $(LIB_A)
	$(Q)$(LINK) $(SIMULATION_WRAPS:%=-Wl,--wrap=%) -o $@ $^ $(PACKAGE_LIBS) $(LIBS)
-include $(patsubst %.o,%.d,$(call objects,$(wildcard tests/sim/*.c)))
unit-tests: $(if $(SANITIZED)$(RACES)$(COVERED),,$(SIMULATION))

SEEDS ?= 10000
SIMULATION_SECONDS ?= 86400
.PHONY: nodes-simulation
nodes-simulation: $(SIMULATION) ## Simulate SEEDS (10,000) histories of nodes with faults, at most SIMULATION_SECONDS now; goes on where it ended
	@tests/campaign/simulation.sh $< $(BUILD)/nodes-simulation.progress $(SEEDS) $(SIMULATION_SECONDS)
