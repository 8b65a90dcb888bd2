import { describe, expect, it, test } from 'vitest'
import { createUrlJudge } from '../http/outgoing/targets.ts'
import {
  accept,
  bodyOf,
  checkout,
  debit,
  errorsOf,
  messagesOf,
  strict,
} from './requests.fixture.ts'

const judged = {
  ...strict,
  urlFault: createUrlJudge({ environment: 'test', allowedSubnets: ['loopback'] }),
}
const legacy = { ...judged, profile: 'legacy' } as const
const live = { ...judged, urlFault: createUrlJudge({ environment: 'live' }) }

const uncallable = [
  ['shop.app://paid', 'must be an http or https address'],
  ['https://10.0.0.1/paid', 'must lead to an address on the internet'],
  ['https://jane:secret@shop.example/paid', 'must not carry a user name or password'],
  ['https://shop.example:22/paid', 'must have port 80, 443 or one above 1023'],
]

describe('a notificationUrl that cannot be called', () => {
  test.each(uncallable)('%s is refused', (notificationUrl, fault) => {
    for (const [operation, request] of [
      ['payments.create', debit],
      ['checkouts.create', checkout],
    ] as const) {
      expect(messagesOf(operation, bodyOf({ ...request, notificationUrl }), judged)).toEqual([
        `notificationUrl ${fault}. The legacy profile ignores such an address`,
      ])
    }
  })

  test.each(uncallable)('%s is left out in the legacy profile', (notificationUrl) => {
    const values = accept('payments.create', bodyOf({ ...debit, notificationUrl }), legacy)
    expect(values.get('notificationUrl')).toBeUndefined()
  })

  it('is one by plain HTTP in live', () => {
    const body = bodyOf({ ...debit, notificationUrl: 'http://shop.example/paid' })
    expect(accept('payments.create', body, judged).get('notificationUrl')).toBeDefined()
    const [message] = messagesOf('payments.create', body, live)
    expect(message).toMatch(/^notificationUrl must be an https address/)
  })
})

describe('the shopperResultUrl', () => {
  test.each([
    'https://10.0.0.1/result',
    'http://shop.example:22/result',
    'shop.app://jane@result',
    'https://shop.example/result?mail=jane@shop.example',
  ])('may be %s, because a browser goes there', (shopperResultUrl) => {
    expect(errorsOf('payments.create', bodyOf({ ...debit, shopperResultUrl }), live)).toEqual([])
  })

  it('must carry no password, which would be stored, except in the legacy profile', () => {
    const shopperResultUrl = 'https://jane:secret@shop.example/result'
    const body = bodyOf({ ...debit, shopperResultUrl })
    const [error] = errorsOf('payments.create', body, judged)
    expect(error?.message).toMatch(/^must not carry a user name or password/)
    expect(error?.value).toBe('https://***@shop.example/result')
    expect(accept('payments.create', body, legacy).get('shopperResultUrl')).toBe(shopperResultUrl)
  })
})

describe('a card number', () => {
  const addresses = [
    'https://shop.example/paid?card=4200000000000000',
    'https://shop.example/paid/4200-0000-0000-0000',
    'https://shop.example/paid?card=42%30%30000000000000',
    'https://shop.example/paid?card=4200%200000%200000%200000',
  ]

  test.each(addresses)('is refused in an address of a payment: %s', (address) => {
    for (const name of ['notificationUrl', 'shopperResultUrl']) {
      const body = bodyOf({ ...debit, [name]: address })
      const [error] = errorsOf('payments.create', body, judged)
      expect(error?.message).toMatch(/^must not look like a card number/)
      expect(error?.value).toMatch(/420000\*\*\*0000$/)
      // Order numbers may look like one.
      expect(errorsOf('payments.create', body, legacy)).toEqual([])
      const setting = { ...judged, cardLikeReferences: true }
      expect(errorsOf('payments.create', body, setting)).toEqual([])
    }
  })

  test.each(addresses)('is refused in the url of a webhook, in every profile: %s', (url) => {
    for (const context of [judged, legacy]) {
      const [error] = errorsOf('webhooks.create', bodyOf({ url }), context)
      expect(error?.message).toMatch(/^must not hold a card number/)
    }
  })

  it('is not seen in ids of hexadecimal digits', () => {
    const body = bodyOf({
      ...debit,
      notificationUrl: `https://shop.example/a${'4200000000000000'.repeat(2)}`,
    })
    expect(errorsOf('payments.create', body, judged)).toEqual([])
  })
})
