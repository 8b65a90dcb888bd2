import type { ValueType } from '../parameters/value-types.ts'
import { valueWords } from '../parameters/value-words.ts'

/** Where the help of options begins, and how long its lines are. */
const HELP_AT = 22
const HELP_WIDTH = 100

/** An option as it is written, and what it is for, in lines. */
export function optionHelp(option: string, sentences: string): readonly string[] {
  const lines: string[] = []
  let line = `  ${option}`.padEnd(HELP_AT - 1)
  if (line.length >= HELP_AT) {
    lines.push(line)
    line = ' '.repeat(HELP_AT - 1)
  }
  for (const word of sentences.split(' ')) {
    if (line.length + word.length >= HELP_WIDTH) {
      lines.push(line)
      line = ' '.repeat(HELP_AT - 1)
    }
    line += ` ${word}`
  }
  return [...lines, line]
}

/** What an option with the value of a parameter is for. */
export function valueHelp(
  option: string,
  { meaning, type }: { readonly meaning: string; readonly type: ValueType },
): readonly string[] {
  const shown = `--${option} ${option.toUpperCase()}`
  return optionHelp(shown, `${meaning} Takes ${valueWords(type)}.`.trim())
}
