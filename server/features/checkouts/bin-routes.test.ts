import { describe, expect, it } from 'vitest'
import { useTestGateway } from '../../testing/gateway.fixture.ts'
import { sendBare } from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()

async function open(): Promise<string> {
  const { entityId } = gateway().demo
  const money = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
  return (await gateway().post('/v1/checkouts', { entityId, ...money })).body.id
}

const ask = (id: string, bin: string) =>
  sendBare(gateway(), `POST /v1/checkouts/${id}/bin`, { form: { bin } })

describe('the brands of the first digits of a card', () => {
  it('are those of the list, with the class, and nothing of the digits', async () => {
    const id = await open()
    const { status, body } = await ask(id, '436000')
    expect(status).toBe(200)
    expect(body).toMatchObject({ brands: ['CARTEBANCAIRE', 'VISA'], cardClass: 'CREDIT' })
    expect(JSON.stringify(body)).not.toContain('436000')
    expect((await ask(id, '436001')).body).not.toHaveProperty('brands')
  })

  it('are told of six digits of a checkout that lives, and to no page of another origin', async () => {
    const id = await open()
    for (const bin of ['43600', '4360000', '43600000', '4360000001000005', '']) {
      const { status, body } = await ask(id, bin)
      expect([status, body.result.parameterErrors?.[0]?.value]).toEqual([400, ''])
    }
    expect((await ask(`${id.slice(0, -1)}x`, '436000')).status).toBe(404)
    const headers = { origin: 'https://shop.example' }
    const asked = { form: { bin: '436000' }, headers }
    const answer = await sendBare(gateway(), `POST /v1/checkouts/${id}/bin`, asked)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    gateway().clock.advance(31 * 60_000)
    expect((await ask(id, '436000')).status).toBe(400)
  })

  it('are told of one checkout 60 times in a minute', async () => {
    const id = await open()
    const statuses: number[] = []
    for (let turn = 0; turn < 61; turn++) statuses.push((await ask(id, '436000')).status)
    expect([statuses.indexOf(429), (await ask(await open(), '436000')).status]).toEqual([60, 200])
    gateway().clock.advance(60_000)
    expect((await ask(id, '436000')).status).toBe(200)
  })
})

describe('a brand that the shopper has chosen', () => {
  it('is paid where the list has it for the number, and no other is', async () => {
    const { entityId } = gateway().demo
    const pay = async (number: string, paymentBrand: string) => {
      const card = { number, expiryMonth: '05', expiryYear: '2034', holder: 'Jo Do', cvv: '123' }
      const form = Object.entries(card).map(([name, value]) => [`card.${name}`, value] as const)
      const money = { entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB', paymentBrand }
      const paid = await gateway().post('/v1/payments', { ...money, ...Object.fromEntries(form) })
      return paid.body.result.code
    }
    expect(await pay('4871049999999910', 'BCMC')).toBe('000.100.110')
    expect(await pay('4871049999999910', 'VISA')).toBe('000.100.110')
    expect(await pay('4871049999999910', 'MADA')).toBe('100.100.700')
    expect(await pay('4200000000000000', 'CARTEBANCAIRE')).toBe('100.100.700')
  })
})
