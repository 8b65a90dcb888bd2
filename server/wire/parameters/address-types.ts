import { pattern } from './value-types.ts'

/** "letters, digits, dot", letters of any script: a code such as `CA` or `DE.BY`, or one word. */
export const state = pattern(/^[\p{L}\p{M}\p{N}.]{1,50}$/u, 'CA')

/** "letters/digits"; decisions §1: a blank or hyphen is accepted in every profile. */
export const postcode = pattern(/^[A-Za-z0-9 -]{1,16}$/, 'SW1A 1AA')

/** "letters": of any script, with the blanks and marks that names of towns are written with. */
export const cityLetters = pattern(/^[\p{L}\p{M} .,'’()/-]{1,80}$/u, "L'Aquila")
