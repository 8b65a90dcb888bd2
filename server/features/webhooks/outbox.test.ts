import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { sharedClock } from '../../kernel/timers/clock.ts'
import { VaultError } from '../../kernel/vault/aead.ts'
import type { ChangeSet } from '../../store/port.ts'
import { delivery, notice, webhook } from '../../store/testing/sample-rows.ts'
import { createManagement } from './management.ts'
import { createNotifications } from './notifications.ts'
import { createOutbox, createWebhookCalls } from './outbox.ts'

const NOW = 'https://shop.example/now'
const BEFORE = 'https://shop.example/before'

/** A webhook that has moved from one address to another, and what answers of either make of it. */
async function movedWebhook(state: 'inactive' | 'active') {
  const store = openMemoryStore()
  const row = webhook({ state, url: NOW })
  await store.commit([{ kind: 'insertWebhook', row }])
  const clock = sharedClock({ now: () => row.createdAtMs })
  const kinds = createWebhookCalls({
    store,
    clock,
    vault: { openCredential: () => '' },
    log: { warn: () => undefined, error: () => undefined },
    notifications: createNotifications({ store, clock }),
  })
  return async (kind: 'webhook' | 'test', status: number, url: string) => {
    const isDelivered = status === 200
    await kinds[kind].after?.(delivery({ webhookId: row.id }), { isDelivered, status, url })
    return (await store.read.webhook(row.id))?.state
  }
}

describe('a webhook that has moved to another address', () => {
  it('is activated by an answer from there, and not by one from the address before', async () => {
    const answered = await movedWebhook('inactive')
    expect(await answered('test', 200, BEFORE)).toBe('inactive')
    expect(await answered('test', 200, NOW)).toBe('active')
  })

  it('is not disabled by the address before', async () => {
    const answered = await movedWebhook('active')
    expect(await answered('webhook', 410, BEFORE)).toBe('active')
    expect(await answered('webhook', 410, NOW)).toBe('disabled')
  })
})

describe('a delivery', () => {
  const callOf = async (kind: 'webhook' | 'test', state: 'inactive' | 'active' | 'deleted') => {
    const store = openMemoryStore()
    const row = webhook({ state, url: NOW })
    await store.commit([{ kind: 'insertWebhook', row }])
    const clock = sharedClock({ now: () => row.createdAtMs })
    const current = `whsec_${Buffer.alloc(32).toString('base64')}`
    const kinds = createWebhookCalls({
      store,
      clock,
      vault: { openCredential: () => JSON.stringify({ current }) },
      log: { warn: () => undefined, error: () => undefined },
      notifications: createNotifications({ store, clock }),
    })
    const of = (webhookId: string) => kinds[kind].call(delivery({ webhookId, kind, body: '{}' }), 0)
    expect(await of('8ac7a4ffffffffffffffffffffffffff')).toBeUndefined()
    return of(row.id)
  }

  it.each([
    ['webhook', 'active', true],
    ['webhook', 'inactive', false],
    ['webhook', 'deleted', false],
    ['test', 'active', true],
    ['test', 'inactive', true],
    ['test', 'deleted', false],
  ] as const)('of kind %s to a webhook that is %s is sent: %s', async (kind, state, isSent) => {
    expect((await callOf(kind, state)) !== undefined).toBe(isSent)
  })
})

describe('a commit', () => {
  /** Commits the changes, and tells the outbox of them; nothing else makes it look. */
  const begunBy = async (changesFor: (webhookId: string) => ChangeSet) => {
    const store = openMemoryStore()
    const row = webhook({ state: 'active', url: NOW })
    const changes = changesFor(row.id)
    await store.commit([{ kind: 'insertWebhook', row }, ...changes])
    const clock = sharedClock({ now: () => row.createdAtMs })
    const current = `whsec_${Buffer.alloc(32).toString('base64')}`
    const begun: string[] = []
    const { sender, wake } = createOutbox({
      store,
      clock,
      vault: { openCredential: () => JSON.stringify({ current }) },
      log: { error: () => undefined, warn: () => undefined },
      notifications: createNotifications({ store, clock }),
      callKinds: { notificationUrl: undefined, resultUrl: undefined },
      calls: {
        holder: 'one',
        random: () => 0.5,
        pace: undefined,
        send: async ({ url }) => {
          begun.push(url)
          return { kind: 'answered', status: 200, body: '' }
        },
      },
    })
    wake(changes)
    await sender.idle()
    await sender.stop()
    return begun
  }

  it('with an event makes its call begin at once', async () => {
    const begun = await begunBy((webhookId) => [
      { kind: 'insertNotice', row: notice({ webhookId, body: '{}', dueAtMs: 0 }) },
    ])
    expect(begun).toEqual([NOW])
  })

  it('with a test message makes its call begin at once, and without a call none', async () => {
    const test = { kind: 'test', body: '{}', dueAtMs: 0 } as const
    const rowOf = (webhookId: string) => delivery({ ...test, webhookId, queue: webhookId })
    expect(await begunBy((id) => [{ kind: 'insertDelivery', row: rowOf(id) }])).toEqual([NOW])
    expect(await begunBy(() => [{ kind: 'insertWebhook', row: webhook() }])).toEqual([])
  })

  it('with the call of a result page, which is due much later, begins none', async () => {
    const begun = await begunBy((webhookId) => [
      {
        kind: 'insertDelivery',
        row: delivery({ kind: 'resultUrl', webhookId, queue: webhookId, dueAtMs: 0 }),
      },
    ])
    expect(begun).toEqual([])
  })
})

describe('a webhook whose secret the vault does not open', () => {
  it('has a failed call that says so in its log and that of the process, and is called by plan', async () => {
    const store = openMemoryStore()
    const row = webhook({ state: 'active', url: NOW })
    const due = delivery({ webhookId: row.id, body: '{}' })
    const changes: ChangeSet = [{ kind: 'insertDelivery', row: due }]
    await store.commit([{ kind: 'insertWebhook', row }, ...changes])
    const clock = sharedClock({ now: () => row.createdAtMs })
    const said: string[] = []
    const { sender, wake } = createOutbox({
      store,
      clock,
      vault: {
        openCredential: () => {
          throw new VaultError('altered')
        },
      },
      log: {
        error: (fields: object, text?: string) =>
          void said.push(`${JSON.stringify(fields)} ${text}`),
        warn: () => undefined,
      },
      notifications: createNotifications({ store, clock }),
      callKinds: { notificationUrl: undefined, resultUrl: undefined },
      calls: {
        holder: 'one',
        random: () => 0.5,
        pace: undefined,
        send: async () => Promise.reject(new Error('It must not be sent')),
      },
    })
    wake(changes)
    await sender.idle()
    await sender.stop()
    expect(said).toEqual([
      `{"webhookId":"${row.id}"} A webhook is not called: its secret does not open: give it a new one`,
    ])
    expect(await store.read.deliveryAttempts(due.id)).toMatchObject([
      { attempt: 1, status: null, reason: 'its secret does not open: give it a new one' },
    ])
    const after = await store.read.delivery(due.id)
    expect(after).toMatchObject({ state: 'waiting', attempts: 1 })
    expect(after?.dueAtMs).toBeGreaterThan(due.dueAtMs)
    const management = createManagement({
      store,
      clock,
      vault: {
        sealCredential: (_id, text) => text,
        openCredential: () => {
          throw new VaultError('altered')
        },
      },
    })
    await management.rotate(row.id, { secret: 'whsec_new', olderEndsAtMs: row.createdAtMs + 1 })
    expect((await store.read.webhook(row.id))?.sealedSecrets).toBe('{"current":"whsec_new"}')
  })
})
