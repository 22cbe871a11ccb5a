# Zinnen die alleen de terminal heeft; de andere zijn die van de pagina, in ../nl.ftl.

language-name = Nederlands
round-of = Ronde { $n } van { $of }

## Waar weinig plaats is
short-centre = midden
short-large = groot
short-plates = koepelplaten
short-drawn = getrokken
short-pile = stapel
short-draw = plaat trekken
short-stop = stop en kijk
short-tablet-a1 = rij 3
short-tablet-a2 = 5 kleuren 4
short-tablet-b1 = kolom 7
short-tablet-b2 = rand 1
short-tablet-c1 = diagonaal 10
short-tablet-c2 = hoeken 3/8
short-tablet-d1 = jokers 2
short-tablet-d2 = speciaal -3

## Keuzes
with-start-tile = en de startspelertegel
option-plate = Koepelplaat { $plate }
option-return = Koepelplaat { $plate } onder de stapel
option-turned = als { $plate }
option-stack = stapel, van onder: { $stack }
option-pay = betaal met { $chips }
option-pay-nothing = betaal niets
needs-chips = met bonusfiches
cell-space = vak voor { hue }
cell-empty = leeg
cell-special = speciale tegel
cell-joker = vak voor elke kleur
cell-special-space = vak voor een speciale tegel
cell-no-plate = geen plaat
overflow-floor = { $n } op de vloer
overflow-broken = { $n } gebroken
preview-now = { $change } nu
preview-round = einde ronde { $change }

## Vragen
ask-offer = Wat neem je?
ask-space = Welk vak voor lijn { $n }?
ask-plate = Welke koepelplaat?
ask-slot = Welke plek in je koepel?
ask-turn = Hoe ligt de plaat?
ask-stack = Volgorde van de rest op de maan, onderste eerst?
ask-draw = Nog een plaat trekken?

## Gesprek
thinking = { $who } denkt na …
not-now = Even geduld: { $who } denkt na.
pass-on = Geef het toetsenbord aan { $who }.
pass-why = Wat nu komt, is alleen voor die speler. Druk op Enter als niemand anders kijkt.
resumed = Het spel gaat verder waar het stopte.
resume-with = Verderspelen: azulejo play --resume { $path }
saved = Bewaard als { $path }.
save-failed = Bewaren als { $path } lukt niet: { $why }.
save-no-record = dat bestand is geen spelverslag (.azr)
hint-thinking = Een goede zet zoeken …
hint-chance = { $n } % kans op winst, ongeveer { points } aan het eind.
hint-also = Daarna: { $move } ({ $n } %).
nothing-to-undo = Er is niets om terug te nemen.
undone = Teruggenomen.
scoring = Punten
input-ended = De invoer is afgelopen; het spel stopt hier.
goodbye = Tot ziens.
prompt = Nummer, zet of opdracht (help):{" "}
no-choice = Keuze { $answer } bestaat niet; neem 1 tot en met { $n } of typ een zet.
not-understood = "{ $answer }" is geen keuze, zet of opdracht; probeer help.
replay-damaged = Beschadigd op regel { $line }, kolom { $column }: { $why }

## Het volle scherm
too-small = De terminal is te klein: { $width } × { $height }. Graag minstens 80 × 24.
start-game = Begin het spel
menu-resume = Spel hervatten
menu-replay = Spel terugkijken
menu-no-file = geen in deze map
tablets-random = willekeurig getrokken
keys-choose = pijlen Enter · Esc terug · u zet terug · h tip · l verloop · ? hulp · q stop
keys-wait = u zet terug · l verloop · ? hulp · q stop
keys-pass = Enter verder · q stop
keys-scoring = Enter volgende · Esc alles ineens
keys-over = n nieuw spel · u zet terug · l verloop · q stop
keys-replay = ← → stap · Home End · l verloop · ? hulp · q stop
keys-close = een toets sluit
keys-setup = ↑ ↓ kies · ← → verander · Enter begin · q stop
keys-setup-file = ↑ ↓ kies · ← → ander bestand · Enter open · q stop
quit-ask = Dit spel stoppen? j ja · s eerst bewaren · n nee
quit-saved = Dit spel stoppen? Het blijft bewaard. j ja · n nee
help-lines =
    Typ het nummer van een keuze, of een zet in het kort: 3B2 legt blauw van schijf 3 in lijn 2.
      back   een stap terug in deze keuze    undo   neem je laatste zet terug
      hint   vraag een sterke bot            show   de hele tafel
      moves  wat er gespeeld is              save   bewaar het spel (save BESTAND)
      quit   stop het spel
help-screen =
    Pijlen      naar een andere keuze
    Enter       kies die
    Esc         een stap terug
    B Y R K T   de volgende keuze van die kleur
    1 - 9       schijf, lijn, kolom of plek; 0: midden, vloer
    u           neem je laatste zet terug
    h           vraag een sterke bot
    l           alle zetten tot nu toe
    q           stop het spel

    Hoofdletters zijn tegels, kleine letters hun vakken.
    { "[" } ] wat je gaat kiezen, ' nieuw sinds je vorige beurt.
    { "*" } elke kleur, o speciale tegel, 1 het startspelerfiche.
    ◆ koepelfiche, { "{" }?{ "}" } bonusfiche, ☼ zon, ☾ maan.
help-replay =
    → ↓ Enter       een zet verder
    ← ↑             een zet terug
    PgDn PgUp       tien zetten verder of terug
    Home End        het begin, het einde
    l               alle zetten tot nu toe
    q Esc           stop met terugkijken

    Hoofdletters zijn tegels, kleine letters hun vakken;
    ' is nieuw sinds de zet ervoor.
