# Deutsch, mit den Wörtern der Spielregeln: Manufaktur, Musterreihe, Wand, Bodenreihe; in Duell Kuppelplatte,
# Spielerplättchen, Bonusplättchen, Wertungsplatte.

## Wörter in anderen Sätzen
colour = { $colour ->
    [B] blaue
    [Y] gelbe
    [R] rote
    [K] schwarze
    [T] türkise
   *[other] keine
}
# On a tile, and the key that chooses its colour.
letter = { $colour ->
    [B] B
    [Y] G
    [R] R
    [K] S
   *[other] T
}
tiles = { $count ->
    [one] { $count } { colour } Fliese
   *[other] { $count } { colour } Fliesen
}
faces = { $face ->
    [B] blau
    [Y] gelb
    [R] rot
    [K] schwarz
    [T] türkis
    [BR] blau und rot
    [RT] rot und türkis
    [YT] gelb und türkis
    [YK] gelb und schwarz
    [BK] blau und schwarz
   *[other] { $face }
}
points = { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
}

## Regeln
rules-classic = Azul
rules-classic-words = Das Grundspiel mit der farbigen Wand.
rules-grey = Azul, graue Wand
rules-grey-words = Du wählst selbst, wohin eine Fliese auf der Wand kommt.
rules-crystal1 = Crystal Mosaic, Seite 1
rules-crystal1-words = Graue Wand mit bedruckten Feldern, die doppelt zählen.
rules-crystal2 = Crystal Mosaic, Seite 2
rules-crystal2-words = Graue Wand mit bedruckten Feldern und höheren Boni.
rules-duel = Azul Duell
rules-duel-words = Zu zweit, Sonne und Mond, eine Kuppel aus Platten.

## Erste Seite
lead = Nimm glasierte Fliesen, verlege sie an deiner Wand und halte den Boden sauber.
play-now = Jetzt spielen
record = Spielaufzeichnung
replay = Nachspielen
replay-end = Zurück zum Spiel
replay-back = Ein Zug zurück
replay-on = Ein Zug weiter
replay-play = Automatisch abspielen
replay-pause = Pause
replay-move = Zug { $n } von { $of }
share = Teilen und sichern
share-picture = Bild der Spielerablagen
share-picture-of = Die Spielerablagen, wie sie jetzt aussehen
share-send = Bild teilen
share-game = Die Partie
picture-save = Bild sichern
picture-copy = Bild kopieren
picture-svg = Als SVG sichern
picture-copied = Das Bild ist kopiert.
not-copied = Dein Browser kopiert keine Bilder. Sichere das Bild stattdessen.
record-copy = Aufzeichnung kopieren
record-save = Als Datei sichern
record-link = Link kopieren
position-copy = Stellung kopieren
position-copied = Die Stellung ist kopiert: eine Zeile Text, die jedes Azulejo-Programm liest.
record-copied = Die Spielaufzeichnung ist kopiert.
link-copied = Der Link ist kopiert. Er enthält die ganze Partie.
editor = Stellung aufbauen
open-record = Aufzeichnung öffnen
bad-record = Diese Spielaufzeichnung lässt sich nicht lesen.
record-too-large = Das ist viel zu groß für eine Partie.
bad-link = Die Partie in diesem Link ist beschädigt.
not-saved = Dein Browser speichert die Partie nicht: Sie ist weg, wenn du diese Seite verlässt.
no-engine = Die Regeln konnten nicht geladen werden. Bitte lade die Seite neu.
no-wasm = Dieser Browser kann kein WebAssembly, und ohne das lässt sich Azulejo nicht spielen. Bitte aktualisiere ihn oder schalte den Blockierungsmodus für diese Seite aus.
part-lost = Dieser Teil der Seite konnte nicht geladen werden. Prüfe deine Verbindung und lade die Seite neu.
reload = Neu laden
update-there = Es gibt eine neue Version von Azulejo.
update-now = Jetzt aktualisieren
resume = Partie fortsetzen
play-new = Neue Partie
play-new-words = Eine neue Partie: { $setup } Die laufende bleibt in deinem Regal.
shelf = Deine anderen Partien ({ $n })
shelf-words = Partien, die für eine andere beiseitegelegt wurden.
saved-words = { $rules } · Runde { $round } · { $names }
saved-over = { $rules } · beendet · { $names }
saved-unknown = Eine Partie einer früheren Version
shelf-go-on = Fortsetzen
shelf-look = Ansehen
shelf-drop = Entfernen
shelf-drop-of = Entfernen: { $game }
shelf-drop-title = Diese Partie entfernen?
shelf-drop-words = { $game }. Sie lässt sich nicht zurückholen.
shelf-drop-yes = Entfernen
shelf-drop-no = Behalten
record-empty = Sie enthält keine Partie.
record-where = Zeile { $line }, Spalte { $column }{ $found ->
    [none] {""}
   *[other] , bei „{ $found }“
}:
record-part-none = Das ist nicht die Form einer Spielaufzeichnung.
record-part-tag = Eine Aufzeichnung beginnt mit [Azulejo "1"] und Angaben wie [Rules "classic"] und [Players "2"], jede einmal und in der richtigen Reihenfolge.
record-part-deal = Hier wurde eine Verteilung erwartet, wie round 1 starter=0 KBKB RTRB, mit Teilen, die es wirklich gibt.
record-part-move = Hier wurde ein Zug erwartet, wie 3B2, cTf oder S3/1@5.
record-part-note = Eine Bemerkung steht in { "{" }geschweiften Klammern{ "}" }, eine Notiz in [eckigen], und beide müssen geschlossen sein.
record-part-end = Die letzte Zeile muss zur Partie passen: das Wort end, die Gewinner, die Punkte und der Grund, wie end 0 34-21 normal.
record-part-cut = Die Aufzeichnung hört zu früh auf: Die Zeile, die mit end beginnt, fehlt.
play-on = Von hier an weiterspielen
record-leave = Zur Startseite
round-record = Aufzeichnung · Runde { $n }
setup = Partie einrichten
setup-leave = Zurück
setup-play = Spielen
setup-more = Weitere Optionen
seat-person = Person
seat-bot = Bot
name-of-player = Name von Spieler { $n }
how-strong = Wie stark?
all-bots = Alle Bots
gentle = sanft
strong = stark
setup-summary = { $rules }, { $players } Spieler.
setup-against = Gegen: { $bots }.
rule-set = Regeln
players = Spieler
number-of-players = Anzahl der Spieler
seat = Platz { $n }
person = Jemand an diesem Bildschirm
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
bot-character-1 = Ist zum ersten Mal in der Werkstatt und nimmt die Fliesen, die ihr ins Auge fallen.
bot-character-2 = Fegt die Werkstatt und lernt durchs Zuschauen: Er ist vorsichtig, übersieht aber so manche Fliese.
bot-character-3 = Glasiert den ganzen Tag Fliesen: Sie denkt an ihre eigene Arbeit und nie an deine.
bot-character-4 = Fährt die Fliesen auf die Baustellen: Er weiß, was wohin passt, und fragt sich hin und wieder, was für dich übrig bleibt.
bot-character-5 = Malt die Muster und stellt sich vor, wie die Runde endet, bevor sie wählt.
bot-character-6 = Feilscht auf dem Markt und fragt sich, was du als Nächstes nimmst.
bot-character-7 = Entwirft ganze Fassaden und denkt mehrere Züge voraus.
bot-character-8 = Heizt den Brennofen: Er ist geduldig und überlässt dir gern die Fliesen, die niemand will.
bot-character-9 = Leitet die Werkstatt und verschenkt fast nie einen Punkt.
bot-character-10 = Hat in jungen Jahren Paläste gefliest und denkt über jeden Zug nach, solange er darf.
bot-of-level = { $who } (Stufe { $n })
rise-words = Du hast { $n ->
        [2] zweimal
       *[other] { $n }-mal
    } gegen { $who } gewonnen. Als Nächstes kommt { $next }.
rise-play = Gegen { $next } spielen
bot-former = { $bot ->
    [novice] Anfänger
    [learner] Lehrling
    [casual] Freizeitspieler
    [regular] Fortgeschrittener
    [expert] Experte
    [master] Meister
    [champion] Champion
   *[other] anderer Bot
}
level = Stufe { $n }
you = Du
player = Spieler { $n }
who-starts = Wer beginnt
by-chance = Zufällig
seed = Startzahl fürs Mischen
tablets = Wertungsplatten
tablets-by-chance = Wertungsplatten zufällig bestimmen
tablets-rule = Drei oder vier davon, von jeder eine Seite.
language = Sprache
notice = Azul ist ein Spiel von Michael Kiesling, erschienen bei Next Move Games (Plan B Games). Azulejo ist ein unabhängiges Projekt von Liebhabern mit eigenen Zeichnungen; es steht in keiner Verbindung zu Autor oder Verlag.
learn = Erste Partie
learn-offer = Neu im Spiel? Zehn kurze Schritte, etwa drei Minuten.
learn-rules = { $rules } lernen
learn-more = Du kennst das Grundspiel? Sieh, was an den anderen Wänden anders ist.
practice = Üben
online = Online spielen
opening-table = Der Tisch wird geöffnet …

## Rand des Tisches
to-start = Azulejo, zur Startseite
tools = Werkzeuge
help = Regeln
settings = Einstellungen
log = Verlauf
log-and-counts = Verlauf und Bestand
state-title = Der Tisch in Worten
state-button = Der Tisch in Worten (Taste I)
state-none = keine
state-sun-moon = Sonne: { $sun }; Mond, unterste zuerst: { $moon }.
state-free = frei für { $space }
state-row = Zeile { $n }: { $tiles }
result = Ergebnis
sum-before = Am Anfang
sum-tiles = Gelegte Fliesen
sum-special = Spezialfliesen
sum-floor = Bodenreihe
sum-broken = Zerbrochene Fliesen
sum-paid = Gezogene Platten
sum-rows = Volle Zeilen
sum-columns = Volle Spalten
sum-colours = Volle Farben
sum-clamp = Nie unter 0
sum-tablets = Wertungsplatten
sum-total = Summe
scored = Punkte: { $list }
legend = Die Zahl zeigt, was dieser Zug bis zum Ende der Runde an deinen Punkten ändert.
since-your-turn = Seit deinem letzten Zug
log-empty = Noch keine Züge.
close = Schließen
sound-on = Ton einschalten
sound-off = Ton ausschalten
round = Runde { $n }
round-short = R{ $n }
your-board = Deine Spielerablage
other-boards = Andere Spielerablagen
board-of = { $who ->
    [Du] Deine Spielerablage
   *[other] Spielerablage von { $who }
}
board-show = { $who ->
    [Du] Deine Spielerablage zeigen
   *[other] Spielerablage von { $who } zeigen
}
board-hide = { $who ->
    [Du] Deine Spielerablage verbergen
   *[other] Spielerablage von { $who } verbergen
}
score-of = { $who } { $who ->
    [Du] hast
   *[other] hat
} { points }.
starts-next = Beginnt die nächste Runde
undo = Rückgängig
redo = Wiederholen
cancel = Zurücklegen
hint = Tipp
confirm = Bestätigen
pass-to = Nur für { $who }
pass-words = Dreh den Bildschirm so, dass sonst niemand hineinsieht: Die gezogenen Platten sind geheim.
pass-open = Ich bin { $who }: zeigen
why = Warum?
skip = Überspringen
new-game = Neue Partie
hint-is = Tipp: { $move }
hint-working = Ein guter Zug wird gesucht …
hint-more = Den ganzen Zug zeigen
hint-where = Tipp: Sieh dir die { colour }n Fliesen { $from } an.
hint-where-plate = Tipp: Sieh dir die Kuppelplatten an.
hint-where-chip = Tipp: Sieh dir die Bonusplättchen an.
hint-where-marked = Tipp: Sieh dir an, was markiert ist.
hint-none = Dafür gibt es keinen Tipp.
why-than = Besser als „{ $move }“: { $why }.
why-sentence = Der Zug { $why }.
rival = { $who ->
    [Du] dich
   *[other] { $who }
}
why-points-own = bringt in dieser Runde { points } mehr
why-points-rival = kostet { rival } in dieser Runde { points }
why-floor-own = spart { points } { $game ->
    [duel] bei den zerbrochenen Fliesen
   *[classic] in der Bodenreihe
}
why-floor-rival = kostet { rival } { points } { $game ->
    [duel] bei den zerbrochenen Fliesen
   *[classic] in der Bodenreihe
}
why-start-own = sichert den Beginn der nächsten Runde
why-start-rival = lässt { rival } die nächste Runde nicht beginnen
why-row-own = bringt Zeile { $n } näher
why-row-rival = hält { rival } von Zeile { $n } ab
why-column-own = bringt Spalte { $n } näher
why-column-rival = hält { rival } von Spalte { $n } ab
why-colour-own = bringt alle fünf { colour }n Fliesen näher
why-colour-rival = hält { rival } von allen fünf { colour }n Fliesen ab
why-tablet-own = holt mehr aus Wertungsplatte „{ $tablet }“
why-tablet-rival = lässt { rival } weniger aus Wertungsplatte „{ $tablet }“ holen
why-bonus-own = bringt einen Schlussbonus näher
why-bonus-rival = hält { rival } von einem Schlussbonus ab
why-special-own = bringt Spezialfliesen näher
why-special-rival = hält { rival } von Spezialfliesen ab
why-lines-own = lässt bessere Musterreihen für die nächste Runde übrig
why-lines-rival = verschlechtert für { rival } die Musterreihen der nächsten Runde
why-shape-own = macht die Wand für später wertvoller
why-shape-rival = mindert für { rival } den späteren Wert der Wand
why-plates-own = macht die Kuppel für später wertvoller
why-plates-rival = mindert für { rival } den späteren Wert der Kuppel
why-chips-own = lässt bessere Bonusplättchen übrig
why-chips-rival = lässt { rival } schlechtere Bonusplättchen übrig
review = Rückblick
what-if = Was wäre, wenn … (ab hier)
branch-back = Zurück zur echten Partie
round-what-if = Was wäre, wenn · Runde { $n }
ask-takeback = Zug zurück?

## Das Ende
ending-won = { $you ->
    [yes] Du hast mit { by-points } Vorsprung gewonnen.
   *[no] { $who } hat mit { by-points } Vorsprung gewonnen.
}
ending-won-rows = { $you ->
    [yes] Du hast gewonnen: gleich viele Punkte, aber mehr volle Zeilen.
   *[no] { $who } hat gewonnen: gleich viele Punkte, aber mehr volle Zeilen.
}
ending-won-start = { $you ->
    [yes] Du hast gewonnen: gleich viele Punkte, aber du hast die Startspielerfliese.
   *[no] { $who } hat gewonnen: gleich viele Punkte, aber im Besitz der Startspielerfliese.
}
ending-won-plain = { $you ->
    [yes] Du hast gewonnen.
   *[no] { $who } hat gewonnen.
}
ending-shared = { $you ->
    [yes] { $who } teilt euch den Sieg.
   *[no] { $who } teilen sich den Sieg.
}
ordinal = { $place ->
    [1] ersten
    [2] zweiten
    [3] dritten
   *[other] vierten
}
ending-place = Du bist auf dem { ordinal } Platz, mit { by-points } Rückstand.
ending-place-plain = Du bist auf dem { ordinal } Platz.
ending-board = Die siegreiche Spielerablage: { $who }
by-points = { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkten
}
ending-again = Noch einmal
ending-share = Bild teilen
ending-boards = Alle Ablagen ansehen
ending-result = Ergebnis ansehen

## Wer am Zug ist, und was geht
turn-yours = Du bist am Zug.
turn-named = { $who } ist am Zug.
turn-other = { $who } ist am Zug.
game-over = { $who } { $who ->
    [Du] gewinnst
   *[other] gewinnt
} die Partie.
game-over-shared = { $who } teilen sich den Sieg.
game-over-nobody = Das Spiel ist zu Ende. Niemand hat gewonnen.
scene-scoring = Runde { $n } wird gewertet.
scene-bonus = Die letzten Punkte.
scene-floor = { $who }: { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
} verloren durch { $game ->
    [duel] zerbrochene Fliesen
   *[other] die Bodenreihe
}.
advice-thinking = Denkt nach …
advice-wait = Bitte warten.
advice-past = Du blickst zurück: Zug { $n } von { $of }.
advice-offer = Nimm alle Fliesen einer Farbe aus Manufaktur oder Mitte.
advice-place = Wähle eine Musterreihe für { tiles }.
advice-confirm = Bestätige diesen Zug oder wähle einen anderen.
advice-tiling = Wähle ein Feld deiner Wand für Reihe { $line }.
advice-setup = Wähle eine Kuppelplatte für deine Kuppel.
advice-offer-duel = Nimm Fliesen, eine Kuppelplatte oder ein aufgedecktes Bonusplättchen.
advice-offer-duel-no-plate = Nimm Fliesen oder ein aufgedecktes Bonusplättchen.
advice-offer-duel-no-chip = Nimm Fliesen oder eine Kuppelplatte.
advice-offer-duel-tiles = Nimm Fliesen.
advice-slot = Wähle einen Platz in deiner Kuppel.
advice-turn = Drehe die Kuppelplatte und lege sie dann ab.
advice-stack = In welcher Reihenfolge kommen die anderen Fliesen auf den Mond?
advice-spend = Mit welchen Bonusplättchen bezahlst du?
advice-draw = Ziehe noch eine Kuppelplatte für 1 Punkt, oder sieh an, was du hast.
advice-keep = Behalte eine der gezogenen Kuppelplatten.
advice-return = Welche Kuppelplatte kommt als Nächste unter den Stapel?
advice-tiling-duel = Wähle ein Feld deiner Kuppel für Reihe { $line }.

## Das Angebot
offer = Manufakturen und Tischmitte
factory = Manufaktur { $n }
factory-empty = Manufaktur { $n }, leer
centre = Tischmitte
centre-empty = Tischmitte, keine Fliesen
marker-in-centre = Der Startspielerstein liegt in der Tischmitte
take-factory = Manufaktur { $n }: { tiles }
take-centre = Tischmitte: { tiles }
take-centre-marker = Tischmitte: { tiles } und der Startspielerstein
large-factory = Große Manufaktur
small-factory = Kleine Manufaktur { $n }
take-sun = Kleine Manufaktur { $n }, Sonne: { tiles }
take-sun-large = Große Manufaktur, Sonne: { tiles }
take-moon = Alle obersten { colour }n Fliesen der Monde
take-moon-top = Kleine Manufaktur { $n }, oben auf dem Mond: { colour } Fliese. Nimmt alle obersten { colour }n Fliesen von den Monden
stacked = Darunter: eine { colour } Fliese
start-tile-on-large = Die Startspielerfliese liegt auf der großen Manufaktur
take-chip = Bonusplättchen der kleinen Manufaktur { $n }: { faces }
chip-down = Bonusplättchen, verdeckt

## Spielerablagen
lines = Musterreihen
line = Reihe { $n }: { tiles } von { $n }
line-empty = Reihe { $n }: leer
line-target = { $line }. Passend: { $fit }, zu viel: { $overflow }; ändert deine Punkte um { $change }
wall = Wand
wall-cell = Zeile { $row }, Spalte { $column }: { $tile ->
    [B] blaue Fliese
    [Y] gelbe Fliese
    [R] rote Fliese
    [K] schwarze Fliese
    [T] türkise Fliese
   *[none] leer
}{ $print ->
    [B] , für Blau
    [Y] , für Gelb
    [R] , für Rot
    [K] , für Schwarz
    [T] , für Türkis
   *[none] {""}
}{ $doubled ->
    [yes] , zählt doppelt
   *[no] {""}
}
cell-target = { $cell }. Zu viel: { $overflow }; ändert deine Punkte um { $change }
floor-title = Bodenreihe
floor-line = Bodenreihe: { $count } von 7 Feldern belegt
floor-target = { $floor }. Auf den Boden: { $overflow }; ändert deine Punkte um { $change }
broken-title = Zerbrochene Fliesen
broken-space = Zerbrochene Fliesen: { $count } von 4
dome = Kuppel
dome-places = Plätze für Kuppelplatten
dome-cell = Zeile { $row }, Spalte { $column }: { $tile ->
    [B] blaue Fliese
    [Y] gelbe Fliese
    [R] rote Fliese
    [K] schwarze Fliese
    [T] türkise Fliese
    [special] Spezialfliese
   *[none] leer
}{ $print ->
    [B] , für Blau
    [Y] , für Gelb
    [R] , für Rot
    [K] , für Schwarz
    [T] , für Türkis
    [J] , mehrfarbig
    [S] , für eine Spezialfliese
   *[none] , keine Kuppelplatte
}
special-points = Punkte einer Spezialfliese, Zeile für Zeile
start-tile-held = Startspielerfliese: minus 2
start-tile-space = Feld für die Startspielerfliese
tokens = { $n ->
    [one] Noch { $n } Spielerplättchen
   *[other] Noch { $n } Spielerplättchen
}
chips = { $n ->
    [one] { $n } Bonusplättchen
   *[other] { $n } Bonusplättchen
}
chip-face = Bonusplättchen: { faces }
chip-spent = Benutztes Bonusplättchen: { faces }
slot-target = Platz { $n } der Kuppel
turn-ghost = Kuppelplatte liegt so: { $plate }. Drücken dreht sie um ein Viertel

## Kuppelplatten
display = Kuppelplatten in der Auslage
plate = Kuppelplatte: { $words }
plate-words = oben { $a }, { $b }; unten { $c }, { $d }
plate-space = { $letter ->
    [B] blau
    [Y] gelb
    [R] rot
    [K] schwarz
    [T] türkis
    [J] mehrfarbig
    [S] Spezial
   *[other] unbekannt
}
plate-back = { $type ->
    [S] Rückseite einer Spezialplatte
   *[J] Rückseite einer Jokerplatte
}
plate-gone = Leerer Platz
pile = Stapel mit { $n } Kuppelplatten, oben { $type ->
    [S] eine Spezialplatte
   *[J] eine Jokerplatte
}. Ziehen kostet 1 Punkt
pile-empty = Der Stapel ist leer
drawn-plates = Gezogene Kuppelplatten
choose-turn = Kuppelplatte drehen
turn-left = Links
turn-right = Rechts
place-plate = Platte ablegen
choose-stack = Reihenfolge auf dem Mond, oberste Fliese oben
stack-order = Von oben: { $tiles }
choose-spend = Mit Bonusplättchen bezahlen
pay-rule = Reihe { $line } braucht noch { tiles }. Jede Fliese kostet zwei Plättchen ihrer Farbe oder drei beliebige.
pay-enough = { $n ->
    [one] { $n } Plättchen: Das reicht.
   *[other] { $n } Plättchen: Das reicht.
}
pay-needed = Noch mindestens { $n }.
pay = Mit diesen bezahlen
choose-target = Wohin kommen die Fliesen?
choose-action = Was nun?
do-draw = Noch eine Platte ziehen (1 Punkt)
do-stop = Aufhören und ansehen
do-skip = Diese Reihe liegen lassen

## Wertungsplatten
tablet-a1 = 3 Punkte für jede volle Zeile.
tablet-a2 = 4 Punkte für jede Zeile mit mindestens 5 verschiedenen Farben.
tablet-b1 = 7 Punkte für jede volle Spalte.
tablet-b2 = 1 Punkt für jede Fliese auf den äußeren Feldern.
tablet-c1 = 10 Punkte für jede volle Diagonale.
tablet-c2 = Volle Eckplatten: oben je 3 Punkte, unten je 8 Punkte.
tablet-d1 = 2 Punkte je mehrfarbiges Feld, wenn bei dir alle gefüllt sind.
tablet-d2 = Verliere 3 Punkte für jedes leere Spezialfeld.
tablet-now = Jetzt { points }.

## Anzahlen und Verlauf
counts = Bestand
bag = Beutel
lid = Deckel
tower = Turm
count-of = { tiles }
place-line = Reihe { $n }
place-column = Spalte { $n }
place-floor = Bodenreihe
place-broken = zerbrochene Fliesen
source-factory = von Manufaktur { $n }
source-centre = aus der Tischmitte
source-sun = von der Sonne von Manufaktur { $n }
source-sun-large = von der Sonne der großen Manufaktur
source-moon = von den Monden
log-take = { $count ->
    [0] { $who } Nimm { colour } Fliesen { $from }
   *[other] { $who } { $who ->
        [Du] hast
       *[other] hat
    } { tiles } { $from } genommen
} → { $to }.
log-plate = { $who } { $who ->
    [Du] hast
   *[other] hat
} eine { $type ->
    [S] Spezialplatte
   *[J] Jokerplatte
} auf Platz { $slot } gelegt.
log-chip = { $who } { $who ->
    [Du] hast
   *[other] hat
} das Bonusplättchen von Manufaktur { $n } genommen.
log-draw = { $who } { $who ->
    [Du] hast
   *[other] hat
} eine Kuppelplatte gezogen.
log-stop = { $who } { $who ->
    [Du] hast
   *[other] hat
} aufgehört zu ziehen.
log-return = { $who } { $who ->
    [Du] hast
   *[other] hat
} eine Kuppelplatte unter den Stapel gelegt.
log-column = { $who } { $who ->
    [Du] hast
   *[other] hat
} Reihe { $line } in Spalte { $column } gelegt.
log-cell-chips = { $who } { $who ->
    [Du] hast
   *[other] hat
} Reihe { $line } mit { $n } Bonusplättchen aufgefüllt, Spalte { $column }.
log-skip = { $who } { $who ->
    [Du] hast
   *[other] hat
} Reihe { $line } liegen lassen.
event-tile-alone = { $who }: { colour } Fliese in Zeile { $row } liegt allein{ $times ->
    [2] , verdoppelt
   *[other] {""}
}: { points }.
event-tile-row = { $who }: { colour } Fliese in Zeile { $row }, { $h } nebeneinander{ $times ->
    [2] , verdoppelt
   *[other] {""}
}: { points }.
event-tile-column = { $who }: { colour } Fliese in Zeile { $row }, { $v } untereinander{ $times ->
    [2] , verdoppelt
   *[other] {""}
}: { points }.
event-tile-both = { $who }: { colour } Fliese in Zeile { $row }, { $h } nebeneinander und { $v } untereinander{ $times ->
    [2] , verdoppelt
   *[other] {""}
}: { points }.
event-special = { $who }: die Platte ist voll, eine Spezialfliese in Zeile { $row }: { points }.
event-floor = { $who }: { $game ->
    [duel] { nth } zerbrochene Fliese
   *[classic] { nth } Feld der Bodenreihe
}: { $points ->
    [0] { points }
   *[other] −{ points }
}.
nth = { $count }.
event-start-tile = { $who }: die Startspielerfliese kostet { points }.
event-clamp = { $who }: ein Punktestand fällt nie unter 0.
event-paid = { $who }: eine Kuppelplatte zu ziehen kostet { points }.
event-row = { $who }: Zeile { $row } ist voll: { points }.
event-column = { $who }: Spalte { $column } ist voll: { points }.
event-colour = { $who }: alle fünf { colour }n Fliesen: { points }.
event-tablet = { $who }: { points }. { $tablet }
event-tablet-lost = { $who }: −{ points }. { $tablet }
event-dropped = { $who }: Reihe { $row } hat kein Feld mehr an der Wand und fällt auf den Boden.
event-broken = { $who }: Reihe { $row } hat kein Feld mehr in der Kuppel; ihre Fliesen zerbrechen.
edit-empty = leer
edit-marker = Startspielerstein
edit-special = Spezialfliese

## Abgelehnte Züge
refusal-not-legal = Das geht jetzt nicht.
hue = { $colour ->
    [B] Blau
    [Y] Gelb
    [R] Rot
    [K] Schwarz
   *[T] Türkis
}
other-hue = { $other ->
    [B] Blau
    [Y] Gelb
    [R] Rot
    [K] Schwarz
   *[T] Türkis
}
refusal-game-over = Die Partie ist zu Ende.
refusal-wrong-phase = Das gehört nicht zu diesem Teil der Runde.
refusal-factory-lacks = Auf Manufaktur { $from } liegt keine { colour } Fliese.
refusal-centre-lacks = In der Tischmitte liegt keine { colour } Fliese.
refusal-line-full = Reihe { $line } ist voll.
refusal-line-holds = In Reihe { $line } liegt schon { other-hue }, und eine Reihe hat nur eine Farbe.
refusal-row-has = Zeile { $line } deiner Wand hat schon { hue }.
refusal-other-line = Reihe { $number } kommt zuerst.
refusal-space-taken = Das Feld in Zeile { $line }, Spalte { $column } ist belegt.
refusal-column-has = Spalte { $column } deiner Wand hat schon { hue }.
refusal-space-printed = Auf das bedruckte Feld in Zeile { $line }, Spalte { $column } darf nur { other-hue }.
refusal-sun-lacks = Auf der Sonne von Manufaktur { $from } liegt keine { colour } Fliese.
refusal-large-sun-lacks = Auf der Sonne der großen Manufaktur liegt keine { colour } Fliese.
refusal-moon-lacks = Auf keinem Mond liegt oben eine { colour } Fliese.
refusal-no-chip = Manufaktur { $from } hat kein Bonusplättchen.
refusal-chip-face-down = Das Bonusplättchen von Manufaktur { $from } liegt noch verdeckt: Erst muss die Manufaktur leer sein.
refusal-chips-taken = Du hast in dieser Runde schon zwei Bonusplättchen genommen.
refusal-no-token = Du hast in dieser Runde kein Spielerplättchen mehr.
refusal-plate-not-shown = Diese Kuppelplatte liegt nicht in der Auslage.
refusal-plate-not-drawn = Diese Kuppelplatte wurde nicht gezogen.
refusal-slot-taken = Auf Platz { $number } liegt schon eine Kuppelplatte.
refusal-pile-empty = Der Stapel der Kuppelplatten ist leer.
refusal-no-point = Eine Kuppelplatte zu ziehen kostet einen Punkt, und du hast keinen.
refusal-space-bare = In Zeile { $line }, Spalte { $column } liegt noch keine Kuppelplatte.
refusal-space-other = Das Feld in Zeile { $line }, Spalte { $column } ist nicht für { hue }.
refusal-space-special = Das Feld in Zeile { $line }, Spalte { $column } ist für eine Spezialfliese.
refusal-deal-first = Zuerst müssen die nächsten Fliesen ausgelegt werden.
refusal-not-a-move = Diesen Zug gibt es in diesem Spiel nicht.
refusal-no-factory = Eine Manufaktur { $from } gibt es nicht.
refusal-no-colour = Diese Farbe gibt es nicht.
refusal-no-line = Eine Reihe { $line } gibt es nicht.
refusal-no-column = Eine Spalte { $column } gibt es nicht.
refusal-stack-wrong = Der Stapel muss genau die anderen Fliesen von Manufaktur { $from } enthalten.
refusal-no-plate = Diese Kuppelplatte gibt es nicht.
refusal-no-slot = Die Kuppel hat keinen Platz { $number }.
refusal-dome-full = Deine Kuppel hat keinen leeren Platz mehr.
refusal-line-empty = Reihe { $line } ist leer.
refusal-line-not-full = In Reihe { $line } fehlen noch { $number }: Sie braucht Bonusplättchen.
refusal-line-needs-none = Reihe { $line } ist voll und nimmt keine Bonusplättchen.
refusal-skip-full = Reihe { $line } ist voll und muss gelegt werden.
refusal-chip-not-held = Diese Bonusplättchen hast du nicht.
refusal-pay-wrong = Mit diesen Plättchen zahlst du nicht passend: zwei der Farbe oder drei beliebige für jede fehlende Fliese.
refusal-bad-phase = Das passt nicht zu dieser Phase: Es müssen Fliesen zum Nehmen daliegen.
refusal-bad-round = Eine Runde { $number } gibt es nicht.
refusal-bad-tablets = Wähle drei oder vier Wertungsplatten, von jeder eine Seite.
refusal-bad-score = Die Punktzahl von Platz { $seat } ist unmöglich.
refusal-bad-tiles = Es liegen { $number } { colour } Fliesen da, im Spiel gibt es aber nur { $limit }.
refusal-bad-factory = Manufaktur { $from } hat { $number } Fliesen, es passen aber höchstens { $limit } darauf.
refusal-bad-offer = Noch liegt nichts zum Nehmen da: Fülle die Manufakturen oder die Tischmitte.
refusal-bad-centre = In der Tischmitte liegen Fliesen, aber alle Manufakturen sind voll. Leere eine, von der schon genommen wurde.
refusal-bad-first = Alle Manufakturen sind voll und die Tischmitte ist leer: Die Runde beginnt, also ist Platz { $seat } am Zug, der sie eröffnet.
refusal-bad-line = Reihe { $line } von Platz { $seat } ist unmöglich.
refusal-bad-line-wall = Reihe { $line } von Platz { $seat } enthält { hue }; diese Farbe liegt schon in der Wandzeile.
refusal-bad-wall = Die Wand von Platz { $seat } ist bei Zeile { $line }, Spalte { $column } unmöglich.
refusal-bad-row = Platz { $seat } hat Zeile { $line } voll: Die Partie wäre zu Ende.
refusal-bad-floor = Die Bodenreihe von Platz { $seat } ist unmöglich.
refusal-bad-marker = Der Startspielerstein muss an genau einer Stelle liegen.
refusal-bad-moon = Ein Mond ist unmöglich: Dort liegt, was die Sonne übrig ließ.
refusal-bad-chips = Die Bonusplättchen stimmen nicht: Von jedem gibt es zwei, und offen liegt eines nur auf einer leeren Manufaktur.
refusal-bad-chips-held = Platz { $seat } hat { $number } Bonusplättchen, kann aber jetzt { $limit } haben.
refusal-bad-plates = Die Kuppelplatten stimmen nicht: Jede der 18 gibt es einmal.
refusal-bad-display = Die Platten der Auslage sind unmöglich.
refusal-many-tokens = Platz { $seat } hat { $number } Spielerplättchen, diese Runde gibt aber { $limit }.
refusal-bad-tokens = Die Spielerplättchen von Platz { $seat } sind in dieser Runde unmöglich.
refusal-bad-plates-laid = Platz { $seat } hat { $number } Kuppelplatten gelegt, die Plättchen erlauben aber { $limit }.
refusal-bad-taken = Platz { $seat } kann in dieser Runde nicht { $number } Plättchen genommen haben.
refusal-bad-dome = Die Kuppel von Platz { $seat } ist bei Zeile { $line }, Spalte { $column } unmöglich.
refusal-bad-broken = Die zerbrochenen Fliesen von Platz { $seat } sind unmöglich.
refusal-bad-state = Die Stellung widerspricht sich.
refusal-bad-rules = Diese Regeln gibt es nicht.
refusal-bad-players = Zu { $number } lässt sich nach diesen Regeln nicht spielen.
refusal-bad-starter = Den Platz, der beginnt, gibt es nicht.
refusal-bad-seat = Diesen Platz gibt es nicht.
refusal-bad-choice = Bei Reihe { $line } von Platz { $seat } gibt es nichts zu wählen.
refusal-bad-drawn = Die gezogenen Kuppelplatten passen nicht zu dieser Phase.
refusal-bad-passed = Platz { $seat } kann nicht gepasst haben.

## Einstellungen
theme = Farben
theme-system = Wie das Gerät
theme-light = Hell
theme-dark = Dunkel
speed = Animation
speed-off = Aus
speed-slow = Langsam
speed-normal = Normal
speed-fast = Schnell
set-letters = Buchstaben auf Fliesen
set-letters-words = B, G, R, S, T neben den Mustern, auch auf Platten.
set-contrast = Hoher Kontrast
set-contrast-words = Kräftigere Linien und Schrift.
set-confirm = Jeden Zug bestätigen
set-confirm-words = Ein Zug gilt erst nach Bestätigen.
set-sound = Ton
set-sound-words = Leise Klicks wie von Keramik.
set-keys = Buchstaben- und Zifferntasten
set-keys-words = Buchstaben wählen Farben, Ziffern wählen Reihen.

## Züge als Rat
advise-plate = Lege eine { $type ->
    [S] Spezialplatte
   *[J] Jokerplatte
} auf Platz { $slot }
advise-chip = Nimm das Bonusplättchen von Manufaktur { $n }
advise-draw = Ziehe eine Kuppelplatte
advise-stop = Höre auf zu ziehen
advise-return = Lege eine { $type ->
    [S] Spezialplatte
   *[J] Jokerplatte
} unter den Stapel
advise-cell = Lege Reihe { $line } in Spalte { $column }
advise-skip = Lass Reihe { $line } liegen

### What follows is fetched when the first screen that needs it is opened: neither the first page, the set-up and the
### settings nor a game may use it.

## Hilfe
help-title = { $rules }: die Regeln
help-now = jetzt
help-goal-title = Ziel
help-goal = Sammle Fliesen, fülle Musterreihen und bringe von jeder vollen Reihe eine Fliese an deine Wand. Fliesen, die sich berühren, bringen mehr. Wer am Ende die meisten Punkte hat, gewinnt.
help-offer-title = Nehmen
help-offer = Nimm alle Fliesen einer Farbe von einer Manufaktur; der Rest dieser Manufaktur kommt in die Tischmitte. Oder nimm alle Fliesen einer Farbe aus der Tischmitte. Wer in einer Runde als Erster aus der Mitte nimmt, bekommt auch den Startspielerstein: Er liegt in der Bodenreihe und kostet Punkte, aber wer ihn hat, beginnt die nächste Runde.
help-place-title = Anlegen
help-place = Alle genommenen Fliesen kommen in eine Musterreihe, von rechts nach links. Eine Reihe hat nur eine Farbe, und nie eine, die in ihrer Wandzeile schon liegt. Was nicht passt, fällt in die Bodenreihe; du darfst auch alles dorthin legen.
help-floor-title = Bodenreihe
help-floor = Jedes Stück in der Bodenreihe kostet die Punkte seines Feldes. Sind alle sieben Felder belegt, kommen weitere Fliesen in den Deckel und kosten nichts.
help-tiling-title = Die Wand fliesen
help-tiling = Sind Manufakturen und Tischmitte leer, geht von jeder vollen Reihe, von oben nach unten, die Fliese ganz rechts an die Wand; die Reihe wird geleert. Reihen, die nicht voll sind, bleiben liegen.
help-score-title = Punkte
help-score = Eine Fliese ohne Nachbarn bringt 1 Punkt. Sonst zähle die Fliesen ihrer lückenlosen Zeile und ihrer lückenlosen Spalte, sie selbst in beiden mitgezählt, und zähle beides zusammen.
help-end-title = Ende
help-end = Die Partie endet nach der Runde, in der jemand eine Zeile aus fünf Fliesen schließt. Volle Zeilen, volle Spalten und alle fünf Fliesen einer Farbe geben dann einen Bonus.
help-grey-title = Graue Wand
help-grey = Du wählst das Feld in der Zeile, solange keine Zeile und keine Spalte eine Farbe doppelt zeigt. Ist kein Feld möglich, fällt die ganze Reihe auf den Boden.
help-crystal1-title = Crystal Mosaic, Seite 1
help-crystal1 = Auf ein bedrucktes Feld darf nur seine eigene Farbe, und die Fliese darauf zählt doppelt. Die Bodenreihe hat andere Werte.
help-crystal2-title = Crystal Mosaic, Seite 2
help-crystal2 = Auf ein bedrucktes Feld darf nur seine eigene Farbe. Am Ende gibt es 3 Punkte für eine Zeile, 10 für eine Spalte und 12 für eine Farbe.
help-duel-goal-title = Ziel
help-duel-goal = Baue eine Kuppel aus Platten und fülle ihre Felder mit Fliesen aus deinen Musterreihen. Nach fünf Runden kommen die Wertungsplatten dazu; wer die meisten Punkte hat, gewinnt.
help-duel-actions-title = Dein Zug
help-duel-actions = Tu genau eins: eine Kuppelplatte legen, Fliesen von einer Sonne nehmen, Fliesen von den Monden nehmen oder ein aufgedecktes Bonusplättchen nehmen. Die Runde endet, wenn die Manufakturen leer sind und beide ihre Spielerplättchen benutzt haben.
help-duel-plate-title = Kuppelplatten
help-duel-plate = Benutze ein Spielerplättchen (zwei je Runde, Runde 1 bis 4) und lege eine Platte auf einen leeren Platz, gedreht wie du willst. Nimm eine aus der Auslage, oder zahle 1 Punkt für jede Platte, die du verdeckt vom Stapel ziehst; behalte eine und lege die übrigen unter den Stapel.
help-duel-sun-title = Von einer Sonne
help-duel-sun = Nimm alle Fliesen einer Farbe von der Sonne einer Manufaktur. Auf einer kleinen Manufaktur stapelst du den Rest in beliebiger Reihenfolge auf dem Mond; auf der großen liegen sie einzeln auf dem Mond.
help-duel-moon-title = Von den Monden
help-duel-moon = Nimm alle obersten Fliesen einer Farbe von allen Monden zugleich. Wer als Erster vom großen Mond nimmt, bekommt auch die Startspielerfliese: minus 2, dafür in der nächsten Runde zuerst.
help-duel-chip-title = Bonusplättchen
help-duel-chip = Ein Bonusplättchen wird aufgedeckt, wenn seine kleine Manufaktur leer ist. Jeder nimmt zwei je Runde.
help-duel-place-title = Anlegen
help-duel-place = Fliesen kommen in eine Musterreihe mit Platz und gleicher Farbe, oder sie zerbrechen. Zerbrochene Fliesen kosten 1, 3, 6 oder 10 Punkte; ab der fünften kommen sie kostenlos in den Turm.
help-duel-tiling-title = Die Kuppel fliesen
help-duel-tiling = Von oben nach unten geht von jeder vollen Reihe die Fliese ganz rechts auf ein freies Feld ihrer Farbe oder ein mehrfarbiges in ihrer Zeile. Gibt es keines, aber noch Platz für eine Platte, warten die Fliesen; liegen schon drei Platten dort, zerbrechen sie.
help-duel-pay-title = Mit Bonusplättchen bezahlen
help-duel-pay = Eine Reihe mit mindestens einer Fliese kannst du auffüllen: je fehlender Fliese zwei Bonusplättchen ihrer Farbe oder drei beliebige.
help-duel-score-title = Punkte
help-duel-score = Eine Fliese zählt wie an einer Wand: ihre Zeile und ihre Spalte. Sind die anderen drei Felder einer Spezialplatte voll, kommt sofort eine Spezialfliese dazu und bringt die Zahl am Ende ihrer Zeile.
help-duel-end-title = Ende
help-duel-end = Nach Runde 5 zählt jede Wertungsplatte. Bei Gleichstand gewinnt, wer die Startspielerfliese hat.
help-keys-title = Tastatur
help-keys = Pfeiltasten gehen über alles, was wählbar ist, Enter wählt, Escape nimmt zurück. Die Buchstaben B, G, R, S, T wählen eine Farbe, Ziffern eine Reihe, 0 den Boden, U dreht eine Platte, die Leertaste überspringt die Wertung, I sagt den ganzen Tisch in Worten.

## Die erste Partie, Schritt für Schritt
learn-step = Schritt { $n } von { $of }
learn-next = Weiter
learn-back = Zurück
learn-leave = Beenden
learn-done = Eine Partie spielen
refusal-lesson = Das wäre erlaubt, aber in dieser Lektion liegen die Züge fest: Berühre, was markiert ist.
learn-classic-1 = Willkommen. Um die Tischmitte liegen fünf Manufakturen mit je vier Fliesen; vor dir liegt deine Spielerablage. Du sammelst Fliesen in den Reihen links, um sie rechts an die Wand zu legen. Wer die meisten Punkte hat, gewinnt.
learn-classic-2 = Berühre die zwei türkisen Fliesen von Manufaktur 2: Du nimmst immer alle Fliesen einer Farbe. Lege sie dann in Reihe 2, in die genau zwei passen. Der Rest der Manufaktur kommt in die Tischmitte.
learn-classic-3 = Auch dein Gegenüber hat eine Fliese genommen. Nimm nun die einzelne blaue Fliese von Manufaktur 3 und lege sie in Reihe 1. Eine Fliese, und die Reihe ist voll.
learn-classic-4 = Die Reste warten in der Mitte. Nimm die drei schwarzen und fülle Reihe 3. Wer als Erster aus der Mitte nimmt, bekommt auch den weißen Startspielerstein: Er kostet einen Punkt in der Bodenreihe, aber wer ihn hat, beginnt die nächste Runde.
learn-classic-5 = Jetzt liegen fünf rote Fliesen in der Mitte. Lege sie in Reihe 4: Vier passen, die fünfte fällt in die Bodenreihe und kostet einen Punkt. Vor der Wahl zeigt jede Reihe, was sie bringen würde.
learn-classic-6 = Nimm die gelben Fliesen und beginne Reihe 5. Sie wird in dieser Runde nicht voll; unfertige Reihen bleiben einfach liegen.
learn-classic-7 = Die Runde ist vorbei. Von jeder vollen Reihe ging eine Fliese an die Wand, von oben nach unten. Die erste brachte 1 Punkt; jede weitere berührte die Spalte darüber: 2, 3 und 4. Das sind 10, minus 2 für den Boden. Der Verlauf erklärt jeden Punkt.
learn-classic-8 = Neue Runde, und du beginnst. Nimm die zwei blauen Fliesen von Manufaktur 5 für Reihe 2: An der Wand liegt Blau dann neben deinem Türkis und bringt die Zweierreihe. In Reihe 1 dürfen sie nicht: Ihre Zeile hat schon Blau.
learn-classic-9 = Die Partie endet nach der Runde, in der jemand eine Zeile aus fünf Fliesen an der Wand schließt. Dann gibt jede volle Zeile 2 Punkte, jede volle Spalte 7 und alle fünf Fliesen einer Farbe 10.
learn-classic-10 = Das ist das ganze Spiel. Rückgängig nimmt einen Zug zurück, Tipp zeigt einen guten, und berührst du etwas, das nicht geht, erfährst du den Grund. Viel Spaß!
learn-grey-1 = Diese Wand zeigt keine Farben: Du wählst das Feld jeder Fliese selbst. Alle Fliesen sind genommen, und deine Reihen 1 bis 3 sind voll. Sie werden von oben nach unten gelegt.
learn-grey-2 = Zuerst Reihe 1. Lege die blaue Fliese auf das markierte Feld, das erste ihrer Zeile. Sie liegt allein: 1 Punkt.
learn-grey-3 = Die rote Fliese darf überall in Zeile 2 liegen. Lege sie auf das markierte Feld in Spalte 2.
learn-grey-4 = Keine Zeile und keine Spalte darf eine Farbe doppelt zeigen: Spalte 1 hat schon Blau, also darf diese blaue Fliese nicht dorthin. Lege sie unter die rote; zusammen zählen sie als Spalte aus zwei Fliesen.
learn-grey-5 = Ist in der Zeile kein Feld mehr möglich, fällt die ganze Reihe in die Bodenreihe und kostet Punkte. Halte also für jede Farbe eine Spalte frei.
learn-grey-6 = Nehmen, Punkte und Ende sind wie im Grundspiel. Das ist die graue Wand. Viel Spaß!
learn-crystal1-1 = Auf dieser Seite sind fünf Felder mit einer Farbe und ×2 bedruckt. Auf ein solches Feld darf nur seine eigene Farbe, und was die Fliese bringt, zählt doppelt. Alle anderen Felder wählst du frei, wie an der grauen Wand.
learn-crystal1-2 = Alle Fliesen sind genommen; vier deiner Reihen sind voll. Lege die gelbe Fliese von Reihe 1 in die markierte Ecke: 1 Punkt.
learn-crystal1-3 = Zeile 2 hat in Spalte 1 ein bedrucktes türkises Feld. Lege deine türkise Fliese dorthin: Eine Spalte aus zwei Fliesen, verdoppelt, bringt 4 Punkte.
learn-crystal1-4 = Auf das bedruckte Feld in Zeile 3 darf nur Gelb, also muss Schwarz woanders hin. Unter der türkisen Fliese zählt die Spalte aus drei: 3 Punkte, nicht verdoppelt.
learn-crystal1-5 = Spalte 1 hat schon Gelb, also darf diese gelbe Fliese nicht dorthin. Lege sie auf das markierte Feld.
learn-crystal1-6 = Die Bodenreihe hat eigene Preise: −1, 0, −1, −2, −1, −2, −3. Das zweite Stück kostet nichts.
learn-crystal1-7 = Am Ende bringt eine volle Zeile 2 Punkte, eine volle Spalte 7 und alle fünf Fliesen einer Farbe 10, wie im Grundspiel. Viel Spaß!
learn-crystal2-1 = Auf dieser Seite sind fünf Felder mit einer Farbe bedruckt. Dort darf nur diese Farbe liegen, aber nichts wird verdoppelt. Alle anderen Felder wählst du frei, wie an der grauen Wand.
learn-crystal2-2 = Alle Fliesen sind genommen; drei deiner Reihen sind voll. Lege die gelbe Fliese von Reihe 1 auf das markierte Feld: 1 Punkt.
learn-crystal2-3 = Deine blaue Fliese darf auf das bedruckte blaue Feld. Lege sie dorthin: Mit der gelben darüber bringt das 2 Punkte.
learn-crystal2-4 = Türkis hat in Zeile 3 ein bedrucktes Feld, darf aber auch auf ein graues. Unter der blauen Fliese entsteht eine Spalte aus drei: 3 Punkte.
learn-crystal2-5 = Die Bodenreihe hat eigene Preise: −1, 0, −1, −2, −1, −2, −3. Der Startspielerstein hat dich eben 1 Punkt gekostet.
learn-crystal2-6 = Am Ende bringt eine volle Zeile 3 Punkte, eine volle Spalte 10 und alle fünf Fliesen einer Farbe 12: mehr als im Grundspiel. Viel Spaß!
learn-duel-1 = Willkommen beim Duell. Zwischen euch liegen fünf Manufakturen, jede mit Sonne und Mond; vor dir sechs Reihen und eine leere Kuppel mit neun Plätzen. Du legst Platten in die Kuppel und Fliesen auf die Platten. Fünf Runden: Wer die meisten Punkte hat, gewinnt.
learn-duel-2 = Zuerst legt jeder eine Platte. Berühre die markierte Platte und dann den markierten Platz oben rechts. Es ist eine Spezialplatte: Fülle ihre drei Farben, und eine Spezialfliese kommt kostenlos dazu.
learn-duel-3 = Von einer Sonne nimmst du alle Fliesen einer Farbe. Nimm die schwarzen der kleinen Manufaktur 1 und lege sie in Reihe 2. Die anderen werden ein Stapel auf dem Mond: Sonst wählst du die Reihenfolge, hier ist sie vorgegeben.
learn-duel-4 = Nimm nun die gelbe Fliese der kleinen Manufaktur 2 für Reihe 1. Eine Reihe hat nur eine Farbe; was nicht passt, zerbricht und kostet Punkte.
learn-duel-5 = Von einem Mond nimmt man nur die oberste Fliese, aber von allen Monden zugleich. Berühre eine blaue Fliese, die oben auf einem Mond liegt, und lege die blauen Fliesen in Reihe 3.
learn-duel-6 = Ein Zug kann auch eine Platte sein: zwei in jeder der ersten vier Runden. Nimm die markierte Platte, berühre den markierten Platz rechts, drehe sie einmal nach links und lege sie. Danach geht die Runde schnell weiter.
learn-duel-7 = Ist eine kleine Manufaktur leer, wird ihr Bonusplättchen aufgedeckt. Jeder nimmt zwei je Runde. Nimm das markierte; der Rest der Runde läuft von selbst.
learn-duel-8 = Die Reihen 1 bis 3 waren voll: Ihre Fliesen gingen in die Kuppel. Reihe 4 fehlt eine türkise Fliese. Zwei Plättchen dieser Farbe bezahlen sie, oder drei beliebige. Berühre das markierte Feld in Zeile 4 und bezahle.
learn-duel-9 = Deine Spalte brachte 1, 2, 3 und 4 Punkte. Sieh dir jetzt die markierten Wertungsplatten an: Nach Runde 5 bringen sie Punkte für Zeilen, Spalten und Diagonalen. Berühre eine, und die Felder, die jetzt zählen würden, leuchten auf.
learn-duel-10 = Das ist das Duell. Stimme Platten und Reihen aufeinander ab: Eine Farbe ohne Feld in ihrer Zeile wartet oder zerbricht. Tipp, Rückgängig und die Regeln sind immer zur Hand. Viel Spaß!

## Rückblick
review-words = Der Bot sieht sich jede Stellung der Partie so an, wie der Spieler sie sah, und sagt, wer besser stand. Das dauert einige Sekunden.
review-start = Partie auswerten
review-again = Erneut auswerten
review-stop = Anhalten
review-running = Die Auswertung läuft
review-graph = Gewinnaussichten, Zug für Zug
review-chance = { $who }: { $percent } %
review-worst = { $who ->
    [Du] Deine größten Fehler
   *[other] Größte Fehler von { $who }
}
review-none = Kein Zug, der viel verschenkt hat.
review-better = Besser: { $move }
review-line = Danach: { $moves }.
review-probably = Wahrscheinlich: Bei längerem Nachdenken war es weniger sicher.
review-loss = −{ $percent } %
review-line-move = { $who }: { $move }
graph-chance = Gewinnaussicht
graph-round = Runde
graph-percent = { $percent } %

## Üben
practice-leave = Zur Startseite
puzzle-daily = Aufgabe des Tages
puzzle-solve = Lösen
puzzle-solved-today = Gelöst. Noch einmal ansehen
streak-days = { $count ->
    [one] { $count } Tag in Folge gelöst. Deine beste Serie: { $best }.
   *[other] { $count } Tage in Folge gelöst. Deine beste Serie: { $best }.
}
streak-none = Löse jeden Tag eine und sieh, wie lange du durchhältst.
puzzles = Aufgaben
puzzles-lost = Die Aufgaben konnten nicht geladen werden. Prüfe die Verbindung und versuche es noch einmal.
puzzles-solved = { $n } von { $of } gelöst
puzzle = Aufgabe
puzzle-theme = Thema
puzzle-grade = Stufe { $n } von 5
puzzle-grade-choice = Wie schwer
puzzle-next = Nächste Aufgabe
puzzle-all = Alle Aufgaben
puzzle-number = Aufgabe { $n }{ $state ->
    [first] , sofort gefunden
    [later] , gefunden
    [shown] , angesehen
   *[open] {""}
}
grade-1 = Leicht
grade-2 = Mittel
grade-3 = Knifflig
grade-4 = Schwer
grade-5 = Meisterlich
theme-all = Alle Themen
theme-points = Jetzt mehr Punkte
theme-floor = Den Boden schonen
theme-start = Die nächste Runde beginnen
theme-bonus = Zeilen, Spalten, Farben
theme-shape = Für später bauen
theme-plates = Kuppel und Plättchen
theme-deny = Den Gegner bremsen
theme-trap = Den Boden des Gegners füllen
puzzle-question = Ein Zug ist deutlich besser als alle anderen. Finde ihn.
puzzle-right = Richtig!
puzzle-wrong = Es gibt einen besseren Zug.
puzzle-better = Im Vergleich mit deinem Zug: Der beste { $why }.
puzzle-solution = Der beste Zug: { $move }.
puzzle-about = Thema: { $theme }. Der zweitbeste Zug gewinnt { $gap } % seltener.
puzzle-show = Zug zeigen
puzzle-again = Noch einmal versuchen
statistics = Deine Statistik
statistics-none = Hier werden Partien gezählt, die du gegen Bots zu Ende spielst.
statistics-puzzles = { $count ->
    [one] { $count } Aufgabe erledigt, { $first } beim ersten Versuch.
   *[other] { $count } Aufgaben erledigt, { $first } davon beim ersten Versuch.
}
statistics-wins = { $count ->
    [one] { $count } Sieg in Folge; Bestwert: { $best }.
   *[other] { $count } Siege in Folge; Bestwert: { $best }.
}
statistics-against = Spiel
statistics-games = Gespielt
statistics-won = Gewonnen
statistics-points = Punkte
statistics-export = Als Datei sichern
statistics-reset = Alles löschen
statistics-forget = Ja, löschen
statistics-keep = Behalten

## Online tables
my-games = Meine Spiele
play-together = Zusammen spielen
together-friends = Mit Freunden: Tisch eröffnen und den Link schicken.
together-anybody = Oder gegen jemanden, der gerade eine Partie sucht.
new-table = Neuer Tisch
find-opponent = Gegner suchen
pair-looking = Wir suchen einen Gegner …
opponent-found = Gegner gefunden!
open-tables = Offene Tische
no-open-tables = In der Lobby wartet gerade niemand.
games-to-watch = Spiele zum Zuschauen
open-game = Öffnen
look-in = Zum Tisch
watch-game = Zuschauen
state-yours = Du bist dran.
state-open = Noch nicht begonnen.
state-live = Wird gespielt.
state-over = Beendet.
your-name = Dein Name
guest = Gast
guest-n = Gast { $n }
to-lobby = Zurück zur Lobby
somebody = Jemand mit dem Link
clock = Uhr
clock-none = Ohne Uhr.
clock-total = Je { $n } Minuten.
clock-increment = Je { $n } Minuten, plus { $seconds } Sekunden pro Zug.
clock-delay = Je { $n } Minuten; die ersten { $seconds } Sekunden eines Zuges zählen nicht.
clock-move = { $n } Sekunden pro Zug.
clock-days = { $n ->
    [one] { $n } Tag pro Zug.
   *[other] { $n } Tage pro Zug.
}
time-days = { $days } T { $hours } h
time-left = Noch { $time }
leaver = Wenn jemand geht
leaver-claim = Die anderen dürfen das Spiel beenden
leaver-bot = Ein Bot springt so lange ein
leaver-claim-fact = Bleibt jemand weg, dürfen die anderen das Spiel beenden.
leaver-bot-fact = Bleibt jemand weg, springt so lange ein Bot ein.
public = Diesen Tisch in der Lobby zeigen
public-words = Dann kann jeder mitspielen und zuschauen. Sonst nur, wer den Link hat.
public-fact = Jeder darf mitspielen und zuschauen.
private-fact = Nur wer den Link hat, kommt herein.
make-table = Tisch eröffnen
invite = Einladen
invite-words = Schicke diesen geheimen Link an deine Mitspieler. Sie brauchen kein Konto.
invite-words-public = Schicke diesen Link an deine Mitspieler. Sie brauchen kein Konto.
invite-link = Link zu diesem Tisch
invite-copy = Link kopieren
invite-share = Teilen …
invite-text = Komm, spiel eine Runde Azulejo mit mir.
invite-copied = Der Link ist kopiert.
invite-select = Bitte kopiere den markierten Link selbst.
invite-qr = QR-Code des Links
invite-qr-words = Oder lies das mit der Kamera des anderen Geräts.
join = Am Tisch Platz nehmen
table-full = Alle Plätze sind besetzt. Du kannst zuschauen, sobald das Spiel beginnt.
ready = Ich bin bereit
ready-words = Das Spiel beginnt, wenn alle Plätze besetzt und alle bereit sind.
begins-by-itself = Das Spiel beginnt von selbst, sobald alle da sind.
waiting-seats = Du bist bereit. Jetzt müssen noch die freien Plätze besetzt werden.
waiting-ready = Du bist bereit. Warten auf die anderen.
leave-table = Tisch verlassen
promise = Das Versprechen über das Mischen
promise-words = Der Server hat sein Geheimnis schon festgelegt; dies ist der Fingerabdruck. Dein Browser gibt eigenen Zufall dazu, und nach dem Spiel kannst du prüfen, dass nichts geändert wurde.
sit-here = Hier sitzen
sit-here-n = Auf Platz { $n } sitzen
add-bot = Bot dazu
add-this-bot = { $who } dazu
add-bot-n = Bot dazu auf Platz { $n }
remove-bot = Bot entfernen
free-seat = Platz freigeben
free-seat-of = Platz freigeben: { $who }
free-seat-sure = { $who } vom Tisch entfernen? { $who } kann hier dann nicht mehr Platz nehmen.
free-seat-yes = Ja, entfernen
seat-removed = Die Person, die den Tisch eröffnet hat, hat deinen Platz freigegeben.
seat-late = Du warst nicht rechtzeitig bereit und hast deinen Platz verloren.
pair-again = Anderen Gegner suchen
ready-by = Du hast noch { $time } Zeit, dich bereit zu melden. Sonst verlierst du deinen Platz.
ready-by-others = Wer nicht innerhalb von { $time } bereit ist, verliert seinen Platz.
seat-free = Freier Platz
seat-free-words = Wartet auf jemanden.
is-ready = Bereit.
not-ready = Noch nicht bereit.
is-away = Abwesend.
is-out = Ausgeschieden.
is-standin = Ein Bot springt ein.
that-is-you = Das bist du.
expires-live = Dieses Spiel wird am { DATETIME($date, day: "numeric", month: "long") } gelöscht, wenn bis dahin niemand weiterspielt.
expires-open = Dieser Tisch wird am { DATETIME($date, day: "numeric", month: "long") } gelöscht, wenn das Spiel bis dahin nicht begonnen hat.
gone = Diesen Tisch gibt es nicht mehr.
gone-expired = Dieser Tisch wurde gelöscht, weil hier lange nichts passiert ist.
gone-closed = { cause-closed }
banned = Der Betreiber dieses Servers hat dich gesperrt.
banned-until = Der Betreiber dieses Servers hat dich bis zum { DATETIME($date, dateStyle: "long", timeStyle: "short") } Uhr gesperrt.
banned-words = Auf diesem Gerät kannst du weiterhin spielen, gegen Bots oder gemeinsam an einem Bildschirm.
banned-back = Zurück zur Startseite
link-connecting = Verbinde …
link-open = Verbunden
link-lost = Verbindung weg, neuer Versuch …
link-offline = Kein Netz
link-back = Wieder verbunden, nichts verloren
link-banned = Kein Zugang
watching = Du schaust zu.
notices-ask = Soll dich dieses Gerät benachrichtigen, wenn du am Zug bist?
notices-yes = Ja, gern
notices-no = Nein
move-sent = Dein Zug ist unterwegs.
move-waits = Dein Zug ist gespeichert und wird gesendet, sobald eine Verbindung da ist.
offer-takeback-asks = { $who } möchte den letzten Zug zurücknehmen. Bist du einverstanden?
offer-takeback-open = { $who } bittet, einen Zug zurückzunehmen.
offer-takeback-mine = Du bittest darum, deinen Zug zurückzunehmen.
offer-draw = Remis anbieten
offer-draw-asks = { $who } bietet Remis an. Bist du einverstanden?
offer-draw-open = { $who } bietet Remis an.
offer-draw-mine = Du bietest Remis an.
yes = Ja
no = Nein
say = Etwas sagen
more = Mehr
resign = Aufgeben
resign-sure = Wirklich aufgeben?
away-claim = { $who } ist abwesend. Nach { $n } Sekunden darfst du das Spiel beenden.
away-bot = { $who } ist abwesend. Nach { $n } Sekunden springt ein Bot ein.
claim = Spiel beenden
cause-resigned = Das Spiel ist zu Ende, weil eine Seite aufgegeben hat.
cause-resigned-you = Du hast aufgegeben.
cause-resigned-who = { $who } hat aufgegeben.
cause-time = Das Spiel ist zu Ende, weil eine Uhr abgelaufen ist.
cause-time-you = Deine Zeit ist abgelaufen.
cause-time-who = Die Zeit von { $who } ist abgelaufen.
cause-agreed = Die Spieler haben sich auf Remis geeinigt.
cause-abandoned = Das Spiel ist zu Ende, weil eine Seite weggeblieben ist.
cause-abandoned-you = Du warst zu lange weg.
cause-abandoned-who = { $who } war zu lange weg.
cause-closed = Der Betreiber hat diesen Tisch geschlossen.
rematch = Noch einmal
rematch-asked = Warten auf die anderen
wants-rematch = { $who } möchte noch einmal spielen.
next-game = Zum nächsten Spiel
check-shuffle = Mischen prüfen
fair = Es wurde ehrlich gemischt: Das Geheimnis ist das vor dem ersten Zug versprochene, und jede Verteilung ({ $n }) folgt daraus.
fair-unpromised = Jede Verteilung ({ $n }) folgt aus dem gezeigten Geheimnis. Dieser Browser hat das Versprechen nicht vor dem ersten Zug notiert.
fair-not-secret = Das Geheimnis ist nicht das versprochene.
fair-not-contribution = Dein Teil des Zufalls wurde nicht verwendet.
fair-not-deals = Die Verteilungen folgen nicht aus dem Geheimnis.
fair-unknown = Dieser Browser kann das nur über https prüfen. Speichere die Aufzeichnung und nutze „azulejo verify“.
phrase-hello = Hallo!
phrase-good-luck = Viel Glück!
phrase-thanks = Danke!
phrase-well-played = Gut gespielt!
phrase-nice-move = Schöner Zug!
phrase-oops = Hoppla!
phrase-one-moment = Einen Moment, bitte.
phrase-sorry = Entschuldigung!
phrase-play-again = Spielen wir noch einmal?
phrase-goodbye = Auf Wiedersehen!
refusal-online-not-open = Das Spiel an diesem Tisch hat schon begonnen.
refusal-online-not-live = An diesem Tisch wird gerade nicht gespielt.
refusal-online-not-over = Das Spiel ist noch nicht zu Ende.
refusal-online-no-seat = Diesen Platz gibt es an diesem Tisch nicht.
refusal-online-seat-taken = Dieser Platz wurde gerade besetzt.
refusal-online-seated = Du sitzt schon an diesem Tisch.
refusal-online-not-seated = Du sitzt nicht an diesem Tisch.
refusal-online-removed = Du kannst hier nicht mehr Platz nehmen: Die Person, die den Tisch eröffnet hat, hat deinen Platz freigegeben.
refusal-online-illegal = Dieser Zug ist nach den Regeln nicht erlaubt.
refusal-online-no-offer = Dieses Angebot gilt nicht mehr.
refusal-online-no-table = Diesen Tisch gibt es nicht.
refusal-online-private = Für diesen Tisch brauchst du den geheimen Link. Bitte die Person darum, die ihn eröffnet hat.
refusal-online-not-owner = Das darf nur die Person, die den Tisch eröffnet hat.
refusal-online-too-many = Du hast zu viele Tische offen, oder an diesem schauen zu viele zu.
refusal-online-too-many-games = Du hast zu viele offene Spiele. Beende erst einige.
refusal-online-bad-options = Ein Tisch mit diesen Einstellungen ist nicht möglich.
refusal-online-bad-name = Dieser Name geht nicht. Bitte wähle einen anderen.
refusal-online-name-taken = Diesen Namen hat schon jemand.
refusal-online-damaged = Dieses Spiel wurde auf dem Server beschädigt und kann nicht geöffnet werden.
refusal-online-full = Der Server ist voll. Bitte versuche es später noch einmal.
refusal-online-busy = Der Server ist beschäftigt. Bitte versuche es noch einmal.
refusal-online-too-fast = Das war zu schnell. Bitte warte kurz.
refusal-online-banned = Der Betreiber dieses Servers hat dich gesperrt.
refusal-online-mismatch = Diese Seite passt nicht mehr zum Server. Bitte lade sie neu.
refusal-online-no-takeback = Dieser Zug kann nicht zurückgenommen werden: Seither wurde Neues gezeigt.
refusal-online-offered = Du hast schon gefragt. Nach dem nächsten Zug kannst du wieder fragen.
refusal-online-no-draw = Mit Bots am Tisch gibt es kein Remis.
refusal-online-no-claim = Noch nicht: Der Spieler hat noch Zeit zurückzukommen.
refusal-online-time-up = Deine Zeit ist um.
refusal-online-stale = Das Spiel war schon weiter. Bitte sieh noch einmal nach.
refusal-online-not-your-turn = Du bist nicht am Zug.
refusal-online-not-stored = Der Server konnte das nicht speichern. Es ist nichts passiert; bitte versuche es noch einmal.
refusal-online-offline = Es gibt gerade keine Verbindung. Bitte versuche es gleich noch einmal.
refusal-online-too-much = Das genügt für ein Spiel.
refusal-online-refused = Der Server hat das nicht angenommen.
account = Konto
account-of = Konto: { $name }
account-words = Zum Spielen brauchst du kein Konto: Dieser Browser wird an einem Cookie erkannt. Mit Name und Passwort findest du deine Spiele auf jedem Gerät wieder.
account-is = Du bist als { $name } angemeldet.
make-account = Konto anlegen
login = Anmelden
logout = Überall abmelden
account-name = Name
password = Passwort
password-words = Mindestens 8 Zeichen. Es kann dir nicht zugeschickt werden, denn es gibt keine E-Mail.
new-password = Anderes Passwort
password-now = Aktuelles Passwort
password-next = Neues Passwort
new-password-words = Andere Geräte werden dabei abgemeldet.
password-changed = Das Passwort ist geändert.
change-password = Passwort ändern
account-bad-name = Ein Name hat 2 bis 24 Buchstaben, Ziffern, - oder _.
account-bad-password = Ein Passwort hat 8 bis 128 Zeichen.
account-wrong = Name oder Passwort ist falsch.
account-playing = Beende erst deine Spiele oder gib sie auf.
other-device = Anderes Gerät
other-device-words = Ein Link für eine einzige Anmeldung, einen Tag gültig. Er ist nur einmal zu sehen; gib ihn niemandem.
make-link = Anmeldelink erstellen
login-link-words = Dieser Link meldet dich einmal auf diesem Gerät an.
login-link-old = Dieser Link wurde schon benutzt oder ist zu alt.
your-data = Deine Daten
export = Meine Daten als Datei speichern
delete = Mein Konto löschen
delete-sure = Dein Konto, dein Name und deine Plätze werden für immer entfernt. Beendete Spiele bleiben, ohne deinen Namen.
delete-yes = Ja, alles löschen

## Stellung aufbauen
editor-words = Baue auf, was auf deinem echten Tisch liegt: Wähle eine Fliese und berühre dann die Plätze, auf denen sie liegt. Was niemand sieht, wird für dich ausgerechnet.
editor-leave = Zurück
editor-fine = Diese Stellung ist möglich.
editor-ask = Bester Zug?
editor-bots = Gegen Bots weiterspielen
editor-people = Mit Menschen weiterspielen
editor-percent = { $percent } %
edit-erase = Wegnehmen
edit-brush = Was du legst
edit-line-space = Reihe { $n }, Feld { $at }
edit-cell = Zeile { $row }, Spalte { $column }
edit-score = Punkte
edit-round = Runde
edit-to-move = Am Zug
edit-starter = Hat die Runde begonnen
edit-clear = Tisch leeren
edit-large-sun = Große Manufaktur, Sonne
edit-large-moon = Große Manufaktur, Mond
edit-sun = Manufaktur { $n }, Sonne
edit-moon = Manufaktur { $n }, Mond (unterste zuerst)
edit-start-tile = Startspielerfliese
edit-chip = Bonusplättchen
edit-chip-down = verdeckt
edit-chip-none = genommen
edit-place = Platz { $n }
edit-no-plate = keine Platte
edit-plates = Kuppelplatten dieses Spielers
edit-tokens = Spielerplättchen übrig
edit-taken = Plättchen in dieser Runde
edit-add-chips = Bonusplättchen dazu
edit-add-spent = Benutztes Plättchen dazu
edit-remove = Wegnehmen: { $what }
edit-pile-top = Oben auf dem Stapel
