import { expect, it } from 'vitest'
import { encodedBody } from './form.ts'

it('writes nested members and lists in brackets, and leaves out what is absent', () => {
  const body = {
    amount: 9200,
    off_session: true,
    description: undefined,
    card: { number: '4242', networks: { preferred: 'visa' } },
    expand: ['latest_charge', 'customer'],
  }
  expect(decodeURIComponent(encodedBody(body))).toBe(
    'amount=9200&off_session=true&card[number]=4242&card[networks][preferred]=visa&expand[0]=latest_charge&expand[1]=customer',
  )
})
