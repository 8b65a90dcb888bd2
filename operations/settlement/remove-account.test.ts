import { describe, expect, it } from 'vitest'
import { removeAccount } from './remove-account.ts'
import {
  NOW_MS,
  type SettledShop,
  settledLine,
  settledShop,
  tillgateFile,
} from './settlement.fixture.ts'

const remove = ({ store, account }: SettledShop, acceptsPayments = false) =>
  removeAccount(account, { acceptsPayments }, { store, clock: { now: () => NOW_MS } })

const isThere = async ({ store, account }: SettledShop) =>
  (await store.read.acquirerAccount(account.id)) !== undefined

describe('an account that is removed', () => {
  it('is gone where nothing is settled through it', async () => {
    const shop = await settledShop()
    expect(await remove(shop)).toBeUndefined()
    expect(await isThere(shop)).toBe(false)
  })

  it('stays while payments wait to be settled, unless that is accepted', async () => {
    const shop = await settledShop()
    await shop.pay({ connector: 'gateway' })
    await shop.pay({ state: 'failed', bookedMinor: 0 })
    const { id } = await shop.pay()
    expect(await remove(shop)).toEqual({ fault: expect.stringContaining(`such as ${id}`) })
    expect(await isThere(shop)).toBe(true)
    expect(await remove(shop, true)).toBeUndefined()
    expect(await isThere(shop)).toBe(false)
  })

  it('stays for ever once it has a settlement file', async () => {
    const shop = await settledShop()
    const line = settledLine(shop.account, { payment_id: 'x', payout_reference: '' })
    await shop.import(tillgateFile([line]))
    expect(await remove(shop, true)).toEqual({
      fault: expect.stringContaining('has settlement files, such as settlement.csv'),
    })
    expect(await isThere(shop)).toBe(true)
  })
})
