import { brandOfNumber } from '../../../common/brands.ts'
import type { UsableEntity } from '../../entities/access.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import {
  type ParameterError,
  type Refusal,
  refuse,
  refuseParameters,
} from '../../results/refusal.ts'
import { bankAccount } from './bank-account.ts'
import type { BinList } from './bin-list.ts'
import { CARD_ROWS, card } from './card.ts'
import { giftCard } from './gift-card.ts'
import type {
  InstrumentFacts,
  InstrumentModule,
  Judged,
  KeptDetails,
  Reading,
  SentRequest,
  WayToPay,
} from './instrument.ts'
import type { BrandInstrument, GiftCardIssuer, Instrument } from './instrument-kinds.ts'
import {
  asRead,
  BRAND_NOT_TAKEN,
  brandFault,
  errorsOf,
  expiredFault,
  missing,
  NONE,
  namedBrand,
} from './instrument-parts.ts'
import { terminal } from './terminal.ts'
import type { RealNumberWarning } from './test-numbers.ts'
import { tokenAccount } from './token-account.ts'
import { virtualAccount } from './virtual-account.ts'
import { wallets } from './wallet.ts'
import type { Wallets } from './wallet-token.ts'

/**
 * Every instrument, and the wallets that cards come out of, in the order in which refusals name them.
 * A new kind of instrument is a module and its line here.
 */
export const modules = [
  card,
  bankAccount,
  virtualAccount,
  ...wallets,
  tokenAccount,
  giftCard,
  terminal,
] as const

/** Stored payment details, which have a brand: a request may repeat it, not change it. */
export const stored: WayToPay = {
  within: [],
  marks: ['registrationId'],

  judge({ values, channelBrands }) {
    const named = namedBrand(values)
    if (named !== undefined && 'refused' in named) return named
    return async (asked) => {
      const read = await asked.stored(values.sent('registrationId') ?? '')
      if ('refused' in read) return read
      if (named !== undefined && named.name !== read.brand) {
        const message = `is not the brand of the registration: leave it out, or send ${read.brand}`
        return brandFault(named.name, message)
      }
      return channelBrands.includes(read.brand) ? read : { ...read, faultCode: BRAND_NOT_TAKEN }
    }
  },
}

/** Everything that a request can be paid with, in the same order. */
export const waysToPay: readonly WayToPay[] = [
  card,
  stored,
  ...modules.filter((module) => module !== card),
]

export const instrumentModules: readonly InstrumentModule[] = modules.filter(
  (module) => 'kind' in module,
)

const byKind: ReadonlyMap<string, InstrumentModule> = new Map(
  instrumentModules.map((module) => [module.kind, module]),
)

/** The module of an instrument; nothing for one that is a brand alone. */
export function moduleOf({ kind }: Pick<Instrument, 'kind'>): InstrumentModule | undefined {
  return byKind.get(kind)
}

/** Data of an instrument for comparing payments. */
export function instrumentFacts(instrument: Instrument): InstrumentFacts {
  return moduleOf(instrument)?.facts?.(instrument) ?? {}
}

/** What the answers of other gateways may add to instruments. */
export const answeredNames = instrumentModules.flatMap(({ answered = [] }) => answered)

/** Who is asked for an instrument that is not in the request; `undefined`: there is none of its kind. */
export interface InstrumentSources {
  readonly wallets: Wallets | undefined
  /** The instrument of stored payment details. */
  readonly stored:
    | ((
        registrationId: string,
        channel: UsableEntity,
        values: ParameterValues,
        nowMs: number,
      ) => Promise<Reading>)
    | undefined
  readonly giftCards: GiftCardIssuer | undefined
}

interface InstrumentReaderParts extends InstrumentSources {
  readonly environment: 'test' | 'live'
  readonly binList?: BinList | undefined
  /** Of the test environment. */
  readonly warnOfRealNumber?: RealNumberWarning | undefined
}

/**
 * Reads the instrument of a validated request, and judges it for a channel. A refusal names all
 * wrong parameters; an instrument that was read but cannot be charged has a `faultCode`.
 * Synchronous unless a service has to be asked: a registration, a wallet's token, a gift card.
 */
export type InstrumentReader = (
  values: ParameterValues,
  channel: UsableEntity,
  nowMs: number,
) => Reading | Promise<Reading>

const noneStored: Refusal = refuse('100.150.200', {
  status: 404,
  description: 'This gateway stores no payment details: send them with the payment',
})

export function createInstrumentReader(parts: InstrumentReaderParts): InstrumentReader {
  const { wallets, environment, binList, warnOfRealNumber = (read) => read } = parts
  return (values, channel, nowMs) => {
    const channelBrands = channel.settings.brands
    const judged = judgeInstrument({ values, channelBrands, nowMs, binList })
    if (typeof judged !== 'function') return warnOfRealNumber(judged, channel)
    // The simulated issuer decides where the simulator does.
    const isSimulated = environment === 'test' && values.sent('testMode') !== 'EXTERNAL'
    return judged({
      wallets,
      giftCards: isSimulated ? parts.giftCards : undefined,
      stored: async (registrationId) =>
        (await parts.stored?.(registrationId, channel, values, nowMs)) ?? noneStored,
    })
  }
}

interface Mark {
  readonly name: WayToPay['marks'][number]
  readonly way: WayToPay
}

const MARKS: readonly Mark[] = waysToPay.flatMap((way) => way.marks.map((name) => ({ name, way })))

const WEAK_MARKS: readonly Mark[] = waysToPay.flatMap((way) =>
  (way.weakMarks ?? []).map((name) => ({ name, way })),
)

/**
 * The instrument of a request: nothing for a request that has at most a brand; for one with several
 * instruments a refusal that names the parameters of the others.
 */
export function sentInstrument(values: ParameterValues): WayToPay | Refusal | undefined {
  const found: Mark[] = []
  for (const mark of MARKS) {
    if (!values.has(mark.name) || mark.way.isUnused?.(values)) continue
    if (found.at(-1)?.way !== mark.way) found.push(mark)
  }
  const [first] = found
  if (first !== undefined) return found.length === 1 ? first.way : oneOf(found, values)
  return WEAK_MARKS.find(({ name, way }) => values.has(name) && !way.isUnused?.(values))?.way
}

/** Card data may be sent together with the wallet or the terminal that they come from. */
function oneOf(found: readonly Mark[], values: ParameterValues): WayToPay | Refusal {
  const [only, another] = found.filter(({ way }) => way !== card)
  if (only === undefined || another !== undefined) return severalRefusal(found)
  const paidWith = only.way.withCard?.(only.name, values)
  if (paidWith === undefined) return severalRefusal(found)
  return paidWith === 'card' ? card : only.way
}

function severalRefusal([first, ...others]: readonly Mark[]): Refusal {
  const message = `must not be sent together with ${first?.name}: a payment is paid with one of them`
  return refuseParameters(others.map(({ name }) => ({ name, value: '***', message })))
}

/** Reads and checks the instrument of a request, as far as the request alone allows. */
function judgeInstrument(request: SentRequest): Judged {
  const sent = sentInstrument(request.values)
  if (sent === undefined) return readBrandOnly(request)
  return 'refused' in sent ? sent : sent.judge(request)
}

/**
 * Reads a request without any instrument: right for a brand whose shopper gives the rest on another
 * page, pays a slip, or buys on account; for any other brand it says what is missing.
 */
function readBrandOnly({ values, channelBrands }: SentRequest): Reading<BrandInstrument> {
  const brand = namedBrand(values)
  if (brand === undefined) {
    const message = 'is required, unless paymentBrand names what is paid with instead'
    return refuseParameters(missing(CARD_ROWS, message))
  }
  if ('refused' in brand) return brand
  const errors = modules.flatMap((module) => module.missing?.(brand) ?? [])
  if (errors.length > 0) return refuseParameters(errors)
  return asRead({ instrument: { kind: 'brand' }, brand: brand.name, channelBrands })
}

/**
 * All faults of the instrument that the parameters of a request show. They may repeat parameters
 * that the tables have refused already: see `addErrors`.
 */
export function instrumentErrors(request: SentRequest): readonly ParameterError[] {
  const { values } = request
  // The tables have asked for a card where no brand is named, and have refused what is no name.
  if (sentInstrument(values) === undefined && namedBrand(values) === undefined) return NONE
  const judged = judgeInstrument(request)
  return typeof judged !== 'function' && 'refused' in judged ? errorsOf(judged) : NONE
}

/** The named brand, or that of the card's number; nothing while the number does not decide it. */
export function brandByNumber(
  values: ParameterValues,
  channelBrands: readonly string[],
): string | undefined {
  const named = namedBrand(values)
  if (named !== undefined) return 'refused' in named ? undefined : named.name
  const number = values.sent('card.number')
  if (number === undefined || values.has('paymentBrand')) return undefined
  return brandOfNumber(number, channelBrands)
}

const keptModules = instrumentModules.filter(({ kept }) => kept !== undefined)

/** Kinds of instruments that the vault keeps, for rebills and registrations. */
export const keptKinds: readonly Instrument['kind'][] = keptModules.map(({ kind }) => kind)

const keptBeginnings = keptModules.flatMap(({ within }) => within)

/** Whether a parameter belongs to an instrument that the vault keeps. */
export function isOfKept(name: string): boolean {
  return keptBeginnings.some((within) => name.startsWith(within))
}

/** The kind of what is stored with a number in the vault. */
export function keptKind(details: KeptDetails): Instrument['kind'] | undefined {
  return keptModules.find(({ kept }) => kept?.isKept(details))?.kind
}

/** What is stored, as instruments of its kind are kept. */
interface StoredInstrument {
  readonly kind: Instrument['kind']
  readonly number: string
  readonly details: KeptDetails
}

/**
 * A stored instrument, to be charged once more: without security code or cryptogram, which must not
 * be stored. `given`: a request that may bring a security code, and a holder where none is stored.
 */
export function restoredInstrument(
  { kind, number, details }: StoredInstrument,
  given?: ParameterValues,
): Instrument {
  const kept = moduleOf({ kind })?.kept
  if (kept === undefined) throw new Error(`Instruments of the kind ${kind} are not stored`)
  return kept.restore(number, details, given)
}

/** How a checkout shows a stored instrument to its shopper, beside the summary of a card. */
export function shownToShopper({ kind, details }: Omit<StoredInstrument, 'number'>) {
  return moduleOf({ kind })?.kept?.shownToShopper(details) ?? {}
}

/** A stored instrument that was charged before, and the channel that would charge it again. */
interface KeptCharge {
  readonly instrument: Instrument
  readonly brand: string
  readonly channelBrands: readonly string[]
  /** By the channel's clock. */
  readonly nowMs: number
}

/**
 * Why a stored instrument cannot be charged any more, judged as if it were sent again: the channel
 * has stopped taking the brand, or a card or token has expired.
 */
export function keptFault({
  instrument,
  brand,
  channelBrands,
  nowMs,
}: KeptCharge): string | undefined {
  if (!channelBrands.includes(brand)) return BRAND_NOT_TAKEN
  return expiredFault(instrument, nowMs)
}
