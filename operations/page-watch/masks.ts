import { PAGE_LIMITS } from './limits.ts'

/** Takes out of a text what differs each time the page is made, such as the id of a session. */
export type Mask = (text: string) => string

/** Why patterns are no masks, as a sentence; `undefined`: they are. */
export function maskFault(patterns: readonly string[]): string | undefined {
  const { maxMasks, maxMaskLength } = PAGE_LIMITS
  if (patterns.length > maxMasks) return `masks may be at most ${maxMasks} patterns`
  for (const pattern of patterns) {
    if (pattern.length > maxMaskLength) {
      return `a mask may have at most ${maxMaskLength} characters`
    }
    try {
      if (new RegExp(pattern, 'g').test('')) {
        return `the mask ${JSON.stringify(pattern)} fits an empty text: name what it takes out`
      }
    } catch {
      return `the mask ${JSON.stringify(pattern)} is no regular expression`
    }
  }
  return undefined
}

export function createMask(patterns: readonly string[]): Mask {
  const expressions = patterns.map((pattern) => new RegExp(pattern, 'g'))
  return (text) => expressions.reduce((masked, one) => masked.replace(one, '*'), text)
}
