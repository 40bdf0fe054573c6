package manual

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// shells are those that completions are written for.
var shells = []string{"bash", "zsh", "fish"}

// Completion is the completion of a shell, to be read by it when it starts. Where nothing of the program fits it offers
// files. The error names the shells there are.
func Completion(app *kong.Application, shell string) (string, error) {
	switch shell {
	case "bash":
		return bash(pages(app)), nil
	case "zsh":
		return zsh(pages(app)), nil
	case "fish":
		return fish(pages(app)), nil
	}
	return "", fmt.Errorf("there is no completion for %q; there are %s", shell, strings.Join(shells, ", "))
}

// steps are the cases by which a shell follows the words of a line from command to command.
func steps(ps []page) string {
	var b strings.Builder
	for _, p := range ps[1:] {
		fmt.Fprintf(&b, "      %s) at=%s ;;\n", quote(p.path), quote(p.path))
	}
	return b.String()
}

func bash(ps []page) string {
	var b strings.Builder
	b.WriteString(`# bash completion of fieldpost: eval "$(fieldpost docs completion bash)"
_fieldpost() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} at= word words=
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
` + steps(ps) + `    esac
  done
  case "$at" in
`)
	for _, p := range ps {
		fmt.Fprintf(&b, "    %s) words=%s ;;\n", quote(p.path), quote(words(p.choices())))
	}
	b.WriteString("  esac\n  case \"$at $prev\" in\n")
	for _, p := range ps {
		for _, f := range p.flags {
			if e := enum(f.Value); len(e) > 0 {
				fmt.Fprintf(&b, "    %s) words=%s ;;\n", quote(p.path+" --"+f.Name), quote(strings.Join(e, " ")))
			}
		}
	}
	b.WriteString(`  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$cur"))
}
complete -o filenames -F _fieldpost fieldpost
`)
	return b.String()
}

func zsh(ps []page) string {
	var b strings.Builder
	b.WriteString(`#compdef fieldpost
# zsh completion of fieldpost: as _fieldpost in a folder of $fpath, or source <(fieldpost docs completion zsh)
_fieldpost() {
  local at= word
  local -a choices
  for word in ${words[2,CURRENT-1]}; do
    case "$at $word" in
` + steps(ps) + `    esac
  done
  case "$at" in
`)
	for _, p := range ps {
		fmt.Fprintf(&b, "    %s) choices=(", quote(p.path))
		for _, c := range p.choices() {
			b.WriteString(" " + quote(strings.ReplaceAll(c.word, ":", `\:`)+":"+c.help))
		}
		b.WriteString(" ) ;;\n")
	}
	b.WriteString("  esac\n  case \"$at ${words[CURRENT-1]}\" in\n")
	for _, p := range ps {
		for _, f := range p.flags {
			if e := enum(f.Value); len(e) > 0 {
				fmt.Fprintf(&b, "    %s) choices=(%s) ;;\n", quote(p.path+" --"+f.Name), strings.Join(e, " "))
			}
		}
	}
	b.WriteString(`  esac
  _describe 'fieldpost' choices || _files
}
if [ "$funcstack[1]" = _fieldpost ]; then _fieldpost "$@"; else compdef _fieldpost fieldpost; fi
`)
	return b.String()
}

func fish(ps []page) string {
	var b strings.Builder
	b.WriteString(`# fish completion of fieldpost: fieldpost docs completion fish > ~/.config/fish/completions/fieldpost.fish
function __fieldpost_at
    set -l at
    for word in (commandline -opc)[2..]
        switch "$at $word"
`)
	for _, p := range ps[1:] {
		fmt.Fprintf(&b, "            case %s\n                set at %s\n", quote(p.path), quote(p.path))
	}
	b.WriteString("        end\n    end\n    test \"$at\" = \"$argv[1]\"\nend\n")
	for _, p := range ps {
		at := fmt.Sprintf("complete -c fieldpost -n %s", quote("__fieldpost_at "+quote(p.path)))
		for _, c := range p.node.Children {
			if !c.Hidden {
				fmt.Fprintf(&b, "%s -f -a %s -d %s\n", at, c.Name, quote(c.Help))
			}
		}
		for _, f := range p.flags {
			line := at + " -l " + f.Name + " -d " + quote(f.Help)
			if f.Short != 0 {
				line += " -s " + string(f.Short)
			}
			switch e := enum(f.Value); {
			case len(e) > 0:
				line += " -x -a " + quote(strings.Join(e, " "))
			case !f.IsBool() && f.Name != "help":
				line += " -r"
			}
			b.WriteString(line + "\n")
			if f.Tag.Negatable != "" {
				fmt.Fprintf(&b, "%s -l no-%s -d %s\n", at, f.Name, quote(f.Help))
			}
		}
		for _, v := range p.node.Positional {
			if e := enum(v); len(e) > 0 {
				fmt.Fprintf(&b, "%s -f -a %s\n", at, quote(strings.Join(e, " ")))
			}
		}
	}
	return b.String()
}

func words(cs []choice) string {
	var out []string
	for _, c := range cs {
		out = append(out, c.word)
	}
	return strings.Join(out, " ")
}

// quote is a word as all three shells read it.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'"'"'`) + "'" }
