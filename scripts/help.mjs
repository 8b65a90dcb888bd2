import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Shows what the comment at the head of a script says and ends the process, where `--help` or `-h` was
 * asked for. To be called before the script does anything.
 *
 * @param {string} url the script's `import.meta.url`
 */
export function helpIfAsked(url) {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return
  const [, comment = ''] = /\/\*\*(.*?)\*\//s.exec(readFileSync(fileURLToPath(url), 'utf8')) ?? []
  const lines = comment.split('\n').map((line) => line.replace(/^ *\*? ?/, '').trimEnd())
  process.stdout.write(`${lines.join('\n').trim()}\n`)
  process.exit(0)
}
