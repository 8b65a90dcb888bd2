import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../common/durations.ts'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { StoreError } from '../../store/errors.ts'
import type { ChangeSet, PaymentRow, Store } from '../../store/port.ts'
import type { AcquirerEvent, EventReader } from '../connectors/acquirer-event.ts'
import type { Connector, ConnectorOutcome } from '../connectors/connector.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import { paymentsOn, prepared, remote } from '../payments.fixture.ts'
import { MerchantPace } from './shares.ts'

const { id } = paymentRow()
const SIGNED = { 'x-signature': 'right' }

/** What the provider sends is the list of its events, and one header that proves it. */
const events: EventReader = {
  read(raw, headers) {
    if (headers['x-signature'] !== 'right') {
      return { kind: 'refused', status: 401, reason: 'is not signed' }
    }
    return { kind: 'genuine', events: JSON.parse(raw.toString()), answer: '[accepted]' }
  },
}

/** An acquirer that tells outcomes by events. */
function telling(given: Partial<Connector> = {}): Connector {
  return remote({
    send: async () => ({ kind: 'pending', code: '000.200.000', expiresAfterMs: 30 * DAY_MS }),
    inquire: async () => ({ kind: 'unknown' }),
    events,
    ...given,
  })
}

const approval: AcquirerEvent = {
  id: 'evt_1',
  name: 'payment.succeeded',
  kind: 'outcome',
  occurredAtMs: 1_000,
  about: [{ paymentId: id }],
  told: { kind: 'approved' },
}

const failure: AcquirerEvent = {
  id: 'evt_2',
  name: 'payment.failed',
  kind: 'failedLater',
  occurredAtMs: 2_000,
  about: [{ paymentId: id }],
  told: { kind: 'failedLater', code: '800.100.100' },
}

/** A gateway whose one debit is pending at its acquirer. */
async function pendingDebit(given: Partial<Connector> = {}, store: Store = openMemoryStore()) {
  const connector = telling(given)
  const gateway = paymentsOn(connector, store)
  await gateway.payments.pay(async () => prepared(connector))
  return { ...gateway, ...tellingTo(gateway, connector.name) }
}

function tellingTo(
  { inbox, timers, advance, store }: ReturnType<typeof paymentsOn>,
  account: string,
) {
  const send = (...told: readonly AcquirerEvent[]) =>
    inbox.intake.take(account, Buffer.from(JSON.stringify(told)), SIGNED)
  return {
    send,
    /** Sends events, and works off what is due. */
    async tell(...told: readonly AcquirerEvent[]) {
      expect(await send(...told)).toEqual({ kind: 'taken', answer: '[accepted]' })
      // Those of one merchant are spread over time.
      advance(10)
      await timers.runDue()
    },
    payment: async () => (await store.read.payment(id)) as PaymentRow,
    stateOf: async (eventId: string) => (await store.read.acquirerEvent(account, eventId))?.state,
  }
}

describe('an event of an acquirer', () => {
  it('ends the payment that it is about', async () => {
    const { tell, payment, stateOf } = await pendingDebit()
    await tell(approval)
    expect(await payment()).toMatchObject({ state: 'succeeded', bookedMinor: 10_000 })
    expect(await stateOf('evt_1')).toBe('done')
  })

  const lacking: AcquirerEvent = { ...approval, restReadBy: '4111111111111111' }

  it.each([
    ['with what is read', [{ kind: 'network', value: 'n_1' }]],
    ['without it, where its provider does not answer', undefined],
  ] as const)('that leaves something out ends its payment %s', async (_, references) => {
    const asked: string[] = []
    const { tell, payment, store } = await pendingDebit({
      readRest: async (reference) => {
        asked.push(reference)
        return references && { references }
      },
    })
    await tell(lacking)
    expect(await payment()).toMatchObject({ state: 'succeeded', bookedMinor: 10_000 })
    const kept = await store.read.providerReferencesOfPayments([id])
    expect(kept.map(({ value }) => value)).toEqual(references?.map(({ value }) => value) ?? [])
    await tell({ ...lacking, id: 'evt_3' })
    expect(asked).toEqual(['4111111111111111'])
  })

  it('that is repeated is acknowledged, and has its effect once', async () => {
    const { tell, payment, store } = await pendingDebit()
    await tell(approval, approval)
    const { version } = await payment()
    await tell(approval)
    expect((await payment()).version).toBe(version)
    expect(await store.read.acquirerEventsOfPayment(id)).toHaveLength(1)
    expect(await store.read.postingsOfFamily(id)).toHaveLength(2)
  })

  it('that is repeated while it waits is worked off once', async () => {
    const { send, timers, store } = await pendingDebit()
    const sent = await Promise.all([send(approval), send(approval)])
    expect(sent.map(({ kind }) => kind)).toEqual(['taken', 'taken'])
    expect(await timers.runDue()).toBe(1)
    expect(await store.read.postingsOfFamily(id)).toHaveLength(2)
  })

  it('that overtakes a later one undoes nothing and alarms nobody', async () => {
    const { tell, payment, logged, stateOf } = await pendingDebit()
    await tell(failure)
    await tell(approval)
    expect(await payment()).toMatchObject({ state: 'failed', resultCode: '800.100.100' })
    expect(await stateOf('evt_1')).toBe('done')
    expect(logged).toEqual([])
  })

  it('that says "pending" after the outcome undoes nothing', async () => {
    const { tell, payment } = await pendingDebit()
    const told = { kind: 'pending', code: '000.200.000', expiresAfterMs: 1 } as const
    await tell(approval)
    await tell({ ...approval, id: 'evt_3', occurredAtMs: 5_000, told })
    expect(await payment()).toMatchObject({ state: 'succeeded' })
  })

  it('that comes three days late ends the payment all the same', async () => {
    const { tell, payment, advance } = await pendingDebit()
    advance(3 * DAY_MS)
    await tell(approval)
    expect(await payment()).toMatchObject({ state: 'succeeded' })
  })

  it('of a failure after the success books it once', async () => {
    const { tell, payment, store } = await pendingDebit()
    await tell(approval)
    await tell(failure, { ...failure, id: 'evt_4' })
    expect((await payment()).failedLaterAtMs).not.toBeNull()
    const family = await store.read.postingsOfFamily(id)
    expect(family).toHaveLength(4)
  })

  it('notes what the provider calls the payment', async () => {
    const { tell, store } = await pendingDebit()
    const references = [{ kind: 'arn', value: '7455' }] as const
    await tell({ ...approval, references })
    expect(await store.read.providerReference('7455', 'arn', 'remote')).toMatchObject({
      paymentId: id,
    })
  })
})

describe('an event that is worked off while the answer of its request is written', () => {
  /** A debit whose answer is written just before the failure that an event tells. */
  async function debitAnswered(answer: ConnectorOutcome, given: Partial<Connector> = {}) {
    const store = openMemoryStore()
    const answering = paymentsOn(telling(given), store)
    let isAnswered = false
    return pendingDebit(given, {
      ...store,
      commit: async (changes) => {
        const isFailure = changes.some(
          (one) => one.kind === 'stepPayment' && one.set.state === 'failed',
        )
        if (isFailure && !isAnswered) {
          isAnswered = true
          await answering.recovery.take(id, answer)
        }
        return store.commit(changes)
      },
    })
  }

  it('and tells a failure after the success: that is booked', async () => {
    const { tell, payment, stateOf } = await debitAnswered({ kind: 'approved' })
    await tell(failure)
    expect(await stateOf('evt_2')).toBe('done')
    expect(await payment()).toMatchObject({ state: 'succeeded', failedLaterAtMs: 10 })
  })

  it('and declines what was only accepted, and counts as done: the failure is booked', async () => {
    const accepted = { kind: 'taken', expectedWithinMs: DAY_MS } as const
    const { tell, payment } = await debitAnswered(accepted, { takenIsDone: true })
    await tell({ ...approval, told: { kind: 'declined', code: '800.100.100' } })
    expect(await payment()).toMatchObject({ state: 'succeeded', failedLaterAtMs: 10 })
  })
})

describe('an approval of a payment that has failed', () => {
  it('is told again until it is written down', async () => {
    const store = dyingBefore((changes) =>
      changes.some((change) => change.kind === 'appendEvent' && change.row.kind === 'review'),
    )
    const declining = { send: async () => ({ kind: 'declined', code: '800.100.100' }) as const }
    const { tell, timers, advance, stateOf } = await pendingDebit(declining, store)
    await tell(approval).catch(() => undefined)
    expect(await stateOf('evt_1')).toBe('waiting')
    store.lives = true
    advance(60_000)
    await timers.runDue()
    expect(await stateOf('evt_1')).toBe('done')
    expect((await store.read.events(id)).at(-1)?.kind).toBe('review')
  })
})

describe('an event that comes before the answer of its request', () => {
  it('finds the intent, and the answer changes nothing after it', async () => {
    let answer: (outcome: ConnectorOutcome) => void = () => undefined
    const sent = new Promise<ConnectorOutcome>((resolve) => {
      answer = resolve
    })
    const connector = telling({ send: () => sent })
    const gateway = paymentsOn(connector)
    const { tell, payment } = tellingTo(gateway, connector.name)
    const paid = gateway.payments.pay(async () => prepared(connector))
    while ((await payment()) === undefined) await Promise.resolve()
    await tell(approval)
    expect(await payment()).toMatchObject({ state: 'succeeded' })
    answer({ kind: 'approved' })
    expect(await paid).toMatchObject({ state: 'succeeded' })
    expect(await gateway.store.read.postingsOfFamily(id)).toHaveLength(2)
  })

  it('by a reference that is not known yet is tried again', async () => {
    const { tell, timers, payment, advance, store, stateOf } = await pendingDebit()
    const reference = { kind: 'charge', value: 'ch_1' } as const
    await tell({ ...approval, about: [{ reference }] })
    expect(await stateOf('evt_1')).toBe('waiting')
    const { kind: referenceKind, value } = reference
    const named = { value, referenceKind, connector: 'remote', paymentId: id }
    await store.commit([
      { kind: 'noteProviderReference', ...named, registrationId: null, createdAtMs: 0 },
    ])
    advance(5_000)
    await timers.runDue()
    expect(await payment()).toMatchObject({ state: 'succeeded' })
  })

  it('of a payment that is never known ends after three days, and is told', async () => {
    const { tell, timers, advance, stateOf, logged } = await pendingDebit()
    await tell({ ...approval, about: [{ paymentId: 'nobody' }] })
    for (let hours = 0; hours < 72; hours += 1) {
      expect(await stateOf('evt_1')).toBe('waiting')
      advance(3_600_000)
      await timers.runDue()
    }
    expect(await stateOf('evt_1')).toBe('unmatched')
    expect(logged).toContain('an event of an acquirer has no effect')
  })
})

describe('an event without effect', () => {
  const unchanged = async (event: Partial<AcquirerEvent>) => {
    const gateway = await pendingDebit()
    const before = await gateway.payment()
    await gateway.tell({ ...approval, ...event } as AcquirerEvent)
    expect(await gateway.payment()).toEqual(before)
    return gateway
  }

  it('is one of the other environment', async () => {
    const { stateOf, logged } = await unchanged({ environment: 'live' })
    expect(await stateOf('evt_1')).toBe('refused')
    expect(logged).toEqual(['an event of an acquirer has no effect'])
  })

  it('is one of the account of another merchant', async () => {
    const store = openMemoryStore()
    const { payment } = await pendingDebit({}, store)
    const before = await payment()
    const other = paymentsOn(telling({ name: 'other' }), store)
    const { tell, stateOf } = tellingTo(other, 'other')
    await tell(approval)
    expect(await payment()).toEqual(before)
    expect(await stateOf('evt_1')).toBe('refused')
  })

  it('is the approval of another amount', async () => {
    const { stateOf } = await unchanged({ amount: { minor: 9_999, currency: 'EUR' } } as never)
    expect(await stateOf('evt_1')).toBe('refused')
  })

  it('is one of a kind that nobody knows: it is kept, and told by its name', async () => {
    const { stateOf, store, logged } = await unchanged({ kind: 'other', name: 'x.y' } as never)
    expect(await stateOf('evt_1')).toBe('kept')
    expect(await store.read.acquirerEventsOfPayment(id)).toMatchObject([{ name: 'x.y' }])
    expect(logged).toEqual(['an acquirer tells what the gateway only keeps'])
  })

  it('is one that is not signed: nothing of it is kept', async () => {
    const { inbox, store } = await pendingDebit()
    const body = Buffer.from(JSON.stringify([approval]))
    expect(await inbox.intake.take('remote', body, {})).toEqual({
      kind: 'refused',
      status: 401,
      reason: 'is not signed',
    })
    expect(await store.read.acquirerEvent('remote', 'evt_1')).toBeUndefined()
  })

  it('is one to an account that takes none, or that is not there', async () => {
    const { inbox } = await pendingDebit({ events: undefined as never })
    for (const account of ['remote', 'nobody']) {
      expect(await inbox.intake.take(account, Buffer.from('[]'), SIGNED)).toEqual({
        kind: 'noInbox',
      })
    }
  })
})

/** A store that refuses the commits that `isLost` names, as one whose process dies before them. */
function dyingBefore(isLost: (changes: ChangeSet) => boolean): Store & { lives: boolean } {
  const store = openMemoryStore()
  const dying = {
    ...store,
    lives: false,
    commit: async (changes: ChangeSet) => {
      if (!dying.lives && isLost(changes)) throw new StoreError('broken', 'died')
      return store.commit(changes)
    },
  }
  return dying
}

describe('after a crash', () => {
  it('between the acknowledgement and the work another process works the event off', async () => {
    const { send, store } = await pendingDebit()
    await send(approval)
    const { timers } = paymentsOn(telling(), store)
    await timers.runDue()
    expect(await store.read.payment(id)).toMatchObject({ state: 'succeeded' })
  })

  it('between the effect and its note the event has its effect once', async () => {
    const store = dyingBefore((changes) => changes.some(({ kind }) => kind === 'endAcquirerEvent'))
    const { tell, timers, advance, payment, stateOf } = await pendingDebit({}, store)
    await tell(approval)
    expect(await payment()).toMatchObject({ state: 'succeeded' })
    expect(await stateOf('evt_1')).toBe('waiting')
    store.lives = true
    advance(60_000)
    await timers.runDue()
    expect(await stateOf('evt_1')).toBe('done')
    expect(await store.read.postingsOfFamily(id)).toHaveLength(2)
  })

  it('before the events are durable the provider gets no acknowledgement', async () => {
    const store = dyingBefore((changes) =>
      changes.some(({ kind }) => kind === 'insertAcquirerEvent'),
    )
    const { send } = await pendingDebit({}, store)
    await expect(send(approval)).rejects.toThrow('died')
  })
})

describe('what is kept of an event', () => {
  it('has no card number, and an end of its length', async () => {
    const { tell, store } = await pendingDebit()
    const facts = { Note: 'card 4200000000000000', Long: 'x'.repeat(10_000) }
    const resultDetails = { Text: 'y'.repeat(40_000) }
    await tell({ ...approval, facts, told: { kind: 'approved', resultDetails } })
    await tell({ ...approval, id: '4200000000000000', facts })
    const rows = await store.read.acquirerEventsOfPayment(id)
    expect(rows).toHaveLength(2)
    for (const { event, eventId } of rows) {
      expect(event.length).toBeLessThan(32 * 1024)
      expect(event + eventId).not.toContain('4200000000000000')
    }
  })

  it('is deleted after 90 days', async () => {
    const { tell, inbox, advance, stateOf } = await pendingDebit()
    await tell(approval)
    advance(90 * DAY_MS - 11)
    expect(await inbox.work[0]?.run()).toBe(false)
    expect(await stateOf('evt_1')).toBe('done')
    advance(1)
    expect(await inbox.work[0]?.run()).toBe(true)
    expect(await stateOf('evt_1')).toBeUndefined()
  })
})

describe('the end of a hold at its acquirer', () => {
  const hold = { paymentType: 'PA', expiresAtMs: 9 * DAY_MS } as const
  const ended: AcquirerEvent = {
    id: 'evt_5',
    name: 'charge.expired',
    kind: 'holdEnded',
    about: [{ paymentId: id }],
  }

  it('lets it expire here, and its timer tell the merchant', async () => {
    const connector = telling({ send: async () => ({ kind: 'approved' }) })
    const gateway = paymentsOn(connector)
    await gateway.payments.pay(async () => prepared(connector, hold))
    const { tell, payment } = tellingTo(gateway, connector.name)
    gateway.advance(1_000)
    await tell(ended)
    expect((await payment()).expiresAtMs).toBe(1_010)
    await tell({ ...ended, id: 'evt_6' })
    expect((await payment()).expiresAtMs).toBe(1_010)
  })

  it('waits for the answer that makes it a hold', async () => {
    const connector = telling()
    const gateway = paymentsOn(connector)
    await gateway.payments.pay(async () => prepared(connector, hold))
    const { tell, payment, stateOf } = tellingTo(gateway, connector.name)
    await tell(ended)
    expect(await stateOf('evt_5')).toBe('waiting')
    await tell(approval)
    gateway.advance(5_000)
    await gateway.timers.runDue()
    expect(await stateOf('evt_5')).toBe('done')
    expect((await payment()).expiresAtMs).toBeLessThan(10_000)
  })

  it('changes nothing of a debit', async () => {
    const { tell, payment } = await pendingDebit()
    await tell(approval)
    const before = await payment()
    await tell(ended)
    expect(await payment()).toEqual(before)
  })
})

describe('the flood of one merchant', () => {
  it('does not hold up an event of another', () => {
    const pace = new MerchantPace(5)
    const flood = Array.from({ length: 1_000 }, () => pace.dueAt('loud', 0))
    expect(pace.dueAt('quiet', 1)).toBe(1)
    // What is due before the other one, in the order of due work.
    expect(flood.filter((dueAtMs) => dueAtMs <= 1)).toHaveLength(1)
    expect(pace.dueAt('loud', 60_000)).toBe(60_000)
  })
})
