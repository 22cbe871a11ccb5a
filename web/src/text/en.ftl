# English. The words are those of the rulebooks: factory, pattern line, wall, floor line; in Duel dome plate, bonus chip,
# player token, scoring tablet. The same keys stand in every language.

## Words used inside other messages
colour = { $colour ->
    [B] blue
    [Y] yellow
    [R] red
    [K] black
    [T] turquoise
   *[other] no
}
# On a tile, and the key that chooses its colour.
letter = { $colour ->
    [B] B
    [Y] Y
    [R] R
    [K] K
   *[other] T
}
tiles = { $count ->
    [one] { $count } { colour } tile
   *[other] { $count } { colour } tiles
}
faces = { $face ->
    [B] blue
    [Y] yellow
    [R] red
    [K] black
    [T] turquoise
    [BR] blue and red
    [RT] red and turquoise
    [YT] yellow and turquoise
    [YK] yellow and black
    [BK] blue and black
   *[other] { $face }
}
points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}

## Rule sets
rules-classic = Azul
rules-classic-words = The base game with the coloured wall.
rules-grey = Azul, grey wall
rules-grey-words = You choose where each tile goes on the wall.
rules-crystal1 = Crystal Mosaic, side 1
rules-crystal1-words = Grey wall with printed spaces that count double.
rules-crystal2 = Crystal Mosaic, side 2
rules-crystal2-words = Grey wall with printed spaces and higher bonuses.
rules-duel = Azul Duel
rules-duel-words = Two players, suns and moons, a dome of plates.

## First page
lead = Take glazed tiles, lay them on your wall, and keep the floor clean.
play-now = Play now
record = Record
replay = Replay
replay-end = Back to the game
replay-back = One move back
replay-on = One move on
replay-play = Play automatically
replay-pause = Pause
replay-move = Move { $n } of { $of }
share = Share and save
share-picture = Picture of the boards
share-picture-of = The boards as they stand
share-send = Share the picture
share-game = The game
picture-save = Save the picture
picture-copy = Copy the picture
picture-svg = Save as SVG
picture-copied = The picture is copied.
not-copied = Your browser does not copy pictures. Save it instead.
record-copy = Copy the record
record-save = Save as a file
record-link = Copy a link
position-copy = Copy the position
position-copied = The position is copied: a line of text that every Azulejo program reads.
record-copied = The record is copied.
link-copied = The link is copied. It holds the whole game.
editor = Position editor
open-record = Open a record
bad-record = That record cannot be read.
record-too-large = That is far too large to be the record of a game.
bad-link = The game in this link is damaged.
not-saved = Your browser cannot keep the game: it will be lost when you leave this page.
no-engine = The rules could not be loaded. Please reload the page.
no-wasm = This browser has no WebAssembly, without which Azulejo cannot play. Please update it, or turn off lockdown mode for this page.
part-lost = This part of the page could not be loaded. Check your connection and reload the page.
reload = Reload
update-there = A new version of Azulejo is here.
update-now = Update now
resume = Go on with your game
play-new = New game
play-new-words = A new game: { $setup } The current game stays on your shelf.
shelf = Your other games ({ $n })
shelf-words = Games that were put aside for another.
saved-words = { $rules } · round { $round } · { $names }
saved-over = { $rules } · finished · { $names }
saved-unknown = A game of an earlier version
shelf-go-on = Go on
shelf-look = Look at it
shelf-drop = Remove
shelf-drop-of = Remove: { $game }
shelf-drop-title = Remove this game?
shelf-drop-words = { $game }. It cannot be brought back.
shelf-drop-yes = Remove it
shelf-drop-no = Keep it
record-empty = There is no game in it.
record-where = Line { $line }, column { $column }{ $found ->
    [none] {""}
   *[other] , at “{ $found }”
}:
record-part-none = This is not the form of a record.
record-part-tag = A record begins with [Azulejo "1"] and tags like [Rules "classic"] and [Players "2"], each of them once and in order.
record-part-deal = A deal was expected here, like round 1 starter=0 KBKB RTRB, with pieces that there really are.
record-part-move = A move was expected here, like 3B2, cTf or S3/1@5.
record-part-note = A comment stands in { "{" }braces{ "}" }, a note in [square brackets], and both must be closed.
record-part-end = The last line must fit the game: the word end, the winners, the scores and the cause, like end 0 34-21 normal.
record-part-cut = The record stops too early: the line that begins with end is missing.
play-on = Play on from here
record-leave = To the start page
round-record = Record · round { $n }
setup = Set up a game
setup-leave = Back
setup-play = Play
setup-more = More options
seat-person = Person
seat-bot = Bot
name-of-player = Name of player { $n }
how-strong = How strong?
all-bots = All bots
gentle = gentle
strong = strong
setup-summary = { $rules }, { $players } players.
setup-against = Against: { $bots }.
rule-set = Rules
players = Players
number-of-players = Number of players
seat = Seat { $n }
person = A person at this screen
bot-level-1 = Bia
bot-level-2 = Tomás
bot-level-3 = Rita
bot-level-4 = Duarte
bot-level-5 = Inês
bot-level-6 = Simão
bot-level-7 = Leonor
bot-level-8 = Baltasar
bot-level-9 = Amália
bot-level-10 = Gaspar
bot-character-1 = Is visiting the workshop for the first time and takes the tiles that catch her eye.
bot-character-2 = Sweeps the workshop and learns by watching: he is careful, but overlooks many a tile.
bot-character-3 = Glazes tiles all day: she thinks of her own work and never of yours.
bot-character-4 = Carts the tiles to the building sites: he knows what fits where, and wonders now and then what is left for you.
bot-character-5 = Paints the patterns, and pictures how the round will end before she chooses.
bot-character-6 = Haggles at the market and asks himself what you will take next.
bot-character-7 = Designs whole façades and thinks several moves ahead.
bot-character-8 = Tends the kiln: he is patient, and glad to leave you the tiles that nobody wants.
bot-character-9 = Runs the workshop and hardly ever gives a point away.
bot-character-10 = Tiled palaces when he was young, and thinks about every move for as long as he may.
bot-of-level = { $who } (level { $n })
rise-words = You have beaten { $who } { $n ->
        [2] twice
       *[other] { $n } times
    }. Next comes { $next }.
rise-play = Play against { $next }
bot-former = { $bot ->
    [novice] Novice
    [learner] Learner
    [casual] Casual player
    [regular] Regular
    [expert] Expert
    [master] Master
    [champion] Champion
   *[other] another bot
}
level = Level { $n }
you = You
player = Player { $n }
who-starts = Who starts
by-chance = By chance
seed = Seed of the shuffle
tablets = Scoring tablets
tablets-by-chance = Draw the scoring tablets at random
tablets-rule = Three or four of them, one side of each.
language = Language
notice = Azul is a game by Michael Kiesling, published by Next Move Games (Plan B Games). Azulejo is an independent, fan-made project with drawings of its own; it is not connected with the author or the publisher.
learn = First game
learn-offer = New to the game? Ten short steps, about three minutes.
learn-rules = Learn { $rules }
learn-more = You know the base game? See what differs on the other walls.
practice = Practice
online = Play online
opening-table = Opening the table …

## Frame of the table
to-start = Azulejo, to the start page
tools = Tools
help = Rules
settings = Settings
log = Log
log-and-counts = Log and counts
state-title = The table in words
state-button = The table in words (key I)
state-none = none
state-sun-moon = sun: { $sun }; moon, lowest first: { $moon }.
state-free = free for { $space }
state-row = Row { $n }: { $tiles }
result = Result
sum-before = At the start
sum-tiles = Tiles laid
sum-special = Special tiles
sum-floor = Floor line
sum-broken = Broken tiles
sum-paid = Plates drawn
sum-rows = Full rows
sum-columns = Full columns
sum-colours = Whole colours
sum-clamp = Never below 0
sum-tablets = Scoring tablets
sum-total = Total
scored = Points: { $list }
legend = The number is what this move changes in your score by the end of the round.
since-your-turn = Since your last turn
log-empty = No moves yet.
close = Close
sound-on = Turn sound on
sound-off = Turn sound off
round = Round { $n }
round-short = R{ $n }
your-board = Your board
other-boards = Other boards
board-of = { $who ->
    [You] Your board
   *[other] Board of { $who }
}
board-show = { $who ->
    [You] Show your board
   *[other] Show the board of { $who }
}
board-hide = { $who ->
    [You] Hide your board
   *[other] Hide the board of { $who }
}
score-of = { $who } { $who ->
    [You] have
   *[other] has
} { points }.
starts-next = Starts the next round
undo = Undo
redo = Redo
cancel = Put back
hint = Hint
confirm = Confirm
pass-to = For { $who } only
pass-words = Turn the screen so that nobody else sees it: the drawn plates are secret.
pass-open = I am { $who }: show them
why = Why?
skip = Skip
new-game = New game
hint-is = Hint: { $move }
hint-working = Looking for a good move …
hint-more = Show the whole move
hint-where = Hint: look at the { colour } tiles from { $from }.
hint-where-plate = Hint: look at the dome plates.
hint-where-chip = Hint: look at the bonus chips.
hint-where-marked = Hint: look at what is marked.
hint-none = There is no hint for this.
why-than = Better than “{ $move }”: { $why }.
why-sentence = The move { $why }.
rival = { $who ->
    [You] you
   *[other] { $who }
}
why-points-own = scores { points } more this round
why-points-rival = keeps { rival } from { points } this round
why-floor-own = saves { points } on { $game ->
    [duel] broken tiles
   *[classic] the floor line
}
why-floor-rival = costs { rival } { points } on { $game ->
    [duel] broken tiles
   *[classic] the floor line
}
why-start-own = starts the next round
why-start-rival = keeps { rival } from starting the next round
why-row-own = brings row { $n } nearer
why-row-rival = keeps { rival } further from row { $n }
why-column-own = brings column { $n } nearer
why-column-rival = keeps { rival } further from column { $n }
why-colour-own = brings all five { colour } tiles nearer
why-colour-rival = keeps { rival } further from all five { colour } tiles
why-tablet-own = brings more from tablet “{ $tablet }”
why-tablet-rival = leaves { rival } less from tablet “{ $tablet }”
why-bonus-own = brings an end bonus nearer
why-bonus-rival = keeps { rival } further from an end bonus
why-special-own = brings special tiles nearer
why-special-rival = keeps { rival } further from special tiles
why-lines-own = leaves better lines for the next round
why-lines-rival = leaves { rival } with worse lines for the next round
why-shape-own = leaves a wall that is worth more later
why-shape-rival = leaves { rival } with a wall that is worth less later
why-plates-own = leaves a dome that is worth more later
why-plates-rival = leaves { rival } with a dome that is worth less later
why-chips-own = leaves better bonus chips
why-chips-rival = leaves { rival } with worse bonus chips
review = Review
what-if = What if, from here
branch-back = Back to the real game
round-what-if = What if · round { $n }
ask-takeback = Take back?

## The ending
ending-won = { $you ->
    [yes] You won by { by-points }.
   *[no] { $who } won by { by-points }.
}
ending-won-rows = { $you ->
    [yes] You won: level on points, but with more full rows.
   *[no] { $who } won: level on points, but with more full rows.
}
ending-won-start = { $you ->
    [yes] You won: level on points, but holding the starting player tile.
   *[no] { $who } won: level on points, but holding the starting player tile.
}
ending-won-plain = { $you ->
    [yes] You won.
   *[no] { $who } won.
}
ending-shared = { $you ->
    [yes] { $who } share the win.
   *[no] { $who } share the win.
}
ordinal = { $place ->
    [1] first
    [2] second
    [3] third
   *[other] fourth
}
ending-place = You came { ordinal }, { points } behind the winner.
ending-place-plain = You came { ordinal }.
ending-board = The winning board: { $who }
by-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
ending-again = Play again
ending-share = Share a picture
ending-boards = See all boards
ending-result = See the result

## Whose turn, and what may be done
turn-yours = Your turn.
turn-named = It is { $who }’s turn.
turn-other = It is { $who }’s turn.
game-over = { $who } won the game.
game-over-shared = { $who } share the win.
game-over-nobody = The game is over. Nobody won.
scene-scoring = Round { $n } is scored.
scene-bonus = The last points.
scene-floor = { $who }: { $points ->
    [one] 1 point
   *[other] { $points } points
} lost to { $game ->
    [duel] broken tiles
   *[other] the floor line
}.
advice-thinking = Thinking …
advice-wait = Please wait.
advice-past = You are looking back: move { $n } of { $of }.
advice-offer = Take all of one colour from a factory or the centre.
advice-place = Choose a pattern line for { tiles }.
advice-confirm = Confirm this move, or choose another one.
advice-tiling = Choose a space on your wall for line { $line }.
advice-setup = Choose a dome plate for your dome.
advice-offer-duel = Take tiles, a dome plate or a revealed bonus chip.
advice-offer-duel-no-plate = Take tiles or a revealed bonus chip.
advice-offer-duel-no-chip = Take tiles or a dome plate.
advice-offer-duel-tiles = Take tiles.
advice-slot = Choose a place in your dome.
advice-turn = Turn the dome plate, then lay it.
advice-stack = In which order do the other tiles go onto the moon?
advice-spend = With which bonus chips do you pay?
advice-draw = Draw another dome plate for 1 point, or look at what you have.
advice-keep = Keep one of the drawn dome plates.
advice-return = Which dome plate goes under the pile next?
advice-tiling-duel = Choose a space in your dome for line { $line }.

## The offer
offer = Factories and centre
factory = Factory { $n }
factory-empty = Factory { $n }, empty
centre = Centre of the table
centre-empty = Centre of the table, no tiles
marker-in-centre = The starting player marker lies in the centre
take-factory = Factory { $n }: { tiles }
take-centre = Centre: { tiles }
take-centre-marker = Centre: { tiles } and the starting player marker
large-factory = Large factory
small-factory = Small factory { $n }
take-sun = Small factory { $n }, sun: { tiles }
take-sun-large = Large factory, sun: { tiles }
take-moon = All top { colour } tiles of the moons
take-moon-top = Small factory { $n }, top of the moon: { colour }. Takes all top { colour } tiles of the moons
stacked = Below: a { colour } tile
start-tile-on-large = The starting player tile lies on the large factory
take-chip = Bonus chip of small factory { $n }: { faces }
chip-down = Bonus chip, face down

## Boards
lines = Pattern lines
line = Line { $n }: { tiles } of { $n }
line-empty = Line { $n }: empty
line-target = { $line }. { $fit } would fit, { $overflow } would fall; changes your score by { $change }
wall = Wall
wall-cell = Row { $row }, column { $column }: { $tile ->
    [B] blue tile
    [Y] yellow tile
    [R] red tile
    [K] black tile
    [T] turquoise tile
   *[none] empty
}{ $print ->
    [B] , for blue
    [Y] , for yellow
    [R] , for red
    [K] , for black
    [T] , for turquoise
   *[none] {""}
}{ $doubled ->
    [yes] , counts double
   *[no] {""}
}
cell-target = { $cell }. { $overflow } would fall; changes your score by { $change }
floor-title = Floor line
floor-line = Floor line: { $count } of 7 spaces taken
floor-target = { $floor }. { $overflow } would fall; changes your score by { $change }
broken-title = Broken tiles
broken-space = Broken tiles: { $count } of 4
dome = Dome
dome-places = Places for dome plates
dome-cell = Row { $row }, column { $column }: { $tile ->
    [B] blue tile
    [Y] yellow tile
    [R] red tile
    [K] black tile
    [T] turquoise tile
    [special] special tile
   *[none] empty
}{ $print ->
    [B] , for blue
    [Y] , for yellow
    [R] , for red
    [K] , for black
    [T] , for turquoise
    [J] , multicoloured
    [S] , for a special tile
   *[none] , no dome plate
}
special-points = Points of a special tile, row by row
start-tile-held = Starting player tile: minus 2
start-tile-space = Space for the starting player tile
tokens = { $n ->
    [one] { $n } player token left
   *[other] { $n } player tokens left
}
chips = { $n ->
    [one] { $n } bonus chip
   *[other] { $n } bonus chips
}
chip-face = Bonus chip: { faces }
chip-spent = Used bonus chip: { faces }
slot-target = Dome place { $n }
turn-ghost = Dome plate lying as { $plate }. Press to give it a quarter turn

## Dome plates
display = Dome plates on offer
plate = Dome plate: { $words }
plate-words = top { $a }, { $b }; bottom { $c }, { $d }
plate-space = { $letter ->
    [B] blue
    [Y] yellow
    [R] red
    [K] black
    [T] turquoise
    [J] multicoloured
    [S] special
   *[other] unknown
}
plate-back = { $type ->
    [S] back of a special plate
   *[J] back of a joker plate
}
plate-gone = Empty place
pile = Pile of { $n } dome plates, on top { $type ->
    [S] a special plate
   *[J] a joker plate
}. Draw for 1 point
pile-empty = The pile is empty
drawn-plates = Drawn plates
choose-turn = Turn the dome plate
turn-left = Turn left
turn-right = Turn right
place-plate = Lay the plate
choose-stack = Order on the moon, top tile above
stack-order = From the top: { $tiles }
choose-spend = Pay with bonus chips
pay-rule = Line { $line } lacks { tiles }. Each costs two chips of its colour or any three.
pay-enough = { $n ->
    [one] { $n } chip: enough.
   *[other] { $n } chips: enough.
}
pay-needed = At least { $n } more.
pay = Pay with these chips
choose-target = Where do the tiles go?
choose-action = What now?
do-draw = Draw another plate (1 point)
do-stop = Stop and look
do-skip = Leave this line

## Tablets
tablet-a1 = 3 points for each full row.
tablet-a2 = 4 points for each row with at least 5 different colours.
tablet-b1 = 7 points for each full column.
tablet-b2 = 1 point for each tile on the outer spaces.
tablet-c1 = 10 points for each full diagonal.
tablet-c2 = Full corner plates: 3 points each above, 8 points each below.
tablet-d1 = 2 points for each multicoloured space, if all of yours are filled.
tablet-d2 = Lose 3 points for each empty special space.
tablet-now = Now { points }.

## Counts and log
counts = Counts
bag = Bag
lid = Lid
tower = Tower
count-of = { tiles }
place-line = line { $n }
place-column = column { $n }
place-floor = the floor line
place-broken = the broken tiles
source-factory = factory { $n }
source-centre = the centre
source-sun = the sun of factory { $n }
source-sun-large = the sun of the large factory
source-moon = the moons
log-take = { $who } { $count ->
    [0] take { colour } from { $from }
   *[other] took { tiles } from { $from }
} → { $to }.
log-plate = { $who } laid a { $type ->
    [S] special plate
   *[J] joker plate
} on place { $slot }.
log-chip = { $who } took the bonus chip of factory { $n }.
log-draw = { $who } drew a dome plate.
log-stop = { $who } stopped drawing.
log-return = { $who } put a dome plate under the pile.
log-column = { $who } placed line { $line } in column { $column }.
log-cell-chips = { $who } completed line { $line } with { $n } bonus chips, column { $column }.
log-skip = { $who } kept line { $line }.
event-tile-alone = { $who }: { colour } tile in row { $row } stands alone{ $times ->
    [2] , doubled
   *[other] {""}
}: { points }.
event-tile-row = { $who }: { colour } tile in row { $row }, { $h } in a row{ $times ->
    [2] , doubled
   *[other] {""}
}: { points }.
event-tile-column = { $who }: { colour } tile in row { $row }, { $v } in a column{ $times ->
    [2] , doubled
   *[other] {""}
}: { points }.
event-tile-both = { $who }: { colour } tile in row { $row }, { $h } in a row and { $v } in a column{ $times ->
    [2] , doubled
   *[other] {""}
}: { points }.
event-special = { $who }: the plate is full, a special tile in row { $row }: { points }.
event-floor = { $who }: { $game ->
    [duel] { nth } broken tile
   *[classic] { nth } floor space
}: { $points ->
    [0] { points }
   *[other] −{ points }
}.
nth = { $count ->
    [1] first
    [2] second
    [3] third
    [4] fourth
    [5] fifth
    [6] sixth
   *[other] seventh
}
event-start-tile = { $who }: the starting player tile costs { points }.
event-clamp = { $who }: a score never drops below 0.
event-paid = { $who }: drawing a dome plate costs { points }.
event-row = { $who }: row { $row } is full: { points }.
event-column = { $who }: column { $column } is full: { points }.
event-colour = { $who }: all five { colour } tiles: { points }.
event-tablet = { $who }: { points }. { $tablet }
event-tablet-lost = { $who }: −{ points }. { $tablet }
event-dropped = { $who }: line { $row } has no space left on the wall and falls to the floor.
event-broken = { $who }: line { $row } has no space left in the dome; its tiles break.
edit-empty = empty
edit-marker = starting player marker
edit-special = special tile

## Refused moves
refusal-not-legal = That is not possible now.
hue = { $colour ->
    [B] blue
    [Y] yellow
    [R] red
    [K] black
   *[T] turquoise
}
other-hue = { $other ->
    [B] blue
    [Y] yellow
    [R] red
    [K] black
   *[T] turquoise
}
refusal-game-over = The game is over.
refusal-wrong-phase = That does not belong to this part of the round.
refusal-factory-lacks = Factory { $from } has no { hue } tile.
refusal-centre-lacks = The centre has no { hue } tile.
refusal-line-full = Line { $line } is full.
refusal-line-holds = Line { $line } already holds { other-hue }, and a line takes one colour only.
refusal-row-has = Row { $line } of your wall already has { hue }.
refusal-other-line = Line { $number } comes first.
refusal-space-taken = The space in row { $line }, column { $column } is taken.
refusal-column-has = Column { $column } of your wall already has { hue }.
refusal-space-printed = The printed space in row { $line }, column { $column } takes only { other-hue }.
refusal-sun-lacks = The sun of factory { $from } has no { hue } tile.
refusal-large-sun-lacks = The sun of the large factory has no { hue } tile.
refusal-moon-lacks = No { hue } tile lies on top on any moon.
refusal-no-chip = Factory { $from } has no bonus chip.
refusal-chip-face-down = The bonus chip of factory { $from } is still face down: the factory must be empty first.
refusal-chips-taken = You have already taken two bonus chips this round.
refusal-no-token = You have no player token left this round.
refusal-plate-not-shown = That dome plate is not on offer.
refusal-plate-not-drawn = That dome plate is not among those drawn.
refusal-slot-taken = A dome plate already lies on place { $number }.
refusal-pile-empty = The pile of dome plates is empty.
refusal-no-point = Drawing a dome plate costs a point, and you have none.
refusal-space-bare = No dome plate lies at row { $line }, column { $column } yet.
refusal-space-other = The space in row { $line }, column { $column } does not take { hue }.
refusal-space-special = The space in row { $line }, column { $column } is for a special tile.
refusal-deal-first = The next tiles must be dealt first.
refusal-not-a-move = This game has no such move.
refusal-no-factory = There is no factory { $from }.
refusal-no-colour = There is no such colour.
refusal-no-line = There is no line { $line }.
refusal-no-column = There is no column { $column }.
refusal-stack-wrong = The stack must hold exactly the other tiles of factory { $from }.
refusal-no-plate = There is no such dome plate.
refusal-no-slot = There is no place { $number } in the dome.
refusal-dome-full = Your dome has no empty place left.
refusal-line-empty = Line { $line } is empty.
refusal-line-not-full = Line { $line } still lacks { $number } and needs bonus chips.
refusal-line-needs-none = Line { $line } is full and takes no bonus chips.
refusal-skip-full = Line { $line } is full and must be placed.
refusal-chip-not-held = You do not hold those bonus chips.
refusal-pay-wrong = Those chips do not pay for it exactly: two of the colour or any three for each missing tile.
refusal-bad-phase = This does not fit the phase: there must be tiles to take.
refusal-bad-round = There is no round { $number }.
refusal-bad-tablets = Choose three or four scoring tablets, one side of each.
refusal-bad-score = The score of seat { $seat } is impossible.
refusal-bad-tiles = There are { $number } { hue } tiles, but the game has { $limit }.
refusal-bad-factory = Factory { $from } has { $number } tiles, but holds at most { $limit }.
refusal-bad-offer = There is nothing on the table to take yet: fill the factories or the centre.
refusal-bad-centre = Tiles lie in the centre, but all factories are full. Take the tiles out of a factory that has been used.
refusal-bad-first = All factories are full and the centre is empty: the round begins, so seat { $seat }, who starts it, is to move.
refusal-bad-line = Line { $line } of seat { $seat } is impossible.
refusal-bad-line-wall = Line { $line } of seat { $seat } holds { hue }, which its wall row already has.
refusal-bad-wall = The wall of seat { $seat } is impossible at row { $line }, column { $column }.
refusal-bad-row = Seat { $seat } has a full row { $line }: the game would be over.
refusal-bad-floor = The floor line of seat { $seat } is impossible.
refusal-bad-marker = The starting player marker must lie in exactly one place.
refusal-bad-moon = A moon is impossible: it holds what its sun left over.
refusal-bad-chips = The bonus chips do not add up: two of each face exist, and a chip is face up only on an empty factory.
refusal-bad-chips-held = Seat { $seat } has { $number } bonus chips, but can have { $limit } by now.
refusal-bad-plates = The dome plates do not add up: each of the 18 exists once.
refusal-bad-display = The plates on offer are impossible.
refusal-many-tokens = Seat { $seat } has { $number } player tokens, but this round gives { $limit }.
refusal-bad-tokens = The player tokens of seat { $seat } are impossible in this round.
refusal-bad-plates-laid = Seat { $seat } has laid { $number } dome plates, but its tokens allow { $limit }.
refusal-bad-taken = Seat { $seat } cannot have taken { $number } chips this round.
refusal-bad-dome = The dome of seat { $seat } is impossible at row { $line }, column { $column }.
refusal-bad-broken = The broken tiles of seat { $seat } are impossible.
refusal-bad-state = The position contradicts itself.
refusal-bad-rules = There is no such rule set.
refusal-bad-players = { $number } cannot play by these rules.
refusal-bad-starter = The starting seat does not exist.
refusal-bad-seat = There is no such seat.
refusal-bad-choice = There is nothing to choose at line { $line } of seat { $seat }.
refusal-bad-drawn = The drawn dome plates do not fit this phase.
refusal-bad-passed = Seat { $seat } cannot have passed.

## Settings
theme = Theme
theme-system = As the device
theme-light = Light
theme-dark = Dark
speed = Animation
speed-off = Off
speed-slow = Slow
speed-normal = Normal
speed-fast = Fast
set-letters = Letters on tiles
set-letters-words = B, Y, R, K, T beside the patterns, on plates too.
set-contrast = High contrast
set-contrast-words = Stronger lines and text.
set-confirm = Confirm each move
set-confirm-words = A move counts only after Confirm.
set-sound = Sound
set-sound-words = Soft ceramic clicks.
set-keys = Letter and digit keys
set-keys-words = Letters choose colours, digits choose lines.

## Moves as advice
advise-plate = lay a { $type ->
    [S] special plate
   *[J] joker plate
} on place { $slot }
advise-chip = take the bonus chip of factory { $n }
advise-draw = draw a dome plate
advise-stop = stop drawing
advise-return = put a { $type ->
    [S] special plate
   *[J] joker plate
} under the pile
advise-cell = put line { $line } in column { $column }
advise-skip = keep line { $line }

### What follows is fetched when the first screen that needs it is opened: neither the first page, the set-up and the
### settings nor a game may use it.

## Help
help-title = { $rules }: the rules
help-now = now
help-goal-title = Aim
help-goal = Collect tiles, fill pattern lines and move one tile of each full line to your wall. Tiles that touch score more. Whoever has the most points at the end wins.
help-offer-title = Taking
help-offer = Take every tile of one colour from one factory; the rest of that factory goes to the centre. Or take every tile of one colour from the centre. The first to take from the centre in a round also gets the starting player marker: it lies on the floor line and costs points, but its owner starts the next round.
help-place-title = Placing
help-place = All tiles you took go to one pattern line, from right to left. A line holds one colour only, and never a colour that its wall row already shows. What does not fit falls to the floor line; you may also drop everything there.
help-floor-title = Floor line
help-floor = Each piece on the floor line costs the points printed on its space. When all seven spaces are taken, further tiles go to the lid and cost nothing.
help-tiling-title = Tiling the wall
help-tiling = When factories and centre are empty, every full line sends its rightmost tile to the wall, from top to bottom, and the line is emptied. Lines that are not full stay as they are.
help-score-title = Points
help-score = A tile with no neighbour scores 1. Otherwise count the tiles in its unbroken row and in its unbroken column, itself included in both, and add them up.
help-end-title = End
help-end = The game ends after the round in which someone completes a row of five. Full rows, full columns and all five tiles of a colour then give a bonus.
help-grey-title = Grey wall
help-grey = You choose the space in the row, as long as no row and no column shows a colour twice. If no space is possible, the whole line falls to the floor.
help-crystal1-title = Crystal Mosaic, side 1
help-crystal1 = A printed space takes only its own colour and doubles the points of the tile you lay on it. The floor line has other values.
help-crystal2-title = Crystal Mosaic, side 2
help-crystal2 = A printed space takes only its own colour. Bonuses at the end are 3 for a row, 10 for a column and 12 for a colour.
help-duel-goal-title = Aim
help-duel-goal = Build a dome of plates and fill its spaces with tiles from your pattern lines. After five rounds the scoring tablets are added; whoever has the most points wins.
help-duel-actions-title = Your turn
help-duel-actions = Do one thing: lay a dome plate, take tiles from a sun, take tiles from the moons, or take a revealed bonus chip. The round ends when the factories are empty and both players have used their tokens.
help-duel-plate-title = Dome plates
help-duel-plate = Spend a token (two each in rounds 1 to 4) and lay a plate on an empty place, turned as you like. Take one on offer, or pay 1 point for each plate you draw unseen from the pile, then keep one and put the rest under the pile.
help-duel-sun-title = From a sun
help-duel-sun = Take all tiles of one colour from one factory's sun. On a small factory you stack the rest on the moon in the order you like; on the large one they lie on its moon side by side.
help-duel-moon-title = From the moons
help-duel-moon = Take all top tiles of one colour from all moons at once. Whoever first takes from the large moon also gets the starting player tile: minus 2, but first in the next round.
help-duel-chip-title = Bonus chips
help-duel-chip = A chip is revealed when its small factory is empty. Each player takes two a round.
help-duel-place-title = Placing
help-duel-place = Tiles go to one pattern line with room and of the same colour, or break. Broken tiles cost 1, 3, 6 or 10 points; a fifth and later ones go to the tower for free.
help-duel-tiling-title = Tiling the dome
help-duel-tiling = From top to bottom, each full line moves its rightmost tile to a free space of its colour, or a multicoloured one, in its dome row. If the row has no fitting space but still an empty place for a plate, the tiles wait; if all three plates lie there, they break.
help-duel-pay-title = Paying with chips
help-duel-pay = A line with at least one tile can be completed with chips: two chips of its colour, or any three, for each missing tile.
help-duel-score-title = Points
help-duel-score = A tile scores like on a wall: its row and its column. When the other three spaces of a special plate are full, a special tile is laid at once and scores the number at the end of its row.
help-duel-end-title = End
help-duel-end = After round 5 every scoring tablet counts. On a tie the owner of the starting player tile wins.
help-keys-title = Keyboard
help-keys = Arrow keys walk over everything that can be chosen, Enter chooses, Escape takes back. Letters B, Y, R, K, T pick a colour, digits a line, 0 the floor, U turns a plate, Space skips the scoring, I says the whole table in words.

## The first game, explained step by step
learn-step = Step { $n } of { $of }
learn-next = Next
learn-back = Back
learn-leave = Leave
learn-done = Play a game
refusal-lesson = That would be allowed, but the moves of this lesson are fixed: touch what is marked.
learn-classic-1 = Welcome. Round the centre lie five factories with four tiles each; in front of you lies your board. You collect tiles in the lines on the left to lay them on the wall on the right. Whoever has the most points wins.
learn-classic-2 = Touch the two turquoise tiles of factory 2: you always take all tiles of one colour. Then put them in line 2, which holds exactly two. The rest of the factory goes to the centre.
learn-classic-3 = Your rival took a tile too. Now take the single blue tile of factory 3 and put it in line 1. One tile, and the line is full.
learn-classic-4 = The leftovers wait in the centre. Take the three black ones and fill line 3. Whoever is first to take from the centre also gets the white marker: it costs a point on the floor line, but you start the next round.
learn-classic-5 = Now five red tiles lie in the centre. Put them in line 4: four fit, the fifth falls to the floor line and costs a point. Before you choose, each line shows what it would bring.
learn-classic-6 = Take the yellow tiles and begin line 5. It will not be full this round; unfinished lines simply stay for the next.
learn-classic-7 = The round is over. Each full line sent one tile to the wall, from the top down. The first scored 1; each next one touched the column above: 2, 3 and 4. That is 10, minus 2 for the floor. The log explains every point.
learn-classic-8 = New round, and you start. Take the two blue tiles of factory 5 for line 2: on the wall, blue will lie right beside your turquoise and score a row of two. Line 1 could not take them: its row has blue already.
learn-classic-9 = The game ends after the round in which someone fills a row of five on the wall. Then each full row gives 2 points, each full column 7, and all five tiles of one colour 10.
learn-classic-10 = That is the whole game. Undo takes a move back, Hint shows a good one, and a touch on something that is not possible says why. Enjoy!
learn-grey-1 = This wall shows no colours: you choose the space of each tile yourself. The offer is over, and your lines 1 to 3 are full. They are placed from the top down.
learn-grey-2 = Line 1 goes first. Put the blue tile into the marked space, the first of its row. It stands alone: 1 point.
learn-grey-3 = The red tile may lie anywhere in row 2. Put it into the marked space in column 2.
learn-grey-4 = No row and no column may show a colour twice: column 1 has blue already, so this blue tile cannot lie there. Put it under the red one, where both score as a column of two.
learn-grey-5 = Were no space left in its row, the whole line would fall to the floor line and cost its points. So keep a column open for each colour.
learn-grey-6 = Taking, scoring and the end are those of the base game. That is the grey wall. Enjoy!
learn-crystal1-1 = On this side five spaces are printed in a colour and marked ×2. Such a space takes only its own colour and doubles what the tile scores. All other spaces are yours to choose, as on the grey wall.
learn-crystal1-2 = The offer is over; four of your lines are full. Put the yellow tile of line 1 into the marked corner: 1 point.
learn-crystal1-3 = Row 2 has a printed turquoise space in column 1. Put your turquoise tile there: a column of two, doubled, makes 4 points.
learn-crystal1-4 = The printed space in row 3 takes only yellow, so black must lie elsewhere. Below the turquoise tile it scores the column of three: 3 points, not doubled.
learn-crystal1-5 = Column 1 already has yellow, so this yellow tile cannot go there. Put it into the marked space.
learn-crystal1-6 = The floor line has its own prices: −1, 0, −1, −2, −1, −2, −3. The second piece costs nothing.
learn-crystal1-7 = At the end a full row gives 2 points, a full column 7 and all five tiles of a colour 10, as in the base game. Enjoy!
learn-crystal2-1 = On this side five spaces are printed in a colour. They take only that colour, but nothing is doubled. All other spaces are yours to choose, as on the grey wall.
learn-crystal2-2 = The offer is over; three of your lines are full. Put the yellow tile of line 1 into the marked space: 1 point.
learn-crystal2-3 = Your blue tile may lie on the printed blue space. Put it there: together with the yellow tile above, it scores 2 points.
learn-crystal2-4 = Turquoise has a printed space in row 3, but may also lie on a plain one. Under the blue tile it completes a column of three: 3 points.
learn-crystal2-5 = The floor line has its own prices: −1, 0, −1, −2, −1, −2, −3. The starting player marker just cost you 1 point.
learn-crystal2-6 = At the end a full row gives 3 points, a full column 10 and all five tiles of a colour 12: more than in the base game. Enjoy!
learn-duel-1 = Welcome to the duel. Between you lie five factories, each with a sun and a moon; in front of you six lines and an empty dome of nine places. You lay plates in the dome and tiles on the plates. Five rounds; whoever has the most points wins.
learn-duel-2 = First, everyone lays one plate. Touch the marked plate, then the marked place at the top right. This plate is a special one: fill its three colours, and a special tile comes for free.
learn-duel-3 = From a sun you take all tiles of one colour. Take the black ones of small factory 1 and put them in line 2. The others become a stack on the moon: normally you choose their order; here it is chosen for you.
learn-duel-4 = Now take the yellow tile of small factory 2 for line 1. A line takes one colour only; what does not fit breaks and costs points.
learn-duel-5 = Only the top tile of a moon can be taken, but from all moons at once. Touch a blue tile on top of a moon and put the blue tiles in line 3.
learn-duel-6 = A turn can also be a plate: two in each of the first four rounds. Take the marked plate, touch the marked place on the right, turn it left once and lay it. Then the round goes on quickly.
learn-duel-7 = When a small factory is empty, its bonus chip is turned up. Each player takes two of them each round. Take the marked one; the rest of the round plays by itself.
learn-duel-8 = Lines 1 to 3 were full: their tiles went to the dome. Line 4 lacks one turquoise tile. Two chips that show its colour pay for it, or any three. Touch the marked space in row 4 and pay.
learn-duel-9 = Your column scored 1, 2, 3 and 4. Now look at the scoring tablets, which are marked: after round 5 they add points for rows, columns and diagonals. Touch one, and the spaces that it would count now light up.
learn-duel-10 = That is the duel. Plan plates and lines together: a colour without a space in its row waits or breaks. Hint, undo and the rules are always at hand. Enjoy!

## Review
review-words = The bot looks at every position of the game as the player saw it and says who was ahead. It takes a few seconds.
review-start = Analyse the game
review-again = Analyse again
review-stop = Stop
review-running = Analysis under way
review-graph = Chances of winning, move by move
review-chance = { $who }: { $percent } %
review-worst = { $who ->
    [You] Your biggest mistakes
   *[other] Biggest mistakes of { $who }
}
review-none = No move gave much away.
review-better = Better: { $move }
review-line = Then: { $moves }.
review-probably = Probably: a longer look was less certain.
review-loss = −{ $percent } %
review-line-move = { $who }: { $move }
graph-chance = Chance of winning
graph-round = Round
graph-percent = { $percent } %

## Practice
practice-leave = To the start page
puzzle-daily = Puzzle of the day
puzzle-solve = Solve it
puzzle-solved-today = Solved. Look again
streak-days = { $count ->
    [one] Solved { $count } day in a row. Your best: { $best }.
   *[other] Solved { $count } days in a row. Your best: { $best }.
}
streak-none = Solve one each day and see how long you keep it up.
puzzles = Puzzles
puzzles-lost = The puzzles could not be loaded. Check the connection and try again.
puzzles-solved = { $n } of { $of } solved
puzzle = Puzzle
puzzle-theme = Theme
puzzle-grade = Grade { $n } of 5
puzzle-grade-choice = How hard
puzzle-next = Next puzzle
puzzle-all = All puzzles
puzzle-number = Puzzle { $n }{ $state ->
    [first] , found at once
    [later] , found
    [shown] , shown
   *[open] {""}
}
grade-1 = Easy
grade-2 = Medium
grade-3 = Tricky
grade-4 = Hard
grade-5 = Masterly
theme-all = All themes
theme-points = More points now
theme-floor = Save the floor
theme-start = Start the next round
theme-bonus = Rows, columns, colours
theme-shape = Build for later
theme-plates = Dome and chips
theme-deny = Stop the rival
theme-trap = Fill the rival’s floor
puzzle-question = One move is clearly better than all others. Find it.
puzzle-right = Right!
puzzle-wrong = There is a better move.
puzzle-better = Compared with yours, the best move { $why }.
puzzle-solution = The best move: { $move }.
puzzle-about = Theme: { $theme }. The next best move wins { $gap } % less often.
puzzle-show = Show the move
puzzle-again = Try again
statistics = Your statistics
statistics-none = Games that you finish against bots are counted here.
statistics-puzzles = { $count ->
    [one] { $count } puzzle done, { $first } on the first try.
   *[other] { $count } puzzles done, { $first } of them on the first try.
}
statistics-wins = { $count ->
    [one] { $count } win in a row; best: { $best }.
   *[other] { $count } wins in a row; best: { $best }.
}
statistics-against = Game
statistics-games = Played
statistics-won = Won
statistics-points = Points
statistics-export = Save as a file
statistics-reset = Forget everything
statistics-forget = Yes, forget it
statistics-keep = Keep it

## Online tables
my-games = My games
play-together = Play together
together-friends = With friends: make a table and send them the link.
together-anybody = Or play whoever is looking for a game now.
new-table = New table
find-opponent = Find an opponent
pair-looking = Looking for an opponent …
opponent-found = Opponent found!
open-tables = Open tables
no-open-tables = Nobody is waiting in the lobby right now.
games-to-watch = Games to watch
open-game = Open
look-in = Go to the table
watch-game = Watch
state-yours = Waiting for you.
state-open = Not started yet.
state-live = In progress.
state-over = Finished.
your-name = Your name
guest = Guest
guest-n = Guest { $n }
to-lobby = Back to the lobby
somebody = Somebody with the link
clock = Clock
clock-none = No clock.
clock-total = { $n } minutes each.
clock-increment = { $n } minutes each, plus { $seconds } seconds a move.
clock-delay = { $n } minutes each; the first { $seconds } seconds of a move are free.
clock-move = { $n } seconds a move.
clock-days = { $n ->
    [one] { $n } day a move.
   *[other] { $n } days a move.
}
time-days = { $days } d { $hours } h
time-left = { $time } left
leaver = When somebody leaves
leaver-claim = The others may end the game
leaver-bot = A bot takes over until they return
leaver-claim-fact = If somebody stays away, the others may end the game.
leaver-bot-fact = If somebody stays away, a bot takes over until they return.
public = Show this table in the lobby
public-words = Anybody may then join and watch. Otherwise only those with the link can.
public-fact = Anybody may join and watch.
private-fact = Only those with the link come in.
make-table = Create the table
invite = Invite
invite-words = Send this secret link to those you want to play with. They need no account.
invite-words-public = Send this link to those you want to play with. They need no account.
invite-link = Link to this table
invite-copy = Copy the link
invite-share = Share …
invite-text = Come and play a game of Azulejo with me.
invite-copied = The link is copied.
invite-select = Please copy the marked link yourself.
invite-qr = QR code of the link
invite-qr-words = Or let the other device’s camera read this.
join = Join this table
table-full = All seats are taken. You can watch once the game begins.
ready = I am ready
ready-words = The game begins when every seat is taken and everybody is ready.
begins-by-itself = The game begins by itself as soon as everybody is here.
waiting-seats = You are ready. Now the free seats must be taken.
waiting-ready = You are ready. Waiting for the others.
leave-table = Leave the table
promise = The promise about the shuffle
promise-words = The server has fixed its secret already; this is its fingerprint. Your browser adds chance of its own, and after the game you can check that nothing was changed.
sit-here = Sit here
sit-here-n = Sit on seat { $n }
add-bot = Add a bot
add-this-bot = Add { $who }
add-bot-n = Add a bot to seat { $n }
remove-bot = Remove the bot
free-seat = Free this seat
free-seat-of = Free this seat: { $who }
free-seat-sure = Remove { $who } from the table? { $who } cannot sit down here again.
free-seat-yes = Yes, remove
seat-removed = The person who created this table freed your seat.
seat-late = You were not ready in time, so you lost your seat.
pair-again = Find another opponent
ready-by = You have { $time } left to say that you are ready. Otherwise you lose your seat.
ready-by-others = Whoever is not ready within { $time } loses the seat.
seat-free = Free seat
seat-free-words = Waiting for somebody.
is-ready = Ready.
not-ready = Not ready yet.
is-away = Away.
is-out = Out.
is-standin = A bot is playing.
that-is-you = That is you.
expires-live = This game will be removed on { DATETIME($date, day: "numeric", month: "long") } unless somebody plays on.
expires-open = This table will be removed on { DATETIME($date, day: "numeric", month: "long") } unless the game begins.
gone = This table no longer exists.
gone-expired = This table was removed because nothing had happened here for a long time.
gone-closed = { cause-closed }
banned = The host of this server has banned you.
banned-until = The host of this server has banned you until { DATETIME($date, dateStyle: "long", timeStyle: "short") }.
banned-words = You can still play on this device, against bots or with others at one screen.
banned-back = Back to the start page
link-connecting = Connecting …
link-open = Connected
link-lost = Connection lost, trying again …
link-offline = No network
link-back = Connected again, nothing was lost
link-banned = No access
watching = You are watching.
notices-ask = Should this device notify you when it is your turn?
notices-yes = Yes, notify me
notices-no = No
move-sent = Your move is on its way.
move-waits = Your move is kept and sent as soon as there is a connection.
offer-takeback-asks = { $who } would like to take back the last move. Do you agree?
offer-takeback-open = { $who } asks to take back a move.
offer-takeback-mine = You ask to take back your move.
offer-draw = Offer a draw
offer-draw-asks = { $who } offers a draw. Do you agree?
offer-draw-open = { $who } offers a draw.
offer-draw-mine = You offer a draw.
yes = Yes
no = No
say = Say something
more = More
resign = Resign
resign-sure = Really resign?
away-claim = { $who } is away. After { $n } seconds you may end the game.
away-bot = { $who } is away. After { $n } seconds a bot takes over.
claim = End the game
cause-resigned = The game ended because a player resigned.
cause-resigned-you = You resigned.
cause-resigned-who = { $who } resigned.
cause-time = The game ended because a clock ran out.
cause-time-you = You ran out of time.
cause-time-who = { $who } ran out of time.
cause-agreed = The players agreed to a draw.
cause-abandoned = The game ended because a player stayed away.
cause-abandoned-you = You stayed away too long.
cause-abandoned-who = { $who } stayed away too long.
cause-closed = The host closed this table.
rematch = Play again
rematch-asked = Waiting for the others
wants-rematch = { $who } would like to play again.
next-game = To the next game
check-shuffle = Check the shuffle
fair = The shuffle was fair: the secret is the one promised before the first move, and every deal ({ $n }) follows from it.
fair-unpromised = Every deal ({ $n }) follows from the published secret. This browser did not note the promise before the first move.
fair-not-secret = The secret is not the one that was promised.
fair-not-contribution = Your part of the chance was not used.
fair-not-deals = The deals do not follow from the secret.
fair-unknown = This browser can check only over https. Save the record and use “azulejo verify”.
phrase-hello = Hello!
phrase-good-luck = Good luck!
phrase-thanks = Thank you!
phrase-well-played = Well played!
phrase-nice-move = Nice move!
phrase-oops = Oops!
phrase-one-moment = One moment, please.
phrase-sorry = Sorry!
phrase-play-again = Shall we play again?
phrase-goodbye = Goodbye!
refusal-online-not-open = The game at this table has already begun.
refusal-online-not-live = No game is being played at this table now.
refusal-online-not-over = The game is not over yet.
refusal-online-no-seat = There is no such seat at this table.
refusal-online-seat-taken = That seat was just taken.
refusal-online-seated = You already have a seat at this table.
refusal-online-not-seated = You have no seat at this table.
refusal-online-removed = You cannot sit down here again: the person who created this table freed your seat.
refusal-online-illegal = The rules do not allow that move.
refusal-online-no-offer = That offer is no longer open.
refusal-online-no-table = There is no such table.
refusal-online-private = This table needs its secret link. Ask the person who created it.
refusal-online-not-owner = Only the person who created the table can do that.
refusal-online-too-many = You have too many tables open, or too many people are watching this one.
refusal-online-too-many-games = You have too many unfinished games. Finish some first.
refusal-online-bad-options = A table with these settings is not possible.
refusal-online-bad-name = That name is not possible. Please choose another.
refusal-online-name-taken = Somebody has that name already.
refusal-online-damaged = This game was damaged on the server and cannot be opened.
refusal-online-full = The server is full. Please try again later.
refusal-online-busy = The server is busy. Please try again.
refusal-online-too-fast = That was too fast. Please wait a moment.
refusal-online-banned = The host of this server has banned you.
refusal-online-mismatch = This page no longer matches the server. Please reload it.
refusal-online-no-takeback = That move cannot be taken back: something new was shown since.
refusal-online-offered = You have already asked. You can ask again after the next move.
refusal-online-no-draw = With bots at the table there is no draw.
refusal-online-no-claim = Not yet: the player still has time to come back.
refusal-online-time-up = Your time is up.
refusal-online-stale = The game had already gone on. Please look again.
refusal-online-not-your-turn = It is not your turn.
refusal-online-not-stored = The server could not keep that. Nothing happened; please try again.
refusal-online-offline = There is no connection now. Please try again in a moment.
refusal-online-too-much = That is enough for one game.
refusal-online-refused = The server did not accept that.
account = Account
account-of = Account: { $name }
account-words = You need no account to play: this browser is recognised by a cookie. With a name and a password you can find your games again on any device.
account-is = You are logged in as { $name }.
make-account = Make an account
login = Log in
logout = Log out everywhere
account-name = Name
password = Password
password-words = At least 8 characters. It cannot be sent to you again, as there is no e-mail.
new-password = Another password
password-now = Current password
password-next = New password
new-password-words = Other devices are logged out then.
password-changed = The password is changed.
change-password = Change the password
account-bad-name = A name has 2 to 24 letters, digits, - or _.
account-bad-password = A password has 8 to 128 characters.
account-wrong = Name or password is wrong.
account-playing = Finish or resign your games first.
other-device = Another device
other-device-words = A link that logs in once, within a day. It is shown only once; give it to nobody else.
make-link = Make a login link
login-link-words = This link logs you in on this device, once.
login-link-old = This link has already been used or is too old.
your-data = Your data
export = Save my data as a file
delete = Delete my account
delete-sure = Your account, name and seats are removed for good. Finished games stay, without your name.
delete-yes = Yes, delete everything

## Position editor
editor-words = Set up what lies on your real table: choose a tile, then touch the places where it lies. What nobody can see is worked out for you.
editor-leave = Back
editor-fine = This position is possible.
editor-ask = Best move?
editor-bots = Play on against bots
editor-people = Play on with people
editor-percent = { $percent } %
edit-erase = Take away
edit-brush = What to place
edit-line-space = Line { $n }, space { $at }
edit-cell = Row { $row }, column { $column }
edit-score = Points
edit-round = Round
edit-to-move = To move
edit-starter = Started the round
edit-clear = Clear the table
edit-large-sun = Large factory, sun
edit-large-moon = Large factory, moon
edit-sun = Factory { $n }, sun
edit-moon = Factory { $n }, moon (lowest first)
edit-start-tile = Starting player tile
edit-chip = Bonus chip
edit-chip-down = face down
edit-chip-none = taken
edit-place = Place { $n }
edit-no-plate = no plate
edit-plates = Dome plates of this player
edit-tokens = Tokens left
edit-taken = Chips taken this round
edit-add-chips = Add a bonus chip
edit-add-spent = Add a used chip
edit-remove = Take away: { $what }
edit-pile-top = Top of the pile
