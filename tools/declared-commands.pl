#!/usr/bin/env perl
# declared-commands.pl FOLDER: fills FOLDER with links to the commands that a minimal Debian has once
# tools/install-deps.sh has installed what the tests need, and no others. As the whole PATH of the test run it makes an
# undeclared command fail on every machine. Exit code 3 on a system that does not consist of Debian's packages.
#
# The packages are the essential ones, those that install-deps.sh names, and all that these depend on (Depends and
# Pre-Depends, as `--no-install-recommends` resolves them). `declared-commands.pl --packages [NAME...]` lists them;
# with names, these stand in for the list of install-deps.sh.
use strict;
use warnings;
use Cwd qw(realpath);
use File::Basename qw(basename dirname);
use File::Path qw(make_path remove_tree);

my @DIRECTORIES = qw(/usr/bin /bin /usr/sbin /sbin /usr/games);
my (%installed, %providers);

sub lines_of {
    my @command = @_;
    open my $pipe, '-|', @command or die "$command[0]: $!\n";
    chomp(my @lines = <$pipe>);
    close $pipe or die "declared-commands: $command[0] failed\n";
    return @lines;
}

# The name in `name:any (>= 1.2)`.
sub bare { return $_[0] =~ /^\s*([a-z0-9][a-z0-9+.-]*)/ ? $1 : '' }

sub read_packages {
    my $format = join('\t', map { "\${$_}" } qw(Package binary:Package db:Status-Abbrev Essential Provides Pre-Depends Depends)) . '\n';
    for (lines_of('dpkg-query', '-W', '-f', $format)) {
        my ($name, $full, $status, $essential, $provides, $before, $depends) = split /\t/, $_, -1;
        next unless $status =~ /^.i/;
        my $package = $installed{$name} //= { full => [], depends => [] };
        push @{ $package->{full} }, $full;
        push @{ $package->{depends} }, grep { /\S/ } split /,/, "$before,$depends";
        $package->{essential} = 1 if $essential eq 'yes';
        push @{ $providers{ bare($_) } }, $name for grep { /\S/ } split /,/, $provides;
    }
}

# The installed packages that fulfil `a | b | c`: the first that is there, or all that provide it.
sub chosen {
    my @wanted = map { bare($_) } split /\|/, $_[0];
    for my $name (@wanted) { return $name if $installed{$name} }
    for my $name (@wanted) { return @{ $providers{$name} } if $providers{$name} }
    return;
}

sub closure {
    my @open = ((grep { $installed{$_}{essential} } keys %installed), grep { $installed{$_} } @_);
    my %seen;
    while (defined(my $name = pop @open)) {
        next if $seen{$name}++;
        push @open, map { chosen($_) } @{ $installed{$name}{depends} };
    }
    return sort keys %seen;
}

# A path as it is with the directories resolved (/bin is /usr/bin on a merged system) but not the file itself.
sub resolved { return (realpath(dirname($_[0])) // dirname($_[0])) . '/' . basename($_[0]) }

sub link_commands {
    my ($folder, $packages, @extra) = @_;
    my $places = join '|', map { quotemeta } @DIRECTORIES;
    my (%command, %owned);
    for my $path (lines_of('dpkg-query', '-L', map { @{ $installed{$_}{full} } } @$packages)) {
        next unless $path =~ m{^/} && -x $path && !-d $path;
        $owned{ resolved($path) } = 1;
        $command{ basename($path) } //= $path if $path =~ m{^(?:$places)/[^/]+$};
    }
    # awk, cc, which, ...: links that update-alternatives made, which no package owns.
    for my $path (map { glob "$_/*" } @DIRECTORIES) {
        next unless -l $path && readlink($path) =~ m{^/etc/alternatives/};
        my $target = realpath($path);
        $command{ basename($path) } //= $path if defined $target && $owned{ resolved($target) };
    }
    $command{ basename($_) } //= $_ for @extra;
    remove_tree($folder);
    make_path($folder);
    for my $name (keys %command) {
        symlink $command{$name}, "$folder/$name" or die "declared-commands: $folder/$name: $!\n";
    }
}

# Where the PATH of the caller has a command.
sub found {
    for my $directory (split /:/, $ENV{PATH}) {
        return "$directory/$_[0]" if -x "$directory/$_[0]" && !-d _;
    }
    return;
}

die "usage: declared-commands.pl FOLDER, declared-commands.pl --packages [NAME...]\n" unless @ARGV;
read_packages() if found('dpkg-query');
if (!grep { $_->{essential} } values %installed) { # dpkg may also be a mere tool on another system
    print STDERR "declared-commands: this system does not consist of Debian's packages\n";
    exit 3;
}
my $listing = $ARGV[0] eq '--packages';
my @entries = $listing && @ARGV > 1 ? @ARGV[ 1 .. $#ARGV ] : lines_of(dirname($0) . '/install-deps.sh', '--list', 'test');
my (@named, @extra);
for my $entry (@entries) { # package or package/command, as install-deps.sh explains
    my ($package, $command) = split m{/}, $entry, 2;
    push @named, $package;
    my $path = !$installed{$package} && defined $command && $command =~ /^[\w-]+$/ ? found($command) : undef;
    push @extra, realpath(dirname($path)) . '/' . basename($path) if defined $path;
}
my @packages = closure(@named);
if ($listing) { print "$_\n" for @packages }
else { link_commands($ARGV[0], \@packages, @extra) }
