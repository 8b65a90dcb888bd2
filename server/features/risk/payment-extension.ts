import type { FastifyBaseLogger } from 'fastify'
import type { UsableEntity } from '../../entities/access.ts'
import type { RiskProviderSettings, RiskRule, RiskSettings } from '../../entities/risk-settings.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { type HitBlock, ORDERED_AT, orderedAt, readDetails } from '../../payments/index.ts'
import { instrumentFacts } from '../../payments/instruments/index.ts'
import type {
  DraftedCharge,
  DraftedPayment,
  ExtensionAnswer,
  PaymentExtension,
} from '../../payments/screen/index.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type { PaymentType, Store } from '../../store/port.ts'
import { readRegistrationDetails } from '../registrations/index.ts'
import type { Blocks, ChannelBlocks } from './blocks.ts'
import { RISK_AMOUNT_MALFORMED } from './codes.ts'
import { chargeFacts, factsOf, type PaymentFacts, type RiskFacts } from './facts.ts'
import { RISK_PARAMETER, type RiskProvider } from './provider.ts'
import {
  applyRules,
  conclude,
  type ProviderAnswer,
  type RiskJudgement,
  withBlock,
} from './rules.ts'
import { sightingParticipant, sightingsOf, sumsForRules, velocityRules } from './sightings.ts'

/**
 * Blocks and risk checks of first payments, and of references that charge again: a refusal is recorded as its
 * failure, a review is the code of its success.
 */
export function riskExtension(
  screening: Screening,
  { store, blocks }: { readonly store: Store; readonly blocks: Blocks },
): PaymentExtension {
  async function withFirst(
    drafted: DraftedPayment,
    blocked: ChannelBlocks,
  ): Promise<ExtensionAnswer | undefined> {
    const { id, channel, values, paymentType, amount, read, nowMs, shopperAddress } = drafted
    const fingerprint = await fingerprintOf(drafted, store)
    const emails = blocked.isEmpty ? [] : await emailsOfFirst(drafted, store)
    const verdict = await screening.screen(
      {
        paymentId: id,
        channel,
        paymentType,
        brand: read.brand,
        amount,
        values,
        nowMs,
        ...(shopperAddress === undefined ? {} : { shopperAddress }),
        ...instrumentFacts(read.instrument),
        ...(fingerprint === undefined ? {} : { fingerprint }),
      },
      blocked.hitBy({ fingerprint, emails }),
    )
    for (const sentence of verdict?.trace ?? []) drafted.trace?.note('risk', sentence)
    return verdict && extensionAnswerOf(verdict, drafted)
  }

  async function withCharge(
    charge: DraftedCharge,
    blocked: ChannelBlocks,
  ): Promise<ExtensionAnswer> {
    const known = await chargeFacts(charge, store)
    const emails = blocked.isEmpty ? [] : await emailsOfCharge(charge)
    const block = blocked.hitBy({ fingerprint: known.fingerprint, emails })
    const judged = screening.screenCharge(charge.channel, known, block)
    for (const sentence of judged.trace) charge.trace?.note('risk', sentence)
    const verdict = { ...judged, participants: [], ...(block === undefined ? {} : { block }) }
    return extensionAnswerOf(verdict, charge)
  }

  return {
    withFirst(drafted) {
      const look = (blocked: ChannelBlocks) =>
        blocked.isEmpty && !screening.checks(drafted) ? undefined : withFirst(drafted, blocked)
      const blocked = blocks.of(drafted.channel.entity.id)
      return blocked instanceof Promise ? blocked.then(look) : look(blocked)
    },
    withCharge(charge) {
      const look = (blocked: ChannelBlocks) =>
        blocked.isEmpty && !screening.checksCharges(charge.channel)
          ? undefined
          : withCharge(charge, blocked)
      const blocked = blocks.of(charge.channel.entity.id)
      return blocked instanceof Promise ? blocked.then(look) : look(blocked)
    },
  }
}

/** Of the number that was sealed now, or that the vault keeps for a registration. */
export async function fingerprintOf(
  { read, sealed }: Pick<DraftedPayment, 'read' | 'sealed'>,
  store: Store,
): Promise<string | undefined> {
  if (sealed !== undefined || read.vaultRecordId === undefined) return sealed?.fingerprint
  return (await store.read.vaultRecord(read.vaultRecordId))?.fingerprint
}

function extensionAnswerOf(
  { score, refusalCode, reviewCode, participants, block }: RiskVerdict,
  checked: CheckedRequest,
): ExtensionAnswer {
  return {
    participants,
    details: {
      shown: shownOfCheck(score, checked),
      ...(block === undefined ? {} : { block }),
      ...(reviewCode === undefined ? {} : { reviewCode }),
    },
    ...(refusalCode === undefined ? {} : { faultCode: refusalCode }),
  }
}

/** A request that was checked, and when: by the channel's clock. */
interface CheckedRequest {
  readonly values: ParameterValues
  readonly nowMs: number
}

/** What answers show of a check (interface document, risk.score, risk.orderTimestamp). */
export function shownOfCheck(
  score: number,
  { values, nowMs }: CheckedRequest,
): Readonly<Record<string, string>> {
  return { 'risk.score': String(score), [ORDERED_AT]: orderedAt(values, nowMs) }
}

/** How long a payment waits for a provider where the channel sets no time, in milliseconds. */
const PROVIDER_TIMEOUT_MS = 2_000

/** A payment before it is sent to its connector. */
export interface Screened extends PaymentFacts {
  readonly channel: UsableEntity
  readonly paymentId: string
  readonly paymentType: PaymentType
  /** By the channel's clock. */
  readonly nowMs: number
}

export interface RiskVerdict extends RiskJudgement {
  /** What a person has blocked, where that refuses it. */
  readonly block?: HitBlock
  /** What goes into the payment's own commits, so that the attempt is counted whatever becomes of it. */
  readonly participants: readonly CommitParticipant[]
}

export interface Screening {
  /** Whether there is anything to check. Synchronous, without a read of the store. */
  checks(payment: Pick<Screened, 'channel' | 'values'>): boolean
  /**
   * Checks a payment before it is sent to its connector; `undefined`, at once, where nothing is blocked and the
   * channel checks nothing. Rejects with the store; a provider that fails is one that says nothing.
   */
  screen(screened: Screened, block?: HitBlock): Promise<RiskVerdict> | undefined
  /**
   * Whether a channel looks at what charges anew: rebills, and increments of a hold. Its block lists
   * and amounts do; attempts are those of first payments, and a provider is asked about these.
   */
  checksCharges(channel: UsableEntity): boolean
  /** Judges such a charge. */
  screenCharge(channel: UsableEntity, known: PaymentFacts, block?: HitBlock): RiskJudgement
}

interface ScreeningParts {
  readonly store: Store
  readonly vault: Pick<Vault, 'keyedHash'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /** Those that channels may name. The simulated one belongs to the test environment. */
  readonly providers: readonly RiskProvider[]
}

const NO_RULES: RiskSettings = { rules: [] }
const SIMULATOR_PARAMETER = `customParameters[${RISK_PARAMETER}]`

export function createScreening(parts: ScreeningParts): Screening {
  const canSimulate = parts.providers.some(({ name }) => name === 'simulator')

  /** A channel without a provider has the simulated one for requests that tell it what to say. */
  function settingsFor({
    channel,
    values,
  }: Pick<Screened, 'channel' | 'values'>): RiskSettings | undefined {
    const { risk } = channel.settings
    const asksSimulator = canSimulate && values.sent(SIMULATOR_PARAMETER)
    if (!asksSimulator || risk?.provider !== undefined) return risk
    return { ...(risk ?? NO_RULES), provider: { name: 'simulator' } }
  }

  return {
    checks: (payment) => settingsFor(payment) !== undefined,

    screen(screened, block) {
      const settings = settingsFor(screened) ?? (block && NO_RULES)
      return settings && screenBy(settings, screened, { ...parts, block })
    },

    checksCharges: ({ settings }) => settings.risk?.rules.some(appliesToCharges) === true,

    screenCharge: ({ settings }, known, block) =>
      withBlock(screenChargeBy(settings.risk ?? NO_RULES, known), block),
  }
}

function appliesToCharges({ kind }: RiskRule): boolean {
  return kind === 'block' || kind === 'amount'
}

function screenChargeBy(
  { rules, provider: _notAsked, ...thresholds }: RiskSettings,
  known: PaymentFacts,
): RiskJudgement {
  const facts = factsOf(known)
  if (facts === undefined) return malformedAmount
  const settings = { ...thresholds, rules: rules.filter(appliesToCharges) }
  return conclude(settings, applyRules(settings, facts, new Map()))
}

async function screenBy(
  settings: RiskSettings,
  screened: Screened,
  parts: ScreeningParts & { readonly block: HitBlock | undefined },
): Promise<RiskVerdict> {
  const facts = factsOf(screened)
  if (facts === undefined) return malformedAmount
  const { channel, paymentId, nowMs } = screened
  const occasion = { entityId: channel.entity.id, paymentId, nowMs }
  const counts = velocityRules(settings).length > 0
  const sums = counts ? await sumsForRules(settings, facts, occasion, parts) : new Map()
  const judged = withBlock(applyRules(settings, facts, sums), parts.block)
  const word =
    settings.provider === undefined || judged.refusalCode !== undefined
      ? undefined
      : await ask(settings.provider, facts, screened, parts)
  const sightings = counts ? sightingsOf(settings, facts, occasion, parts.vault) : []
  return {
    ...conclude(settings, judged, word),
    ...(parts.block === undefined ? {} : { block: parts.block }),
    participants: sightings.length === 0 ? [] : [sightingParticipant(sightings)],
  }
}

const malformedAmount: RiskVerdict = {
  score: 0,
  refusalCode: RISK_AMOUNT_MALFORMED,
  trace: [`risk.amount has more decimals than its currency: refused with ${RISK_AMOUNT_MALFORMED}`],
  participants: [],
}

async function ask(
  { name, timeoutMs = PROVIDER_TIMEOUT_MS }: RiskProviderSettings,
  facts: RiskFacts,
  { channel, paymentId, paymentType, values, nowMs }: Screened,
  { providers, log }: ScreeningParts,
): Promise<ProviderAnswer> {
  const provider = providers.find((one) => one.name === name)
  const about = { paymentId, provider: name }
  if (provider === undefined) {
    log.warn(about, 'a channel names a risk provider that is not there')
    return { kind: 'silent' }
  }
  const request = {
    paymentId,
    entityId: channel.entity.id,
    paymentType,
    facts,
    parameters: {
      [ORDERED_AT]: orderedAt(values, nowMs),
      ...Object.fromEntries(values.entries().filter(([sent]) => sent.startsWith('risk.'))),
    },
    customParameters: values.map('customParameters'),
  }
  try {
    return await within(timeoutMs, (signal) => provider.screen(request, signal))
  } catch (err) {
    log.warn({ err, ...about }, 'a risk provider failed')
    return { kind: 'silent' }
  }
}

/** What `answer` promises, or silence when that takes longer. */
async function within(
  milliseconds: number,
  answer: (signal: AbortSignal) => Promise<ProviderAnswer>,
): Promise<ProviderAnswer> {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<ProviderAnswer>((resolve) => {
    timer = setTimeout(() => {
      resolve({ kind: 'silent' })
      late.abort()
    }, milliseconds)
  })
  try {
    return await Promise.race([answer(late.signal), silence])
  } finally {
    clearTimeout(timer)
  }
}

type Emails = readonly (string | undefined)[]

const NAME = 'customer.email'

/** The e-mail addresses of a first payment: of its request, and of the registration that it is paid with. */
async function emailsOfFirst(
  { values, read }: DraftedPayment,
  store: Pick<Store, 'read'>,
): Promise<Emails> {
  const { registrationId } = read
  if (registrationId === undefined) return [values.get(NAME)]
  const stored = await store.read.registration(registrationId)
  return [values.get(NAME), stored && readRegistrationDetails(stored.details).request[NAME]]
}

/** Those of a charge that refers to an earlier payment: of its request, and of the first payment. */
async function emailsOfCharge(charge: DraftedCharge): Promise<Emails> {
  const { first } = await charge.known()
  return [charge.values.get(NAME), readDetails(first).request[NAME]]
}
