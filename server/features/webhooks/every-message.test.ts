import { expect, it, onTestFinished } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import {
  references,
  registrations,
  submits,
} from '../../http/plugin-shapes/later.shapes.fixture.ts'
import { merchantOfShapes } from '../../http/plugin-shapes/merchant-of-shapes.fixture.ts'
import { everyPayment } from '../../http/plugin-shapes/payments.shapes.fixture.ts'
import { startTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, legacyMerchant } from '../../testing/merchants.fixture.ts'
import { activeWebhook, startReceiver } from './webhook-receiver.fixture.ts'

/** Requests after which webhooks are told something, or nothing where they are refused. */
const shapes = [...everyPayment, ...references, ...registrations, ...submits]

/** A gateway that counts the events which it writes for webhooks. */
async function countingGateway() {
  const store = openMemoryStore()
  const written = { events: 0 }
  const commit: typeof store.commit = async (changes) => {
    const committed = await store.commit(changes)
    if (committed.applied)
      written.events += changes.filter(({ kind }) => kind === 'insertNotice').length
    return committed
  }
  const gateway = await startTestGateway({ store: { ...store, commit }, callsMerchants: true })
  onTestFinished(() => gateway.close())
  return { gateway, written }
}

it.each(['strict', 'legacy'] as const)(
  'webhooks of a merchant of the profile %s get messages that a strict reader takes, whatever is sent',
  { timeout: 60_000 },
  async (profile) => {
    const { gateway, written } = await countingGateway()
    const make = profile === 'legacy' ? legacyMerchant : addMerchant
    const merchant = await make(gateway)
    const receiver = await startReceiver()
    await activeWebhook(gateway, merchant, { url: receiver.url })
    const { send } = merchantOfShapes(gateway, merchant)
    for (const shape of shapes)
      if (shape.profile === undefined || shape.profile === profile) await send(shape)
    await expect.poll(() => receiver.calls.length).toBe(written.events)
    expect(written.events).toBeGreaterThan(100)
    expect(new Set(receiver.calls.map(({ event }) => event.type))).toEqual(
      new Set(['PAYMENT', 'REGISTRATION']),
    )
  },
)
