/** Letters that Unicode does not divide into a letter of A to Z and its accents. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ŋ: 'n',
  // The sigma at the end of a word.
  ς: 'σ',
}

const OTHER_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/** A text without accents and case, as a search compares it: `Müller` and `MULLER` are `muller`. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(OTHER_LETTERS, (letter) => LETTERS[letter] ?? letter)
}
