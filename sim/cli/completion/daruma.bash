# shellcheck shell=bash
# Completion of daruma's words in bash: the program itself says what fits.

_daruma() {
  local line typed current parts before=""
  typed=${COMP_LINE:0:COMP_POINT}
  read -r -a parts <<<"$typed"
  [[ $typed == *[[:space:]] ]] && parts+=("")
  current=${parts[-1]}
  # Readline replaces only what follows the last of its word breaks.
  [[ $current == *[=:]* ]] && before=${current%"${current##*[=:]}"}
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files)
        compopt -o filenames
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "${current#"$before"}")
        ;;
      :folders)
        compopt -o filenames
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "${current#"$before"}")
        ;;
      *)
        line=${line%%$'\t'*}
        COMPREPLY+=("${line#"$before"}")
        [[ $line == *= ]] && compopt -o nospace
        ;;
    esac
  done < <("${parts[0]/#\~/$HOME}" complete "${parts[@]:1}" 2>/dev/null)
}

complete -F _daruma daruma
