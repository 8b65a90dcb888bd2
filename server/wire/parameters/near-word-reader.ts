import { editDistance } from '../../../common/edit-distance.ts'
import type { ValueReader } from './pattern-reader.ts'
import type { MeantWord } from './value-types.ts'

/** As many edits still make a misspelling of the word, such as `FINALE` or `finl`. */
const MAX_EDITS = 2

/** Refuses what was probably meant to be the word and is not; leaves every other text alone. */
export function nearWordReader({ value: word, synonyms }: MeantWord): ValueReader {
  const fault = {
    message: `means nothing: did you mean ${word}?`,
  }
  const others = new Set(synonyms)
  return (value) => {
    if (value === word) return value
    const bare = value.toUpperCase().replaceAll(/[^A-Z]/g, '')
    const isMeant = others.has(bare) || editDistance(bare, word, MAX_EDITS + 1) <= MAX_EDITS
    return isMeant ? fault : value
  }
}
