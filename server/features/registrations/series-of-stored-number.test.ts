import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { withCommit } from '../../store/with-commit.ts'
import { startTestGateway, type TestGateway } from '../../testing/gateway.fixture.ts'
import { readRegistrationDetails } from './details.ts'
import { updateFromPayment } from './registrations.ts'
import { deduplicatingMerchant, outcome } from './stored-card.fixture.ts'

const memory = openMemoryStore()

/** Whether what follows the success of a payment is lost, as when the process ends before. */
let isLost = false
const store = withCommit(memory, (changes) => {
  const kinds = changes.map(({ kind }) => kind)
  const isAfterPayment = kinds.includes('stepRegistration') && !kinds.includes('insertPayment')
  if (isLost && isAfterPayment) return Promise.reject(new Error('The process has ended'))
  return memory.commit(changes)
})

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ store })
})
afterAll(() => gateway.close())

const twoInstalments = {
  'standingInstruction.source': 'CIT',
  'standingInstruction.mode': 'INITIAL',
  'standingInstruction.type': 'INSTALLMENT',
  'standingInstruction.numberOfInstallments': '2',
}
const next = {
  'standingInstruction.source': 'MIT',
  'standingInstruction.mode': 'REPEATED',
  'standingInstruction.type': 'INSTALLMENT',
}
const PAID = [200, '000.100.110']
const OVER = [400, '100.150.300']

describe('a series that begins with a number which is stored already', () => {
  it('is written with its first payment, not after it', async () => {
    const { register, pay, payWith } = await deduplicatingMerchant(gateway)
    const { id } = (await register()).body
    isLost = true
    const first = await pay(twoInstalments)
    isLost = false
    expect([...outcome(first), first.body.registrationId]).toEqual([...PAID, id])
    expect(outcome(await payWith(id, next))).toEqual(PAID)
    expect(outcome(await payWith(id, next))).toEqual(OVER)
  })

  it('does not begin anew when what follows its first payment is done a second time', async () => {
    const { register, pay, payWith } = await deduplicatingMerchant(gateway)
    const { id } = (await register()).body
    const first = await pay(twoInstalments)
    expect(outcome(await payWith(id, next))).toEqual(PAID)
    const payment = await store.read.payment(first.body.id)
    if (payment === undefined) throw new Error('not stored')
    const notified = { channelName: '', takes: () => false, changesFor: () => [] }
    const settings = { registrations: { deduplicate: true } }
    await updateFromPayment(payment, id, {
      store,
      clock: { now: () => payment.createdAtMs, of: () => payment.createdAtMs } as never,
      settingsOf: async () => settings as never,
      notifications: { of: () => notified },
    })
    expect(outcome(await payWith(id, next))).toEqual(OVER)
    const row = await store.read.registration(id)
    const { series } = readRegistrationDetails(row?.details ?? '{}')
    expect(series).toMatchObject({ INSTALLMENT: { instalments: 2, charged: 2 } })
  })

  it('begins when a pending payment succeeds late', async () => {
    const { register, pay, payWith, read } = await deduplicatingMerchant(gateway)
    const { id } = (await register()).body
    const pending = { 'customParameters[SIMULATOR_outcome]': 'timeout-then-approved' }
    const first = await pay({ ...twoInstalments, ...pending })
    gateway.clock.advance(5_000)
    expect(outcome(await read(first.body.id))).toEqual(PAID)
    expect(outcome(await payWith(id, next))).toEqual(PAID)
    expect(outcome(await payWith(id, next))).toEqual(OVER)
  })
})
