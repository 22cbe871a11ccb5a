# The rules in the browser: the library as WebAssembly, and the page around it.

WASM_CC ?= clang-19
WASM_SRC := $(sort $(wildcard src/wasm/*.c))
WASM_BUILD := $(BUILD)/wasm
WASM := $(BUILD)/azulejo.wasm
WASM_OBJ := $(patsubst %.c,$(WASM_BUILD)/%.o,$(WASM_SRC) $(LIB_SRC))
# The same without SIMD, for browsers that have none; the page chooses.
WASM_PLAIN_BUILD := $(BUILD)/wasm-plain
WASM_PLAIN := $(BUILD)/azulejo-plain.wasm
WASM_PLAIN_OBJ := $(patsubst $(WASM_BUILD)/%,$(WASM_PLAIN_BUILD)/%,$(WASM_OBJ))
WASM_FLAGS := --target=wasm32-wasi --sysroot=/usr
# Two searches lie on the stack at once when one looks beyond the round; below it lies nothing, so that too deep a stack traps.
WASM_STACK := 262144
WASM_CFLAGS = $(WASM_FLAGS) -std=c17 -O3 $(VARIANT_WARNINGS) -fvisibility=hidden -ffp-contract=off \
	-mbulk-memory -Iinclude -Isrc -DAZJ_VERSION='"$(VERSION)"'

$(WASM_BUILD)/src/%.o $(WASM_PLAIN_BUILD)/src/%.o: WASM_LAYER_CFLAGS = $(HOSTED_CFLAGS)
$(WASM_BUILD)/src/rules/%.o $(WASM_PLAIN_BUILD)/src/rules/%.o: WASM_LAYER_CFLAGS = -ffreestanding
# What reads and writes text is run once a request: small rather than fast, because the first visit pays for it.
WASM_SMALL = $(addprefix $(1)/src/,text/%.o base/%.o wasm/%.o)
$(call WASM_SMALL,$(WASM_BUILD)) $(call WASM_SMALL,$(WASM_PLAIN_BUILD)): WASM_LAYER_CFLAGS = $(HOSTED_CFLAGS) -Oz
$(WASM_BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(WASM_CC) $(WASM_CFLAGS) -msimd128 $(WASM_LAYER_CFLAGS) -MMD -MP -c $< -o $@
$(WASM_PLAIN_BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(WASM_CC) $(WASM_CFLAGS) $(WASM_LAYER_CFLAGS) -MMD -MP -c $< -o $@
# A reactor without a main: the page calls the functions that src/wasm exports by name.
$(WASM): $(WASM_OBJ)
$(WASM_PLAIN): $(WASM_PLAIN_OBJ)
$(WASM) $(WASM_PLAIN):
	$(Q)$(WASM_CC) $(WASM_FLAGS) -O3 -mexec-model=reactor -Wl,--no-entry -Wl,--strip-all \
		-Wl,--stack-first -Wl,-z,stack-size=$(WASM_STACK) -o $@ $^
-include $(WASM_OBJ:%.o=%.d) $(WASM_PLAIN_OBJ:%.o=%.d)

.PHONY: wasm web web-build web-program web-test web-lint-tests web-unit-tests web-browser-tests web-other-tests web-modules browsers gallery web-measure
wasm: ## Build build/azulejo.wasm, the library for the browser, and azulejo-plain.wasm without SIMD
wasm: $(WASM) $(WASM_PLAIN)

# npm runs again only when the list of packages changes. It installs the locked versions and leaves the
# lock file alone; not `npm ci`, which refuses a lock file without the binaries of other platforms.
NPM_FLAGS := --no-save --no-audit --no-fund
WEB_MODULES := web/node_modules/.package-lock.json
$(WEB_MODULES): web/package.json $(wildcard web/package-lock.json)
	cd web && npm install $(NPM_FLAGS)
# Debian's npm makes no link to the pinned node, and with Debian's older node it leaves out what needs a
# newer one: so once more with the pinned node, and the link.
	@cd web && pinned=$$(ls -d node_modules/node-linux-*/bin 2>/dev/null | head -n 1); \
	if [ -n "$$pinned" ] && [ ! -e node_modules/.bin/node ]; then \
		PATH="$$PWD/$$pinned:$$PATH" npm install $(NPM_FLAGS) && mkdir -p node_modules/.bin && \
		ln -sf "../$${pinned#node_modules/}/node" node_modules/.bin/node; fi
	@touch $@
web-modules: $(WEB_MODULES)

# Both in one step each, because the packages must be there before the rest is looked at.
web: ## Build the browser table into web/dist
	@tools/install-deps.sh web
	@$(MAKE) --no-print-directory -j$(JOBS) web-build
web-build: wasm web-modules
	@cd web && AZULEJO_WASM=$(abspath $(WASM)) npm run build
.PHONY: wasm-speed
wasm-speed: wasm all ## Nodes a second of the browser's engine beside the native one (fails below half)
	@node tools/wasm-speed.mjs $(PROGRAM) $(WASM) nets/*.azn
# The program, which carries the page just built.
web-program: web-build
	@$(MAKE) --no-print-directory -j$(JOBS) BUILD=$(BUILD) all
# Unit tests, then whole games and every screen in Debian's Chromium on the page just built, and a game in the other browsers.
web-test: ## Test the browser table: units, whole games, robustness, accessibility
web-test: web-program
	@$(MAKE) --no-print-directory BUILD=$(BUILD) web-lint-tests
	@$(MAKE) --no-print-directory BUILD=$(BUILD) web-unit-tests
	@$(MAKE) --no-print-directory BUILD=$(BUILD) web-browser-tests
	@$(MAKE) --no-print-directory BUILD=$(BUILD) web-other-tests
# Each alone, on what is built. The test run reads TAP (VITEST_TAP=1), which comes at the end; the other report names
# the tests as they end, so that the log shows where one hung.
VITEST_FLAGS := $(if $(VITEST_TAP),-- --reporter=verbose --reporter=tap-flat)
web-lint-tests:
	@cd web && npm run -s lint
web-unit-tests:
	@cd web && AZULEJO_WASM=$(abspath $(WASM)) npm test $(VITEST_FLAGS)
web-browser-tests:
	@cd web && AZULEJO_WASM=$(abspath $(WASM)) AZULEJO=$(abspath $(BUILD)/azulejo) npm run e2e $(VITEST_FLAGS)
# Firefox and WebKit, briefly: a display of its own, because WebKit's driver opens a window.
OTHER_BROWSERS = cd web && AZULEJO=$(abspath $(BUILD)/azulejo) PATH="$$PWD/node_modules/.bin:$$PATH" xvfb-run -a node tools/browsers.mjs
web-other-tests:
	@$(OTHER_BROWSERS) --brief
.PHONY: frames-campaign
frames-campaign: ## Look at every frame of whole games of all rule sets and seats (ONLY='duel for 2' one; HASTE times as fast)
frames-campaign: web-build
	@cd web && AZULEJO_FRAMES=all AZULEJO_HASTE=$(or $(HASTE),1) npm run -s e2e -- motion -t '$(or $(ONLY),for [234]$$)'
browsers: ## Whole games in Firefox and WebKit: every rule set, offline, at a server (ONLY=firefox or webkit)
browsers:
	@tools/install-deps.sh browsers
	@$(MAKE) --no-print-directory BUILD=$(BUILD) web-program
	@$(OTHER_BROWSERS) $(ONLY)
gallery: ## Draw every screen into web/gallery (ONLY=words chooses some)
gallery: web-program
	@cd web && AZULEJO_WASM=$(abspath $(WASM)) AZULEJO=$(abspath $(BUILD)/azulejo) npm run gallery -- $(ONLY)
web-measure: ## Size and speed of the built page against what is promised
web-measure: web-build
	@cd web && npm run measure
