import { onWire, takenParameters } from '../../../reference/openapi/taken-parameters.ts'
import type { Operation } from '../../../server/parameters/operations.ts'
import type { ValueType } from '../../../server/parameters/value-types.ts'
import type { Form } from '../../../server/testing/gateway.fixture.ts'
import { isKeptName } from './kept-names.ts'

/** A value that occurs nowhere else, of the customer who is erased. */
export interface Marked {
  readonly name: string
  readonly value: string
}

let count = 0

/** For every parameter of an operation that does not stay a value of its own, where its type lets one be found again. */
export function markersOf(operation: Operation): readonly Marked[] {
  return takenParameters(operation).flatMap(({ name, type, keyPrefix }) => {
    const sent = onWire(name).replace('any_key', `${keyPrefix}any_key`)
    if (isKeptName(sent)) return []
    count += 1
    const value = sent.endsWith('.ip') ? `2001:db8:471::${count}` : markerOf(type, count)
    return value === undefined ? [] : [{ name: sent, value }]
  })
}

/** A value that the type takes and that nothing else has; `undefined`: it has too few values for that. */
function markerOf(type: ValueType, at: number): string | undefined {
  const number = String(4_700_000 + at)
  switch (type.kind) {
    case 'text':
      return type.max < 9 ? undefined : `Zq${number}`
    case 'pattern':
      return [
        `zq${number}@marked.example`,
        `Zq${number}`,
        `Zqmarked${letters(at)}`,
        `ZQ${number}`,
        `93${number}`,
        `203.0.113.${(at % 200) + 20}`,
        `+4993${number}`,
      ].find((text) => type.pattern.test(text))
    case 'phone':
      return `+49 93 ${number}`
    case 'date':
      return `19${10 + (at % 20)}-04-${10 + (at % 18)}`
    case 'url':
      return `https://zq${number}.example/marked`
    default:
      return undefined
  }
}

function letters(at: number): string {
  return [...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
}

/** What cannot be sent with the rest, or is a secret that is stored nowhere. */
const OTHER_WAYS = [
  /^(pos|walletA|walletB|walletC|applePay|googlePay|samsungPay|tokenAccount|virtualAccount)\./,
  /^(giftCard|recurringMigration|asynchronousResponse|redirect|threeDSecure\.\w+)\b/,
  /^(notificationUrl|integrity|pageOrigins|shown\.|card\.cvv|giftCards|risk\.accountToken)/,
]

/** Sends a request with all markers, without those that it refuses together with the rest; answers those it took. */
export async function sendMarked(
  send: (form: Form) => Promise<{ readonly status: number; readonly body: SentAnswer }>,
  operation: Operation,
  required: Form,
): Promise<{ readonly taken: readonly Marked[]; readonly id: string; readonly body: SentAnswer }> {
  const otherInstrument = 'card.number' in required ? /^bankAccount\./ : /^card\./
  const isOther = (name: string) =>
    [...OTHER_WAYS, otherInstrument].some((other) => other.test(name))
  let markers = markersOf(operation).filter(({ name }) => !(name in required) && !isOther(name))
  for (let tries = 0; tries < 12; tries++) {
    const marked = Object.fromEntries(markers.map(({ name, value }) => [name, value]))
    const { status, body } = await send({ ...marked, ...required })
    const faults = body.result.parameterErrors ?? []
    if (faults.length === 0) {
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body.result)}`)
      return { taken: markers, id: String(body.id), body }
    }
    const before = markers.length
    const wrong = new Set(faults.map(({ name }) => name))
    // Where one is missing, those that need it go.
    const missing = faults.filter(({ value }) => value === '').map(({ message }) => message)
    markers = markers.filter(
      ({ name }) => !wrong.has(name) && !missing.some((message) => message.includes(name)),
    )
    if (markers.length === before) throw new Error(JSON.stringify(faults))
  }
  throw new Error('It takes too few of them')
}

export interface SentAnswer {
  readonly id?: string
  readonly registrationId?: string
  readonly result: {
    readonly code: string
    readonly parameterErrors?: readonly {
      readonly name: string
      readonly value: string
      readonly message: string
    }[]
  }
}
