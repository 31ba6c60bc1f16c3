/** Shell scripts that ask `complete-words` for candidates, so that the shells know as much as the table does. */

/** Bash cuts words at `=` and `:` too: the pieces are put together again, and of a candidate only what follows is given. */
const BASH = `# bash completion for parley
_parley() {
  local IFS=$'\\n' index line word quote= pieces= rest=\${COMP_LINE#*"\${COMP_WORDS[0]}"}
  local -a words=()
  for ((index = 1; index <= COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if ((\${#words[@]} == 0)) || [[ $rest == [[:space:]]* ]]; then
      words+=("$word")
      pieces=
    else
      pieces=\${words[\${#words[@]} - 1]}
      words[\${#words[@]} - 1]=$pieces$word
    fi
    rest=\${rest#"\${rest%%[![:space:]]*}"}
    rest=\${rest#"$word"}
  done
  [[ $word == [=:] ]] && pieces=$pieces$word
  index=$((\${#words[@]} - 1))
  [[ \${words[index]} == [\\"\\']* ]] && quote=\${words[index]:0:1} words[index]=\${words[index]:1}
  [[ -z $quote ]] && words[index]=\${words[index]//\\\\/}
  COMPREPLY=()
  while read -r line; do
    word=\${line%%$'\\t'*}
    word=\${word#"$pieces"}
    [[ -z $quote ]] && printf -v word %q "$word"
    COMPREPLY+=("$word")
  done < <("\${COMP_WORDS[0]}" complete-words "\${words[@]}" 2>/dev/null)
}
complete -o bashdefault -o default -F _parley parley ./parley
`;

const ZSH = `#compdef parley
_parley() {
  local -a candidates
  local line word
  for line in "\${(@f)$("\${(Q)words[1]}" complete-words "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] || continue
    word=\${line%%$'\\t'*}
    candidates+=("\${word//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#candidates} )); then
    _describe -V parley candidates
  else
    _files
  fi
}
compdef _parley parley ./parley
`;

const FISH = `# fish completion for parley
function __parley_candidates
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l found ($words[1] complete-words $words[2..-1] "$current" 2>/dev/null)
    if set -q found[1]
        printf '%s\\n' $found
    else
        __fish_complete_path "$current"
    end
end
complete -c parley -f -a '(__parley_candidates)'
`;

export const SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
