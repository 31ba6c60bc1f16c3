/** Shell scripts that ask `complete-words` for candidates, so that the shells know as much as the table does. */

export const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `# bash completion for parley
_parley() {
  local IFS=$'\\n' line
  COMPREPLY=()
  while read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <("\${COMP_WORDS[0]}" complete-words "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o bashdefault -o default -F _parley parley ./parley
`,
  zsh: `#compdef parley
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
`,
  fish: `# fish completion for parley
function __parley_candidates
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    $words[1] complete-words $words[2..-1] "$current" 2>/dev/null
end
complete -c parley -f -a '(__parley_candidates)'
`,
};
