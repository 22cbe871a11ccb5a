/* texts_list.h - every sentence of the terminal client: X(key, English, Dutch, German).
 *
 * Placeholders: {n} {m} {k} numbers, {p} a number with its sign, {c} {d} colours, {s} {t} texts.
 * A sentence has the same placeholders in every language (tests/unit/test_play_texts.c).
 */
#ifndef TERM_TEXTS_LIST_H
#define TERM_TEXTS_LIST_H

#define PLAY_NAME_TEXTS(X)                                                                     \
    X(BLUE, "blue", "blauw", "Blau")                                                           \
    X(YELLOW, "yellow", "geel", "Gelb")                                                        \
    X(RED, "red", "rood", "Rot")                                                               \
    X(BLACK, "black", "zwart", "Schwarz")                                                      \
    X(TURQUOISE, "turquoise", "turquoise", "Türkis")                                           \
    X(RULES_CLASSIC, "Azul", "Azul", "Azul")                                                   \
    X(RULES_GREY, "Azul, grey wall", "Azul, grijze muur", "Azul, graue Wand")                  \
    X(RULES_CRYSTAL1, "Crystal Mosaic, side 1", "Crystal Mosaic, zijde 1",                     \
      "Crystal Mosaic, Seite 1")                                                               \
    X(RULES_CRYSTAL2, "Crystal Mosaic, side 2", "Crystal Mosaic, zijde 2",                     \
      "Crystal Mosaic, Seite 2")                                                               \
    X(RULES_DUEL, "Azul Duel", "Azul Duel", "Azul Duel")                                       \
    X(ROUND, "round {n}", "ronde {n}", "Runde {n}")                                            \
    X(ROUND_OF, "round {n} of {m}", "ronde {n} van {m}", "Runde {n} von {m}")                  \
    X(BAG, "bag", "zak", "Beutel")                                                             \
    X(LID, "lid", "deksel", "Deckel")                                                          \
    X(TOWER, "tower", "toren", "Turm")                                                         \
    X(YOU, "You", "Jij", "Du")                                                                 \
    X(PLAYER, "Player {n}", "Speler {n}", "Spieler {n}")                                       \
    X(BOT, "Bot {n} ({s})", "Bot {n} ({s})", "Bot {n} ({s})")                                  \
    X(LEVEL_NOVICE, "novice", "beginner", "Anfänger")                                          \
    X(LEVEL_LEARNER, "learner", "leerling", "Lehrling")                                        \
    X(LEVEL_CASUAL, "casual", "ontspannen", "entspannt")                                       \
    X(LEVEL_REGULAR, "regular", "degelijk", "solide")                                          \
    X(LEVEL_EXPERT, "expert", "kenner", "Kenner")                                              \
    X(LEVEL_MASTER, "master", "meester", "Meister")                                            \
    X(LEVEL_CHAMPION, "champion", "kampioen", "Champion")                                      \
    X(FACTORY, "factory {n}", "fabrieksschijf {n}", "Manufaktur {n}")                          \
    X(CENTRE, "centre", "midden", "Tischmitte")                                                \
    X(LARGE_FACTORY, "large factory", "grote fabriek", "große Manufaktur")                     \
    X(LARGE, "large", "groot", "groß")                                                         \
    X(START_MARKER, "start marker", "startspelerfiche", "Startspielerstein")                   \
    X(START_TILE, "start tile", "startspelertegel", "Startspielerfliese")                      \
    X(SUN, "sun", "zon", "Sonne")                                                              \
    X(MOON, "moon", "maan", "Mond")                                                            \
    X(LINE, "line {n}", "lijn {n}", "Reihe {n}")                                               \
    X(FLOOR, "floor", "vloer", "Boden")                                                        \
    X(BROKEN, "broken", "gebroken", "zerbrochen")                                              \
    X(CHIPS, "chips", "bonusfiches", "Bonusplättchen")                                         \
    X(TOKENS, "tokens", "koepelfiches", "Spielerplättchen")                                    \
    X(PLATES, "plates", "koepelplaten", "Kuppelplatten")                                       \
    X(PILE, "pile", "stapel", "Stapel")                                                        \
    X(DRAWN, "drawn", "getrokken", "gezogen")                                                  \
    X(TABLETS, "tablets", "scoretegels", "Wertungsplatten")                                    \
    X(WALL, "wall", "muur", "Wand")                                                            \
    X(DOME, "dome", "koepel", "Kuppel")                                                        \
    X(ROW, "row {n}", "rij {n}", "Zeile {n}")                                                  \
    X(SPECIAL, "special", "speciaal", "Spezial")                                               \
    X(JOKER, "joker", "meerkleurig", "mehrfarbig")                                             \
    X(EMPTY, "empty", "leeg", "leer")                                                          \
    X(POINTS, "{n} points", "{n} punten", "{n} Punkte")                                        \
    X(LOG, "Moves", "Verloop", "Verlauf")                                                      \
    X(TABLET_A1, "3 a full row", "3 per volle rij", "3 je volle Zeile")                        \
    X(TABLET_A2, "4 a row of 5 colours", "4 per rij met 5 kleuren", "4 je Zeile mit 5 Farben") \
    X(TABLET_B1, "7 a full column", "7 per volle kolom", "7 je volle Spalte")                  \
    X(TABLET_B2, "1 a tile on the border", "1 per tegel op de rand", "1 je Fliese am Rand")    \
    X(TABLET_C1, "10 a full diagonal", "10 per volle diagonaal", "10 je volle Diagonale")      \
    X(TABLET_C2, "corner plates 3, 3, 8, 8", "hoekplaten 3, 3, 8, 8", "Eckplatten 3, 3, 8, 8") \
    X(TABLET_D1, "2 a joker, if all are full", "2 per meerkleurig, als alle vol",              \
      "2 je mehrfarbiges, wenn alle voll")                                                     \
    X(TABLET_D2, "-3 an empty special space", "-3 per leeg speciaal vak",                      \
      "-3 je leeres Spezialfeld")

/* The tablets where there is little room, in the same order. */
#define PLAY_TABLET_TEXTS(X)                                        \
    X(SHORT_CENTRE, "centre", "midden", "Mitte")                    \
    X(SHORT_BOT, "Bot {n}", "Bot {n}", "Bot {n}")                   \
    X(SHORT_DRAW, "draw a plate", "plaat trekken", "Platte ziehen") \
    X(SHORT_STOP, "stop and look", "stop en kijk", "aufhören")      \
    X(SHORT_A1, "row 3", "rij 3", "Zeile 3")                        \
    X(SHORT_A2, "5 colours 4", "5 kleuren 4", "5 Farben 4")         \
    X(SHORT_B1, "column 7", "kolom 7", "Spalte 7")                  \
    X(SHORT_B2, "border 1", "rand 1", "Rand 1")                     \
    X(SHORT_C1, "diagonal 10", "diagonaal 10", "Diagonale 10")      \
    X(SHORT_C2, "corners 3/8", "hoeken 3/8", "Ecken 3/8")           \
    X(SHORT_D1, "jokers 2", "jokers 2", "Joker 2")                  \
    X(SHORT_D2, "specials -3", "speciaal -3", "Spezial -3")

#define PLAY_MOVE_TEXTS(X)                                                                         \
    X(FROM_FACTORY, "{n}× {c} from factory {m}", "{n}× {c} van fabrieksschijf {m}",                \
      "{n}× {c} von Manufaktur {m}")                                                               \
    X(FROM_CENTRE, "{n}× {c} from the centre", "{n}× {c} uit het midden",                          \
      "{n}× {c} aus der Tischmitte")                                                               \
    X(FROM_SUN, "{n}× {c} from the sun of factory {m}", "{n}× {c} van de zon van fabriek {m}",     \
      "{n}× {c} von der Sonne der Manufaktur {m}")                                                 \
    X(FROM_LARGE, "{n}× {c} from the large sun", "{n}× {c} van de grote zon",                      \
      "{n}× {c} von der großen Sonne")                                                             \
    X(FROM_MOONS, "{n}× {c} from the moons", "{n}× {c} van de manen", "{n}× {c} von den Monden")   \
    X(WITH_MARKER, "and the start marker", "en het startspelerfiche", "und den Startspielerstein") \
    X(WITH_START_TILE, "and the start tile", "en de startspelertegel",                             \
      "und die Startspielerfliese")                                                                \
    X(TO_LINE, "to line {n}", "naar lijn {n}", "in Reihe {n}")                                     \
    X(TO_FLOOR, "to the floor", "op de vloer", "auf den Boden")                                    \
    X(TO_BROKEN, "all broken", "alles gebroken", "alles zerbrochen")                               \
    X(STACK, "stack, bottom to top: {s}", "stapel, van onder: {s}", "Stapel, von unten: {s}")      \
    X(PLACE, "line {n} at column {m}", "lijn {n} in kolom {m}", "Reihe {n} in Spalte {m}")         \
    X(CHIP, "chip {s} of factory {n}", "bonusfiche {s} van fabriek {n}",                           \
      "Bonusplättchen {s} der Manufaktur {n}")                                                     \
    X(CHIP_TAKEN, "the chip of factory {n}", "het bonusfiche van fabriek {n}",                     \
      "das Bonusplättchen der Manufaktur {n}")                                                     \
    X(PLATE, "plate {s}", "koepelplaat {s}", "Kuppelplatte {s}")                                   \
    X(AT_SLOT, "at slot {n}", "op plek {n}", "auf Platz {n}")                                      \
    X(TURNED, "as {s}", "als {s}", "als {s}")                                                      \
    X(DRAW, "draw a plate from the pile", "trek een plaat van de stapel",                          \
      "ziehe eine Platte vom Stapel")                                                              \
    X(STOP, "stop drawing and look", "stop met trekken en kijk", "aufhören und ansehen")           \
    X(RETURN, "plate {s} under the pile", "plaat {s} onder de stapel",                             \
      "Platte {s} unter den Stapel")                                                               \
    X(RETURN_HIDDEN, "a plate under the pile", "een plaat onder de stapel",                        \
      "eine Platte unter den Stapel")                                                              \
    X(SKIP, "leave line {n}", "laat lijn {n} liggen", "Reihe {n} liegen lassen")                   \
    X(PAY, "pay with {s}", "betaal met {s}", "bezahle mit {s}")                                    \
    X(PAY_NOTHING, "pay nothing", "betaal niets", "nichts bezahlen")                               \
    X(NEEDS_CHIPS, "with chips", "met bonusfiches", "mit Bonusplättchen")                          \
    X(OVERFLOW_FLOOR, "{n} to the floor", "{n} op de vloer", "{n} auf den Boden")                  \
    X(OVERFLOW_BROKEN, "{n} broken", "{n} gebroken", "{n} zerbrochen")                             \
    X(PREVIEW_NOW, "{p} now", "{p} nu", "{p} jetzt")                                               \
    X(PREVIEW_ROUND, "round end {p}", "ronde-einde {p}", "Rundenende {p}")

#define PLAY_EVENT_TEXTS(X)                                                                     \
    X(E_TILE, "{c} at row {n}, column {m}: ", "{c} in rij {n}, kolom {m}: ",                    \
      "{c} in Zeile {n}, Spalte {m}: ")                                                         \
    X(E_ALONE, "alone", "alleen", "allein")                                                     \
    X(E_ACROSS, "{n} across", "{n} naast elkaar", "{n} nebeneinander")                          \
    X(E_DOWN, "{n} down", "{n} onder elkaar", "{n} untereinander")                              \
    X(E_DOUBLED, "doubled", "verdubbeld", "verdoppelt")                                         \
    X(E_SPECIAL, "special tile at row {n}, column {m}", "speciale tegel in rij {n}, kolom {m}", \
      "Spezialfliese in Zeile {n}, Spalte {m}")                                                 \
    X(E_DROPPED, "line {n} has no place left: {m}× {c} fall to the floor",                      \
      "lijn {n} heeft geen plek meer: {m}× {c} op de vloer",                                    \
      "Reihe {n} hat kein Feld mehr: {m}× {c} auf den Boden")                                   \
    X(E_BROKEN, "line {n} has no space left: {m}× {c} break",                                   \
      "lijn {n} heeft geen vak meer: {m}× {c} breken",                                          \
      "Reihe {n} hat kein Feld mehr: {m}× {c} zerbrechen")                                      \
    X(E_FLOOR, "floor space {n}: {c}", "vloervak {n}: {c}", "Bodenfeld {n}: {c}")               \
    X(E_FLOOR_MARKER, "floor space {n}: start marker", "vloervak {n}: startspelerfiche",        \
      "Bodenfeld {n}: Startspielerstein")                                                       \
    X(E_BROKEN_TILE, "broken tile {n}: {c}", "gebroken tegel {n}: {c}",                         \
      "zerbrochene Fliese {n}: {c}")                                                            \
    X(E_START_TILE, "the start tile", "de startspelertegel", "die Startspielerfliese")          \
    X(E_CLAMP, "a score never drops below 0", "een score komt nooit onder 0",                   \
      "ein Punktestand fällt nie unter 0")                                                      \
    X(E_PAID, "paid for a plate", "betaald voor een plaat", "für eine Platte bezahlt")          \
    X(E_ROW, "row {n} complete", "rij {n} compleet", "Zeile {n} vollständig")                   \
    X(E_COLUMN, "column {n} complete", "kolom {n} compleet", "Spalte {n} vollständig")          \
    X(E_COLOUR, "all five of {c}", "alle vijf van {c}", "alle fünf von {c}")                    \
    X(E_TABLET, "tablet {s}: {t}", "scoretegel {s}: {t}", "Wertungsplatte {s}: {t}")

#define PLAY_TALK_TEXTS(X)                                                                        \
    X(YOUR_TURN, "Your turn.", "Jij bent aan de beurt.", "Du bist am Zug.")                       \
    X(TURN_OF, "{s} to move.", "{s} is aan de beurt.", "{s} ist am Zug.")                         \
    X(THINKING, "{s} is thinking …", "{s} denkt na …", "{s} denkt nach …")                        \
    X(NOT_NOW, "Wait, please: {s} is thinking.", "Even geduld: {s} denkt na.",                    \
      "Bitte warten: {s} denkt nach.")                                                            \
    X(PASS_ON, "Pass the keyboard to {s}.", "Geef het toetsenbord aan {s}.",                      \
      "Gib die Tastatur an {s}.")                                                                 \
    X(PASS_WHY, "What comes next is for these eyes only. Press Enter when nobody else looks.",    \
      "Wat nu komt is alleen voor die ogen. Druk op Enter als niemand anders kijkt.",             \
      "Was jetzt kommt, ist nur für diese Augen. Drücke Enter, wenn sonst niemand hinsieht.")     \
    X(RESUMED, "The game goes on where it was left.", "Het spel gaat verder waar het stopte.",    \
      "Die Partie geht weiter, wo sie unterbrochen wurde.")                                       \
    X(GO_ON, "Go on with: azulejo play --resume {s}", "Verder spelen: azulejo play --resume {s}", \
      "Weiterspielen: azulejo play --resume {s}")                                                 \
    X(NOT_SAVED, "It could not be saved as {s}: {t}.", "Bewaren als {s} lukt niet: {t}.",         \
      "Speichern als {s} geht nicht: {t}.")                                                       \
    X(NO_RECORD, "that file holds no record (.azr)", "dat bestand is geen spelverslag (.azr)",    \
      "diese Datei ist keine Spielaufzeichnung (.azr)")                                           \
    X(HINT_THINKING, "Looking for a good move …", "Een goede zet zoeken …",                       \
      "Suche einen guten Zug …")                                                                  \
    X(HINT, "Hint: {s}", "Tip: {s}", "Tipp: {s}")                                                 \
    X(ASK_OFFER, "What do you take?", "Wat neem je?", "Was nimmst du?")                           \
    X(ASK_TARGET, "Where do the tiles go?", "Waar gaan de tegels heen?",                          \
      "Wohin kommen die Fliesen?")                                                                \
    X(ASK_COLUMN, "Which space for line {n}?", "Welk vak voor lijn {n}?",                         \
      "Welches Feld für Reihe {n}?")                                                              \
    X(ASK_PLATE, "Which plate?", "Welke koepelplaat?", "Welche Kuppelplatte?")                    \
    X(ASK_SLOT, "Which slot of your dome?", "Welke plek in je koepel?",                           \
      "Welcher Platz deiner Kuppel?")                                                             \
    X(ASK_TURN, "How is the plate turned?", "Hoe ligt de plaat?", "Wie liegt die Platte?")        \
    X(ASK_STACK, "Order of the rest on the moon, bottom first?",                                  \
      "Volgorde van de rest op de maan, onderste eerst?",                                         \
      "Ordnung der übrigen auf dem Mond, unterste zuerst?")                                       \
    X(ASK_PAY, "Which chips pay?", "Welke bonusfiches betalen?",                                  \
      "Welche Bonusplättchen bezahlen?")                                                          \
    X(ASK_DRAW, "Draw another plate?", "Nog een plaat trekken?", "Noch eine Platte ziehen?")      \
    X(ASK_RETURN, "Which plate goes under the pile now?", "Welke plaat gaat nu onder de stapel?", \
      "Welche Platte kommt jetzt unter den Stapel?")                                              \
    X(PROMPT, "Number, move or command (help): ", "Nummer, zet of opdracht (help): ",             \
      "Nummer, Zug oder Befehl (help): ")                                                         \
    X(NO_CHOICE, "There is no choice {s}; take 1 to {n}, or write a move.",                       \
      "Er is geen keuze {s}; neem 1 tot {n}, of schrijf een zet.",                                \
      "Es gibt keine Wahl {s}; nimm 1 bis {n}, oder schreibe einen Zug.")                         \
    X(NOT_UNDERSTOOD, "\"{s}\" is no choice, move or command; try help.",                         \
      "\"{s}\" is geen keuze, zet of opdracht; probeer help.",                                    \
      "\"{s}\" ist keine Wahl, kein Zug, kein Befehl; versuche help.")                            \
    X(REFUSED, "Not possible: {s}.", "Dat kan niet: {s}.", "Das geht nicht: {s}.")                \
    X(NOTHING_TO_UNDO, "There is nothing to undo.", "Er is niets om terug te nemen.",             \
      "Es gibt nichts zurückzunehmen.")                                                           \
    X(UNDONE, "Taken back.", "Teruggenomen.", "Zurückgenommen.")                                  \
    X(SCORING, "Scoring", "Punten", "Wertung")                                                    \
    X(GAME_OVER, "The game is over.", "Het spel is afgelopen.", "Die Partie ist zu Ende.")        \
    X(WINS, "{s} wins with {n}.", "{s} wint met {n}.", "{s} gewinnt mit {n}.")                    \
    X(YOU_WIN, "You win with {n}.", "Je wint met {n}.", "Du gewinnst mit {n}.")                   \
    X(SHARED, "Shared win: {s}.", "Gedeelde winst: {s}.", "Geteilter Sieg: {s}.")                 \
    X(INPUT_ENDED, "The input has ended; the game stops here.",                                   \
      "De invoer is op; het spel stopt hier.",                                                    \
      "Die Eingabe ist zu Ende; die Partie hört hier auf.")                                       \
    X(GOODBYE, "Goodbye.", "Tot ziens.", "Auf Wiedersehen.")                                      \
    X(SAVED, "Saved as {s}.", "Bewaard als {s}.", "Gespeichert als {s}.")                         \
    X(LINE_HELP,                                                                                  \
      "Type the number of a choice, or a move in short: 3B2 takes blue from factory 3 to line "   \
      "2.\n"                                                                                      \
      "  back   one step back in this choice    undo   take back your last move\n"                \
      "  hint   ask a strong bot                show   the whole table\n"                         \
      "  moves  what was played                 save   keep the game in a file (save FILE)\n"     \
      "  quit   stop the game\n",                                                                 \
      "Typ het nummer van een keuze, of een zet in het kort: 3B2 pakt blauw van schijf 3 naar "   \
      "lijn 2.\n"                                                                                 \
      "  back   een stap terug in deze keuze    undo   neem je laatste zet terug\n"               \
      "  hint   vraag een sterke bot            show   de hele tafel\n"                           \
      "  moves  wat er gespeeld is              save   bewaar het spel (save BESTAND)\n"          \
      "  quit   stop het spel\n",                                                                 \
      "Tippe die Nummer einer Wahl, oder einen Zug in Kurzform: 3B2 nimmt Blau von Manufaktur 3 " \
      "in Reihe 2.\n"                                                                             \
      "  back   ein Schritt zurück              undo   deinen letzten Zug zurücknehmen\n"       \
      "  hint   einen starken Bot fragen        show   der ganze Tisch\n"                         \
      "  moves  was gespielt wurde              save   die Partie speichern (save DATEI)\n"       \
      "  quit   die Partie beenden\n")

#define PLAY_SCREEN_TEXTS(X)                                                                      \
    X(TOO_SMALL, "The terminal is too small: {n} × {m}. At least 80 × 24, please.",               \
      "De terminal is te klein: {n} × {m}. Graag minstens 80 × 24.",                              \
      "Das Terminal ist zu klein: {n} × {m}. Bitte mindestens 80 × 24.")                          \
    X(KEYS_CHOOSE, "arrows Enter choose · Esc back · u undo · h hint · l log · ? help · q quit",  \
      "pijlen Enter · Esc terug · u zet terug · h tip · l verloop · ? hulp · q stop",             \
      "Pfeile Enter · Esc zurück · u Rücknahme · h Tipp · l Log · ? Hilfe · q Ende")              \
    X(KEYS_WAIT, "u undo · l log · ? help · q quit", "u zet terug · l verloop · ? hulp · q stop", \
      "u Rücknahme · l Log · ? Hilfe · q Ende")                                                   \
    X(KEYS_PASS, "Enter go on · q quit", "Enter verder · q stop", "Enter weiter · q Ende")        \
    X(KEYS_SCORING, "Enter next · Esc all at once", "Enter volgende · Esc alles ineens",          \
      "Enter weiter · Esc alles auf einmal")                                                      \
    X(KEYS_OVER, "n new game · u undo · l log · q quit",                                          \
      "n nieuw spel · u zet terug · l verloop · q stop",                                          \
      "n neue Partie · u Rücknahme · l Log · q Ende")                                             \
    X(KEYS_REPLAY, "← → step · Home End · l log · q quit",                                        \
      "← → stap · Home End · l verloop · q stop", "← → Schritt · Pos1 Ende · l Log · q Ende")     \
    X(KEYS_CLOSE, "any key closes", "een toets sluit", "eine Taste schließt")                     \
    X(QUIT_ASK, "Stop this game? y yes · s save it first · n no",                                 \
      "Dit spel stoppen? j ja · s eerst bewaren · n nee",                                         \
      "Diese Partie beenden? j ja · s vorher speichern · n nein")                                 \
    X(QUIT_KEPT, "Stop this game? It is kept. y yes · n no",                                      \
      "Dit spel stoppen? Het blijft bewaard. j ja · n nee",                                       \
      "Diese Partie beenden? Sie bleibt gespeichert. j ja · n nein")                              \
    X(REPLAY_AT, "step {n} of {m}", "stap {n} van {m}", "Schritt {n} von {m}")                    \
    X(REPLAY_DAMAGED, "Damaged at line {n}, column {m}: {s}",                                     \
      "Beschadigd op regel {n}, kolom {m}: {s}", "Beschädigt in Zeile {n}, Spalte {m}: {s}")      \
    X(DEALT, "New tiles lie on the table.", "Er liggen nieuwe tegels op tafel.",                  \
      "Neue Fliesen liegen auf dem Tisch.")                                                       \
    X(SETUP_RULES, "Rules", "Spelregels", "Regeln")                                               \
    X(SETUP_PLAYERS, "Players", "Spelers", "Spieler")                                             \
    X(SETUP_SEAT, "Seat {n}", "Plaats {n}", "Platz {n}")                                          \
    X(SETUP_PERSON, "person", "mens", "Mensch")                                                   \
    X(SETUP_BOT, "bot, level {n} ({s})", "bot, niveau {n} ({s})", "Bot, Stufe {n} ({s})")         \
    X(SETUP_LANGUAGE, "Language", "Taal", "Sprache")                                              \
    X(SETUP_START, "Start the game", "Begin het spel", "Partie beginnen")                         \
    X(LANGUAGE_NAME, "English", "Nederlands", "Deutsch")                                          \
    X(KEYS_SETUP, "↑ ↓ choose · ← → change · Enter start · q quit",                               \
      "↑ ↓ kies · ← → verander · Enter begin · q stop",                                           \
      "↑ ↓ wählen · ← → ändern · Enter beginnen · q Ende")                                        \
    X(HELP_KEYS,                                                                                  \
      "Arrows      move to another choice\n"                                                      \
      "Enter       choose it\n"                                                                   \
      "Esc         one step back\n"                                                               \
      "B Y R K T   the next choice of that colour\n"                                              \
      "1 - 9       factory, line, column or slot; 0: centre, floor\n"                             \
      "u           take back your last move\n"                                                    \
      "h           ask a strong bot\n"                                                            \
      "l           all moves so far\n"                                                            \
      "q           stop the game\n"                                                               \
      "\n"                                                                                        \
      "Capitals are tiles, small letters spaces for them.\n"                                      \
      "[ ] what you are about to choose, ' new since your last turn.\n"                           \
      "* any colour, o special tile, 1 the start marker.\n"                                       \
      "◆ token for a plate, {?} bonus chip, ☼ sun, ☾ moon.\n",                                    \
      "Pijlen      naar een andere keuze\n"                                                       \
      "Enter       kies die\n"                                                                    \
      "Esc         een stap terug\n"                                                              \
      "B Y R K T   de volgende keuze van die kleur\n"                                             \
      "1 - 9       schijf, lijn, kolom of plek; 0: midden, vloer\n"                               \
      "u           neem je laatste zet terug\n"                                                   \
      "h           vraag een sterke bot\n"                                                        \
      "l           alle zetten tot nu toe\n"                                                      \
      "q           stop het spel\n"                                                               \
      "\n"                                                                                        \
      "Hoofdletters zijn tegels, kleine letters hun vakken.\n"                                    \
      "[ ] wat je gaat kiezen, ' nieuw sinds je vorige beurt.\n"                                  \
      "* elke kleur, o speciale tegel, 1 het startspelerfiche.\n"                                 \
      "◆ koepelfiche, {?} bonusfiche, ☼ zon, ☾ maan.\n",                                          \
      "Pfeile      zu einer anderen Wahl\n"                                                       \
      "Enter       sie wählen\n"                                                                 \
      "Esc         ein Schritt zurück\n"                                                         \
      "B Y R K T   die nächste Wahl dieser Farbe\n"                                              \
      "1 - 9       Manufaktur, Reihe, Spalte oder Platz; 0: Mitte, Boden\n"                       \
      "u           deinen letzten Zug zurücknehmen\n"                                            \
      "h           einen starken Bot fragen\n"                                                    \
      "l           alle Züge bisher\n"                                                           \
      "q           die Partie beenden\n"                                                          \
      "\n"                                                                                        \
      "Große Buchstaben sind Fliesen, kleine ihre Felder.\n"                                     \
      "[ ] was du gerade wählst, ' neu seit deinem letzten Zug.\n"                               \
      "* jede Farbe, o Spezialfliese, 1 der Startspielerstein.\n"                                 \
      "◆ Spielerplättchen, {?} Bonusplättchen, ☼ Sonne, ☾ Mond.\n")

#define PLAY_TEXTS(X)    \
    PLAY_NAME_TEXTS(X)   \
    PLAY_TABLET_TEXTS(X) \
    PLAY_MOVE_TEXTS(X) PLAY_EVENT_TEXTS(X) PLAY_TALK_TEXTS(X) PLAY_SCREEN_TEXTS(X)

/* Why the rules refuse a move: X(code, Dutch, German), English is the library's own. {m} factory,
 * {n} line, {k} column, {c} {d} colours, {t} number. */
#define PLAY_FAULT_TEXTS(X)                                                                        \
    X(GAME_OVER, "het spel is afgelopen", "die Partie ist zu Ende")                                \
    X(NOT_A_MOVE, "dat is geen zet van dit spel", "das ist kein Zug dieses Spiels")                \
    X(WRONG_PHASE, "die zet hoort niet bij dit deel van de ronde",                                 \
      "der Zug gehört nicht zu diesem Teil der Runde")                                             \
    X(NO_FACTORY, "er is geen fabrieksschijf {m}", "es gibt keine Manufaktur {m}")                 \
    X(NO_COLOUR, "die kleur bestaat niet", "diese Farbe gibt es nicht")                            \
    X(NO_LINE, "er is geen lijn {n}", "es gibt keine Reihe {n}")                                   \
    X(FACTORY_LACKS, "op fabrieksschijf {m} ligt geen {c}", "auf Manufaktur {m} liegt kein {c}")   \
    X(CENTRE_LACKS, "in het midden ligt geen {c}", "in der Tischmitte liegt kein {c}")             \
    X(LINE_FULL, "lijn {n} is vol", "Reihe {n} ist voll")                                          \
    X(LINE_HOLDS, "in lijn {n} ligt al {d}", "in Reihe {n} liegt schon {d}")                       \
    X(ROW_HAS, "rij {n} van de muur heeft al {c}", "Zeile {n} der Wand hat schon {c}")             \
    X(OTHER_LINE, "lijn {t} komt eerst", "Reihe {t} kommt zuerst")                                 \
    X(NO_COLUMN, "er is geen kolom {k}", "es gibt keine Spalte {k}")                               \
    X(SPACE_TAKEN, "het vak in rij {n}, kolom {k} is bezet",                                       \
      "das Feld in Zeile {n}, Spalte {k} ist belegt")                                              \
    X(COLUMN_HAS, "kolom {k} van de muur heeft al {c}", "Spalte {k} der Wand hat schon {c}")       \
    X(SPACE_PRINTED, "het vak in rij {n}, kolom {k} neemt alleen {d}",                             \
      "das Feld in Zeile {n}, Spalte {k} nimmt nur {d}")                                           \
    X(SUN_LACKS, "de zon van fabriek {m} heeft geen {c}",                                          \
      "die Sonne der Manufaktur {m} hat kein {c}")                                                 \
    X(LARGE_SUN_LACKS, "de grote zon heeft geen {c}", "die große Sonne hat kein {c}")              \
    X(MOON_LACKS, "op geen enkele maan ligt {c} bovenop", "auf keinem Mond liegt {c} oben")        \
    X(STACK_WRONG, "de stapel is niet precies de rest van fabriek {m}",                            \
      "der Stapel ist nicht genau der Rest der Manufaktur {m}")                                    \
    X(NO_CHIP, "fabriek {m} heeft geen bonusfiche", "Manufaktur {m} hat kein Bonusplättchen")      \
    X(CHIP_FACE_DOWN, "het bonusfiche van fabriek {m} ligt nog gedekt",                            \
      "das Bonusplättchen der Manufaktur {m} liegt noch verdeckt")                                 \
    X(CHIPS_TAKEN, "je hebt deze ronde al twee bonusfiches gepakt",                                \
      "du hast in dieser Runde schon zwei Bonusplättchen genommen")                                \
    X(NO_TOKEN, "je hebt deze ronde geen koepelfiche meer",                                        \
      "du hast in dieser Runde kein Spielerplättchen mehr")                                        \
    X(NO_PLATE, "die koepelplaat bestaat niet", "diese Kuppelplatte gibt es nicht")                \
    X(PLATE_NOT_SHOWN, "die koepelplaat ligt niet in het aanbod",                                  \
      "diese Kuppelplatte liegt nicht in der Auslage")                                             \
    X(PLATE_NOT_DRAWN, "die koepelplaat is niet getrokken",                                        \
      "diese Kuppelplatte wurde nicht gezogen")                                                    \
    X(NO_SLOT, "er is geen plek {t}", "es gibt keinen Platz {t}")                                  \
    X(SLOT_TAKEN, "op plek {t} ligt al een koepelplaat",                                           \
      "auf Platz {t} liegt schon eine Kuppelplatte")                                               \
    X(DOME_FULL, "je koepel heeft geen lege plek", "deine Kuppel hat keinen leeren Platz")         \
    X(PILE_EMPTY, "de stapel is leeg", "der Stapel ist leer")                                      \
    X(NO_POINT, "trekken kost een punt, en je hebt er geen",                                       \
      "Ziehen kostet einen Punkt, und du hast keinen")                                             \
    X(SPACE_BARE, "in rij {n}, kolom {k} ligt nog geen plaat",                                     \
      "in Zeile {n}, Spalte {k} liegt noch keine Platte")                                          \
    X(SPACE_OTHER, "het vak in rij {n}, kolom {k} neemt geen {c}",                                 \
      "das Feld in Zeile {n}, Spalte {k} nimmt kein {c}")                                          \
    X(SPACE_SPECIAL, "het vak in rij {n}, kolom {k} is voor een speciale tegel",                   \
      "das Feld in Zeile {n}, Spalte {k} ist für eine Spezialfliese")                              \
    X(LINE_EMPTY, "lijn {n} is leeg", "Reihe {n} ist leer")                                        \
    X(LINE_NOT_FULL, "lijn {n} mist er nog {t} en heeft bonusfiches nodig",                        \
      "Reihe {n} fehlen noch {t}, sie braucht Bonusplättchen")                                     \
    X(LINE_NEEDS_NONE, "lijn {n} is compleet en neemt geen bonusfiches",                           \
      "Reihe {n} ist vollständig und nimmt keine Bonusplättchen")                                  \
    X(SKIP_FULL, "lijn {n} is compleet en moet geplaatst worden",                                  \
      "Reihe {n} ist vollständig und muss gelegt werden")                                          \
    X(CHIP_NOT_HELD, "die bonusfiches heb je niet", "diese Bonusplättchen hast du nicht")          \
    X(PAY_WRONG, "die fiches betalen niet precies {t}× {c}: 2 van de kleur of 3 willekeurige elk", \
      "diese Plättchen bezahlen nicht genau {t}× {c}: je 2 der Farbe oder 3 beliebige")

#endif
