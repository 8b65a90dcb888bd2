import { wireTime } from '../../kernel/timers/clock.ts'
import { type ParameterName, tables } from '../../parameters/tables.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { isRefusal, type ParameterError, refuseParameters } from '../../results/refusal.ts'
import type { InstrumentModule } from './instrument.ts'
import type { TerminalInstrument } from './instrument-kinds.ts'
import { asRead, brandPaidBy, errorsOf, type InstrumentWords } from './instrument-parts.ts'

const words: InstrumentWords = {
  kinds: ['card'],
  parameters: 'pos.* without card.*',
  examples:
    'the brand that the terminal told, such as VISA: encrypted card data do not tell it here',
}

const NEEDED: readonly ParameterName[] = ['pos.terminalId', 'pos.entryMode']

/** Ciphertext that cannot be decrypted without the serial number of its key. */
const ENCRYPTED = ['pos.encryptedSred', 'pos.encryptedPin'] as const

/**
 * A card that a terminal has read. It stays encrypted: the acquirer has the keys, and sends
 * what answers show of the card. A card that was typed in (`pos.entryMode=MANUAL` with `card.*`) is read as
 * a card.
 */
export const terminal: InstrumentModule<TerminalInstrument> = {
  kind: 'terminal',
  within: ['pos.'],
  marks: ['pos.terminalId', 'pos.entryMode'],
  isOnlyServers: tables.pointOfSale.paysWith.isOnlyServers,
  withCard: (_mark, values) => (values.sent('pos.entryMode') === 'MANUAL' ? 'card' : undefined),

  judge({ values, channelBrands, nowMs }) {
    const brand = brandPaidBy(values, words)
    const errors = terminalErrors(values)
    if (isRefusal(brand)) return refuseParameters([...errors, ...errorsOf(brand)])
    if (errors.length > 0) return refuseParameters(errors)
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
  },

  // What the terminal encrypted is confidential: it goes with the operation, not the instrument.
  form: ({ terminalId, entryMode }) => ({
    'pos.terminalId': terminalId,
    'pos.entryMode': entryMode,
  }),
  answered: [
    'pos.clearing.authorizationAcquirerCode',
    'pos.clearing.authorizationIssuerCode',
    'pos.clearing.identifier',
    'pos.merchantId',
    'pos.iccDataResponse',
    'pos.statusText',
  ],
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

/** Everything that is wrong with a terminal's parameters but for the brand. */
function terminalErrors(values: ParameterValues): readonly ParameterError[] {
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
  return [...required, ...unopened, ...(hasCardData(values) ? [] : [noCard(values)])]
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
