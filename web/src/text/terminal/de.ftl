# Sätze, die nur das Terminal hat; die anderen sind die der Seite, in ../de.ftl.

language-name = Deutsch
round-of = Runde { $n } von { $of }

## Wo wenig Platz ist
short-centre = Mitte
short-large = groß
short-plates = Kuppelplatten
short-drawn = gezogen
short-pile = Stapel
short-draw = Platte ziehen
short-stop = aufhören
short-tablet-a1 = Zeile 3
short-tablet-a2 = 5 Farben 4
short-tablet-b1 = Spalte 7
short-tablet-b2 = Rand 1
short-tablet-c1 = Diagonale 10
short-tablet-c2 = Ecken 3/8
short-tablet-d1 = Joker 2
short-tablet-d2 = Spezial -3

## Wahlmöglichkeiten
with-start-tile = und die Startspielerfliese
option-plate = Kuppelplatte { $plate }
option-return = Kuppelplatte { $plate } unter den Stapel
option-turned = als { $plate }
option-stack = Stapel, von unten: { $stack }
option-pay = bezahle mit { $chips }
option-pay-nothing = nichts bezahlen
needs-chips = mit Bonusplättchen
cell-space = Feld für { hue }
cell-empty = leer
cell-special = Spezialfliese
cell-joker = Feld für jede Farbe
cell-special-space = Feld für eine Spezialfliese
cell-no-plate = keine Platte
overflow-floor = { $n } auf den Boden
overflow-broken = { $n } zerbrochen
preview-now = { $change } jetzt
preview-round = Rundenende { $change }

## Fragen
ask-offer = Was nimmst du?
ask-space = Welches Feld für Reihe { $n }?
ask-plate = Welche Kuppelplatte?
ask-slot = Welcher Platz deiner Kuppel?
ask-turn = Wie liegt die Platte?
ask-stack = Reihenfolge der übrigen auf dem Mond, unterste zuerst?
ask-draw = Noch eine Platte ziehen?

## Gespräch
thinking = { $who } denkt nach …
not-now = Bitte warten: { $who } denkt nach.
pass-on = Gib die Tastatur an { $who }.
pass-why = Was jetzt kommt, ist nur für diese Person. Drücke Enter, wenn sonst niemand hinsieht.
resumed = Die Partie geht weiter, wo sie unterbrochen wurde.
resume-with = Weiterspielen: azulejo play --resume { $path }
saved = Gespeichert als { $path }.
save-failed = Speichern als { $path } geht nicht: { $why }.
save-no-record = diese Datei ist keine Spielaufzeichnung (.azr)
hint-thinking = Suche einen guten Zug …
hint-chance = { $n } % Gewinnchance, etwa { points } am Ende.
hint-also = Danach: { $move } ({ $n } %).
nothing-to-undo = Es gibt nichts zurückzunehmen.
undone = Zurückgenommen.
scoring = Wertung
input-ended = Die Eingabe ist zu Ende; die Partie hört hier auf.
goodbye = Auf Wiedersehen.
prompt = Nummer, Zug oder Befehl (help):{" "}
no-choice = Eine Wahl { $answer } gibt es nicht; nimm 1 bis { $n } oder gib einen Zug ein.
not-understood = "{ $answer }" ist keine Wahl, kein Zug, kein Befehl; versuche help.
replay-damaged = Beschädigt in Zeile { $line }, Spalte { $column }: { $why }

## Der ganze Bildschirm
too-small = Das Terminal ist zu klein: { $width } × { $height }. Bitte mindestens 80 × 24.
start-game = Partie beginnen
menu-resume = Partie fortsetzen
menu-replay = Partie nachspielen
menu-no-file = keine in diesem Ordner
tablets-random = zufällig gezogen
keys-choose = ←↑↓→ Enter · Esc Abbruch · u zurück · h Tipp · l Verlauf · ? Hilfe · q Ende
keys-wait = u zurück · l Verlauf · ? Hilfe · q Ende
keys-pass = Enter weiter · q Ende
keys-scoring = Enter weiter · Esc alles auf einmal
keys-over = n neue Partie · u zurück · l Verlauf · q Ende
keys-replay = ← → Schritt · Pos1 Ende · l Verlauf · ? Hilfe · q Ende
keys-close = eine Taste schließt
keys-setup = ↑ ↓ wählen · ← → ändern · Enter beginnen · q Ende
keys-setup-file = ↑ ↓ wählen · ← → andere Datei · Enter öffnen · q Ende
quit-ask = Diese Partie beenden? j ja · s vorher speichern · n nein
quit-saved = Diese Partie beenden? Sie bleibt gespeichert. j ja · n nein
help-lines =
    Tippe die Nummer einer Wahl, oder einen Zug in Kurzform: 3B2 legt Blau von Manufaktur 3 in Reihe 2.
      back   ein Schritt zurück              undo   deinen letzten Zug zurücknehmen
      hint   einen starken Bot fragen        show   der ganze Tisch
      moves  was gespielt wurde              save   die Partie speichern (save DATEI)
      quit   die Partie beenden
help-screen =
    Pfeile      zu einer anderen Wahl
    Enter       sie wählen
    Esc         ein Schritt zurück
    B Y R K T   die nächste Wahl dieser Farbe
    1 - 9       Manufaktur, Reihe, Spalte oder Platz; 0: Mitte, Boden
    u           deinen letzten Zug zurücknehmen
    h           einen starken Bot fragen
    l           alle Züge bisher
    q           die Partie beenden

    Große Buchstaben sind Fliesen, kleine ihre Felder.
    { "[" } ] was du gerade wählst, ' neu seit deinem letzten Zug.
    { "*" } jede Farbe, o Spezialfliese, 1 der Startspielerstein.
    ◆ Spielerplättchen, { "{" }?{ "}" } Bonusplättchen, ☼ Sonne, ☾ Mond.
help-replay =
    → ↓ Enter       einen Zug weiter
    ← ↑             einen Zug zurück
    Bild↓ Bild↑     zehn Züge weiter oder zurück
    Pos1 Ende       der Anfang, das Ende
    l               alle Züge bisher
    q Esc           die Wiedergabe verlassen

    Großbuchstaben sind Fliesen, kleine Buchstaben ihre Felder;
    ' ist neu seit dem Zug davor.
