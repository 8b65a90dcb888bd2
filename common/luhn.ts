/** ISO/IEC 7812-1 annex B: whether the last digit checks the ones before it. Digits only. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let position = 0; position < digits.length; position++) {
    const digit = digits.charCodeAt(digits.length - 1 - position) - 48
    const doubled = position % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return digits.length > 0 && sum % 10 === 0
}
