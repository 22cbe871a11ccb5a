# tap.sh: TAP lines for the test scripts, which source it:
#   tap_report STATUS WHAT [OUTPUT]   one test: passed if STATUS is 0; OUTPUT explains a failure
#   tap_skip WHAT REASON              one test that cannot run here
#   tap_end                           the plan; exits 1 if a test failed
# A script that ends before tap_end has no plan, which is a failure.
# shellcheck shell=bash
tap_count=0
tap_failed=0
# The last command of a pipe runs in this shell, so that `producer | a_function_that_reports` is counted.
shopt -s lastpipe

tap_text() { # tap_text TEXT: one line, in which no # can begin a directive
  local text=${1//$'\n'/ }
  printf '%s' "${text//#/\\#}"
}

tap_report() {
  tap_count=$((tap_count + 1))
  if [ "$1" -eq 0 ]; then
    echo "ok $tap_count - $(tap_text "$2")"
  else
    tap_failed=$((tap_failed + 1))
    echo "not ok $tap_count - $(tap_text "$2")"
    [ -z "${3:-}" ] || tail -c 4000 <<<"$3" | sed 's/^/#   /'
  fi
}

tap_skip() {
  tap_count=$((tap_count + 1))
  echo "ok $tap_count - $(tap_text "$1") # SKIP $2"
}

tap_end() {
  echo "1..$tap_count"
  exit $((tap_failed > 0))
}
