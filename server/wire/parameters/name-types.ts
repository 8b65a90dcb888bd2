import { pattern, type ValueType } from './value-types.ts'

/** "letters/digits/space", letters of any script: networks take nothing else of senders and recipients. */
export function nameOf(longest: number): ValueType {
  return pattern(new RegExp(`^[\\p{L}\\p{M}\\p{N} ]{1,${longest}}$`, 'u'), 'Ada Byron')
}

/** "letters/space". */
export const nationality = pattern(/^[\p{L}\p{M} ]{1,50}$/u, 'German')
