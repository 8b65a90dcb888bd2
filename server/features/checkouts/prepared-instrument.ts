import { type PaymentBrand, paymentBrand } from '../../../common/payment-brands.ts'
import { tables } from '../../parameters/tables.ts'
import { ParameterValues, type SentParameter } from '../../parameters/values.ts'
import { type Prefill, waysToPay } from '../../payments/instruments/index.ts'
import { type Refusal, refuseParameters } from '../../results/refusal.ts'
import { offersOf } from './offered-registrations.ts'

type Sent = Iterable<readonly [name: string, value: string, origin?: unknown]>

/** An instrument that the merchant may have prepared, and the prefix of its parameters. */
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

/** The result of an authentication at another server; valid only for the card that it authenticated. */
const AUTHENTICATION_PROOF: ReadonlySet<string> = new Set(
  Object.keys(tables.authenticationProof.rows),
)

function preparedBy(name: string): Prepared | undefined {
  const prepared = PREPARED.get(name.slice(0, name.indexOf('.') + 1))
  return prepared?.notOfInstrument?.includes(name) ? undefined : prepared
}

/**
 * The merchant's values that apply to a submit. A prepared instrument is a prefill: it is used when the
 * shopper chooses its brand or no other instrument. The shopper's values have priority, and another
 * account replaces the prepared one as a whole. The proof of an external 3-D Secure server applies to
 * the only card that the merchant knows, never to one that the shopper types: its issuer has
 * authenticated nobody. All other values apply as the merchant set them.
 */
export function keptMerchantValues(preset: ParameterValues, sent: Sent): ParameterValues {
  const entries = preset.entries()
  const mayBeDropped = ([name]: SentParameter) =>
    preparedBy(name) !== undefined || AUTHENTICATION_PROOF.has(name)
  if (!entries.some(mayBeDropped)) return preset
  const shopper = readChoice(sent, preset)
  const kept = entries.filter(([name]) => applies(name, shopper))
  const isProved = shopper.isAtTerminal || paysWithOnlyKnownCard(entries, kept, shopper)
  return ParameterValues.of(kept.filter(([name]) => isProved || !AUTHENTICATION_PROOF.has(name)))
}

/**
 * Whether the submit pays with the only card that the merchant has prepared or offers. With several of
 * them, nothing says which one its proof was made for.
 */
function paysWithOnlyKnownCard(
  preset: readonly SentParameter[],
  kept: readonly SentParameter[],
  { instruments }: Choice,
): boolean {
  if (preset.filter(isPreparedCard).length + offersOf(preset).length !== 1) return false
  return kept.some(isPreparedCard) || instruments.has('registrationId')
}

function isPreparedCard([name]: SentParameter): boolean {
  return ACCOUNT.test(name) && preparedBy(name)?.kinds.includes('card') === true
}

/** What a shopper's submit chooses to pay with. */
interface Choice {
  readonly names: ReadonlySet<string>
  /** The prefixes of the instruments that it sends. */
  readonly instruments: ReadonlySet<string>
  readonly brand: PaymentBrand | undefined
  readonly isAtTerminal: boolean
}

function readChoice(sent: Sent, preset: ParameterValues): Choice {
  const values = new Map([...sent].map(([name, value]) => [name, value]))
  const names = new Set(values.keys())
  const instruments = new Set([...names].flatMap((name) => preparedBy(name)?.within ?? []))
  for (const name of ['card.number', 'registrationId']) if (names.has(name)) instruments.add(name)
  const brand = preset.sent('paymentBrand') ?? values.get('paymentBrand')
  return {
    names,
    instruments,
    brand: brand === undefined ? undefined : paymentBrand(brand),
    isAtTerminal: isReadByTerminal(preset),
  }
}

function applies(name: string, { names, instruments, brand, isAtTerminal }: Choice): boolean {
  const prefill = preparedBy(name)
  if (prefill === undefined) return true
  if (names.has(name) || isAtTerminal) return false
  // It replaces the holder that a registration lacks (overrideHolder).
  if (name === prefill.owner && instruments.has('registrationId')) return true
  if (instruments.size > 0)
    return instruments.has(prefill.within) && !isReplaced(name, prefill, names)
  return brand === undefined || prefill.kinds.includes(brand.kind)
}

/** Whether another account of the same kind is sent: parts of two accounts must not be mixed. */
function isReplaced(
  name: string,
  { within, owner }: Prepared,
  names: ReadonlySet<string>,
): boolean {
  if (name === owner) return false
  return [...names].some((other) => other.startsWith(within) && ACCOUNT.test(other))
}

/** The prepared parameters that remain when the merchant sends parts of another account. */
export function withoutReplacedInstrument(
  before: readonly SentParameter[],
  sent: Sent,
): readonly SentParameter[] {
  const names = new Set([...sent].map(([name]) => name))
  return before.filter(([name]) => {
    const prefill = preparedBy(name)
    return prefill === undefined || !isReplaced(name, prefill, names)
  })
}

/** Whether a terminal has read the card. Then only the merchant sends card data, and nothing else pays. */
function isReadByTerminal(preset: ParameterValues): boolean {
  return preset.has('pos.terminalId') && preset.sent('pos.entryMode') !== 'MANUAL'
}

/** Refuses any instrument of the shopper when a terminal has read the card. */
export function terminalCardRefusal(preset: ParameterValues, sent: Sent): Refusal | undefined {
  if (!isReadByTerminal(preset)) return undefined
  const message =
    'is not taken: the merchant has prepared this checkout with a card that a terminal has read (pos.*)'
  const [first] = readChoice(sent, preset).instruments
  if (first === undefined) return undefined
  return refuseParameters([{ name: first.replace(/\.$/, ''), value: '***', message }])
}
