/** How letters are written where there are only A to Z, as on a card. */
const SPELT_OUT: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ø: 'oe',
  å: 'aa',
  æ: 'ae',
  œ: 'oe',
}

/** Letters that lose nothing but a mark, though Unicode does not take them apart. */
const PLAIN: Readonly<Record<string, string>> = { ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', ł: 'l' }

/**
 * Whether a card holder may be the customer: each word of the surname is in the holder's name, and one
 * given name is, in full or as its initial. Order, case, marks and titles do not matter: `MUELLER J`
 * is Jürgen Müller. `undefined` when a name is missing or has no letters.
 */
export function holderFits(
  holder: string,
  givenName: string,
  surname: string,
): boolean | undefined {
  const [onCard, given, family] = [holder, givenName, surname].map(wordsOf)
  if (!onCard?.length || !given?.length || !family?.length) return undefined
  const left = [...onCard]
  const takes = (fits: (word: string) => boolean) => {
    const at = left.findIndex(fits)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  }
  if (!family.every((wanted) => takes((word) => isSame(word, wanted)))) return false
  return given.some((wanted) => takes((word) => isSame(word, wanted) || isInitialOf(word, wanted)))
}

function wordsOf(name: string): readonly string[] {
  return (
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? []
  )
}

function isSame(one: string, other: string): boolean {
  const spellings = spellingsOf(other)
  return spellingsOf(one).some((spelling) => spellings.includes(spelling))
}

function isInitialOf(word: string, name: string): boolean {
  if (word.length === 1) return spellingsOf(name).some((spelling) => spelling[0] === word)
  return name.length === 1 && word.startsWith(name)
}

function spellingsOf(word: string): readonly string[] {
  const spelt = (letters: Readonly<Record<string, string>>) =>
    [...word].map((letter) => letters[letter] ?? letter).join('')
  return [spelt(PLAIN), spelt(SPELT_OUT)].map((text) =>
    text.normalize('NFD').replace(/\p{M}/gu, ''),
  )
}
