"""What train.py looks at before it begins: its arguments, its configuration and the sizes of its
data. Needs nothing but Python, so that a mistake is reported at once."""
import json
import math
import os

from netfile import FEATURES_MAX, GENERATION_MAX, RULES, SEATS_MAX, BUCKETS, File, Wrong, reason

COLUMNS = ["grey", "crystal1", "crystal2"] # the same features: they may be mixed
SLOPE_MAX = 10
MANY = 2**31 - 1
LARGE = 1e6
ABOVE_0, BELOW_1 = math.nextafter(0, 1), math.nextafter(1, 0)

# By key: whole numbers only?, the least and the greatest value, and how that is said.
NUMBERS = {
    "seed": (True, 0, 2**63 - 1, "a whole number from 0 to 2^63 - 1"),
    "epochs": (True, 1, MANY, "a whole number from 1"),
    "batch": (True, 1, MANY, "a whole number from 1"),
    "rate": (False, ABOVE_0, LARGE, "a number above 0, such as 0.002"),
    "weight_decay": (False, 0, LARGE, "a number from 0"),
    "search_share": (False, 0, 1, "a number from 0 to 1"),
    "points_weight": (False, 0, LARGE, "a number from 0"),
    "held_out": (False, ABOVE_0, BELOW_1, "a number between 0 and 1, such as 0.05"),
}
OPTIONAL = ["generation", "slope", "slopes", "start_from", "mixed"]


# ---- The names of what is written ---------------------------------------------------------------

def report_of(out):
    return out[:-len(".azn")] + ".json"


def same_file(a, b):
    try:
        return os.path.samefile(a, b)
    except (OSError, ValueError):
        return os.path.realpath(a) == os.path.realpath(b)


def check_out(out, config):
    """OUT.azn and OUT.json can be written, and the configuration is neither."""
    if not out.endswith(".azn"):
        raise Wrong(f"{out}: the network's name must end in .azn")
    folder = os.path.dirname(out) or "."
    if not os.path.isdir(folder):
        raise Wrong(f"{out}: there is no folder {folder}; make it first, or choose another")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise Wrong(f"{out}: nothing can be written into the folder {folder}")
    for path in (out, report_of(out)):
        if os.path.isdir(path):
            raise Wrong(f"{path}: is a folder; choose another name")
        if same_file(path, config):
            raise Wrong(f"{out}: {path} is to be written and is the configuration; choose another name")


# ---- The configuration --------------------------------------------------------------------------

def shown(value):
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


def is_number(value, low, high, whole=False):
    kinds = int if whole else (int, float)
    return isinstance(value, kinds) and not isinstance(value, bool) and low <= value <= high


def no_pairs_twice(pairs):
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise ValueError(f"{shown(key)} stands there twice")
    return dict(pairs)


def read_config(path):
    try:
        with open(path, encoding="utf-8") as file:
            config = json.load(file, object_pairs_hook=no_pairs_twice)
    except OSError as error:
        raise Wrong(f"cannot be read ({reason(error)})") from None
    except (ValueError, RecursionError) as error:
        raise Wrong(f"is no JSON that can be used: {error}") from None
    if not isinstance(config, dict):
        raise Wrong('must hold one object: {"rules": ...}')
    return config


def check_keys(config):
    needed = ["rules", *NUMBERS]
    for key in needed:
        if key not in config:
            raise Wrong(f'"{key}" is missing; needed are {", ".join(needed)}')
    for key in config:
        if key not in needed + OPTIONAL:
            raise Wrong(f'{shown(key)} is unknown; known are {", ".join(needed + OPTIONAL)}')


def check_slopes(config):
    text = f"from 0 to {SLOPE_MAX}"
    slope = config.get("slope", 1)
    buckets = slope if isinstance(slope, list) and len(slope) == BUCKETS else [slope]
    if not all(is_number(s, 0, SLOPE_MAX) for s in buckets):
        raise Wrong(f'"slope" is {shown(slope)}; it must be a number {text}, or a list of {BUCKETS}, '
                    'one for each bucket')
    slopes = config.get("slopes", [1])
    if not isinstance(slopes, list) or not slopes or not all(is_number(s, 0, SLOPE_MAX) for s in slopes):
        raise Wrong(f'"slopes" is {shown(slopes)}; it must be a list of numbers {text}, one for each name of data')


def check_start(config):
    """The generation of a network to begin with; 0 without one of the same rules."""
    if "start_from" not in config:
        return 0
    path = config["start_from"]
    if not isinstance(path, str) or not path:
        raise Wrong(f'"start_from" is {shown(path)}; it must be the name of a network, or be left out')
    try:
        start = File(path)
    except Wrong as wrong:
        raise Wrong(f'"start_from": {wrong}') from None
    if (start.rules == "duel") != (config["rules"] == "duel"):
        raise Wrong(f'"start_from": {path} is a network of {start.rules}, which shows other features than '
                    f'{config["rules"]}')
    return start.generation if start.rules == config["rules"] else 0


def check_generation(config, before):
    """The number of the new network: what the configuration says, or one more than that of the
    network that it begins with."""
    number = config.get("generation", before + 1)
    if not is_number(number, 0, GENERATION_MAX, True):
        raise Wrong(f'"generation" is {shown(number)}; it must be a whole number from 0 to 2^32 - 1, or be '
                    'left out')
    return number


def check_values(config):
    if config["rules"] not in RULES:
        raise Wrong(f'"rules" is {shown(config["rules"])}; it must be one of {", ".join(RULES)}')
    for key, (whole, low, high, text) in NUMBERS.items():
        if not is_number(config[key], low, high, whole):
            raise Wrong(f'"{key}" is {shown(config[key])}; it must be {text}')
    check_slopes(config)
    mixed = config.get("mixed", False)
    if not isinstance(mixed, bool) or (mixed and config["rules"] not in COLUMNS):
        raise Wrong(f'"mixed" is {shown(mixed)}; it must be true or false, and true only with the rules '
                    f'{", ".join(COLUMNS)}')


def check_config(path):
    """The configuration, and the generation of the network to come."""
    try:
        config = read_config(path)
        check_keys(config)
        check_values(config)
        return config, check_generation(config, check_start(config))
    except Wrong as wrong:
        raise Wrong(f"{path}: {wrong}") from None


# ---- The data -----------------------------------------------------------------------------------

class Shape:
    """How many positions, seats and features a name of data has, and of which rules."""

    def __init__(self, name):
        try:
            with open(name + ".txt", encoding="utf-8") as file:
                words = file.read().split()
            self.size = {end: os.path.getsize(f"{name}.{end}") for end in ("x", "y", "same")}
        except (OSError, ValueError) as error:
            raise Wrong(f"{getattr(error, 'filename', None) or name + '.txt'}: cannot be read ({reason(error)}); "
                        f"{name} must be a name that was given to features") from None
        if len(words) != 4 or not all(w.isascii() and w.isdigit() and len(w) < 16 for w in words[:3]):
            raise Wrong(f'{name}.txt: must hold "POSITIONS SEATS FEATURES RULES"; make it again with features')
        self.name, self.rules = name, words[3]
        self.count, self.seats, self.features = map(int, words[:3])
        self.check()

    def check(self):
        if self.rules not in RULES or not 2 <= self.seats <= SEATS_MAX or not 1 <= self.features <= FEATURES_MAX:
            raise Wrong(f"{self.name}.txt: {self.seats} seats, {self.features} features and rules "
                        f"{shown(self.rules)} are no data of this program")
        right = {"x": self.count * self.seats * self.features, "y": 4 * self.count * (3 + 5 * self.seats)}
        for end, bytes_ in right.items():
            if self.size[end] != bytes_:
                raise Wrong(f"{self.name}.{end}: has {self.size[end]} bytes, and by {self.name}.txt it should have "
                            f"{bytes_}; make it again with features")
        if not self.size["same"] or self.size["same"] % (2 * self.features):
            raise Wrong(f"{self.name}.same: has {self.size['same']} bytes, no multiple of two for each of "
                        f"{self.features} features")


def check_rules(shape, config):
    if config.get("mixed"):
        if shape.rules not in COLUMNS:
            raise Wrong(f'{shape.name}: positions of {shape.rules}; "mixed" is for {", ".join(COLUMNS)}')
    elif shape.rules != config["rules"]:
        more = ' (or "mixed": true)' if {shape.rules, config["rules"]} <= set(COLUMNS) else ""
        raise Wrong(f'{shape.name}: positions of {shape.rules}, and the configuration is for '
                    f'{config["rules"]}{more}')


def held_out(count, config):
    return max(1, int(count * config["held_out"]))


def check_data(names, config):
    """The shapes of all data; they fit the configuration and each other."""
    shapes = [Shape(name) for name in names]
    slopes = config.get("slopes")
    if slopes and len(slopes) != len(names):
        raise Wrong(f'"slopes" has {len(slopes)} numbers for {len(names)} names of data; one for each, please')
    first = shapes[0]
    for shape in shapes:
        check_rules(shape, config)
        if (shape.seats, shape.features) != (first.seats, first.features):
            raise Wrong(f"{shape.name}: {shape.seats} seats and {shape.features} features, and {first.name} has "
                        f"{first.seats} and {first.features}")
    if "start_from" in config and File(config["start_from"]).features > first.features:
        raise Wrong(f'"start_from": {config["start_from"]} knows more features than the {first.features} of the data')
    count = sum(shape.count for shape in shapes)
    if count - held_out(count, config) < 1:
        raise Wrong(f'{count} positions are too few: {shown(config["held_out"])} of them are held out ("held_out"), '
                    'and at least one must remain to learn from')
    return shapes
