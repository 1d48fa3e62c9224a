#compdef daruma
# Completion of daruma's words in zsh: the program itself says what fits.

_daruma() {
  local line name
  local -a names open shown shown_open
  for line in "${(@f)$("${(Q)~words[1]}" complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
    name=${line%%$'\t'*}
    case $line in
      '') ;;
      :files) _files ;;
      :folders) _files -/ ;;
      *=$'\t'*)
        open+=("$name")
        shown_open+=("$name  ${line#*$'\t'}")
        ;;
      *)
        names+=("$name")
        shown+=("$name  ${line#*$'\t'}")
        ;;
    esac
  done
  (($#names)) && compadd -l -d shown -- "${names[@]}"
  (($#open)) && compadd -S '' -l -d shown_open -- "${open[@]}"
  return 0
}

if [[ ${funcstack[1]} == _daruma ]]; then
  _daruma "$@"
else
  compdef _daruma daruma
fi
