# The rules for NVIDIA's GPUs: clang makes PTX, a text that the driver compiles for the GPU it finds. No CUDA
# toolkit is needed. The sources of the rules are the ones that the processor runs, unchanged; src/gpu/kernels.c
# is the door to them, and src/gpu/ptx/ has the declarations and functions that C libraries bring elsewhere.

GPU_ARCH ?= sm_70
GPU_PTX := $(BUILD)/azulejo.ptx
GPU_BUILD := $(BUILD)/gpu
GPU_KERNEL_SRC := $(RULES_SRC) src/gpu/kernels.c
GPU_BC := $(GPU_KERNEL_SRC:%.c=$(GPU_BUILD)/%.bc) $(GPU_BUILD)/src/gpu/ptx/string.bc
GPU_CFLAGS = --target=nvptx64-nvidia-cuda -march=$(GPU_ARCH) -O3 -std=c17 $(VARIANT_WARNINGS) -ffreestanding -fbuiltin \
	-nogpulib -ffp-contract=off -Iinclude -Isrc -Isrc/gpu/ptx -DAZJ_VERSION='"$(VERSION)"' -MMD -MP
GPU_KERNELS := gpu_seed,gpu_reset,gpu_step,gpu_random,gpu_random_step,gpu_observe,gpu_playout,gpu_determinise,gpu_hash,gpu_check,gpu_reset_game

.PHONY: gpu gpu-build gpu-test
gpu: ## Build build/azulejo.ptx, the rules for NVIDIA's GPUs
	@tools/install-deps.sh gpu
	@$(MAKE) --no-print-directory -j$(JOBS) gpu-build
gpu-build: $(GPU_PTX)

$(GPU_BUILD)/%.bc: %.c
	@mkdir -p $(@D)
	$(Q)clang-19 $(GPU_CFLAGS) -emit-llvm -c $< -o $@
# The loops of mem* must not become calls of mem*.
$(GPU_BUILD)/src/gpu/ptx/string.bc: GPU_CFLAGS += -fno-builtin
$(GPU_PTX): $(GPU_BC)
	$(Q)llvm-link-19 $^ -o $(GPU_BUILD)/all.bc
	@opt-19 -passes='internalize,default<O3>' -internalize-public-api-list=$(GPU_KERNELS) $(GPU_BUILD)/all.bc \
		-o $(GPU_BUILD)/kernels.bc
	@llc-19 -O3 -march=nvptx64 -mcpu=$(GPU_ARCH) $(GPU_BUILD)/kernels.bc -o $@
-include $(GPU_BC:%.bc=%.d)

# The same games on the processor and on the GPU; the test run does it with the kernels on the processor.
GPU_PLIES ?= 100000000
GPU_DEVICE ?= 0
GPU_COMPARE := $(BUILD)/tests/gpu/compare
$(GPU_COMPARE): $(call objects,tests/gpu/compare.c) $(LIB_A)
	@mkdir -p $(@D)
	$(Q)$(LINK) -o $@ $^ $(LIBS)
-include $(BUILD)/obj/tests/gpu/compare.d
# The package is used from a folder by a Python that has PyTorch, NumPy and cffi, whichever that is.
GPU_PYTHON ?= python3
.PHONY: gpu-test
gpu-test: $(GPU_COMPARE) ## Play GPU_PLIES (10^8) decisions a rule set on GPU_DEVICE (0) and compare with the processor; PyTorch, too
	@$< $(GPU_DEVICE) $(GPU_PLIES)
	@$(MAKE) --no-print-directory PYTHON_BUILD=$(BUILD)/gpu-python python-build
	@$(GPU_PYTHON) -m zipfile -e $(BUILD)/gpu-python/azulejo-*.whl $(BUILD)/gpu-python/site
	@PYTHONPATH=$(BUILD)/gpu-python/site $(GPU_PYTHON) python/tests/on_gpu.py --device $(GPU_DEVICE)
