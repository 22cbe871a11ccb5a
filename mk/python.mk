# The Python package (python/, docs/python.md), with Debian's Python and without a network.

# Debian's own Python has the packages, whichever else comes first on the PATH.
PYTHON ?= $(firstword $(wildcard /usr/bin/python3) python3)
CFFI_HEADER := $(BUILD)/azulejo_cffi.h
PYTHON_BUILD := $(BUILD)/python
# mk/gpu.mk comes first. What `make gpu` has made goes into the wheel.
PYTHON_STAGE := $(PYTHON_BUILD)/stage
# What the library needs to be built from the sdist alone.
PYTHON_C := Makefile VERSION LICENSE azulejo.pc.in mk include nets tools/cffi-header.py tools/embed-nets.sh src/base \
	src/rules src/text src/ai src/proto src/gpu

.PHONY: cffi-header python python-build
cffi-header: $(CFFI_HEADER) ## Write build/azulejo_cffi.h, the public headers for Python's cffi
$(CFFI_HEADER): tools/cffi-header.py $(HEADERS)
	@mkdir -p $(@D)
	@$(PYTHON) tools/cffi-header.py include > $@

python: ## Build the Python package: a wheel and an sdist in build/python
	@tools/install-deps.sh python
	@$(MAKE) --no-print-directory -j$(JOBS) python-build
	@ls $(PYTHON_BUILD)/*.whl $(PYTHON_BUILD)/*.tar.gz
python-build: $(LIB_SO)
	@rm -rf $(PYTHON_BUILD) && mkdir -p $(PYTHON_STAGE)/c
	@cp -R python/. $(PYTHON_STAGE) && cp LICENSE $(PYTHON_STAGE)
	@find $(PYTHON_STAGE) -name __pycache__ -prune -exec rm -rf {} +
	@tar -cf - $(PYTHON_C) | tar -xf - -C $(PYTHON_STAGE)/c
	@cd $(PYTHON_STAGE) && AZULEJO_LIBRARY=$(abspath $(LIB_SO)) AZULEJO_PTX=$(abspath $(wildcard $(GPU_PTX))) $(PYTHON) setup.py -q sdist -d .. \
		bdist_wheel -d .. >../log 2>&1 || { cat ../log; exit 1; }

# The package in a folder, for a Python that does not install it.
PYTHON_SITE := $(BUILD)/python-site
.PHONY: python-site python-speed pettingzoo-test
python-site:
	@$(MAKE) --no-print-directory PYTHON_BUILD=$(BUILD)/python-for-site python-build
	@rm -rf $(PYTHON_SITE) && $(PYTHON) -m zipfile -e $(BUILD)/python-for-site/azulejo-*.whl $(PYTHON_SITE)
# Not in the test run: what is timed there could fail because the machine is busy.
python-speed: $(PROGRAM) python-site ## Time batches of 4096 games in Python and in C; fail below 0.8 of C's speed
	@PYTHONPATH=$(PYTHON_SITE) $(PYTHON) python/examples/speed.py --program $(PROGRAM) --games 4096 --seconds 1 --best 3 --least 0.8
# PettingZoo is in no Debian package; test_envs.py makes the same checks without it.
PETTINGZOO_PYTHON ?= python3
pettingzoo-test: python-site ## PettingZoo's own API tests, with a PETTINGZOO_PYTHON that has pettingzoo, gymnasium, NumPy and cffi
	@PYTHONPATH=$(PYTHON_SITE) $(PETTINGZOO_PYTHON) python/tests/with_pettingzoo.py --all
