# The Python package (python/, docs/python.md), with Debian's Python and without a network.

CFFI_HEADER := $(BUILD)/azulejo_cffi.h
.PHONY: cffi-header
cffi-header: $(CFFI_HEADER) ## Write build/azulejo_cffi.h, the public headers for Python's cffi
$(CFFI_HEADER): tools/cffi-header.py $(HEADERS)
	@mkdir -p $(@D)
	@tools/cffi-header.py include > $@
