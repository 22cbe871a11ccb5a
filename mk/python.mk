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
