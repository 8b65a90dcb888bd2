import { wireTime } from '../../engine/timers/clock.ts'
import type { ParameterName } from '../../wire/parameters/tables.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import {
  isRefusal,
  type ParameterError,
  type Refusal,
  refuseParameters,
} from '../../wire/results/refusal.ts'
import type { ReadInstrument, TerminalInstrument } from './instrument.ts'
import { brandPaidBy, type InstrumentWords } from './named-brand.ts'
import { asRead, errorsOf } from './read.ts'

const words: InstrumentWords = {
  kinds: ['card'],
  parameters: 'pos.* without card.*',
  examples:
    'the brand that the terminal told, such as VISA: encrypted card data do not tell it here',
}

const NEEDED: readonly ParameterName[] = ['pos.terminalId', 'pos.entryMode']

/** Ciphertext that nobody can open without the serial number of its key. */
const ENCRYPTED = ['pos.encryptedSred', 'pos.encryptedPin'] as const

/**
 * Reads what a terminal read of a card. It stays encrypted: the acquirer has the keys, and tells
 * what answers show of the card. A card that was typed in (`pos.entryMode=MANUAL` with `card.*`) is
 * read as a card.
 */
export function readTerminal(
  values: ParameterValues,
  channelBrands: readonly string[],
  nowMs: number,
): ReadInstrument<TerminalInstrument> | Refusal {
  const brand = brandPaidBy(values, words)
  const faults = terminalErrors(values)
  if (isRefusal(brand) || faults.length > 0) return refuseParameters(faults)
  return asRead({
    instrument: {
      kind: 'terminal',
      terminalId: values.sent('pos.terminalId') ?? '',
      entryMode: values.sent('pos.entryMode') ?? '',
      cardData: cardDataOf(values) ?? '',
    },
    brand: brand.name,
    channelBrands,
    shown: shownOfTerminal(nowMs),
  })
}

/** When the gateway heard of it, as it is printed (interface document, Point of sale: response fields). */
export function shownOfTerminal(nowMs: number): Readonly<Record<string, string>> {
  return { 'pos.timestamp': wireTime(nowMs) }
}

/** The chip's request holds all that an acquirer asks for; a magnetic stripe has account data only. */
function hasCardData(values: ParameterValues): boolean {
  return values.has('pos.iccDataRequest') || values.has('pos.encryptedSred.data')
}

function cardDataOf(values: ParameterValues): string | undefined {
  return values.sent('pos.iccDataRequest') ?? values.sent('pos.encryptedSred.data')
}

/** Everything that is wrong with a terminal's parameters. */
export function terminalErrors(values: ParameterValues): readonly ParameterError[] {
  const brand = brandPaidBy(values, words)
  const required = NEEDED.filter((name) => !values.has(name)).map((name) => ({
    name,
    value: '',
    message: 'is required when any other pos.* parameter is sent',
  }))
  const unopened = ENCRYPTED.filter(
    (name) => values.has(`${name}.data`) && !values.has(`${name}.ksn`),
  ).map((name) => ({
    name: `${name}.ksn`,
    value: '',
    message: `is required together with ${name}.data: it tells the key`,
  }))
  return [
    ...required,
    ...unopened,
    ...(hasCardData(values) ? [] : [noCard(values)]),
    ...(isRefusal(brand) ? errorsOf(brand) : []),
  ]
}

function noCard(values: ParameterValues): ParameterError {
  const mode = values.sent('pos.entryMode')
  if (mode === 'MANUAL') {
    const message = 'is required with pos.entryMode=MANUAL, or pos.encryptedSred.data in its place'
    return { name: 'card.number', value: '', message }
  }
  const isChip = mode === 'ICC' || mode === 'NFC_ICC'
  const [name, other] = isChip
    ? ['pos.iccDataRequest', 'pos.encryptedSred.data']
    : ['pos.encryptedSred.data', 'pos.iccDataRequest']
  const withMode = mode === undefined ? '' : ` with pos.entryMode=${mode}`
  const message = `is required${withMode}, or ${other} in its place: the payment has no card data`
  return { name, value: '', message }
}
