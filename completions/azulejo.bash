# Completion of azulejo for bash. Verbs and options come from the program's own help, so this file
# knows only the values that have names.

_azulejo_verbs() {
  azulejo --help 2>/dev/null | sed -nE 's/^  ([a-z]+) +.*/\1/p'
}

_azulejo_options() { # _azulejo_options VERB
  azulejo "$1" --help 2>/dev/null | grep -oE -- '--[a-z][a-z0-9-]*' | sort -u
  echo --help
  echo --version
}

_azulejo_actions() { # of azulejo admin
  azulejo admin --help 2>/dev/null | sed -nE 's/^  ([a-z]+(-[a-z]+)*) .*/\1/p'
}

_azulejo_values() { # _azulejo_values OPTION: one a line; nothing for an option whose values are free
  case $1 in
    --rules) printf '%s\n' classic grey crystal1 crystal2 duel ;;
    --players) printf '%s\n' 2 3 4 ;;
    --lang) azulejo play --lang '?' 2>&1 | sed -n 's/.*--lang takes \(.*\), not .*/\1/p' | sed 's/,\| or /\n/g' | tr -d ' ' ;;
    --level) printf '%s\n' novice learner casual regular expert master champion ;;
    --bot) printf '%s\n' random greedy uct strong handmade alphabeta puct solver \
      novice learner casual regular expert master champion ;;
    --tablets) printf '%s\n' random a1,b1,c1 a2,b2,c2 a1,b1,c1,d1 a2,b2,c2,d2 ;;
    --seats) printf '%s\n' person,person person,bot:{novice,learner,casual,regular,expert,master,champion} ;;
    --lineup) printf '%s\n' robin gauntlet one ;;
    --to) printf '%s\n' text json ;;
    --seat) printf '%s\n' 0 1 2 3 spectator ;;
    --phase) printf '%s\n' open live over ;;
  esac
}

# Of --option=value readline makes three words: the option, "=" and the value.
_azulejo() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words
  COMPREPLY=()
  [ "$current" = = ] && current=
  [ "$previous" = = ] && previous=${COMP_WORDS[COMP_CWORD - 2]}
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="$(_azulejo_verbs) help --help --version"
  elif [ "${COMP_WORDS[1]}" = help ]; then
    words=$(_azulejo_verbs)
  elif [[ $current == -* ]]; then
    words=$(_azulejo_options "${COMP_WORDS[1]}")
  else
    words=$(_azulejo_values "$previous")
    if [ "${COMP_WORDS[1]}" = admin ] && [ "$COMP_CWORD" -eq 2 ]; then
      words=$(_azulejo_actions)
    fi
  fi
  # A file where nothing has a name. One word a line: values have no blanks.
  if [ -n "$words" ]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}

# A colon (bot:regular) is part of a word here.
COMP_WORDBREAKS=${COMP_WORDBREAKS//:/}
complete -o filenames -F _azulejo azulejo
