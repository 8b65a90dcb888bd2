import { EACH_HIDDEN } from '../../common/hidden-characters.ts'

/** A text of somebody else as part of a line: it must not make lines of its own, steer a terminal or turn the line round. */
export function inOneLine(text: string): string {
  return text.replaceAll(EACH_HIDDEN, (found) => {
    const escaped = JSON.stringify(found).slice(1, -1)
    return escaped === found ? `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}` : escaped
  })
}
