import { afterAll, beforeAll, expect } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { Change, Store } from '../../store/port.ts'
import {
  cardPayment,
  type Form,
  startTestGateway,
  type TestGateway,
} from '../../testing/gateway.fixture.ts'

let running: TestGateway | undefined
const applied: Change[] = []

/** One gateway for all tests of a file; what it commits is recorded for `written`. */
export function useKeyedGateway(): void {
  beforeAll(async () => {
    running = await startTestGateway({ store: recordingStore() })
  })
  afterAll(() => running?.close())
}

export function gateway(): TestGateway {
  if (running === undefined) throw new Error('The gateway has not started')
  return running
}

/** A memory store that tells what was committed. */
function recordingStore(): Store {
  const store = openMemoryStore()
  return {
    ...store,
    async commit(changes) {
      const result = await store.commit(changes)
      if (result.applied) applied.push(...changes)
      return result
    },
  }
}

/** An answer as the bytes that came. */
export interface Bytes {
  readonly status: number
  readonly text: string
  readonly replayed: string | null
  readonly retryAfter: string | null
  readonly code: string
}

/** Sends a form with a key, and with the demo token unless told otherwise. */
export async function send(path: string, form: Form, key?: string, token = true): Promise<Bytes> {
  const response = await fetch(gateway().url + path, {
    method: 'POST',
    headers: {
      ...(token ? { authorization: `Bearer ${gateway().demo.accessToken}` } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: new URLSearchParams(form as Record<string, string>),
  })
  const text = await response.text()
  return {
    status: response.status,
    text,
    replayed: response.headers.get('idempotent-replayed'),
    retryAfter: response.headers.get('retry-after'),
    code: JSON.parse(text).result.code,
  }
}

export const payment = (more: Form = {}) => cardPayment(gateway().demo.entityId, more)
export const pay = (key: string | undefined, more: Form = {}) =>
  send('/v1/payments', payment(more), key)
export const delayed = (milliseconds: number) => ({
  'customParameters[SIMULATOR_outcome]': `delay:${milliseconds}`,
})
export const idOf = ({ text }: Bytes): string => JSON.parse(text).id

/** What the store has taken on during `work`: payments, and rows of keys. */
export async function written(work: () => Promise<unknown>) {
  const before = applied.length
  await work()
  const changes = applied.slice(before)
  const rows = changes.flatMap((change) =>
    change.kind === 'insertIdempotency' ? [change.row] : [],
  )
  return { payments: changes.filter(({ kind }) => kind === 'insertPayment').length, rows }
}

/** One answer was made, and everybody got it or was told to come back. */
export function expectOneAnswer(answers: readonly Bytes[]): void {
  const done = answers.filter(({ status }) => status !== 409)
  expect(new Set(done.map(({ text }) => text)).size).toBe(1)
  for (const waiting of answers.filter(({ status }) => status === 409)) {
    expect([waiting.code, waiting.retryAfter]).toEqual(['800.600.100', '1'])
  }
}
