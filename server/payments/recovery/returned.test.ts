import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../common/durations.ts'
import type { Connector, Inquiry } from '../connectors/connector.ts'
import { readDetails } from '../details.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import { paymentsOn, prepared, remote } from '../payments.fixture.ts'
import { MAX_RETURNS } from './returned.ts'

const { id } = paymentRow()

/** A debit whose shopper is on a page of the provider, from which a result comes back in the address. */
async function redirected(given: Partial<Connector> = {}) {
  const asked: Inquiry[] = []
  const connector = remote({
    send: async () => ({ kind: 'pending', code: '000.200.000', expiresAfterMs: HOUR_MS }),
    async inquire(inquiry) {
      asked.push(inquiry)
      return inquiry.returned === undefined
        ? { kind: 'pending', code: '000.200.000', expiresAfterMs: HOUR_MS }
        : { kind: 'approved' }
    },
    returns: ['redirectResult'],
    ...given,
  })
  const gateway = paymentsOn(connector)
  await gateway.payments.pay(async () => prepared(connector))
  gateway.advance(5_000)
  const read = async () => {
    const row = await gateway.store.read.payment(id)
    if (row === undefined) throw new Error('The payment vanished')
    return row
  }
  const comesBack = async (query: string) =>
    gateway.recovery.returned(await read(), new URLSearchParams(query))
  return { ...gateway, connector, asked, read, comesBack }
}

it('what a shopper brings back is given to the connector, and ends the payment', async () => {
  const { comesBack, read, asked } = await redirected()
  await comesBack('redirectResult=abc&utm=x')
  expect(asked.at(-1)?.returned).toEqual({ redirectResult: 'abc' })
  expect(await read()).toMatchObject({ state: 'succeeded' })
})

it('what was brought back is there when another process asks', async () => {
  let isDown = true
  const inquiries: Inquiry[] = []
  const { comesBack, read, store, connector } = await redirected({
    async inquire(inquiry) {
      inquiries.push(inquiry)
      return isDown ? { kind: 'unknown' } : { kind: 'approved' }
    },
  })
  await comesBack('redirectResult=abc')
  expect(await read()).toMatchObject({ state: 'pending' })
  isDown = false
  const another = paymentsOn(connector, store)
  another.advance(2 * HOUR_MS)
  await another.timers.runDue()
  expect(inquiries.at(-1)?.returned).toEqual({ redirectResult: 'abc' })
  expect(await read()).toMatchObject({ state: 'succeeded' })
})

it.each([
  ['without a result', ''],
  ['with an empty one', 'redirectResult='],
  ['with two', 'redirectResult=a&redirectResult=b'],
  ['with one that is too long', `redirectResult=${'a'.repeat(8_193)}`],
])('a shopper who comes back %s leaves the payment as it is', async (_, query) => {
  const { comesBack, read } = await redirected()
  const before = await read()
  await comesBack(query)
  expect(await read()).toEqual(before)
})

it('a shopper who comes back with ever other results is written down a limited number of times', async () => {
  const { comesBack, read } = await redirected({ inquire: async () => ({ kind: 'unknown' }) })
  for (let times = 0; times < MAX_RETURNS; times += 1) await comesBack(`redirectResult=${times}`)
  const last = await read()
  await comesBack('redirectResult=more')
  expect(await read()).toEqual(last)
  expect(readDetails(last).returned).toEqual({ redirectResult: String(MAX_RETURNS - 1) })
})

it('a shopper who comes back after the time is over changes nothing', async () => {
  const { comesBack, read, advance, timers } = await redirected()
  advance(DAY_MS)
  await timers.runDue()
  expect(await read()).toMatchObject({ state: 'failed', resultCode: '100.396.103' })
  await comesBack('redirectResult=abc')
  expect(await read()).toMatchObject({ state: 'failed' })
})

it('a shopper who comes back while the time ends is not told that it is over', async () => {
  let comeBack = async () => undefined as unknown
  const { comesBack, read, advance, timers } = await redirected({
    async inquire({ returned }) {
      if (returned !== undefined) return { kind: 'unknown' }
      await comeBack()
      return { kind: 'pending', code: '000.200.000', expiresAfterMs: HOUR_MS }
    },
  })
  comeBack = () => comesBack('redirectResult=abc')
  advance(DAY_MS)
  await timers.runDue()
  expect(await read()).toMatchObject({ state: 'pending' })
})
