import { describe, expect, it } from 'vitest'
import { providerReference } from '../../server/store/testing/sample-rows.ts'
import { createAccount, settles } from './accounts.ts'
import { settledLine, settledShop, tillgateFile } from './settlement.fixture.ts'

const [ONE, OTHER] = [`gateway:${'a'.repeat(32)}`, `gateway:${'b'.repeat(32)}`]

describe('the account of a connector', () => {
  it.each([
    ['simulator', 'simulator', true],
    ['simulator', 'simulator-2', false],
    ['gateway', ONE, true],
    [ONE, ONE, true],
    [ONE, OTHER, false],
    [ONE, 'gateway', false],
  ])('%s settles payments of %s: %s', (connector, name, expected) => {
    expect(settles({ connector }, name)).toBe(expected)
  })

  it('is matched with what was forwarded to its entity, and with nothing else', async () => {
    const shop = await settledShop({ account: { connector: ONE } })
    const own = await shop.pay({ connector: ONE })
    const elsewhere = await shop.pay({ connector: OTHER })
    const lines = [own, elsewhere].map(({ id }, at) =>
      settledLine(shop.account, { record_id: `r${at}`, payment_id: id, payout_reference: '' }),
    )
    const outcome = await shop.import(tillgateFile(lines))
    if (outcome.kind !== 'imported') throw new Error(outcome.texts.join())
    const found = await shop.lines(outcome.file.id)
    expect(found.map(({ matchState }) => matchState)).toEqual(['MATCHED', 'NOT_MATCHED'])
  })

  it('is matched by what its provider called a payment, before anything else', async () => {
    const shop = await settledShop({ account: { connector: ONE } })
    const [first, second] = [await shop.pay({ connector: ONE }), await shop.pay({ connector: ONE })]
    const named = { value: 'ch_1', kind: 'charge', connector: ONE, paymentId: first.id } as const
    const elsewhere = { ...named, connector: OTHER, paymentId: second.id }
    await shop.store.commit(
      [named, elsewhere].map((row) => ({
        kind: 'insertProviderReference',
        row: providerReference(row),
      })),
    )
    // Our own id on the line would say the second one.
    const cells = { record_id: 'r1', payment_id: second.id, acquirer_reference: 'ch_1' }
    const line = settledLine(shop.account, { ...cells, payout_reference: '' })
    const outcome = await shop.import(tillgateFile([line]))
    if (outcome.kind !== 'imported') throw new Error(outcome.texts.join())
    const found = await shop.store.read.settlementMatchesOfPayments([first.id, second.id])
    expect(found).toMatchObject([{ paymentId: first.id, rule: 'acquirerReference' }])
  })

  it('of another gateway is matched by the ids of that gateway', async () => {
    const shop = await settledShop({ account: { connector: ONE } })
    // Two of the same amount and day: nothing but the id there tells them apart.
    const [paid] = [await shop.pay({ connector: ONE }), await shop.pay({ connector: ONE })]
    const there = '8ac7a4a228dcba2c7f74e28e08317c11'
    const row = { value: there, kind: 'payment', connector: ONE, paymentId: paid.id } as const
    await shop.store.commit([{ kind: 'insertProviderReference', row: providerReference(row) }])
    const line = { record_id: 'r1', payment_id: there, payout_reference: '' }
    const outcome = await shop.import(tillgateFile([settledLine(shop.account, line)]))
    if (outcome.kind !== 'imported') throw new Error(outcome.texts.join())
    const found = await shop.store.read.settlementMatchesOfPayments([paid.id])
    expect(found).toMatchObject([{ paymentId: paid.id, rule: 'acquirerReference' }])
  })

  it('of all receivers does not stand beside that of one', async () => {
    const { store, merchantId } = await settledShop()
    const entity = { id: merchantId, kind: 'merchant' } as const
    const create = (connector: string, number: string) =>
      createAccount(
        {
          entity,
          connector,
          merchantId: number,
          acquirer: 'Acquirer',
          currencies: [],
          usualDays: 2,
        },
        { store, clock: { now: () => 0 } },
      )
    expect(await create(ONE, 'FIRST')).toMatchObject({ id: `FIRST@${ONE}` })
    expect(await create(OTHER, 'SECOND')).toMatchObject({ id: `SECOND@${OTHER}` })
    expect(await create('gateway', 'THIRD')).toMatchObject({
      fault: expect.stringContaining('must not overlap'),
    })
    for (const unknown of ['gateway:1', 'unheard-of', `unheard-of:${'a'.repeat(32)}`]) {
      expect(await create(unknown, 'FOURTH')).toEqual({
        fault: expect.stringContaining(`no connector "${unknown}": name simulator, gateway`),
      })
    }
  })
})
