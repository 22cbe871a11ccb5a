# `make install` and `make uninstall`: everything under DESTDIR/PREFIX.

LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
BINDIR ?= $(PREFIX)/bin
MANDIR ?= $(PREFIX)/share/man
COMPLETIONDIR ?= $(PREFIX)/share/bash-completion/completions
SCDOC := $(shell command -v scdoc 2>/dev/null)

MAN_SRC := $(wildcard docs/*.[1-9].scd)
MAN_PAGES := $(if $(SCDOC),$(patsubst docs/%.scd,$(BUILD)/man/%,$(MAN_SRC)))
COMPLETIONS := $(wildcard completions/azulejo.bash)

$(BUILD)/man/%: docs/%.scd
	@mkdir -p $(@D)
	$(SCDOC) < $< > $@

$(BUILD)/azulejo.pc: azulejo.pc.in VERSION force
	@mkdir -p $(@D)
	@sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' \
		-e 's|@VERSION@|$(VERSION)|' $< > $@

.PHONY: install uninstall
install: all $(BUILD)/azulejo.pc $(MAN_PAGES) ## Install into DESTDIR/PREFIX (/usr/local)
	install -d $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(INCLUDEDIR)/azulejo $(DESTDIR)$(BINDIR)
	install -m 644 $(HEADERS) $(DESTDIR)$(INCLUDEDIR)/azulejo
	install -m 644 $(PUBLIC_A) $(DESTDIR)$(LIBDIR)
	install -m 755 $(LIB_SO).$(VERSION) $(DESTDIR)$(LIBDIR)
	ln -sf libazulejo.so.$(VERSION) $(DESTDIR)$(LIBDIR)/libazulejo.so.$(SOVERSION)
	ln -sf libazulejo.so.$(SOVERSION) $(DESTDIR)$(LIBDIR)/libazulejo.so
	install -m 644 $(BUILD)/azulejo.pc $(DESTDIR)$(LIBDIR)/pkgconfig
	install -m 755 $(PROGRAM) $(DESTDIR)$(BINDIR)
	$(foreach m,$(MAN_PAGES),install -D -m 644 $(m) $(DESTDIR)$(MANDIR)/man$(subst .,,$(suffix $(m)))/$(notdir $(m))$(newline))
	$(if $(MAN_PAGES),,@echo "install: no man page, because scdoc is missing (apt-get install scdoc)")
	$(if $(COMPLETIONS),install -D -m 644 $(COMPLETIONS) $(DESTDIR)$(COMPLETIONDIR)/azulejo)

uninstall: ## Remove what install put there
	rm -rf $(DESTDIR)$(INCLUDEDIR)/azulejo
	rm -f $(DESTDIR)$(LIBDIR)/libazulejo.a $(DESTDIR)$(LIBDIR)/libazulejo.so*
	rm -f $(DESTDIR)$(LIBDIR)/pkgconfig/azulejo.pc $(DESTDIR)$(BINDIR)/azulejo
	rm -f $(foreach m,$(MAN_SRC:docs/%.scd=%),$(DESTDIR)$(MANDIR)/man$(subst .,,$(suffix $(m)))/$(m))
	rm -f $(DESTDIR)$(COMPLETIONDIR)/azulejo

define newline


endef
