"""The file of a network (docs/networks.md, src/ai/net.c): what its header says, and whether it is
whole. Needs nothing but Python."""
import struct

RULES = ["classic", "grey", "crystal1", "crystal2", "duel"]
VERSION, HIDDEN, HEAD, BUCKETS, OUTPUTS, DIRECTS = 2, 64, 16, 5, 2, 16
ONE, DIRECT, POINTS = 256, 4096, 16
SEATS_MAX, FEATURES_MAX, GENERATION_MAX = 4, 1024, 2**32 - 1
MAGIC, HEADER, FORM = b"AZJ-NET\n", 64, "<8sHBBHHHHHHIIQ24x"
SUM_AT = slice(32, 40) # the checksum in the header


class Wrong(Exception):
    """What is wrong, in a line for the user."""


def checksum(data):
    total = 0xCBF29CE484222325
    for byte in data:
        total = ((total ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return total


def whole_sum(header, weights):
    """The checksum of version 2: of the header, with nothing where the checksum goes, and of the
    weights."""
    header = bytearray(header)
    header[SUM_AT] = bytes(8)
    return checksum(bytes(header) + weights)


def weights_size(features):
    head = 2 * HEAD * 2 * HIDDEN + 4 * HEAD + 2 * OUTPUTS * HEAD + 4 * OUTPUTS
    return 4 * HIDDEN + BUCKETS * head + 2 * features * (HIDDEN + DIRECTS)


def pack(rules, seats, features, generation, weights):
    """The bytes of a file."""
    header = bytearray(struct.pack(FORM, MAGIC, VERSION, RULES.index(rules), seats, features, HIDDEN,
                                   HEAD, BUCKETS, OUTPUTS, 0, generation, len(weights), 0))
    header[SUM_AT] = struct.pack("<Q", whole_sum(header, weights))
    return bytes(header) + weights


class File:
    """A network file that was read and found whole."""

    def __init__(self, path):
        try:
            with open(path, "rb") as file:
                raw = file.read()
        except (OSError, ValueError) as error:
            raise Wrong(f"{path}: cannot be read ({reason(error)})") from None
        if len(raw) < HEADER or raw[:8] != MAGIC:
            raise Wrong(f"{path}: is no network; a file that train.py wrote, please")
        (_, version, rules, self.seats, self.features, *layers, _, self.generation, size,
         total) = struct.unpack(FORM, raw[:HEADER])
        self.weights = raw[HEADER:]
        if version not in (1, 2) or layers != [HIDDEN, HEAD, BUCKETS, OUTPUTS]:
            raise Wrong(f"{path}: is a network of another version ({version}); 1 and 2 can be read")
        if len(self.weights) != size or size != weights_size(self.features):
            raise Wrong(f"{path}: is a network of another length than its header says")
        if total != (checksum(self.weights) if version == 1 else whole_sum(raw[:HEADER], self.weights)):
            raise Wrong(f"{path}: is a damaged network (its checksum does not fit)")
        if rules >= len(RULES) or not 2 <= self.seats <= SEATS_MAX:
            raise Wrong(f"{path}: is a network of an unknown game")
        self.rules = RULES[rules]


def reason(error):
    return getattr(error, "strerror", None) or str(error)
