# Messages that only the terminal has; the others are the page's, in ../en.ftl.

language-name = English
round-of = Round { $n } of { $of }

## Where there is little room
short-centre = centre
short-large = large
short-plates = plates
short-drawn = drawn
short-pile = pile
short-draw = draw a plate
short-stop = stop and look
short-tablet-a1 = row 3
short-tablet-a2 = 5 colours 4
short-tablet-b1 = column 7
short-tablet-b2 = border 1
short-tablet-c1 = diagonal 10
short-tablet-c2 = corners 3/8
short-tablet-d1 = jokers 2
short-tablet-d2 = specials -3

## Choices
with-start-tile = and the starting player tile
option-plate = Dome plate { $plate }
option-return = Dome plate { $plate } under the pile
option-turned = as { $plate }
option-stack = stack, bottom to top: { $stack }
option-pay = pay with { $chips }
option-pay-nothing = pay nothing
needs-chips = with chips
cell-space = space for { hue }
cell-empty = empty
cell-special = special tile
cell-joker = space for any colour
cell-special-space = space for a special tile
cell-no-plate = no plate
overflow-floor = { $n } to the floor
overflow-broken = { $n } broken
preview-now = { $change } now
preview-round = round end { $change }

## Questions
ask-offer = What do you take?
ask-space = Which space for line { $n }?
ask-plate = Which plate?
ask-slot = Which place in your dome?
ask-turn = How is the plate turned?
ask-stack = Order of the rest on the moon, bottom first?
ask-draw = Draw another plate?

## Talk
thinking = { $who } is thinking …
not-now = Wait, please: { $who } is thinking.
pass-on = Pass the keyboard to { $who }.
pass-why = What comes next is for that player only. Press Enter when nobody else is looking.
resumed = The game goes on where it left off.
resume-with = Go on with: azulejo play --resume { $path }
saved = Saved as { $path }.
save-failed = It could not be saved as { $path }: { $why }.
save-no-record = that file holds no record (.azr)
hint-thinking = Looking for a good move …
hint-chance = { $n } % to win, about { points } at the end.
hint-also = Next best: { $move } ({ $n } %).
nothing-to-undo = There is nothing to undo.
undone = Taken back.
scoring = Scoring
input-ended = The input has ended; the game stops here.
goodbye = Goodbye.
prompt = Number, move or command (help):{" "}
no-choice = There is no choice { $answer }; choose 1 to { $n }, or write a move.
not-understood = "{ $answer }" is not a choice, move or command; try help.
replay-damaged = Damaged at line { $line }, column { $column }: { $why }

## The full screen
too-small = The terminal is too small: { $width } × { $height }. At least 80 × 24, please.
start-game = Start the game
menu-resume = Resume a game
menu-replay = Replay a game
menu-no-file = none in this folder
tablets-random = drawn at random
keys-choose = arrows Enter choose · Esc back · u undo · h hint · l log · ? help · q quit
keys-wait = u undo · l log · ? help · q quit
keys-pass = Enter go on · q quit
keys-scoring = Enter next · Esc all at once
keys-over = n new game · u undo · l log · q quit
keys-replay = ← → step · Home End · l log · ? help · q quit
keys-close = any key closes
keys-setup = ↑ ↓ choose · ← → change · Enter start · q quit
keys-setup-file = ↑ ↓ choose · ← → another file · Enter open · q quit
quit-ask = Stop this game? y yes · s save it first · n no
quit-saved = Stop this game? It is kept. y yes · n no
help-lines =
    Type the number of a choice, or a move in short: 3B2 takes blue from factory 3 to line 2.
      back   one step back in this choice    undo   take back your last move
      hint   ask a strong bot                show   the whole table
      moves  what was played                 save   keep the game in a file (save FILE)
      quit   stop the game
help-screen =
    Arrows      move to another choice
    Enter       choose it
    Esc         one step back
    B Y R K T   the next choice of that colour
    1 - 9       factory, line, column or slot; 0: centre, floor
    u           take back your last move
    h           ask a strong bot
    l           all moves so far
    q           stop the game

    Capitals are tiles, small letters spaces for them.
    { "[" } ] what you are about to choose, ' new since your last turn.
    { "*" } any colour, o special tile, 1 the start marker.
    ◆ token for a plate, { "{" }?{ "}" } bonus chip, ☼ sun, ☾ moon.
help-replay =
    → ↓ Enter       one move on
    ← ↑             one move back
    PgDn PgUp       ten moves on or back
    Home End        the beginning, the end
    l               all moves so far
    q Esc           leave the replay

    Capitals are tiles, small letters spaces for them;
    ' is new since the move before.
