#!/usr/bin/env bash
# The test runner itself: a step that proves nothing must not pass. Each kind of bad step goes through `tests/run`
# and must get the right counts and the right reason; then which commands a full run sees.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source tests/support/tap.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# step RUN LIMIT COMMAND: a whole run of one step; its output is in $folder/out.
step() {
  printf 'it\n%s\n' "$3" | BUILD=$folder/build TEST_TIMEOUT=$2 tests/run steps "$1" >"$folder/out" 2>&1
}

# verdict WHAT RUN LAST_LINE WORDS COMMAND [LIMIT]: the run ends with LAST_LINE and has WORDS in its output.
verdict() {
  local status expected=1
  [[ $3 != [1-9]*" 0 failed"* ]] || expected=0 # a run that proves nothing is no success
  step "$2" "${6:-20}" "$5"
  status=$?
  [ $status -eq $expected ] && [ "$(tail -n 1 "$folder/out")" = "$3" ] && grep -qF -- "$4" "$folder/out"
  tap_report $? "$1" "exit code $status: $(cat "$folder/out")"
}

# --- What passes ---------------------------------------------------------------------------------
verdict "a plan and its tests pass" full "2 passed, 0 failed" "2 ok    0 failed" 'echo 1..2; echo ok 1 - a; echo ok 2 - b'
verdict "the plan may come last" full "2 passed, 0 failed" "2 ok" 'echo ok 1 - a; echo ok 2 - b; echo 1..2'
verdict "other lines are no tests" full "1 passed, 0 failed" "1 ok" \
  'echo "> tool"; echo "TAP version 13"; echo 1..1; echo okay; echo "ok 1 - a"; echo "  ok 2 - indented"; echo "# not ok"'
verdict "what goes to standard error is no test" full "1 passed, 0 failed" "1 ok" 'echo 1..1; echo not ok 2 >&2; echo ok 1'

# --- What must fail ------------------------------------------------------------------------------
verdict "no output fails" full "0 passed, 1 failed" "no test was run" true
verdict "output without TAP fails" full "0 passed, 1 failed" "no test was run" 'echo "Tests  12 passed (12)"'
verdict "a plan of no tests fails" full "0 passed, 1 failed" "no test was run" 'echo 1..0'
verdict "a missing plan fails" full "1 passed, 1 failed" "No plan found" 'echo ok 1 - a'
verdict "too few tests fail" full "1 passed, 1 failed" "planned 2 tests but ran 1" 'echo 1..2; echo ok 1 - a'
verdict "too many tests fail" full "2 passed, 1 failed" "planned 1 tests but ran 2" 'echo 1..1; echo ok 1 - a; echo ok 2 - b'
verdict "two plans fail" full "2 passed, 1 failed" "More than one plan" 'echo 1..1; echo ok 1 - a; echo 1..1; echo ok 1 - a'
verdict "tests out of order fail" full "2 passed, 1 failed" "out of sequence" 'echo 1..2; echo ok 2 - b; echo ok 1 - a'
verdict "a failed test fails" full "1 passed, 1 failed" "not ok 2 - b" 'echo 1..2; echo ok 1 - a; echo not ok 2 - b'
verdict "an exit code fails" full "1 passed, 1 failed" "exit code 3 though no test failed" 'echo 1..1; echo ok 1 - a; exit 3'
verdict "a failed test and its exit code are one failure" full "0 passed, 1 failed" "not ok 1" 'echo 1..1; echo not ok 1; exit 1'
verdict "a crash after the plan fails" full "1 passed, 1 failed" "ended by signal 11, after: ok 1 - a" \
  'echo 1..2; echo ok 1 - a; kill -SEGV $$'
verdict "a crash after the last test fails" full "1 passed, 1 failed" "ended by signal 6" 'echo 1..1; echo ok 1 - a; kill -ABRT $$'
verdict "a time-out fails and names the last test" full "1 passed, 1 failed" "stopped after 1 s, after: ok 1 - a" \
  'echo 1..2; echo ok 1 - a; sleep 60' 1
verdict "a time-out after the last test fails" full "1 passed, 1 failed" "stopped after 1 s" 'echo 1..1; echo ok 1 - a; sleep 60' 1
verdict "a step that gives up fails" full "1 passed, 1 failed" "gave up: no room" 'echo 1..2; echo ok 1; echo "Bail out!  no room"'
verdict "a command that is not there fails" full "0 passed, 1 failed" "no-such-command: command not found" no-such-command
: | BUILD=$folder/build tests/run steps full >"$folder/out" 2>&1
tap_report $((1 - $?)) "a run without a step ends with an exit code" "$(cat "$folder/out")"

# --- Skipped tests: counted with their reason in a fast run, a failure in a full one --------------
skip='echo 1..2; echo ok 1 - a; echo "ok 2 - b # SKIP no program"'
verdict "fast: a skipped test is counted" fast "1 passed, 0 failed, 1 skipped" "it: ok 2 - b # SKIP no program" "$skip"
verdict "full: a skipped test fails" full "1 passed, 1 failed" "b # SKIP no program (the full run allows no" "$skip"
verdict "fast: a step skipped as a whole is counted" fast "0 passed, 0 failed, 1 skipped" "all of it: no node" 'echo "1..0 # SKIP no node"'
verdict "full: a step skipped as a whole fails" full "0 passed, 1 failed" "no node" 'echo "1..0 # SKIP no node"'
todo='echo 1..2; echo ok 1 - a; echo "not ok 2 - b # TODO later"'
verdict "fast: a test to do is counted as skipped" fast "1 passed, 0 failed, 1 skipped" "b # TODO later" "$todo"
verdict "full: a test to do fails" full "1 passed, 1 failed" "b # TODO later" "$todo"
verdict "as cmocka skips" fast "1 passed, 0 failed, 1 skipped" "SKIP b" 'echo 1..2; echo ok 1 - a; echo "not ok 2 # SKIP b"'

# --- The producers -------------------------------------------------------------------------------
verdict "one command that works" full "1 passed, 0 failed" "1 ok" "tests/support/command.sh x 'echo not ok 5; true'"
verdict "one command that fails" full "0 passed, 1 failed" "exit code 7" "tests/support/command.sh x 'exit 7'"
echo "source tests/support/tap.sh; tap_report 0 'a # SKIP b'; echo | tap_report 1 b 'why not'; tap_skip c here; tap_end" >"$folder/good.sh"
verdict "the helper of the shell scripts" fast "1 passed, 1 failed, 1 skipped" "#   why not" "bash $folder/good.sh"
echo "source tests/support/tap.sh; tap_report 0 a; exit 0; tap_end" >"$folder/short.sh"
verdict "a shell script that ends early" full "1 passed, 1 failed" "No plan found" "bash $folder/short.sh"
cat >"$folder/tests.py" <<'END'
import sys, unittest
sys.path.insert(0, "tests/support")
import tap
class T(unittest.TestCase):
    def test_a(self): pass
    def test_b(self): self.assertEqual(1, 2, "why not")
    def test_c(self):
        for i in range(3):
            with self.subTest(i=i): self.assertNotEqual(i, 1)
    @unittest.skip("here")
    def test_d(self): pass
    def test_e(self): raise OSError("broken")
class Broken(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise OSError("no set-up")
    def test_f(self): pass
if __name__ == "__main__": tap.main()
END
verdict "the helper of the Python unittests" fast "1 passed, 4 failed, 1 skipped" "why not" "python3 $folder/tests.py"
printf 'import sys\nsys.path.insert(0, "tests/support")\nimport tap\ntap.check(True, "a")\ntap.check(False, "b", "why not")\ntap.skip("c", "here")\ntap.end()\n' >"$folder/script.py"
verdict "the helper of the Python scripts" fast "1 passed, 1 failed, 1 skipped" "#   why not" "python3 $folder/script.py"

# --- The end of a run ----------------------------------------------------------------------------
{ for i in 1 2 3 4 5 6 7 8 9 10 11 12; do printf 'good/%s\necho 1..1; echo ok 1\n' $i; done
  # shellcheck disable=SC2016 # for the shell of the step
  printf 'bad\n%s\n' 'echo 1..3; for i in 1 2 3; do echo "not ok $i - broken $i"; seq 2000 | sed "s/^/# detail /"; done'
} | BUILD=$folder/build JOBS=2 tests/run steps full >"$folder/out" 2>&1
tail -c 12000 "$folder/out" >"$folder/end"
[ "$(tail -n 1 "$folder/out")" = "12 passed, 3 failed" ] && [ "$(sed -n '/^Failed/,$p' "$folder/end" | grep -c 'not ok . - broken')" = 3 ]
tap_report $? "the failed tests stand close to the end" "$(tail -c 3000 "$folder/end")"
[ "$(sed -n '/^The ten slowest/,/^$/p' "$folder/out" | grep -cE '^ +[0-9.]+ s  (good|bad)')" = 10 ] && grep -qE '^The run took [0-9]+ s\.$' "$folder/out"
tap_report $? "the ten slowest steps and the time are there" "$(tail -c 3000 "$folder/end")"

# --- The commands that a full run sees -----------------------------------------------------------
perl=$(command -v perl)
mkdir "$folder/none"
said=$(PATH=$folder/none "$perl" tools/declared-commands.pl "$folder/commands" 2>&1)
[ $? -eq 3 ] && [ ! -e "$folder/commands" ] && [[ $said == *"does not consist of Debian's packages"* ]]
tap_report $? "without dpkg the commands are not limited" "$said"
tools/declared-commands.pl --packages >/dev/null 2>&1 || tap_end # the rest is about Debian
mkdir "$folder/own"
printf '#!/bin/sh\n' >"$folder/own/made-up-command"
chmod +x "$folder/own/made-up-command"
PATH=$folder/own:$PATH tools/declared-commands.pl "$folder/commands"
tap_report $? "the commands are found"
sees() { (PATH=$folder/commands; command -v "$1" >/dev/null); }
for name in bash sh awk sed find grep gcc cc make pkg-config python3 perl git clang clang-19 wasm-ld-19 objdump ldd node npm tmux scdoc; do
  [ -e "$folder/commands/$name" ] && sees $name
  tap_report $? "a declared command is seen: $name"
done
sees made-up-command
tap_report $((1 - $?)) "a command that nobody declares is not seen"
# pgrep of procps, which most machines have and a minimal Debian has not.
tools/declared-commands.pl --packages | grep -qx procps || ! sees pgrep
tap_report $? "a command of a package that is not declared is not seen"
if [ "${TEST_RUN:-}" = full ]; then
  [ "$PATH" = "$(realpath "${BUILD:-build}/commands")" ]
  tap_report $? "this run sees these commands and no others" "PATH is $PATH"
else
  tap_skip "this run sees these commands and no others" "only the full run does"
fi
# Packages by a database of our own: essential, named, depended on, provided, and none of these.
mkdir -p "$folder/dpkg/info" "$folder/dpkg/updates"
package() { # package NAME FIELDS...
  printf 'Package: %s\nStatus: install ok installed\nMaintainer: x\nArchitecture: all\nVersion: 1\nDescription: x\n' "$1"
  printf '%s\n' "${@:2}" ""
  : >"$folder/dpkg/info/$1.list"
}
{
  package base "Essential: yes" "Pre-Depends: virtual-thing"
  package provider "Provides: virtual-thing (= 1), other-thing"
  package named "Depends: absent | second (>= 1) | third, deep:any"
  package second "Recommends: recommended"
  package third
  package deep "Depends: base"
  package recommended
  package stranger "Depends: named"
} >"$folder/dpkg/status"
found=$(DPKG_ADMINDIR=$folder/dpkg tools/declared-commands.pl --packages named | tr '\n' ' ')
[ "$found" = "base deep named provider second " ]
tap_report $? "packages: essential, named, and what they depend on" "$found"
tap_end
