"""TAP lines for the test scripts in Python: check() for each test and end() as the last call. A script that
ends before end() has no plan, which is a failure. A unittest calls main() instead of unittest.main()."""
import sys
import traceback
import unittest

count = 0
failed = 0
DETAIL_MAX = 4000


def _line(good, what, directive=""):
    global count
    count += 1
    text = " ".join(str(what).split()).replace("#", "\\#")
    print(f"{'ok' if good else 'not ok'} {count} - {text}{directive}", flush=True)


def _explain(detail):
    for line in str(detail)[-DETAIL_MAX:].splitlines():
        print("#   " + line, flush=True)


def check(good, what, detail=""):
    """One test. The detail is printed only if it fails."""
    global failed
    _line(good, what)
    if not good:
        failed += 1
        _explain(detail)


def skip(what, reason):
    """One test that cannot run here."""
    _line(True, what, f" # SKIP {reason}")


def end():
    """The plan and the exit code."""
    print(f"1..{count}", flush=True)
    sys.exit(1 if failed else 0)


class _Result(unittest.TestResult):
    """One line for each test method; the failures of its subtests explain it."""

    def startTest(self, test):
        super().startTest(test)
        self.details, self.directive = [], ""

    def stopTest(self, test):
        good = not self.details
        if self.directive and good:
            _line(True, test.id(), self.directive)
        else:
            check(good, test.id(), "\n".join(self.details))
        super().stopTest(test)

    def _fault(self, test, error):
        text = f"{test}\n{''.join(traceback.format_exception(*error))}"
        if isinstance(test, unittest.TestCase):
            self.details.append(text)
        else:  # setUpClass or setUpModule: none of their tests runs
            check(False, test, text)

    def addError(self, test, err):
        super().addError(test, err)
        self._fault(test, err)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._fault(test, err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.details.append(f"{subtest}\n{''.join(traceback.format_exception(*err))}")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        if isinstance(test, unittest.TestCase):
            self.directive = f" # SKIP {reason}"
        else:
            skip(test, reason)

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self.directive = " # TODO an expected failure"

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.details.append("passed although a failure is expected")


class _Runner:
    def run(self, tests):
        result = _Result()
        tests.run(result)
        print(f"1..{count}", flush=True)
        return result


def main():
    unittest.main(module="__main__", testRunner=_Runner())
