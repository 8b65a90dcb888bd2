import { type Samples, samplesOf } from '../formats.fixture.ts'
import { otherInstruments } from '../instrument-tables.ts'
import { documented } from '../interface-rows.fixture.ts'
import { planOf } from '../plan.ts'
import { checkout, debit, entityId, strict, submit } from '../requests.fixture.ts'
import { validate } from '../validate.ts'
import { CARD_NUMBERS } from './hostile-texts.fixture.ts'

/** The operations that read a body, but for those of the test environment. */
export const fuzzedOperations = [
  'payments.create',
  'payments.reference',
  'payments.changeHold',
  'checkouts.create',
  'checkouts.submit',
  'checkouts.register',
  'registrations.create',
  'registrations.pay',
  'risk.create',
] as const

export type FuzzedOperation = (typeof fuzzedOperations)[number]

/** Name and value of one parameter, before they are written as a form or as JSON. */
export type Pair = readonly [name: string, value: string]

/** A valid request. */
export type SoundBody = readonly Pair[]

const card = { 'card.number': CARD_NUMBERS[0] }
const reference = { entityId, amount: '1.00', currency: 'EUR' }
const bankAccount = {
  paymentBrand: 'DIRECTDEBIT_SEPA',
  'bankAccount.holder': 'Ada Žižek',
  'bankAccount.iban': 'DE23100000001234567890',
  'bankAccount.bic': 'MARKDEF1100',
}
const online = { paymentBrand: 'GIROPAY', shopperResultUrl: 'https://shop.example/result' }
const began = {
  'standingInstruction.source': 'CIT',
  'standingInstruction.mode': 'INITIAL',
  'standingInstruction.type': 'RECURRING',
}

const PRACTICE = 'standingInstruction.industryPractice'
const raised = {
  'standingInstruction.source': 'MIT',
  'standingInstruction.mode': 'REPEATED',
  'standingInstruction.type': 'UNSCHEDULED',
  [PRACTICE]: 'INCREMENTAL_AUTH',
}

const smallest: Readonly<Record<FuzzedOperation, readonly Readonly<Record<string, string>>[]>> = {
  'payments.create': [
    { ...debit, ...card },
    { ...debit, ...card, paymentType: 'PA', 'card.cvv': '123', 'card.holder': 'Ada Žižek' },
    { ...debit, ...card, 'card.cvv': '123', ...began },
    { ...checkout, ...bankAccount },
    { ...checkout, ...online },
  ],
  'payments.reference': [
    { ...reference, paymentType: 'CP' },
    { ...reference, paymentType: 'RF' },
    { ...reference, paymentType: 'RB' },
    { paymentType: 'RV' },
  ],
  'payments.changeHold': [
    { ...reference, paymentType: 'PA', ...raised },
    { ...reference, paymentType: 'PA', ...raised, [PRACTICE]: 'REAUTHORIZATION' },
  ],
  'checkouts.create': [checkout, { entityId, createRegistration: 'true' }],
  'checkouts.submit': [{ ...submit, ...card }, bankAccount, online],
  'checkouts.register': [{ ...submit, ...card }, bankAccount],
  'registrations.create': [
    { entityId, ...submit, ...card },
    { entityId, ...bankAccount },
  ],
  'registrations.pay': [
    { amount: '1.00', currency: 'EUR', paymentType: 'DB' },
    { ...checkout, 'card.cvv': '123', ...began },
  ],
  'risk.create': [
    { entityId, amount: '1.00', currency: 'EUR', ...submit, ...card },
    { entityId, amount: '1.00', currency: 'EUR' },
  ],
}

/**
 * Parameters that would be refused for reasons outside of the tables, or that hide the rest of a
 * request, such as all instruments other than the card.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'registrations',
  'transactionDueDate',
  ...otherInstruments.map((beginning) => beginning.replace(/\..*$/, '')),
  'createRegistration',
  'testMode',
  'overridePaymentType[key]',
  'paymentBrand',
  'referenceUuid',
  'card.cvv',
  // Of a checkout that nobody pays by PA.
  'numberOfCaptures',
  // Which values prove an authentication, the network says.
  'threeDSecure.authenticationStatus',
  'threeDSecure.eci',
])

const formats = new Map(
  documented.flatMap(({ rows }) =>
    rows
      .trim()
      .split('\n')
      .map((line) => {
        const [name = '', format = ''] = line.split('|').map((part) => part.trim())
        return [name, format] as const
      }),
  ),
)

const samples = new Map([...formats].map(([name, format]) => [name, samplesOf(format)]))

/** Every name that the interface document has, as it writes them: with `[n]` and `[key]`. */
export const documentedNames: readonly string[] = [...samples.keys()]

/** Values that a documented name takes, its longest first, and values that it refuses. */
export function valuesFor(name: string): Samples {
  return samples.get(name) ?? { taken: [], refused: [] }
}

/** The shortest value that a documented name takes and that is there at all; empty without one. */
export function shortestValue(name: string): string {
  const values = valuesFor(name).taken.map((value) => value.trim())
  const [shortest = ''] = values
    .filter((value) => value !== '')
    .sort((one, other) => one.length - other.length)
  return shortest
}

/** A documented name as requests write it. */
export function onWire(name: string, index = 0): string {
  return name.replaceAll('[n]', `[${index}]`).replace('[key]', '[SHOPPER_note]')
}

/**
 * Sound bodies of an operation: its smallest ones, each structure of the tables by itself, and all of
 * them in one. A new table is in here without another line.
 */
export function soundBodies(operation: FuzzedOperation): readonly SoundBody[] {
  const known = made.get(operation)
  if (known !== undefined) return known
  const bodies = [...smallest[operation].map((body) => Object.entries(body)), ...grown(operation)]
  made.set(operation, bodies)
  return bodies
}

const made = new Map<FuzzedOperation, readonly SoundBody[]>()

function grown(operation: FuzzedOperation): SoundBody[] {
  const base: SoundBody = Object.entries(smallest[operation][0] ?? {})
  const structures = structuresOf(operation, new Set(base.map(([name]) => name)))
  let everything = base
  const alone: SoundBody[] = []
  for (const structure of structures) {
    alone.push(joined(operation, base, structure))
    everything = joined(operation, everything, structure)
  }
  return [...alone.filter(({ length }) => length > base.length), everything]
}

/** Parameters of the operation, those of one structure together. */
function structuresOf(operation: FuzzedOperation, sent: ReadonlySet<string>): Iterable<Pair[]> {
  const structures = new Map<string, Pair[]>()
  for (const name of planOf(operation, 'strict').names) {
    const value = shortestValue(name)
    const [structure = ''] = name.split(/[.[]/, 1)
    const isLeftOut = LEFT_OUT.has(name) || LEFT_OUT.has(structure)
    if (value === '' || sent.has(name) || isLeftOut) continue
    const pairs = structures.get(structure) ?? []
    structures.set(structure, [...pairs, [onWire(name), value]])
  }
  return structures.values()
}

/** Both together where that is sound, else as much of the second as is. */
function joined(operation: FuzzedOperation, body: SoundBody, more: readonly Pair[]): SoundBody {
  const all = [...body, ...more]
  if (isSound(operation, all)) return all
  const sound = [...body]
  for (const pair of more) {
    if (isSound(operation, [...sound, pair])) sound.push(pair)
  }
  return sound
}

function isSound(operation: FuzzedOperation, body: SoundBody): boolean {
  return validate(operation, body, strict).ok
}
