import { expect, it } from 'vitest'
import { newAccessToken } from '../../kernel/ids.ts'
import { checkout } from '../../store/testing/sample-rows.ts'
import { useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare, tokenOf } from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()

interface List {
  readonly checkouts: readonly { readonly shownId: string; readonly state: string }[]
  readonly before?: string
}

it('checkouts are listed newest first, in parts, without the ids that let a shopper pay', async () => {
  const merchant = await addMerchant(gateway(), { channels: [{}, {}] })
  const administrator = newAccessToken()
  await gateway().store.commit([tokenOf(merchant.id, administrator, true)])
  const ids: string[] = []
  for (let count = 0; count < 5; count++) {
    const form = {
      entityId: merchant.channelIds[count % 2] ?? channelOf(merchant),
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
    }
    // Two of them in one moment.
    if (count !== 2) gateway().clock.advance(1000)
    const token = merchant.accessToken
    const { body } = await sendBare(gateway(), 'POST /v1/checkouts', { token, form })
    ids.unshift(body.id)
  }
  const shown: string[] = []
  let before: string | undefined
  do {
    const place: string = before === undefined ? '' : `&before=${before}`
    const path = `GET /admin/v1/checkouts?limit=2${place}`
    const { body } = await sendBare(gateway(), path, { token: administrator })
    const list = body as unknown as List
    expect(JSON.stringify(list)).not.toContain(ids[0])
    expect(list.checkouts[0]).toMatchObject({ state: 'open', amount: '92.00', currency: 'EUR' })
    shown.push(...list.checkouts.map(({ shownId }) => shownId))
    before = list.before
  } while (before !== undefined)
  const own = ids.map((id) => id.slice(0, 8))
  expect(shown.toSorted()).toEqual(own.toSorted())
  expect([shown[0], shown.at(-1)]).toEqual([own[0], own.at(-1)])
})

it('checkouts of one millisecond are all listed, whatever the length of a part', async () => {
  const merchant = await addMerchant(gateway(), { channels: [{}, {}, {}] })
  const administrator = newAccessToken()
  await gateway().store.commit([tokenOf(merchant.id, administrator, true)])
  const createdAtMs = gateway().clock.now()
  const rows = Array.from({ length: 50 }, (_, at) =>
    checkout({
      id: `${at.toString(16).toUpperCase().padStart(8, '0')}${'0'.repeat(24)}.uat01-vm-tx01`,
      entityId: merchant.channelIds[at % 3] ?? '',
      createdAtMs,
      request: JSON.stringify({ readable: [['currency', 'EUR']] }),
    }),
  )
  await gateway().store.commit(rows.map((row) => ({ kind: 'insertCheckout', row })))
  for (const limit of [7, 50]) {
    const shown: string[] = []
    let before: string | undefined
    do {
      const place: string = before === undefined ? '' : `&before=${before}`
      const path = `GET /admin/v1/checkouts?limit=${limit}${place}`
      const { body } = await sendBare(gateway(), path, { token: administrator })
      const list = body as unknown as List
      shown.push(...list.checkouts.map(({ shownId }) => shownId))
      before = list.before
    } while (before !== undefined)
    expect(shown).toEqual(rows.map(({ id }) => id.slice(0, 8)).toReversed())
  }
})
