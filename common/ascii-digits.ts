/** Digits of any script (`\p{Nd}`) as those of ASCII; everything else stays. */
export function asciiDigits(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // Scripts have their digits in a row from 0 to 9, some of them several such rows after each other.
    let before = 0
    while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
    return String(before % 10)
  })
}
