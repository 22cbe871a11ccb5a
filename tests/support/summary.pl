#!/usr/bin/env perl
# summary.pl FOLDER SECONDS: the end of a run of tests/run, from the .result files in FOLDER: what was skipped, the ten
# slowest steps, what failed, the time, and the line `N passed, M failed` or `N passed, M failed, K skipped`.
# Exit code 1 unless something passed and nothing failed.
#
# A reader may see only the last 12,000 characters, so the failures stand close to the end and have a maximum.
use strict;
use warnings;
use File::Find;

use constant { FAILURES_MAX => 8000, SKIPPED_MAX => 2000 };
my ($folder, $seconds) = @ARGV;
my ($passed, $failed, $skipped) = (0, 0, 0);
my (@steps, $failures, $skips);

# Lines of $file that begin at a failed test, with the lines that explain it.
sub assertions {
    my ($file) = @_;
    open my $in, '<', $file or return '';
    my ($text, $left, $shown) = ('', 0, 0);
    while (my $line = <$in>) {
        if ($line =~ /^not ok/) {
            last if ++$shown > 5;
            $left = 12;
        } elsif ($line =~ /^(ok|1\.\.)/) {
            $left = 0;
        }
        $text .= '    ' . substr($line, 0, 300) . (length $line > 300 ? "\n" : '') if $left-- > 0;
    }
    return $text;
}

# The last lines of $file, for a step that failed as a whole.
sub tail {
    my ($file) = @_;
    open my $in, '<', $file or return '';
    my @lines = <$in>;
    splice @lines, 0, @lines - 12 if @lines > 12;
    return join '', map { '    ' . substr($_, 0, 300) . (length > 300 ? "\n" : '') } @lines;
}

sub add {
    my ($file) = @_;
    open my $in, '<', $file or die "$file: $!\n";
    my ($time, $name) = split ' ', <$in> // '0 ?';
    my @counts = split ' ', <$in> // '0 1 0';
    $passed += $counts[0];
    $failed += $counts[1];
    $skipped += $counts[2];
    push @steps, [ $time, $name ];
    my $faults = '';
    while (<$in>) {
        $skips .= "  $name: " . substr($_, 5) if /^skip /;
        $faults .= '    ' . substr($_, 5) if /^fail / && !/^fail not ok/;
    }
    if ($counts[1]) {
        (my $base = $file) =~ s/\.result$//;
        my $details = assertions("$base.tap");
        $details .= tail("$base.log") if $faults || $details !~ /^    #/m;
        $failures .= "  $name: $counts[1] failed\n$faults$details";
    }
}

my @files;
find({ wanted => sub { push @files, $_ if /\.result$/ }, no_chdir => 1 }, $folder);
add($_) for sort @files;

sub section {
    my ($title, $text, $max) = @_;
    return unless $text;
    $text = substr($text, 0, $max) . "\n  ... and more\n" if length $text > $max;
    print "\n$title\n$text";
}

section('Skipped:', $skips, SKIPPED_MAX);
my @slowest = (sort { $b->[0] <=> $a->[0] } @steps)[0 .. ($#steps < 9 ? $#steps : 9)];
section('The ten slowest steps:', join('', map { sprintf "%8.1f s  %s\n", @$_ } @slowest), 2000);
section("Failed (logs: $folder):", $failures, FAILURES_MAX);
print "\nThe run took $seconds s.\n";
print "$passed passed, $failed failed", $skipped ? ", $skipped skipped" : '', "\n";
exit !($passed > 0 && $failed == 0);
