# Completion of azulejo for bash. Verbs, options, bots and levels come from the program itself, so this
# file knows only the other values that have names.

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

_azulejo_bots() {
  printf 'azp 1\nquit\n' | azulejo engine 2>/dev/null | sed -n 's/^option name bot .* values //p' | tr ' ' '\n'
}

_azulejo_levels() {
  azulejo play --level '?' 2>&1 | sed -n 's/.*there is no level "?": \(.*\), or .*/\1/p' | sed 's/, /\n/g'
}

_azulejo_values() { # _azulejo_values OPTION: one a line; nothing for an option whose values are free
  case $1 in
    --rules) printf '%s\n' classic grey crystal1 crystal2 duel ;;
    --players) printf '%s\n' 2 3 4 ;;
    --numbering) printf '%s\n' moves steps ;;
    --lang) azulejo play --lang '?' 2>&1 | sed -n 's/.*--lang takes \(.*\), not .*/\1/p' | sed 's/,\| or /\n/g' | tr -d ' ' ;;
    --level) _azulejo_levels ;;
    --bot) _azulejo_bots ;;
    --tablets) printf '%s\n' random a1,b1,c1 a2,b2,c2 a1,b1,c1,d1 a2,b2,c2,d2 ;;
    --seats)
      echo person,person
      _azulejo_levels | sed 's/^/person,bot:/' ;;
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
