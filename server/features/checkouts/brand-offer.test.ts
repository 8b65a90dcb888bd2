import { describe, expect, it } from 'vitest'
import type { BrandCondition, BrandRule } from '../../entities/brand-rules.ts'
import { ParameterValues } from '../../parameters/values.ts'
import { cardPayment, useTestGateway } from '../../testing/gateway.fixture.ts'
import { sendBare } from '../../testing/merchants.fixture.ts'
import { offeredBrands } from './brand-offer.ts'

const BRANDS = ['VISA', 'MASTER', 'PAYPAL', 'KLARNA_INVOICE']
const id = '0123456789ABCDEF0123456789ABCDEF.uat01-vm-tx01'

const offered = (rules: readonly BrandRule[], request: Readonly<Record<string, string>> = {}) =>
  offeredBrands(BRANDS, rules, { id, preset: ParameterValues.of(Object.entries(request)) })

describe('the brands that rules leave', () => {
  const isHidden = (when: BrandCondition, request: Readonly<Record<string, string>>) =>
    !offered([{ name: 'a', hide: ['PAYPAL'], when }], request).includes('PAYPAL')
  const euros = (amount: string) => ({ amount, currency: 'EUR' })
  const above = { currency: 'EUR', atLeast: '500.01' }

  it.each<[BrandCondition, Readonly<Record<string, string>>, boolean]>([
    [above, euros('500.01'), true],
    [above, euros('500'), false],
    [above, { amount: '600.00', currency: 'USD' }, false],
    [above, {}, false],
    [{ currency: 'EUR', atMost: '5.00' }, euros('5.0'), true],
    [{ currency: 'EUR', atMost: '5.00' }, euros('5.01'), false],
    [{ countries: ['NL', 'BE'] }, { 'billing.country': 'BE', 'shipping.country': 'DE' }, true],
    [{ countries: ['NL', 'BE'] }, { 'shipping.country': 'NL' }, true],
    [{ countries: ['NL', 'BE'] }, {}, false],
    [{ registrations: true }, { 'registrations[0].id': 'a'.repeat(32) }, true],
    [{ registrations: false }, { 'registrations[0].id': 'a'.repeat(32) }, false],
    [{ parameter: { name: 'customer.category', is: ['COMPANY'] } }, {}, false],
    [{ group: { name: 'g', percent: 100 } }, {}, true],
    [{ group: { name: 'g', percent: 0 } }, {}, false],
    [{ countries: ['NL'], ...above }, { 'billing.country': 'NL', ...euros('1.00') }, false],
  ])('with the condition %j, and %j sent: hidden is %j', (when, request, hidden) => {
    expect(isHidden(when, request)).toBe(hidden)
  })

  it('look at maps as well, such as what a shop says of the risk', () => {
    const when = { parameter: { name: 'risk.parameters[level]', is: ['high'] } }
    expect(isHidden(when, { 'risk.parameters[level]': 'high' })).toBe(true)
    expect(isHidden(when, { 'risk.parameters[level]': 'low' })).toBe(false)
  })

  it('are those that no rule hides, in the order of the channel', () => {
    const rules: BrandRule[] = [
      { name: 'no PayPal', hide: ['PAYPAL'], unless: { countries: ['DE'] } },
      { name: 'small', offerOnly: ['PAYPAL', 'VISA'], when: { currency: 'EUR', atMost: '10.00' } },
    ]
    expect(offered(rules, euros('10.00'))).toEqual(['VISA'])
    expect(offered(rules, { ...euros('20.00'), 'billing.country': 'DE' })).toEqual(BRANDS)
    expect(offered([])).toEqual(BRANDS)
  })

  it('are the same for a customer each time, and about so many of a hundred', () => {
    const when = { group: { name: 'trial', percent: 30 } }
    const customers = Array.from({ length: 1_000 }, (_, at) => ({
      'customer.merchantCustomerId': `customer ${at}`,
    }))
    const hidden = customers.filter((customer) => isHidden(when, customer))
    expect(hidden.every((customer) => isHidden(when, customer))).toBe(true)
    expect(hidden.length).toBeGreaterThan(250)
    expect(hidden.length).toBeLessThan(350)
  })
})

describe('a checkout of a channel with brand rules', () => {
  const gateway = useTestGateway()
  const rule = {
    name: 'no Visa above 50',
    hide: ['VISA'],
    when: { currency: 'EUR', atLeast: '50.01' },
  }

  async function open(amount: string, headers = {}) {
    const { demo, clock, store } = gateway()
    const entity = await store.read.entity(demo.entityId)
    if (entity === undefined) throw new Error('No demo channel')
    const own = { ...JSON.parse(entity.settings), brandRules: [rule] }
    const set = { settings: JSON.stringify(own) }
    const { id: entityId, version } = entity
    await store.commit([{ kind: 'stepEntity', id: entityId, expectedVersion: version, set }])
    clock.advance(2_000)
    const form = { entityId, amount, currency: 'EUR', paymentType: 'DB' }
    return gateway().post('/v1/checkouts', form, headers)
  }

  const { entityId, amount, currency, paymentType, ...visa } = cardPayment('')
  const pay = (checkoutId: string, form: Readonly<Record<string, string | undefined>>) =>
    sendBare(gateway(), `POST /v1/checkouts/${checkoutId}/payment`, { form })

  it('tells the widget what the shopper is offered, and takes nothing else', async () => {
    const { id } = (await open('92.00')).body
    const session = (await sendBare(gateway(), `GET /v1/checkouts/${id}/session`)).body
    expect(session.brands).not.toContain('VISA')
    expect(session.brandOffer).toContain('PAYPAL')
    expect(session.brandOffer).not.toContain('VISA')
    expect((await pay(id, visa)).body.result.code).toBe('600.200.500')
    const master = { ...visa, paymentBrand: 'MASTER', 'card.number': '5454545454545454' }
    expect((await pay(id, master)).body.result.code).toBe('000.100.110')
    const small = (await open('20.00')).body.id
    expect((await pay(small, visa)).body.result.code).toBe('000.100.110')
  })

  it('tells a script that names the channel what is certain before there is a checkout', async () => {
    await open('92.00')
    const channel = (more: string) =>
      sendBare(gateway(), `GET /v1/fastcheckout/channel?entityId=${gateway().demo.entityId}${more}`)
    const known = (await channel('&amount=92.00&currency=EUR')).body
    expect(known).toMatchObject({ environment: 'test' })
    expect(known.brands).not.toContain('VISA')
    expect(known.brandOffer).toContain('PAYPAL')
    expect(known).not.toHaveProperty('checkoutId')
    for (const unknown of ['', '&amount=x&currency=EUR', '&amount=20.00&currency=EUR'])
      expect((await channel(unknown)).body.brandOffer).toContain('VISA')
  })

  it('follows an update of the checkout', async () => {
    const { id } = (await open('20.00')).body
    const more = { entityId: gateway().demo.entityId, amount: '60.00', currency: 'EUR' }
    expect((await gateway().post(`/v1/checkouts/${id}`, more)).status).toBe(200)
    expect((await pay(id, visa)).body.result.code).toBe('600.200.500')
  })

  it('explains the rules to the merchant who asks', async () => {
    const { explain } = (await open('92.00', { 'tillgate-explain': '1' })).body
    const said = (explain as unknown as { step: string; decision: string }[])
      .filter(({ step }) => step === 'brands')
      .map(({ decision }) => decision)
    expect(said[0]).toBe('The rule "no Visa above 50" applies, and hides VISA')
    expect(said[1]).toMatch(/^The shopper is offered MASTER, AMEX, /)
    expect((await open('92.00')).body).not.toHaveProperty('explain')
  })
})
