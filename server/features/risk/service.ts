import type { UsableEntity } from '../../entities/access.ts'
import { type KeyInUse, keyInUse } from '../../http/idempotency/idempotency.ts'
import { newObjectId } from '../../kernel/ids.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { moneyOf, type Notifications, paymentChanges } from '../../payments/index.ts'
import {
  type InstrumentReader,
  instrumentFacts,
  namedBrand,
  type ReadInstrument,
  sentInstrument,
} from '../../payments/instruments/index.ts'
import type { RefuseGuess } from '../../payments/read/index.ts'
import { type ConnectorChoice, connectorOfNothing } from '../../payments/read/index.ts'
import { isRefusal, type Refusal } from '../../results/refusal.ts'
import type { Trace } from '../../results/trace.ts'
import { type ChangePart, commitParts } from '../../store/commit-parts.ts'
import type { PaymentRow, Store } from '../../store/port.ts'
import type { Blocks } from './blocks.ts'
import { type CheckedPayment, recordOfCheck } from './check-record.ts'
import type { Screening } from './payment-extension.ts'

export interface RiskServiceParts extends ConnectorChoice {
  readonly store: Store
  readonly vault: Vault
  readonly clock: EntityClock
  readonly readInstrument: InstrumentReader
  readonly refuseGuess: RefuseGuess
  readonly screening: Screening
  readonly blocks: Blocks
  readonly notifications: Notifications
}

/** A stand-alone risk check; its request has been validated. */
export interface RiskRequest {
  readonly channel: UsableEntity
  readonly values: ParameterValues
  /** Where the request asks how its answer comes about. */
  readonly trace?: Trace
  /** What others add to the same commit. */
  readonly extraParts?: (payment: PaymentRow) => readonly ChangePart[]
}

/** Risk checks that stand alone (type RI): they move no money and are not counted as attempts to pay. */
export interface RiskService {
  /** Checks and records what came out. Rejects with the store. */
  check(request: RiskRequest): Promise<PaymentRow | Refusal | KeyInUse>
  /** A risk check, and no other payment. */
  find(id: string): Promise<PaymentRow | undefined>
}

export function createRiskService(parts: RiskServiceParts): RiskService {
  const { store, clock, screening, notifications } = parts

  async function prepared(
    { channel, values }: RiskRequest,
    nowMs: number,
  ): Promise<CheckedPayment | Refusal> {
    const connector = await connectorOfNothing({ channel, values }, parts)
    if (isRefusal(connector)) return connector
    const amount = moneyOf(values, 'RI')
    if (isRefusal(amount)) return amount
    // A check may go without an instrument, whatever its brand is paid with.
    const isRead = sentInstrument(values) !== undefined
    const read = isRead ? await parts.readInstrument(values, channel, nowMs) : undefined
    if (isRefusal(read)) return read
    const brand = read?.brand ?? brandNamed(values)
    if (isRefusal(brand)) return brand
    const guess = await guessRefusal(read, channel, parts)
    if (guess !== undefined) return guess
    const { approvalCode, name } = connector
    return {
      id: newObjectId(clock.now()),
      channel,
      values,
      amount,
      brand,
      read,
      approvalCode,
      connector: name,
      nowMs,
    }
  }

  async function screened(checked: CheckedPayment) {
    const { id, read, channel, values, amount, brand, nowMs } = checked
    const blocked = await parts.blocks.of(channel.entity.id)
    if (blocked.isEmpty && !screening.checks(checked)) return undefined
    const fingerprint = read && (await fingerprintOf(read, parts))
    return screening.screen(
      {
        paymentId: id,
        channel,
        paymentType: 'RI',
        brand,
        amount,
        values,
        nowMs,
        ...(read === undefined ? {} : instrumentFacts(read.instrument)),
        ...(fingerprint === undefined ? {} : { fingerprint }),
      },
      blocked.hitBy({ fingerprint, emails: [values.get('customer.email')] }),
    )
  }

  return {
    async check(request) {
      const checked = await prepared(request, clock.of(request.channel.entity.id))
      if (isRefusal(checked)) return checked
      const verdict = await screened(checked)
      for (const sentence of verdict?.trace ?? NOTHING_SAID) request.trace?.note('risk', sentence)
      const { payment, changes } = recordOfCheck(checked, verdict)
      const extraParts = request.extraParts?.(payment) ?? []
      const entity = await notifications.of(payment.entityId)
      const notices = { owner: 'webhooks', changes: paymentChanges(payment, entity) }
      const own = { owner: 'riskCheck', changes }
      const committed = await commitParts(store, [...extraParts, own, notices])
      if (committed.applied) return payment
      const ended = keyInUse(committed)
      if (ended !== undefined) return ended
      throw new Error('A new risk check met another of the same id')
    },

    async find(id) {
      const payment = await store.read.payment(id)
      return payment?.paymentType === 'RI' ? payment : undefined
    },
  }
}

/** A number that only a check gets to see is counted as one that is paid with. */
function guessRefusal(
  read: ReadInstrument | undefined,
  channel: UsableEntity,
  { refuseGuess, vault }: Pick<RiskServiceParts, 'refuseGuess' | 'vault'>,
): ReturnType<RefuseGuess> {
  if (read?.instrument.kind !== 'card' || read.numberToSeal === undefined) return undefined
  const { number } = read.instrument
  return refuseGuess({ channel, number, fingerprint: vault.fingerprintOf(number) })
}

/** Of a number that is only looked at: nothing is kept. */
async function fingerprintOf(
  { numberToSeal, vaultRecordId }: ReadInstrument,
  { store, vault }: Pick<RiskServiceParts, 'store' | 'vault'>,
): Promise<string | undefined> {
  if (vaultRecordId !== undefined) {
    return (await store.read.vaultRecord(vaultRecordId))?.fingerprint
  }
  return numberToSeal === undefined ? undefined : vault.fingerprintOf(numberToSeal)
}

const NOTHING_SAID = ['The channel has no rules: passed with a score of 0']

/** The brand of a check without instrument: `risk.brand`, which may be any text, or a brand that is known. */
function brandNamed(values: ParameterValues): string | Refusal {
  const named = namedBrand(values)
  if (isRefusal(named)) return named
  return named?.name ?? values.get('risk.brand') ?? ''
}
