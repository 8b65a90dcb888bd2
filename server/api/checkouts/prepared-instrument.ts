import { type PaymentBrand, paymentBrand } from '../../../common/payment-brands.ts'
import type { Prefill } from '../../methods/instruments/instrument.ts'
import { waysToPay } from '../../methods/instruments/instruments.ts'
import { tables } from '../../wire/parameters/tables.ts'
import { ParameterValues, type SentParameter } from '../../wire/parameters/values.ts'
import { type Refusal, refuseParameters } from '../../wire/results/refusal.ts'

type Sent = Iterable<readonly [name: string, value: string, origin?: unknown]>

/** An instrument that the merchant may have prepared, and how its parameters begin. */
interface Prepared extends Prefill {
  readonly within: string
}

const PREPARED: ReadonlyMap<string, Prepared> = new Map(
  waysToPay.flatMap(({ within, prefill }) =>
    prefill === undefined
      ? []
      : within.map((start) => [start, { within: start, ...prefill }] as const),
  ),
)

/** The parameters that identify an account. */
const ACCOUNT = /\.(?:iban|number|accountId|paymentToken)$/

/** What another server found out of the card that it has authenticated. */
const PROOF: ReadonlySet<string> = new Set(
  Object.keys({ ...tables.authenticationProof.rows, ...tables.authenticationSchemeData.rows }),
)

function preparedBy(name: string): Prepared | undefined {
  const prepared = PREPARED.get(name.slice(0, name.indexOf('.') + 1))
  return prepared?.notOfInstrument?.includes(name) ? undefined : prepared
}

/**
 * The merchant's values that are used together with what the shopper sends. A prepared instrument is a
 * prefill: it is used when the shopper chooses its brand, or nothing. Values of the shopper replace
 * it, and another account replaces it as a whole. All other values stay as the merchant has set them.
 */
export function keptMerchantValues(held: ParameterValues, sent: Sent): ParameterValues {
  const entries = held.entries()
  const prepared = entries.filter(([name]) => preparedBy(name) !== undefined)
  if (prepared.length === 0) return held
  const shopper = choiceOf(sent, held)
  const dropped = new Set(prepared.filter(([name]) => !stands(name, shopper)).map(([name]) => name))
  // Proof of the prepared card says nothing of another one.
  const isOtherCard = [...dropped].some((name) => preparedBy(name)?.kinds.includes('card'))
  return ParameterValues.of(
    entries.filter(([name]) => !dropped.has(name) && !(isOtherCard && PROOF.has(name))),
  )
}

/** What a shopper's submit chooses to pay with. */
interface Choice {
  readonly names: ReadonlySet<string>
  /** How the names of the instruments begin that it brings. */
  readonly brought: ReadonlySet<string>
  readonly brand: PaymentBrand | undefined
  readonly isAtTerminal: boolean
}

function choiceOf(sent: Sent, held: ParameterValues): Choice {
  const values = new Map([...sent].map(([name, value]) => [name, value]))
  const names = new Set(values.keys())
  const brought = new Set([...names].flatMap((name) => preparedBy(name)?.within ?? []))
  for (const name of ['card.number', 'registrationId']) if (names.has(name)) brought.add(name)
  const brand = held.sent('paymentBrand') ?? values.get('paymentBrand')
  return {
    names,
    brought,
    brand: brand === undefined ? undefined : paymentBrand(brand),
    isAtTerminal: isReadByTerminal(held),
  }
}

function stands(name: string, { names, brought, brand, isAtTerminal }: Choice): boolean {
  const prefill = preparedBy(name)
  if (prefill === undefined) return true
  if (names.has(name) || isAtTerminal) return false
  // It may stand in for the holder that a registration lacks (overrideHolder).
  if (name === prefill.owner && brought.has('registrationId')) return true
  if (brought.size > 0) return brought.has(prefill.within) && !isReplaced(name, prefill, names)
  return brand === undefined || prefill.kinds.includes(brand.kind)
}

/** Whether another account of the same kind is named: the parts of two accounts make none. */
function isReplaced(
  name: string,
  { within, owner }: Prepared,
  names: ReadonlySet<string>,
): boolean {
  if (name === owner) return false
  return [...names].some((other) => other.startsWith(within) && ACCOUNT.test(other))
}

/** What was prepared before and still is, once the merchant sends parts of another account. */
export function withoutReplaced(
  before: readonly SentParameter[],
  sent: Sent,
): readonly SentParameter[] {
  const names = new Set([...sent].map(([name]) => name))
  return before.filter(([name]) => {
    const prefill = preparedBy(name)
    return prefill === undefined || !isReplaced(name, prefill, names)
  })
}

/** Whether a terminal has read the card, whose data are the merchant's to send: nothing else pays. */
function isReadByTerminal(held: ParameterValues): boolean {
  return held.has('pos.terminalId') && held.sent('pos.entryMode') !== 'MANUAL'
}

/** Refuses what a shopper would pay with in place of the card that a terminal has read. */
export function beforeTerminalRefusal(held: ParameterValues, sent: Sent): Refusal | undefined {
  if (!isReadByTerminal(held)) return undefined
  const message =
    'is not taken: the merchant has prepared this checkout with a card that a terminal has read (pos.*)'
  const [first] = choiceOf(sent, held).brought
  if (first === undefined) return undefined
  return refuseParameters([{ name: first.replace(/\.$/, ''), value: '***', message }])
}
