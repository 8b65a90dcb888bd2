import { expect, it } from 'vitest'
import { DAY_MS, startEmulator } from '../emulator.fixture.ts'

it('reports the lines of each payout, with the metadata of payments and refunds', async () => {
  const { url, card, pay, post, pass, happenings, store } = await startEmulator()
  const paid = await pay(await card(), { metadata: { order: '7', note: 'a, "b"' } })
  const { id } = paid.body
  await post('refunds', { payment_intent: id, amount: 250, metadata: { order: '8' } })
  const report = async () => (await fetch(`${url}/emulator/report`)).text()
  expect((await report()).trim()).toBe('')
  pass(3 * DAY_MS)
  const payout = happenings.paysOut('eur')
  const [charge] = store.all('charge')
  const [refund] = store.all('refund')
  const [header = '', ...lines] = (await report()).trimEnd().split('\n')
  expect(header).toContain('automatic_payout_id,')
  expect(header).toMatch(/payment_metadata\[order\].*refund_metadata\[order\]$/)
  expect(lines).toHaveLength(2)
  expect(lines.find((line) => line.includes(',charge,'))).toMatch(
    new RegExp(
      `^${payout?.id},.*,eur,10.00,0.40,9.60,charge,${charge?.id},.*${id},card,visa,,7,"a, ""b""",$`,
    ),
  )
  expect(lines.find((line) => line.includes(',refund,'))).toMatch(
    new RegExp(`,-2.50,0.00,-2.50,refund,${refund?.id},.*,8$`),
  )
  expect(payout?.amount).toBe(710)
})

it('pays out at once where the account does', async () => {
  const { card, pay, runDue, happenings } = await startEmulator({ account: { payoutDelayDays: 0 } })
  await pay(await card())
  runDue()
  expect(happenings.paysOut('eur')?.amount).toBe(960)
})
