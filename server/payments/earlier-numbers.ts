import { withoutNumbers } from '../parameters/masking.ts'

const TEXTS = /((?:userAgent|AcquirerCase)":)("(?:[^"\\]|\\.)*")/g
const FLAT_PASSENGER = /(airline\.passengers\[\d+\]\.name":)("(?:[^"\\]|\\.)*")/g
const PASSENGERS = '"passengers":['

/**
 * Details as they are stored, without the card numbers that version 0.1.0 took in user agents, names of passengers
 * and the references of acquirers' cases: they are read through this, and no row is written for it. Takes an object
 * of JSON, of members or of flat names. What is stored since then has none, so most texts are only searched for words.
 */
export function withoutEarlierNumbers(json: string): string {
  let text = json
  if (text.includes('userAgent":') || text.includes('AcquirerCase":'))
    text = text.replace(TEXTS, masked)
  if (text.includes('airline.passengers[')) text = text.replace(FLAT_PASSENGER, masked)
  return text.includes(PASSENGERS) ? withMaskedNames(text) : text
}

const masked = (_: string, name: string, value: string) =>
  name + JSON.stringify(withoutNumbers(JSON.parse(value)))

function withMaskedNames(text: string): string {
  const { airline, ...others } = JSON.parse(text) as {
    readonly airline?: { readonly passengers?: readonly { readonly name?: string }[] }
  }
  const passengers = airline?.passengers ?? []
  const shown = passengers.map((one) => {
    const { name } = one
    return name === undefined ? one : { ...one, name: withoutNumbers(name) }
  })
  if (shown.every(({ name }, at) => name === passengers[at]?.name)) return text
  return JSON.stringify({ ...others, airline: { ...airline, passengers: shown } })
}
