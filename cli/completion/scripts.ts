/** Completion scripts of the shells. Each asks `daybreak __complete` for the candidates. */
export const scripts = {
  bash: `# bash completion of daybreak: source <(daybreak completion bash)
_daybreak() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <("\${COMP_WORDS[0]}" __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _daybreak daybreak
`,
  zsh: `#compdef daybreak
# zsh completion of daybreak: source <(daybreak completion zsh), or as a file _daybreak in a folder of $fpath
_daybreak() {
  local line
  local -a candidates
  while IFS= read -r line; do
    candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#candidates} )); then
    _describe daybreak candidates
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" == _daybreak ]]; then
  _daybreak "$@"
else
  compdef _daybreak daybreak
fi
`,
  fish: `# fish completion of daybreak: daybreak completion fish | source
function __daybreak_complete
    set -l words (commandline -opc)
    set -l started (commandline -ct)
    if test (count $started) -eq 0
        set started ''
    end
    set -l found ($words[1] __complete $words[2..-1] $started 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path $started
    end
end
complete -c daybreak -f -a '(__daybreak_complete)'
`,
  powershell: `# PowerShell completion of daybreak: daybreak completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName daybreak -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
    if ($wordToComplete -eq '') { $words += '""' }
    & daybreak __complete @words 2>$null | ForEach-Object {
        $name, $about = $_ -split "\`t", 2
        if (-not $about) { $about = $name }
        [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $about)
    }
}
`,
} as const;
