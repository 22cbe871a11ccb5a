#!/usr/bin/env perl
# verdict.pl RUN STATUS LIMIT FILE: judges one step of tests/run by its TAP output (FILE), the exit status of its
# command, and what the run (full or fast) allows. Perl's TAP::Parser, on which `prove` is built, reads the output.
#
# Prints `PASSED FAILED SKIPPED`, then a line `fail TEXT` for each failure and `skip TEXT` for each skipped test.
use strict;
use warnings;
use TAP::Parser;

my ($run, $status, $limit, $file) = @ARGV;
my ($passed, @failed, @problems, @skipped, $last);

open my $in, '<', $file or die "$file: $!\n";
my @lines = <$in>;
close $in;
# Without its version line the output is read as plain TAP 12: what a tool prints before that line is harmless, and
# the YAML of a failure is not parsed.
my $tap = join '', grep { !/^TAP version/ } @lines;

# $what skipped: counted where the run allows it, otherwise a failure.
sub skipped {
    my ($what) = @_;
    if ($run eq 'full') {
        push @failed, "$what (the full run allows no skipped test)";
    } else {
        push @skipped, $what;
    }
}

if ($tap =~ /\S/) {
    my $parser = TAP::Parser->new({ tap => "$tap\n" });
    while (my $result = $parser->next) {
        if ($result->is_bailout) {
            push @problems, 'gave up: ' . $result->explanation;
        } elsif ($result->is_test) {
            $last = $result->raw;
            if ($result->has_skip or $result->has_todo) {
                skipped($last);
            } elsif ($result->is_actual_ok) {
                $passed++;
            } else {
                push @failed, $last;
            }
        }
    }
    my $reason = $parser->skip_all // '';
    if ($reason && $reason ne '(no reason given)') { # the parser's words for a plan 1..0 alone
        skipped("all of it: $reason");
    } elsif (!$parser->tests_run) {
        push @problems, 'no test was run';
    }
    push @problems, $parser->parse_errors;
} else {
    push @problems, 'no test was run: no output';
}

my $after = defined $last ? "after: $last" : 'before its first test ended';
if ($status == 124 || $status == 137) {
    push @problems, ($status == 124 ? "time-out: stopped after $limit s, " : "killed (time-out of $limit s, or no memory), ") . $after;
} elsif ($status > 128) {
    push @problems, 'crash: ended by signal ' . ($status - 128) . ", $after";
} elsif ($status != 0 && !@failed) {
    push @problems, "exit code $status though no test failed, $after";
}
# All that is wrong with the step as a whole counts as one failure.
push @failed, join '; ', @problems if @problems;

printf "%d %d %d\n", $passed // 0, scalar @failed, scalar @skipped;
for my $list ([ fail => @failed ], [ skip => @skipped ]) {
    my ($word, @texts) = @$list;
    for my $text (@texts) {
        $text =~ s/\s+/ /g;
        print "$word ", substr($text, 0, 500), "\n";
    }
}
