import { expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { Connector, ConnectorOutcome } from '../connectors/connector.ts'
import { readDetails } from '../details.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import { paymentsOn, prepared, remote } from '../payments.fixture.ts'

const { id } = paymentRow()

/** A debit that one process is sending, and another process on the same store. */
async function beingSent(given: Partial<Connector> = {}) {
  const store = openMemoryStore()
  let answer: (outcome: ConnectorOutcome) => void = () => undefined
  const sent = new Promise<ConnectorOutcome>((resolve) => {
    answer = resolve
  })
  let isSent = false
  const inquiries: (number | undefined)[] = []
  const read = async () => {
    const row = await store.read.payment(id)
    if (row === undefined) throw new Error('The payment is not written yet')
    return row
  }
  const connector = remote({
    send: () => {
      isSent = true
      return sent
    },
    replays: true,
    async inquire() {
      inquiries.push(readDetails(await read()).replayedAtMs)
      return { kind: 'unknown' }
    },
    ...given,
  })
  const one = paymentsOn(connector, store)
  const paid = one.payments.pay(async () => prepared(connector))
  while (!isSent) await Promise.resolve()
  const other = paymentsOn(connector, store)
  for (const gateway of [one, other]) gateway.advance(31_000)
  return { one, other, answer, paid, read, inquiries }
}

it('a request that another process may have sent again is not taken for never sent', async () => {
  const { other, answer, paid, read } = await beingSent()
  await other.timers.runDue()
  answer({ kind: 'notSent' })
  expect(await paid).toMatchObject({ state: 'intent', resultCode: '000.200.000' })
  expect(await read()).toMatchObject({ state: 'intent' })
})

it('that a request may be sent again is durable before it is', async () => {
  const { other, inquiries } = await beingSent()
  await other.timers.runDue()
  other.advance(180_000)
  await other.timers.runDue()
  expect(inquiries).toEqual([31_000, 31_000])
})

it('what this process is sending is not sent again', async () => {
  const { one, inquiries, answer, paid } = await beingSent()
  await one.timers.runDue()
  expect(inquiries).toEqual([])
  answer({ kind: 'notSent' })
  expect(await paid).toMatchObject({ state: 'failed', resultCode: '900.100.600' })
})

it('what has its outcome meanwhile is not sent again', async () => {
  const { other, answer, paid, inquiries, read } = await beingSent()
  const seen = await read()
  answer({ kind: 'approved' })
  await paid
  await other.payments.refresh(seen)
  expect(inquiries).toEqual([])
})
