import { brandOfNumber } from '../../../common/brands.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import { type ParameterError, type Refusal, refuseParameters } from '../../wire/results/refusal.ts'
import { readBrandOnly } from './brand-only.ts'
import { card } from './card.ts'
import type { Judged, SentRequest, WayToPay } from './instrument.ts'
import { waysToPay } from './instruments.ts'
import { namedBrand } from './named-brand.ts'
import { errorsOf, NONE } from './read.ts'

interface Mark {
  readonly name: WayToPay['marks'][number]
  readonly way: WayToPay
}

const MARKS: readonly Mark[] = waysToPay.flatMap((way) => way.marks.map((name) => ({ name, way })))

const WEAK_MARKS: readonly Mark[] = waysToPay.flatMap((way) =>
  (way.weakMarks ?? []).map((name) => ({ name, way })),
)

/**
 * The one way in which a request is paid: nothing for one that has a brand at most, a refusal that
 * names the parameters of the others for one that has several.
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

/** Reads and checks what a request is paid with, as far as the request alone is enough for that. */
export function judgeInstrument(request: SentRequest): Judged {
  const sent = sentInstrument(request.values)
  if (sent === undefined) return readBrandOnly(request)
  return 'refused' in sent ? sent : sent.judge(request)
}

/**
 * All faults of what a request is paid with that its parameters show. They may repeat parameters that
 * the tables have refused already: see `addErrors`.
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
