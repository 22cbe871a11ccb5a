# Nederlands, met de woorden van de spelregels: fabrieksschijf, patroonlijn, muur, vloerlijn; in Duel koepelplaat,
# koepelfiche, bonusfiche, scoretegel.

## Woorden in andere zinnen
colour = { $colour ->
    [B] blauwe
    [Y] gele
    [R] rode
    [K] zwarte
    [T] turquoise
   *[other] geen
}
# On a tile, and the key that chooses its colour.
letter = { $colour ->
    [B] B
    [Y] G
    [R] R
    [K] Z
   *[other] T
}
tiles = { $count ->
    [one] { $count } { colour } tegel
   *[other] { $count } { colour } tegels
}
faces = { $face ->
    [B] blauw
    [Y] geel
    [R] rood
    [K] zwart
    [T] turquoise
    [BR] blauw en rood
    [RT] rood en turquoise
    [YT] geel en turquoise
    [YK] geel en zwart
    [BK] blauw en zwart
   *[other] { $face }
}
points = { $points ->
    [one] { $points } punt
   *[other] { $points } punten
}

## Spelregels
rules-classic = Azul
rules-classic-words = Het basisspel met de gekleurde muur.
rules-grey = Azul, grijze muur
rules-grey-words = Je kiest zelf waar een tegel op de muur komt.
rules-crystal1 = Crystal Mosaic, zijde 1
rules-crystal1-words = Grijze muur met voorbedrukte velden die dubbel tellen.
rules-crystal2 = Crystal Mosaic, zijde 2
rules-crystal2-words = Grijze muur met voorbedrukte velden en hogere bonussen.
rules-duel = Azul Duel
rules-duel-words = Twee spelers, zon en maan, een koepel van platen.

## Eerste pagina
lead = Pak geglazuurde tegels, leg ze op je muur en houd de vloer schoon.
play-now = Speel nu
record = Spelverslag
replay = Terugkijken
replay-end = Terug naar het spel
replay-back = Een zet terug
replay-on = Een zet verder
replay-play = Automatisch afspelen
replay-pause = Pauze
replay-move = Zet { $n } van { $of }
share = Delen en bewaren
share-picture = Afbeelding van de borden
share-picture-of = De borden zoals ze er nu bij liggen
share-send = Afbeelding delen
share-game = Het spel
picture-save = Afbeelding bewaren
picture-copy = Afbeelding kopiëren
picture-svg = Bewaren als SVG
picture-copied = De afbeelding is gekopieerd.
not-copied = Je browser kopieert geen afbeeldingen. Bewaar de afbeelding in plaats daarvan.
record-copy = Spelverslag kopiëren
record-save = Bewaren als bestand
record-link = Link kopiëren
position-copy = Stelling kopiëren
position-copied = De stelling is gekopieerd: een regel tekst die elk Azulejo-programma leest.
record-copied = Het spelverslag is gekopieerd.
link-copied = De link is gekopieerd. Het hele spel zit erin.
editor = Stelling opbouwen
open-record = Spelverslag openen
bad-record = Dat spelverslag kan niet gelezen worden.
record-too-large = Dat is veel te groot voor een partij.
bad-link = Het spel in deze link is beschadigd.
not-saved = Je browser bewaart het spel niet: het is weg als je deze pagina verlaat.
no-engine = De spelregels konden niet geladen worden. Laad de pagina opnieuw.
no-wasm = Deze browser heeft geen WebAssembly, en zonder kun je Azulejo niet spelen. Werk de browser bij of zet de isolatiemodus voor deze pagina uit.
part-lost = Dit deel van de pagina kon niet worden geladen. Controleer je verbinding en laad de pagina opnieuw.
reload = Opnieuw laden
update-there = Er is een nieuwe versie van Azulejo.
update-now = Nu bijwerken
resume = Ga verder met je spel
play-new = Nieuw spel
play-new-words = Een nieuw spel: { $setup } Het spel dat nog loopt blijft op je plank liggen.
shelf = Je andere spellen ({ $n })
shelf-words = Spellen die voor een ander opzij zijn gelegd.
saved-words = { $rules } · ronde { $round } · { $names }
saved-over = { $rules } · afgelopen · { $names }
saved-unknown = Een spel uit een eerdere versie
shelf-go-on = Ga verder
shelf-look = Bekijken
shelf-drop = Weghalen
shelf-drop-of = Weghalen: { $game }
shelf-drop-title = Dit spel weghalen?
shelf-drop-words = { $game }. Je kunt het niet terughalen.
shelf-drop-yes = Weghalen
shelf-drop-no = Bewaren
record-empty = Er staat geen spel in.
record-where = Regel { $line }, kolom { $column }{ $found ->
    [none] {""}
   *[other] , bij ‘{ $found }’
}:
record-part-none = Dit is niet de vorm van een spelverslag.
record-part-tag = Een spelverslag begint met [Azulejo "1"] en labels als [Rules "classic"] en [Players "2"], elk één keer en in de juiste volgorde.
record-part-deal = Hier werd een uitdeling verwacht, zoals round 1 starter=0 KBKB RTRB, met stukken die er echt zijn.
record-part-move = Hier werd een zet verwacht, zoals 3B2, cTf of S3/1@5.
record-part-note = Een opmerking staat tussen { "{" }accolades{ "}" }, een notitie tussen [rechte haken], en beide moeten gesloten zijn.
record-part-end = De laatste regel moet bij het spel passen: het woord end, de winnaars, de scores en de oorzaak, zoals end 0 34-21 normal.
record-part-cut = Het spelverslag houdt te vroeg op: de regel die met end begint ontbreekt.
play-on = Speel vanaf hier verder
record-leave = Naar de startpagina
round-record = Spelverslag · ronde { $n }
setup = Spel instellen
setup-leave = Terug
setup-play = Spelen
setup-more = Meer opties
seat-person = Persoon
seat-bot = Bot
name-of-player = Naam van speler { $n }
how-strong = Hoe sterk?
all-bots = Alle bots
gentle = rustig
strong = sterk
setup-summary = { $rules }, { $players } spelers.
setup-against = Tegen: { $bots }.
rule-set = Spelregels
players = Spelers
number-of-players = Aantal spelers
seat = Plaats { $n }
person = Iemand achter dit scherm
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
bot-character-1 = Is voor het eerst in de werkplaats en pakt de tegels die haar opvallen.
bot-character-2 = Veegt de werkplaats aan en leert door te kijken: hij is voorzichtig, maar ziet heel wat tegels over het hoofd.
bot-character-3 = Glazuurt de hele dag tegels: ze denkt aan haar eigen werk en nooit aan het jouwe.
bot-character-4 = Rijdt de tegels naar de bouwplaatsen: hij weet wat waar past en vraagt zich soms af wat er voor jou overblijft.
bot-character-5 = Schildert de patronen en ziet voor zich hoe de ronde afloopt voordat ze kiest.
bot-character-6 = Dingt af op de markt en vraagt zich af wat jij hierna pakt.
bot-character-7 = Ontwerpt hele gevels en denkt verscheidene zetten vooruit.
bot-character-8 = Stookt de oven: hij is geduldig en laat jou graag de tegels die niemand wil.
bot-character-9 = Leidt de werkplaats en geeft bijna nooit een punt weg.
bot-character-10 = Betegelde in zijn jonge jaren paleizen en denkt over elke zet na zolang hij mag.
bot-of-level = { $who } (niveau { $n })
rise-words = Je hebt { $n ->
        [2] twee keer
       *[other] { $n } keer
    } van { $who } gewonnen. Nu komt { $next }.
rise-play = Speel tegen { $next }
bot-former = { $bot ->
    [novice] Beginner
    [learner] Leerling
    [casual] Recreant
    [regular] Gevorderde
    [expert] Expert
    [master] Meester
    [champion] Kampioen
   *[other] andere bot
}
level = Niveau { $n }
you = Jij
player = Speler { $n }
who-starts = Wie begint
by-chance = Door het lot
seed = Startgetal van het schudden
tablets = Scoretegels
tablets-by-chance = Scoretegels door het lot laten bepalen
tablets-rule = Drie of vier, van elk één zijde.
language = Taal
notice = Azul is een spel van Michael Kiesling, uitgegeven door Next Move Games (Plan B Games). Azulejo is een onafhankelijk project van liefhebbers met eigen tekeningen; het heeft geen band met auteur of uitgever.
learn = Eerste partij
learn-offer = Nieuw in dit spel? Tien korte stappen, ongeveer drie minuten.
learn-rules = { $rules } leren
learn-more = Ken je het basisspel al? Bekijk wat er op de andere muren anders is.
practice = Oefenen
online = Online spelen
opening-table = De tafel wordt geopend …

## Rand van de tafel
to-start = Azulejo, naar de startpagina
tools = Hulpmiddelen
help = Spelregels
settings = Instellingen
log = Verloop
log-and-counts = Verloop en aantallen
state-title = De tafel in woorden
state-button = De tafel in woorden (toets I)
state-none = geen
state-sun-moon = zon: { $sun }; maan, onderste eerst: { $moon }.
state-free = vrij voor { $space }
state-row = Rij { $n }: { $tiles }
result = Uitslag
sum-before = Bij het begin
sum-tiles = Gelegde tegels
sum-special = Speciale tegels
sum-floor = Vloerlijn
sum-broken = Gebroken tegels
sum-paid = Getrokken platen
sum-rows = Volle rijen
sum-columns = Volle kolommen
sum-colours = Volle kleuren
sum-clamp = Nooit onder 0
sum-tablets = Scoretegels
sum-total = Totaal
scored = Punten: { $list }
legend = Het getal is wat deze zet aan het eind van de ronde aan je score verandert.
since-your-turn = Sinds je laatste beurt
log-empty = Nog geen zetten.
close = Sluiten
sound-on = Geluid aan
sound-off = Geluid uit
round = Ronde { $n }
round-short = R{ $n }
your-board = Jouw spelersbord
other-boards = Andere spelersborden
board-of = { $who ->
    [Jij] Jouw spelersbord
   *[other] Spelersbord van { $who }
}
board-show = { $who ->
    [Jij] Toon jouw bord
   *[other] Toon het spelersbord van { $who }
}
board-hide = { $who ->
    [Jij] Verberg jouw bord
   *[other] Verberg het spelersbord van { $who }
}
score-of = { $who } { $who ->
    [Jij] hebt
   *[other] heeft
} { points }.
starts-next = Begint de volgende ronde
undo = Ongedaan maken
redo = Opnieuw
cancel = Terugleggen
hint = Tip
confirm = Bevestigen
pass-to = Alleen voor { $who }
pass-words = Draai het scherm zo dat niemand anders meekijkt: de getrokken platen zijn geheim.
pass-open = Ik ben { $who }: laat zien
why = Waarom?
skip = Overslaan
new-game = Nieuw spel
hint-is = Tip: { $move }
hint-working = Op zoek naar een goede zet …
hint-more = Toon de hele zet
hint-where = Tip: kijk naar de { colour } tegels { $from }.
hint-where-plate = Tip: kijk naar de koepelplaten.
hint-where-chip = Tip: kijk naar de bonusfiches.
hint-where-marked = Tip: kijk naar wat gemarkeerd is.
hint-none = Hiervoor is geen tip.
why-than = Beter dan ‘{ $move }’: { $why }.
why-sentence = De zet { $why }.
rival = { $who ->
    [Jij] jou
   *[other] { $who }
}
why-points-own = levert deze ronde { points } meer op
why-points-rival = kost { rival } deze ronde { points }
why-floor-own = bespaart { points } { $game ->
    [duel] aan gebroken tegels
   *[classic] op de vloerlijn
}
why-floor-rival = kost { rival } { points } { $game ->
    [duel] aan gebroken tegels
   *[classic] op de vloerlijn
}
why-start-own = geeft het recht om de volgende ronde te beginnen
why-start-rival = ontneemt { rival } het recht om de volgende ronde te beginnen
why-row-own = brengt rij { $n } dichterbij
why-row-rival = houdt { rival } verder van rij { $n }
why-column-own = brengt kolom { $n } dichterbij
why-column-rival = houdt { rival } verder van kolom { $n }
why-colour-own = brengt alle vijf { colour } tegels dichterbij
why-colour-rival = houdt { rival } verder van alle vijf { colour } tegels
why-tablet-own = haalt meer uit scoretegel ‘{ $tablet }’
why-tablet-rival = laat { rival } minder uit scoretegel ‘{ $tablet }’ halen
why-bonus-own = brengt een eindbonus dichterbij
why-bonus-rival = houdt { rival } verder van een eindbonus
why-special-own = brengt speciale tegels dichterbij
why-special-rival = houdt { rival } verder van speciale tegels
why-lines-own = laat betere lijnen over voor de volgende ronde
why-lines-rival = laat { rival } slechtere lijnen over voor de volgende ronde
why-shape-own = laat een muur over die later meer waard is
why-shape-rival = laat { rival } een muur over die later minder waard is
why-plates-own = laat een koepel over die later meer waard is
why-plates-rival = laat { rival } een koepel over die later minder waard is
why-chips-own = laat betere bonusfiches over
why-chips-rival = laat { rival } slechtere bonusfiches over
review = Terugblik
what-if = Wat als, vanaf hier
branch-back = Terug naar de echte partij
round-what-if = Wat als · ronde { $n }
ask-takeback = Zet terug?

## Het einde
ending-won = { $you ->
    [yes] Je hebt gewonnen met { by-points } verschil.
   *[no] { $who } heeft gewonnen met { by-points } verschil.
}
ending-won-rows = { $you ->
    [yes] Je hebt gewonnen: evenveel punten, maar meer volle rijen.
   *[no] { $who } heeft gewonnen: evenveel punten, maar meer volle rijen.
}
ending-won-start = { $you ->
    [yes] Je hebt gewonnen: evenveel punten, maar jij hebt de startspelertegel.
   *[no] { $who } heeft gewonnen: evenveel punten, maar in het bezit van de startspelertegel.
}
ending-won-plain = { $you ->
    [yes] Je hebt gewonnen.
   *[no] { $who } heeft gewonnen.
}
ending-shared = { $you ->
    [yes] { $who } delen de overwinning.
   *[no] { $who } delen de overwinning.
}
ordinal = { $place ->
    [1] eerste
    [2] tweede
    [3] derde
   *[other] vierde
}
ending-place = Je werd { ordinal }, { points } achter de winnaar.
ending-place-plain = Je werd { ordinal }.
ending-board = Het winnende bord: { $who }
by-points = { $points ->
    [one] { $points } punt
   *[other] { $points } punten
}
ending-again = Nog een keer
ending-share = Afbeelding delen
ending-boards = Alle borden bekijken
ending-result = Uitslag bekijken

## Wie is aan de beurt, en wat kan
turn-yours = Jij bent aan de beurt.
turn-named = { $who } is aan de beurt.
turn-other = { $who } is aan de beurt.
game-over = { $who } wint het spel.
game-over-shared = { $who } delen de overwinning.
game-over-nobody = Het spel is afgelopen. Niemand heeft gewonnen.
scene-scoring = Ronde { $n } wordt geteld.
scene-bonus = De laatste punten.
scene-floor = { $who }: { $points ->
    [one] 1 punt
   *[other] { $points } punten
} verloren door { $game ->
    [duel] gebroken tegels
   *[other] de vloerlijn
}.
advice-thinking = Denkt na …
advice-wait = Even wachten.
advice-past = Je kijkt terug: zet { $n } van { $of }.
advice-offer = Neem alle tegels van één kleur uit schijf of midden.
advice-place = Kies een patroonlijn voor { tiles }.
advice-confirm = Bevestig deze zet of kies een andere.
advice-tiling = Kies een vak op je muur voor lijn { $line }.
advice-setup = Kies een koepelplaat voor je koepel.
advice-offer-duel = Pak tegels, een koepelplaat of een onthuld bonusfiche.
advice-offer-duel-no-plate = Pak tegels of een onthuld bonusfiche.
advice-offer-duel-no-chip = Pak tegels of een koepelplaat.
advice-offer-duel-tiles = Pak tegels.
advice-slot = Kies een plek in je koepel.
advice-turn = Draai de koepelplaat en leg hem dan neer.
advice-stack = In welke volgorde gaan de andere tegels op de maan?
advice-spend = Met welke bonusfiches betaal je?
advice-draw = Trek nog een koepelplaat voor 1 punt, of bekijk wat je hebt.
advice-keep = Houd een van de getrokken koepelplaten.
advice-return = Welke koepelplaat gaat nu onder de stapel?
advice-tiling-duel = Kies een vak in je koepel voor lijn { $line }.

## Het aanbod
offer = Fabrieken en midden
factory = Fabrieksschijf { $n }
factory-empty = Fabrieksschijf { $n }, leeg
centre = Midden van de tafel
centre-empty = Midden van de tafel, geen tegels
marker-in-centre = Het startspelerfiche ligt in het midden
take-factory = Fabrieksschijf { $n }: { tiles }
take-centre = Midden: { tiles }
take-centre-marker = Midden: { tiles } en het startspelerfiche
large-factory = Grote fabriek
small-factory = Kleine fabriek { $n }
take-sun = Kleine fabriek { $n }, zon: { tiles }
take-sun-large = Grote fabriek, zon: { tiles }
take-moon = Alle bovenste { colour } tegels van de manen
take-moon-top = Kleine fabriek { $n }, bovenop de maan: { colour } tegel. Pakt alle bovenste { colour } tegels van de manen
stacked = Daaronder: een { colour } tegel
start-tile-on-large = De startspelertegel ligt op de grote fabriek
take-chip = Bonusfiche van kleine fabriek { $n }: { faces }
chip-down = Bonusfiche, gedekt

## Spelersborden
lines = Patroonlijnen
line = Lijn { $n }: { tiles } van { $n }
line-empty = Lijn { $n }: leeg
line-target = { $line }. Passen: { $fit }, vallen: { $overflow }; verandert je score met { $change }
wall = Muur
wall-cell = Rij { $row }, kolom { $column }: { $tile ->
    [B] blauwe tegel
    [Y] gele tegel
    [R] rode tegel
    [K] zwarte tegel
    [T] turquoise tegel
   *[none] leeg
}{ $print ->
    [B] , voor blauw
    [Y] , voor geel
    [R] , voor rood
    [K] , voor zwart
    [T] , voor turquoise
   *[none] {""}
}{ $doubled ->
    [yes] , telt dubbel
   *[no] {""}
}
cell-target = { $cell }. Vallen: { $overflow }; verandert je score met { $change }
floor-title = Vloerlijn
floor-line = Vloerlijn: { $count } van 7 vakken bezet
floor-target = { $floor }. Vallen: { $overflow }; verandert je score met { $change }
broken-title = Gebroken tegels
broken-space = Gebroken tegels: { $count } van 4
dome = Koepel
dome-places = Plekken voor koepelplaten
dome-cell = Rij { $row }, kolom { $column }: { $tile ->
    [B] blauwe tegel
    [Y] gele tegel
    [R] rode tegel
    [K] zwarte tegel
    [T] turquoise tegel
    [special] speciale tegel
   *[none] leeg
}{ $print ->
    [B] , voor blauw
    [Y] , voor geel
    [R] , voor rood
    [K] , voor zwart
    [T] , voor turquoise
    [J] , meerkleurig
    [S] , voor een speciale tegel
   *[none] , geen koepelplaat
}
special-points = Punten van een speciale tegel, rij voor rij
start-tile-held = Startspelertegel: min 2
start-tile-space = Vak voor de startspelertegel
tokens = { $n ->
    [one] Nog { $n } koepelfiche
   *[other] Nog { $n } koepelfiches
}
chips = { $n ->
    [one] { $n } bonusfiche
   *[other] { $n } bonusfiches
}
chip-face = Bonusfiche: { faces }
chip-spent = Gebruikt bonusfiche: { faces }
slot-target = Plek { $n } in de koepel
turn-ghost = Koepelplaat ligt zo: { $plate }. Druk om een kwartslag te draaien

## Koepelplaten
display = Koepelplaten in het aanbod
plate = Koepelplaat: { $words }
plate-words = boven { $a }, { $b }; onder { $c }, { $d }
plate-space = { $letter ->
    [B] blauw
    [Y] geel
    [R] rood
    [K] zwart
    [T] turquoise
    [J] meerkleurig
    [S] speciaal
   *[other] onbekend
}
plate-back = { $type ->
    [S] achterkant van een speciale koepelplaat
   *[J] achterkant van een jokerplaat
}
plate-gone = Lege plek
pile = Stapel van { $n } koepelplaten, bovenop { $type ->
    [S] een speciale koepelplaat
   *[J] een jokerplaat
}. Trekken kost 1 punt
pile-empty = De stapel is leeg
drawn-plates = Getrokken koepelplaten
choose-turn = Draai de koepelplaat
turn-left = Linksom
turn-right = Rechtsom
place-plate = Plaat neerleggen
choose-stack = Volgorde op de maan, bovenste tegel boven
stack-order = Van boven af: { $tiles }
choose-spend = Betaal met bonusfiches
pay-rule = Lijn { $line } mist nog { tiles }. Elke tegel kost twee fiches in die kleur of drie willekeurige.
pay-enough = { $n ->
    [one] { $n } fiche: genoeg.
   *[other] { $n } fiches: genoeg.
}
pay-needed = Nog minstens { $n }.
pay = Betaal met deze fiches
choose-target = Waar gaan de tegels heen?
choose-action = Wat nu?
do-draw = Nog een plaat trekken (1 punt)
do-stop = Stoppen en bekijken
do-skip = Deze lijn laten liggen

## Scoretegels
tablet-a1 = 3 punten voor elke volle rij.
tablet-a2 = 4 punten voor elke rij met minstens 5 verschillende kleuren.
tablet-b1 = 7 punten voor elke volle kolom.
tablet-b2 = 1 punt voor elke tegel op de buitenste vakken.
tablet-c1 = 10 punten voor elke volle diagonaal.
tablet-c2 = Volle hoekplaten: boven 3 punten per plaat, onder 8.
tablet-d1 = 2 punten per meerkleurig vak, als ze bij jou allemaal gevuld zijn.
tablet-d2 = Verlies 3 punten voor elk leeg speciaal vak.
tablet-now = Nu { points }.

## Aantallen en verloop
counts = Aantallen
bag = Zak
lid = Deksel
tower = Toren
count-of = { tiles }
place-line = lijn { $n }
place-column = kolom { $n }
place-floor = de vloerlijn
place-broken = de gebroken tegels
source-factory = van fabrieksschijf { $n }
source-centre = uit het midden
source-sun = van de zon van fabriek { $n }
source-sun-large = van de zon van de grote fabriek
source-moon = van de manen
log-take = { $who } { $count ->
    [0] neem { colour } tegels { $from }
   *[other] nam { tiles } { $from }
} → { $to }.
log-plate = { $who } legde een { $type ->
    [S] speciale koepelplaat
   *[J] jokerplaat
} op plek { $slot }.
log-chip = { $who } pakte het bonusfiche van fabriek { $n }.
log-draw = { $who } trok een koepelplaat.
log-stop = { $who } stopte met trekken.
log-return = { $who } legde een koepelplaat onder de stapel.
log-column = { $who } legde lijn { $line } in kolom { $column }.
log-cell-chips = { $who } maakte lijn { $line } compleet met { $n } bonusfiches, kolom { $column }.
log-skip = { $who } liet lijn { $line } liggen.
event-tile-alone = { $who }: { colour } tegel in rij { $row } ligt alleen{ $times ->
    [2] , verdubbeld
   *[other] {""}
}: { points }.
event-tile-row = { $who }: { colour } tegel in rij { $row }, { $h } naast elkaar{ $times ->
    [2] , verdubbeld
   *[other] {""}
}: { points }.
event-tile-column = { $who }: { colour } tegel in rij { $row }, { $v } onder elkaar{ $times ->
    [2] , verdubbeld
   *[other] {""}
}: { points }.
event-tile-both = { $who }: { colour } tegel in rij { $row }, { $h } naast elkaar en { $v } onder elkaar{ $times ->
    [2] , verdubbeld
   *[other] {""}
}: { points }.
event-special = { $who }: de plaat is vol, een speciale tegel in rij { $row }: { points }.
event-floor = { $who }: { $game ->
    [duel] { nth } gebroken tegel
   *[classic] { nth } vloervak
}: { $points ->
    [0] { points }
   *[other] −{ points }
}.
nth = { $count ->
    [1] eerste
    [2] tweede
    [3] derde
    [4] vierde
    [5] vijfde
    [6] zesde
   *[other] zevende
}
event-start-tile = { $who }: de startspelertegel kost { points }.
event-clamp = { $who }: een score komt nooit onder 0.
event-paid = { $who }: een koepelplaat trekken kost { points }.
event-row = { $who }: rij { $row } is vol: { points }.
event-column = { $who }: kolom { $column } is vol: { points }.
event-colour = { $who }: alle vijf { colour } tegels: { points }.
event-tablet = { $who }: { points }. { $tablet }
event-tablet-lost = { $who }: −{ points }. { $tablet }
event-dropped = { $who }: lijn { $row } heeft geen plek meer op de muur en valt op de vloer.
event-broken = { $who }: lijn { $row } heeft geen vak meer in de koepel; de tegels breken.
edit-empty = leeg
edit-marker = startspelerfiche
edit-special = speciale tegel

## Geweigerde zetten
refusal-not-legal = Dat kan nu niet.
hue = { $colour ->
    [B] blauw
    [Y] geel
    [R] rood
    [K] zwart
   *[T] turquoise
}
other-hue = { $other ->
    [B] blauw
    [Y] geel
    [R] rood
    [K] zwart
   *[T] turquoise
}
refusal-game-over = Het spel is afgelopen.
refusal-wrong-phase = Dat hoort niet bij dit deel van de ronde.
refusal-factory-lacks = Op fabrieksschijf { $from } ligt geen { colour } tegel.
refusal-centre-lacks = In het midden ligt geen { colour } tegel.
refusal-line-full = Lijn { $line } is vol.
refusal-line-holds = In lijn { $line } ligt al { other-hue }, en een lijn heeft maar één kleur.
refusal-row-has = Rij { $line } van je muur heeft al { hue }.
refusal-other-line = Lijn { $number } komt eerst.
refusal-space-taken = Het vak in rij { $line }, kolom { $column } is bezet.
refusal-column-has = Kolom { $column } van je muur heeft al { hue }.
refusal-space-printed = Op het voorbedrukte veld in rij { $line }, kolom { $column } mag alleen { other-hue }.
refusal-sun-lacks = Op de zon van fabriek { $from } ligt geen { colour } tegel.
refusal-large-sun-lacks = Op de zon van de grote fabriek ligt geen { colour } tegel.
refusal-moon-lacks = Op geen enkele maan ligt een { colour } tegel bovenop.
refusal-no-chip = Fabriek { $from } heeft geen bonusfiche.
refusal-chip-face-down = Het bonusfiche van fabriek { $from } ligt nog gedekt: eerst moet de fabriek leeg zijn.
refusal-chips-taken = Je hebt deze ronde al twee bonusfiches gepakt.
refusal-no-token = Je hebt deze ronde geen koepelfiche meer.
refusal-plate-not-shown = Die koepelplaat ligt niet in het aanbod.
refusal-plate-not-drawn = Die koepelplaat is niet getrokken.
refusal-slot-taken = Op plek { $number } ligt al een koepelplaat.
refusal-pile-empty = De stapel koepelplaten is leeg.
refusal-no-point = Een koepelplaat trekken kost een punt, en je hebt er geen.
refusal-space-bare = In rij { $line }, kolom { $column } ligt nog geen koepelplaat.
refusal-space-other = Het vak in rij { $line }, kolom { $column } is niet voor { hue }.
refusal-space-special = Het vak in rij { $line }, kolom { $column } is voor een speciale tegel.
refusal-deal-first = Eerst moeten de volgende tegels uitgedeeld worden.
refusal-not-a-move = Dit spel kent die zet niet.
refusal-no-factory = Fabriek { $from } bestaat niet.
refusal-no-colour = Die kleur bestaat niet.
refusal-no-line = Lijn { $line } bestaat niet.
refusal-no-column = Kolom { $column } bestaat niet.
refusal-stack-wrong = De stapel moet precies de andere tegels van fabriek { $from } bevatten.
refusal-no-plate = Die koepelplaat bestaat niet.
refusal-no-slot = De koepel heeft geen plek { $number }.
refusal-dome-full = Je koepel heeft geen lege plek meer.
refusal-line-empty = Lijn { $line } is leeg.
refusal-line-not-full = Lijn { $line } mist er nog { $number } en heeft bonusfiches nodig.
refusal-line-needs-none = Lijn { $line } is vol en neemt geen bonusfiches aan.
refusal-skip-full = Lijn { $line } is vol en moet gelegd worden.
refusal-chip-not-held = Die bonusfiches heb je niet.
refusal-pay-wrong = Met die fiches betaal je niet gepast: twee van de kleur of drie willekeurige voor elke ontbrekende tegel.
refusal-bad-phase = Dit past niet bij deze fase: er moeten tegels liggen om te nemen.
refusal-bad-round = Ronde { $number } bestaat niet.
refusal-bad-tablets = Kies drie of vier scoretegels, van elk één zijde.
refusal-bad-score = De score van plaats { $seat } is onmogelijk.
refusal-bad-tiles = Er liggen { $number } { colour } tegels, maar het spel heeft er { $limit }.
refusal-bad-factory = Fabriek { $from } heeft { $number } tegels, maar er passen er hoogstens { $limit } op.
refusal-bad-offer = Er ligt nog niets om te nemen: vul de fabrieken of het midden.
refusal-bad-centre = In het midden liggen tegels, maar alle fabrieken zijn vol. Leeg een fabriek waaruit al genomen is.
refusal-bad-first = Alle fabrieken zijn vol en het midden is leeg: de ronde begint, dus plaats { $seat }, die begint, is aan zet.
refusal-bad-line = Lijn { $line } van plaats { $seat } is onmogelijk.
refusal-bad-line-wall = Lijn { $line } van plaats { $seat } heeft { hue }, en die kleur ligt al in die rij van de muur.
refusal-bad-wall = De muur van plaats { $seat } is onmogelijk bij rij { $line }, kolom { $column }.
refusal-bad-row = Plaats { $seat } heeft rij { $line } vol: dan was het spel voorbij.
refusal-bad-floor = De vloerlijn van plaats { $seat } is onmogelijk.
refusal-bad-marker = Het startspelerfiche moet op precies één plek liggen.
refusal-bad-moon = Een maan is onmogelijk: daar ligt wat van de zon overbleef.
refusal-bad-chips = De bonusfiches kloppen niet: van elk bestaan er twee, en een fiche ligt alleen open op een lege fabriek.
refusal-bad-chips-held = Plaats { $seat } heeft { $number } bonusfiches, maar kan er nu { $limit } hebben.
refusal-bad-plates = De koepelplaten kloppen niet: elk van de 18 bestaat één keer.
refusal-bad-display = De platen in het aanbod zijn onmogelijk.
refusal-many-tokens = Plaats { $seat } heeft { $number } koepelfiches, maar deze ronde geeft er { $limit }.
refusal-bad-tokens = De koepelfiches van plaats { $seat } zijn in deze ronde onmogelijk.
refusal-bad-plates-laid = Plaats { $seat } heeft { $number } koepelplaten gelegd, maar de fiches staan er { $limit } toe.
refusal-bad-taken = Plaats { $seat } kan deze ronde geen { $number } fiches gepakt hebben.
refusal-bad-dome = De koepel van plaats { $seat } is onmogelijk bij rij { $line }, kolom { $column }.
refusal-bad-broken = De gebroken tegels van plaats { $seat } zijn onmogelijk.
refusal-bad-state = De stelling spreekt zichzelf tegen.
refusal-bad-rules = Die spelregels bestaan niet.
refusal-bad-players = Met { $number } kun je deze regels niet spelen.
refusal-bad-starter = De plaats die zou beginnen, bestaat niet.
refusal-bad-seat = Die plaats bestaat niet.
refusal-bad-choice = Bij lijn { $line } van plaats { $seat } valt niets te kiezen.
refusal-bad-drawn = De getrokken koepelplaten passen niet bij deze fase.
refusal-bad-passed = Plaats { $seat } kan niet gepast hebben.

## Instellingen
theme = Thema
theme-system = Zoals het apparaat
theme-light = Licht
theme-dark = Donker
speed = Animatie
speed-off = Uit
speed-slow = Langzaam
speed-normal = Normaal
speed-fast = Snel
set-letters = Letters op tegels
set-letters-words = B, G, R, Z, T naast de patronen, ook op platen.
set-contrast = Hoog contrast
set-contrast-words = Sterkere lijnen en tekst.
set-confirm = Elke zet bevestigen
set-confirm-words = Een zet telt pas na Bevestigen.
set-sound = Geluid
set-sound-words = Zachte tikjes als van keramiek.
set-keys = Letter- en cijfertoetsen
set-keys-words = Letters kiezen kleuren, cijfers kiezen lijnen.

## Zetten als raad
advise-plate = leg een { $type ->
    [S] speciale koepelplaat
   *[J] jokerplaat
} op plek { $slot }
advise-chip = pak het bonusfiche van fabriek { $n }
advise-draw = trek een koepelplaat
advise-stop = stop met trekken
advise-return = leg een { $type ->
    [S] speciale koepelplaat
   *[J] jokerplaat
} onder de stapel
advise-cell = leg lijn { $line } in kolom { $column }
advise-skip = laat lijn { $line } liggen

### What follows is fetched when the first screen that needs it is opened: neither the first page, the set-up and the
### settings nor a game may use it.

## Uitleg
help-title = { $rules }: de spelregels
help-now = nu
help-goal-title = Doel
help-goal = Verzamel tegels, vul patroonlijnen en breng van elke volle lijn één tegel naar je muur. Tegels die elkaar raken leveren meer op. Wie aan het eind de meeste punten heeft, wint.
help-offer-title = Nemen
help-offer = Neem alle tegels van één kleur van één fabrieksschijf; de rest van die schijf gaat naar het midden. Of neem alle tegels van één kleur uit het midden. Wie in een ronde als eerste uit het midden neemt, krijgt ook het startspelerfiche: het ligt op de vloerlijn en kost punten, maar wie het heeft, begint de volgende ronde.
help-place-title = Plaatsen
help-place = Alle genomen tegels gaan naar één patroonlijn, van rechts naar links. Een lijn heeft maar één kleur, en nooit een kleur die al in die rij van de muur ligt. Wat niet past valt op de vloerlijn; je mag ook alles daar leggen.
help-floor-title = Vloerlijn
help-floor = Elk stuk op de vloerlijn kost de punten die bij zijn vak staan. Zijn alle zeven vakken bezet, dan gaan verdere tegels in het deksel en kosten ze niets.
help-tiling-title = Muurbekleding
help-tiling = Zijn de fabrieksschijven en het midden leeg, dan gaat van elke volle lijn, van boven naar beneden, de meest rechtse tegel naar de muur; de lijn wordt geleegd. Lijnen die niet vol zijn blijven liggen.
help-score-title = Punten
help-score = Een tegel zonder buren is 1 punt waard. Tel anders de tegels in zijn aaneengesloten rij en in zijn aaneengesloten kolom, hijzelf in beide meegeteld, en tel die op.
help-end-title = Einde
help-end = Het spel eindigt na de ronde waarin iemand een rij van vijf compleet heeft. Volle rijen, volle kolommen en alle vijf tegels van een kleur geven dan een bonus.
help-grey-title = Grijze muur
help-grey = Je kiest zelf het vak in de rij, zolang geen rij en geen kolom een kleur twee keer toont. Kan een tegel nergens heen, dan valt de hele lijn op de vloer.
help-crystal1-title = Crystal Mosaic, zijde 1
help-crystal1 = Op een voorbedrukt veld mag alleen zijn eigen kleur, en de tegel die je erop legt, telt dubbel. De vloerlijn heeft andere waarden.
help-crystal2-title = Crystal Mosaic, zijde 2
help-crystal2 = Op een voorbedrukt veld mag alleen zijn eigen kleur. De bonussen aan het eind zijn 3 voor een rij, 10 voor een kolom en 12 voor een kleur.
help-duel-goal-title = Doel
help-duel-goal = Bouw een koepel van platen en vul de vakken met tegels uit je patroonlijnen. Na vijf rondes tellen de scoretegels mee; wie de meeste punten heeft, wint.
help-duel-actions-title = Jouw beurt
help-duel-actions = Doe één ding: leg een koepelplaat, pak tegels van een zon, pak tegels van de manen of pak een onthuld bonusfiche. De ronde eindigt als de fabrieken leeg zijn en beide spelers hun koepelfiches gebruikt hebben.
help-duel-plate-title = Koepelplaten
help-duel-plate = Gebruik een koepelfiche (twee per ronde, ronde 1 tot 4) en leg een plaat op een lege plek, gedraaid zoals je wilt. Pak er een uit het aanbod, of betaal 1 punt voor elke plaat die je ongezien van de stapel trekt; houd er één en leg de rest onder de stapel.
help-duel-sun-title = Van een zon
help-duel-sun = Pak alle tegels van één kleur van de zon van één fabriek. Op een kleine fabriek stapel je de rest op de maan in de volgorde die je wilt; op de grote liggen ze los op de maan.
help-duel-moon-title = Van de manen
help-duel-moon = Pak alle bovenste tegels van één kleur van alle manen tegelijk. Wie als eerste van de grote maan pakt, krijgt ook de startspelertegel: min 2, maar als eerste in de volgende ronde.
help-duel-chip-title = Bonusfiches
help-duel-chip = Een bonusfiche wordt onthuld als zijn kleine fabriek leeg is. Elke speler pakt er twee per ronde.
help-duel-place-title = Plaatsen
help-duel-place = Tegels gaan naar één patroonlijn met ruimte en van dezelfde kleur, of breken. Gebroken tegels kosten 1, 3, 6 of 10 punten; vanaf de vijfde gaan ze gratis naar de toren.
help-duel-tiling-title = Koepel betegelen
help-duel-tiling = Van boven naar beneden gaat van elke volle lijn de meest rechtse tegel naar een vrij vak van zijn kleur, of een meerkleurig vak, in zijn rij. Is er geen passend vak maar nog plek voor een plaat, dan wachten de tegels; liggen er al drie platen, dan breken ze.
help-duel-pay-title = Betalen met bonusfiches
help-duel-pay = Een lijn met minstens één tegel kun je met bonusfiches compleet maken: per ontbrekende tegel twee fiches van zijn kleur, of drie willekeurige.
help-duel-score-title = Punten
help-duel-score = Een tegel telt zoals op een muur: zijn rij en zijn kolom. Zijn de andere drie vakken van een speciale plaat vol, dan komt er meteen een speciale tegel bij, die het getal aan het eind van zijn rij oplevert.
help-duel-end-title = Einde
help-duel-end = Na ronde 5 telt elke scoretegel. Bij gelijke stand wint wie de startspelertegel heeft.
help-keys-title = Toetsenbord
help-keys = Pijltjes lopen langs alles wat je kunt kiezen, Enter kiest, Escape neemt terug. De letters B, G, R, Z, T kiezen een kleur, cijfers een lijn, 0 de vloer, U draait een plaat, spatie slaat de telling over, I zegt de hele tafel in woorden.

## De eerste partij, stap voor stap
learn-step = Stap { $n } van { $of }
learn-next = Verder
learn-back = Terug
learn-leave = Stoppen
learn-done = Speel een partij
refusal-lesson = Dat zou mogen, maar in deze les liggen de zetten vast: raak aan wat gemarkeerd is.
learn-classic-1 = Welkom. Rond het midden liggen vijf fabrieksschijven met elk vier tegels; voor je ligt je bord. Je verzamelt tegels in de lijnen links om ze rechts op de muur te leggen. Wie de meeste punten heeft, wint.
learn-classic-2 = Raak de twee turquoise tegels van schijf 2 aan: je neemt altijd alle tegels van één kleur. Leg ze dan in lijn 2, waar er precies twee in passen. De rest van de schijf gaat naar het midden.
learn-classic-3 = Ook je tegenstander nam een tegel. Neem nu de ene blauwe tegel van schijf 3 en leg hem in lijn 1. Eén tegel, en de lijn is vol.
learn-classic-4 = De resten wachten in het midden. Neem de drie zwarte en vul lijn 3. Wie als eerste uit het midden neemt, krijgt ook het witte startspelerfiche: het kost een punt op de vloerlijn, maar wie het heeft, begint de volgende ronde.
learn-classic-5 = Nu liggen er vijf rode tegels in het midden. Leg ze in lijn 4: vier passen, de vijfde valt op de vloerlijn en kost een punt. Voor je kiest, toont elke lijn wat die zou opleveren.
learn-classic-6 = Neem de gele tegels en begin lijn 5. Die wordt deze ronde niet vol; lijnen die niet af zijn blijven gewoon liggen.
learn-classic-7 = De ronde is voorbij. Van elke volle lijn ging één tegel naar de muur, van boven naar beneden. De eerste gaf 1 punt; elke volgende raakte de kolom erboven: 2, 3 en 4. Dat is 10, min 2 voor de vloer. Het verloop legt elk punt uit.
learn-classic-8 = Een nieuwe ronde, en jij begint. Neem de twee blauwe tegels van schijf 5 voor lijn 2: op de muur komt blauw dan naast je turquoise, en dat geeft een rij van twee. In lijn 1 kunnen ze niet: die rij heeft al blauw.
learn-classic-9 = Het spel eindigt na de ronde waarin iemand een rij van vijf op de muur vol heeft. Dan geeft elke volle rij 2 punten, elke volle kolom 7 en alle vijf tegels van één kleur 10.
learn-classic-10 = Dat is het hele spel. Ongedaan maken neemt een zet terug, Tip toont een goede, en raak je iets aan wat niet kan, dan lees je waarom. Veel plezier!
learn-grey-1 = Op deze muur staan geen kleuren: je kiest zelf het vak van elke tegel. Alle tegels zijn genomen en je lijnen 1 tot en met 3 zijn vol. Ze worden van boven naar beneden geplaatst.
learn-grey-2 = Eerst lijn 1. Leg de blauwe tegel in het gemarkeerde vak, het eerste van zijn rij. Hij ligt alleen: 1 punt.
learn-grey-3 = De rode tegel mag overal in rij 2 liggen. Leg hem in het gemarkeerde vak in kolom 2.
learn-grey-4 = Geen rij en geen kolom mag een kleur twee keer tonen: kolom 1 heeft al blauw, dus daar mag deze blauwe tegel niet. Leg hem onder de rode; samen tellen ze als een kolom van twee.
learn-grey-5 = Is er in de rij geen vak meer mogelijk, dan valt de hele lijn op de vloerlijn en kost punten. Houd dus voor elke kleur een kolom vrij.
learn-grey-6 = Nemen, scoren en het einde zijn als in het basisspel. Dat is de grijze muur. Veel plezier!
learn-crystal1-1 = Op deze zijde zijn vijf velden voorbedrukt met een kleur en ×2. Op zo’n veld mag alleen zijn eigen kleur, en wat de tegel oplevert, telt dubbel. Alle andere vakken kies je zelf, zoals op de grijze muur.
learn-crystal1-2 = Alle tegels zijn genomen; vier van je lijnen zijn vol. Leg de gele tegel van lijn 1 in de gemarkeerde hoek: 1 punt.
learn-crystal1-3 = Rij 2 heeft in kolom 1 een voorbedrukt turquoise veld. Leg je turquoise tegel daar: een kolom van twee, verdubbeld, is 4 punten.
learn-crystal1-4 = Op het voorbedrukte veld in rij 3 mag alleen geel, dus zwart moet ergens anders heen. Onder de turquoise tegel telt de kolom van drie: 3 punten, niet verdubbeld.
learn-crystal1-5 = Kolom 1 heeft al geel, dus daar mag deze gele tegel niet. Leg hem in het gemarkeerde vak.
learn-crystal1-6 = De vloerlijn heeft eigen prijzen: −1, 0, −1, −2, −1, −2, −3. Het tweede stuk kost niets.
learn-crystal1-7 = Aan het eind geeft een volle rij 2 punten, een volle kolom 7 en alle vijf tegels van een kleur 10, zoals in het basisspel. Veel plezier!
learn-crystal2-1 = Op deze zijde zijn vijf velden voorbedrukt met een kleur. Daar mag alleen die kleur, maar er wordt niets verdubbeld. Alle andere vakken kies je zelf, zoals op de grijze muur.
learn-crystal2-2 = Alle tegels zijn genomen; drie van je lijnen zijn vol. Leg de gele tegel van lijn 1 in het gemarkeerde vak: 1 punt.
learn-crystal2-3 = Je blauwe tegel mag op het voorbedrukte blauwe veld. Leg hem daar: met de gele tegel erboven is dat 2 punten.
learn-crystal2-4 = Turquoise heeft een voorbedrukt veld in rij 3, maar mag ook op een gewoon vak. Onder de blauwe tegel maakt hij een kolom van drie: 3 punten.
learn-crystal2-5 = De vloerlijn heeft eigen prijzen: −1, 0, −1, −2, −1, −2, −3. Het startspelerfiche kostte je zojuist 1 punt.
learn-crystal2-6 = Aan het eind geeft een volle rij 3 punten, een volle kolom 10 en alle vijf tegels van een kleur 12: meer dan in het basisspel. Veel plezier!
learn-duel-1 = Welkom bij het duel. Tussen jullie liggen vijf fabrieken, elk met een zon en een maan; voor je zes lijnen en een lege koepel met negen plekken. Je legt platen in de koepel en tegels op de platen. Vijf rondes: wie de meeste punten heeft, wint.
learn-duel-2 = Eerst legt ieder één plaat. Raak de gemarkeerde plaat aan en dan de gemarkeerde plek rechtsboven. Dit is een speciale plaat: vul zijn drie kleuren en je krijgt er gratis een speciale tegel bij.
learn-duel-3 = Van een zon pak je alle tegels van één kleur. Pak de zwarte van kleine fabriek 1 en leg ze in lijn 2. De andere worden een stapel op de maan: normaal kies je de volgorde zelf; hier ligt die vast.
learn-duel-4 = Pak nu de gele tegel van kleine fabriek 2 voor lijn 1. Een lijn heeft maar één kleur; wat niet past breekt en kost punten.
learn-duel-5 = Van een maan pak je alleen de bovenste tegel, maar wel van alle manen tegelijk. Raak een blauwe tegel bovenop een maan aan en leg de blauwe tegels in lijn 3.
learn-duel-6 = Een beurt kan ook een plaat zijn: twee in elk van de eerste vier rondes. Pak de gemarkeerde plaat, raak de gemarkeerde plek rechts aan, draai hem één keer naar links en leg hem. Daarna gaat de ronde snel verder.
learn-duel-7 = Is een kleine fabriek leeg, dan wordt zijn bonusfiche onthuld. Elke speler pakt er twee per ronde. Pak het gemarkeerde; de rest van de ronde gaat vanzelf.
learn-duel-8 = Lijn 1 tot en met 3 waren vol: hun tegels gingen naar de koepel. Lijn 4 mist één turquoise tegel. Twee fiches met die kleur betalen ervoor, of drie willekeurige. Raak het gemarkeerde vak in rij 4 aan en betaal.
learn-duel-9 = Je kolom gaf 1, 2, 3 en 4 punten. Kijk nu naar de gemarkeerde scoretegels: na ronde 5 geven ze punten voor rijen, kolommen en diagonalen. Raak er een aan, en de vakken die nu zouden tellen lichten op.
learn-duel-10 = Dat is het duel. Stem platen en lijnen op elkaar af: een kleur zonder vak in de rij wacht of breekt. Tip, ongedaan maken en de spelregels zijn altijd bij de hand. Veel plezier!

## Terugblik
review-words = De bot bekijkt elke stelling van de partij zoals de speler die zag en zegt wie er beter voor stond. Dat duurt enkele seconden.
review-start = Partij analyseren
review-again = Opnieuw analyseren
review-stop = Stoppen
review-running = De analyse loopt
review-graph = Winstkansen, zet voor zet
review-chance = { $who }: { $percent } %
review-worst = { $who ->
    [Jij] Je grootste fouten
   *[other] Grootste fouten van { $who }
}
review-none = Geen zet die veel weggaf.
review-better = Beter: { $move }
review-line = Daarna: { $moves }.
review-probably = Waarschijnlijk: bij langer kijken was het minder zeker.
review-loss = −{ $percent } %
review-line-move = { $who }: { $move }
graph-chance = Winstkans
graph-round = Ronde
graph-percent = { $percent } %

## Oefenen
practice-leave = Naar de startpagina
puzzle-daily = Puzzel van de dag
puzzle-solve = Los hem op
puzzle-solved-today = Opgelost. Nog eens bekijken
streak-days = { $count ->
    [one] { $count } dag op rij opgelost. Je beste reeks: { $best }.
   *[other] { $count } dagen op rij opgelost. Je beste reeks: { $best }.
}
streak-none = Los er elke dag een op en kijk hoelang je het volhoudt.
puzzles = Puzzels
puzzles-lost = De puzzels konden niet worden geladen. Controleer de verbinding en probeer het opnieuw.
puzzles-solved = { $n } van { $of } opgelost
puzzle = Puzzel
puzzle-theme = Thema
puzzle-grade = Niveau { $n } van 5
puzzle-grade-choice = Hoe moeilijk
puzzle-next = Volgende puzzel
puzzle-all = Alle puzzels
puzzle-number = Puzzel { $n }{ $state ->
    [first] , meteen gevonden
    [later] , gevonden
    [shown] , bekeken
   *[open] {""}
}
grade-1 = Makkelijk
grade-2 = Gemiddeld
grade-3 = Lastig
grade-4 = Moeilijk
grade-5 = Meesterlijk
theme-all = Alle thema’s
theme-points = Nu meer punten
theme-floor = Spaar de vloer
theme-start = De volgende ronde beginnen
theme-bonus = Rijen, kolommen, kleuren
theme-shape = Bouwen voor later
theme-plates = Koepel en fiches
theme-deny = De tegenstander dwarszitten
theme-trap = De vloer van de ander vullen
puzzle-question = Eén zet is duidelijk beter dan alle andere. Vind hem.
puzzle-right = Goed!
puzzle-wrong = Er is een betere zet.
puzzle-better = Vergeleken met jouw zet: de beste { $why }.
puzzle-solution = De beste zet: { $move }.
puzzle-about = Thema: { $theme }. De op één na beste zet wint { $gap } % minder vaak.
puzzle-show = Toon de zet
puzzle-again = Opnieuw proberen
statistics = Jouw statistieken
statistics-none = Partijen die je tegen bots uitspeelt, worden hier geteld.
statistics-puzzles = { $count ->
    [one] { $count } puzzel gemaakt, { $first } in één keer goed.
   *[other] { $count } puzzels gemaakt, waarvan { $first } in één keer goed.
}
statistics-wins = { $count ->
    [one] { $count } keer op rij gewonnen; record: { $best }.
   *[other] { $count } keer op rij gewonnen; record: { $best }.
}
statistics-against = Spel
statistics-games = Gespeeld
statistics-won = Gewonnen
statistics-points = Punten
statistics-export = Als bestand bewaren
statistics-reset = Alles wissen
statistics-forget = Ja, wissen
statistics-keep = Bewaren

## Online tables
my-games = Mijn spellen
play-together = Samen spelen
together-friends = Met vrienden: open een tafel en stuur de link.
together-anybody = Of speel tegen iemand die nu een spel zoekt.
new-table = Nieuwe tafel
find-opponent = Zoek een tegenstander
pair-looking = We zoeken een tegenstander …
opponent-found = Tegenstander gevonden!
open-tables = Open tafels
no-open-tables = Er wacht nu niemand in de lobby.
games-to-watch = Spellen om te bekijken
open-game = Openen
look-in = Naar de tafel
watch-game = Kijken
state-yours = Wacht op jou.
state-open = Nog niet begonnen.
state-live = Wordt gespeeld.
state-over = Afgelopen.
your-name = Je naam
guest = Gast
guest-n = Gast { $n }
to-lobby = Terug naar de lobby
somebody = Iemand met de link
clock = Klok
clock-none = Geen klok.
clock-total = Ieder { $n } minuten.
clock-increment = Ieder { $n } minuten, plus { $seconds } seconden per zet.
clock-delay = Ieder { $n } minuten; de eerste { $seconds } seconden van een zet tellen niet.
clock-move = { $n } seconden per zet.
clock-days = { $n ->
    [one] { $n } dag per zet.
   *[other] { $n } dagen per zet.
}
time-days = { $days } d { $hours } u
time-left = Nog { $time }
leaver = Als iemand weggaat
leaver-claim = De anderen mogen het spel beëindigen
leaver-bot = Een bot valt zolang in
leaver-claim-fact = Blijft iemand weg, dan mogen de anderen het spel beëindigen.
leaver-bot-fact = Blijft iemand weg, dan valt zolang een bot in.
public = Toon deze tafel in de lobby
public-words = Dan kan iedereen meedoen en kijken. Anders alleen wie de link heeft.
public-fact = Iedereen mag meedoen en kijken.
private-fact = Alleen wie de link heeft, komt binnen.
make-table = Tafel openen
invite = Uitnodigen
invite-words = Stuur deze geheime link aan wie je wilt uitnodigen. Een account is niet nodig.
invite-words-public = Stuur deze link aan wie je wilt uitnodigen. Een account is niet nodig.
invite-link = Link naar deze tafel
invite-copy = Kopieer de link
invite-share = Delen …
invite-text = Kom een spel Azulejo met me spelen.
invite-copied = De link is gekopieerd.
invite-select = Kopieer de gemarkeerde link zelf.
invite-qr = QR-code van de link
invite-qr-words = Of laat de camera van het andere apparaat dit lezen.
join = Schuif aan
table-full = Alle plaatsen zijn bezet. Je kunt kijken zodra het spel begint.
ready = Ik ben klaar
ready-words = Het spel begint als alle plaatsen bezet zijn en iedereen klaar is.
begins-by-itself = Het spel begint vanzelf zodra iedereen er is.
waiting-seats = Je bent klaar. Nu moeten de vrije plaatsen nog bezet worden.
waiting-ready = Je bent klaar. Wachten op de anderen.
leave-table = Verlaat de tafel
promise = De belofte over het schudden
promise-words = De server heeft zijn geheim al vastgelegd; dit is de vingerafdruk ervan. Je browser voegt eigen toeval toe, en na het spel kun je controleren dat er niets is veranderd.
sit-here = Hier zitten
sit-here-n = Op plaats { $n } zitten
add-bot = Bot erbij
add-this-bot = { $who } erbij
add-bot-n = Bot erbij op plaats { $n }
remove-bot = Haal de bot weg
free-seat = Maak deze plaats vrij
free-seat-of = Maak deze plaats vrij: { $who }
free-seat-sure = { $who } van tafel sturen? { $who } kan hier daarna niet meer aanschuiven.
free-seat-yes = Ja, wegsturen
seat-removed = Wie de tafel heeft geopend, heeft je plaats vrijgemaakt.
seat-late = Je was niet op tijd klaar en bent je plaats kwijt.
pair-again = Zoek een andere tegenstander
ready-by = Je hebt nog { $time } om te melden dat je klaar bent. Anders raak je je plaats kwijt.
ready-by-others = Wie niet binnen { $time } klaar is, verliest zijn plaats.
seat-free = Vrije plaats
seat-free-words = Wacht op iemand.
is-ready = Klaar.
not-ready = Nog niet klaar.
is-away = Weg.
is-out = Uit het spel.
is-standin = Een bot valt in.
that-is-you = Dat ben jij.
expires-live = Dit spel wordt op { DATETIME($date, day: "numeric", month: "long") } verwijderd, tenzij iemand verder speelt.
expires-open = Deze tafel wordt op { DATETIME($date, day: "numeric", month: "long") } verwijderd, tenzij het spel begint.
gone = Deze tafel is er niet meer.
gone-expired = Deze tafel is verwijderd omdat er lang niets gebeurde.
gone-closed = { cause-closed }
banned = De beheerder van deze server heeft je de toegang ontzegd.
banned-until = De beheerder van deze server heeft je de toegang ontzegd tot { DATETIME($date, dateStyle: "long", timeStyle: "short") }.
banned-words = Op dit apparaat kun je gewoon spelen, tegen bots of samen achter één scherm.
banned-back = Terug naar de startpagina
link-connecting = Verbinden …
link-open = Verbonden
link-lost = Verbinding weg, nieuwe poging …
link-offline = Geen netwerk
link-back = Weer verbonden, niets verloren
link-banned = Geen toegang
watching = Je kijkt mee.
notices-ask = Mag dit apparaat je een seintje geven als je aan de beurt bent?
notices-yes = Ja, graag
notices-no = Nee
move-sent = Je zet is onderweg.
move-waits = Je zet wordt bewaard en verzonden zodra er verbinding is.
offer-takeback-asks = { $who } wil de laatste zet terugnemen. Vind je dat goed?
offer-takeback-open = { $who } vraagt om een zet terug te nemen.
offer-takeback-mine = Je vraagt om je zet terug te nemen.
offer-draw = Bied remise aan
offer-draw-asks = { $who } biedt remise aan. Vind je dat goed?
offer-draw-open = { $who } biedt remise aan.
offer-draw-mine = Je biedt remise aan.
yes = Ja
no = Nee
say = Zeg iets
more = Meer
resign = Geef op
resign-sure = Echt opgeven?
away-claim = { $who } is weg. Na { $n } seconden mag je het spel beëindigen.
away-bot = { $who } is weg. Na { $n } seconden valt een bot in.
claim = Beëindig het spel
cause-resigned = Het spel is afgelopen doordat een speler opgaf.
cause-resigned-you = Je hebt opgegeven.
cause-resigned-who = { $who } heeft opgegeven.
cause-time = Het spel is afgelopen doordat een klok afliep.
cause-time-you = Je tijd is op.
cause-time-who = De tijd van { $who } is op.
cause-agreed = De spelers zijn remise overeengekomen.
cause-abandoned = Het spel is afgelopen doordat een speler wegbleef.
cause-abandoned-you = Je was te lang weg.
cause-abandoned-who = { $who } was te lang weg.
cause-closed = De beheerder heeft deze tafel gesloten.
rematch = Nog een keer
rematch-asked = Wachten op de anderen
wants-rematch = { $who } wil nog een keer spelen.
next-game = Naar het volgende spel
check-shuffle = Controleer het schudden
fair = Er is eerlijk geschud: het geheim is wat vóór de eerste zet was beloofd, en elke verdeling ({ $n }) volgt eruit.
fair-unpromised = Elke verdeling ({ $n }) volgt uit het getoonde geheim. Deze browser heeft de belofte niet vóór de eerste zet genoteerd.
fair-not-secret = Het geheim is niet wat er beloofd was.
fair-not-contribution = Jouw deel van het toeval is niet gebruikt.
fair-not-deals = De verdelingen volgen niet uit het geheim.
fair-unknown = Deze browser kan dit alleen via https controleren. Bewaar het spelverslag en gebruik ‘azulejo verify’.
phrase-hello = Hallo!
phrase-good-luck = Succes!
phrase-thanks = Dank je wel!
phrase-well-played = Goed gespeeld!
phrase-nice-move = Mooie zet!
phrase-oops = Oeps!
phrase-one-moment = Momentje, alsjeblieft.
phrase-sorry = Sorry!
phrase-play-again = Spelen we nog een keer?
phrase-goodbye = Tot ziens!
refusal-online-not-open = Het spel aan deze tafel is al begonnen.
refusal-online-not-live = Aan deze tafel wordt nu niet gespeeld.
refusal-online-not-over = Het spel is nog niet afgelopen.
refusal-online-no-seat = Die plaats is er niet aan deze tafel.
refusal-online-seat-taken = Die plaats is net bezet.
refusal-online-seated = Je zit al aan deze tafel.
refusal-online-not-seated = Je zit niet aan deze tafel.
refusal-online-removed = Je kunt hier niet meer aanschuiven: wie de tafel heeft geopend, heeft je plaats vrijgemaakt.
refusal-online-illegal = Die zet mag niet volgens de regels.
refusal-online-no-offer = Dat aanbod geldt niet meer.
refusal-online-no-table = Deze tafel bestaat niet.
refusal-online-private = Voor deze tafel heb je de geheime link nodig. Vraag die aan wie de tafel heeft geopend.
refusal-online-not-owner = Dat kan alleen wie de tafel heeft geopend.
refusal-online-too-many = Je hebt te veel tafels open, of er kijken te veel mensen bij deze.
refusal-online-too-many-games = Je hebt te veel onafgemaakte spellen. Speel er eerst een paar uit.
refusal-online-bad-options = Een tafel met deze instellingen kan niet.
refusal-online-bad-name = Die naam kan niet. Kies een andere.
refusal-online-name-taken = Iemand heeft die naam al.
refusal-online-damaged = Dit spel is op de server beschadigd en kan niet geopend worden.
refusal-online-full = De server is vol. Probeer het later nog eens.
refusal-online-busy = De server heeft het druk. Probeer het nog eens.
refusal-online-too-fast = Dat ging te snel. Wacht even.
refusal-online-banned = De beheerder van deze server heeft je de toegang ontzegd.
refusal-online-mismatch = Deze pagina past niet meer bij de server. Laad de pagina opnieuw.
refusal-online-no-takeback = Die zet kan niet terug: er is sindsdien iets nieuws getoond.
refusal-online-offered = Je hebt dat al gevraagd. Na de volgende zet kun je het opnieuw vragen.
refusal-online-no-draw = Met bots aan tafel is er geen remise.
refusal-online-no-claim = Nog niet: de speler heeft nog tijd om terug te komen.
refusal-online-time-up = Je tijd is om.
refusal-online-stale = Het spel was al verder. Kijk nog eens.
refusal-online-not-your-turn = Je bent niet aan de beurt.
refusal-online-not-stored = De server kon dat niet bewaren. Er is niets gebeurd; probeer het nog eens.
refusal-online-offline = Er is nu geen verbinding. Probeer het zo nog eens.
refusal-online-too-much = Dat is genoeg voor één spel.
refusal-online-refused = De server heeft dat niet aangenomen.
account = Account
account-of = Account: { $name }
account-words = Je hebt geen account nodig om te spelen: deze browser wordt herkend aan een cookie. Met naam en wachtwoord vind je je spellen op elk apparaat terug.
account-is = Je bent ingelogd als { $name }.
make-account = Maak een account
login = Log in
logout = Log overal uit
account-name = Naam
password = Wachtwoord
password-words = Minstens 8 tekens. Het kan je niet worden toegestuurd, want er is geen e-mail.
new-password = Ander wachtwoord
password-now = Huidig wachtwoord
password-next = Nieuw wachtwoord
new-password-words = Andere apparaten worden dan uitgelogd.
password-changed = Het wachtwoord is gewijzigd.
change-password = Wachtwoord wijzigen
account-bad-name = Een naam heeft 2 tot 24 letters, cijfers, - of _.
account-bad-password = Een wachtwoord heeft 8 tot 128 tekens.
account-wrong = Naam of wachtwoord klopt niet.
account-playing = Speel eerst je spellen uit of geef ze op.
other-device = Ander apparaat
other-device-words = Een link waarmee je één keer inlogt, binnen een dag. Hij is maar één keer te zien; geef hem aan niemand anders.
make-link = Maak een inloglink
login-link-words = Deze link logt je één keer in op dit apparaat.
login-link-old = Deze link is al gebruikt of te oud.
your-data = Je gegevens
export = Bewaar mijn gegevens als bestand
delete = Verwijder mijn account
delete-sure = Je account, naam en plaatsen verdwijnen voorgoed. Afgelopen spellen blijven, zonder je naam.
delete-yes = Ja, verwijder alles

## Stelling opbouwen
editor-words = Bouw na wat er op je echte tafel ligt: kies een tegel en raak dan de plekken aan waar hij ligt. Wat niemand ziet, wordt voor je uitgerekend.
editor-leave = Terug
editor-fine = Deze stelling is mogelijk.
editor-ask = Beste zet?
editor-bots = Verderspelen tegen bots
editor-people = Verderspelen met mensen
editor-percent = { $percent } %
edit-erase = Weghalen
edit-brush = Wat je legt
edit-line-space = Lijn { $n }, vak { $at }
edit-cell = Rij { $row }, kolom { $column }
edit-score = Punten
edit-round = Ronde
edit-to-move = Aan de beurt
edit-starter = Begon de ronde
edit-clear = Tafel leegmaken
edit-large-sun = Grote fabriek, zon
edit-large-moon = Grote fabriek, maan
edit-sun = Fabriek { $n }, zon
edit-moon = Fabriek { $n }, maan (onderste eerst)
edit-start-tile = Startspelertegel
edit-chip = Bonusfiche
edit-chip-down = gedekt
edit-chip-none = gepakt
edit-place = Plek { $n }
edit-no-plate = geen plaat
edit-plates = Koepelplaten van deze speler
edit-tokens = Koepelfiches over
edit-taken = Fiches gepakt deze ronde
edit-add-chips = Bonusfiche erbij
edit-add-spent = Gebruikt fiche erbij
edit-remove = Weghalen: { $what }
edit-pile-top = Bovenop de stapel
