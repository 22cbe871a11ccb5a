"""Azulejo: the Azul board games for Python, played by the C library that comes with the package.

    import azulejo
    state = azulejo.State.start("classic", players=2, seed=1)
    bot = azulejo.Engine("strong")
    state = state.play(bot.choose(state, nodes=20000))

Games as values: State, Move, Rng. Written down: Record, read_records(), parse_records(). Bots: Engine, bots(), levels(),
play_game(), match(). For learning: Batch, GpuBatch, layout(), aec_env() (PettingZoo) and vector_env() (Gymnasium)."""
from ._lib import AzulejoError, IllegalMove, ParseError, version
from . import learn
from .batch import ERRORS, Batch
from .dataset import Dataset, DatasetError, load_dataset, write_dataset
from .engines import Analysis, Engine, Line, bots, levels
from .envs import AECEnv, VectorEnv, aec_env, vector_env
from .gpu import DeviceArray, GpuBatch
from .matches import MatchResult, match, play_game
from .records import Record, Step, parse_records, read_records
from .rules import COLOURS, RULES, Event, Field, Move, Outcome, Preview, Rng, State, layout, playout

__version__ = version()
__all__ = [
    "AECEnv", "Analysis", "AzulejoError", "Batch", "COLOURS", "Dataset", "DatasetError", "DeviceArray", "ERRORS", "Engine", "Event", "Field", "GpuBatch", "IllegalMove", "Line",
    "MatchResult", "Move", "Outcome", "ParseError", "Preview", "RULES", "Record", "Rng", "State", "Step", "VectorEnv",
    "aec_env", "bots", "layout", "learn", "levels", "match", "parse_records", "play_game", "playout", "read_records",
    "vector_env", "version", "write_dataset",
]
