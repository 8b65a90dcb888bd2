import { describe, expect, it } from 'vitest'
import { redirectRequest } from './redirect-request.ts'

const url = 'https://bank.example/pay?shop=a%20b'
const parameters = [
  { name: 'paymentId', value: '8ac7' },
  { name: 'token', value: 'x/y=' },
]

describe('the redirect to a bank', () => {
  it.each([{}, { method: 'POST' as const }])('is a form that is posted: %o', (method) => {
    expect(redirectRequest({ url, parameters, ...method })).toEqual({
      method: 'POST',
      address: url,
      fields: [
        ['paymentId', '8ac7'],
        ['token', 'x/y='],
      ],
    })
  })

  it('is an address where the gateway says GET, and the bank’s own query stays as it is', () => {
    expect(redirectRequest({ url, method: 'GET', parameters })).toEqual({
      method: 'GET',
      address: `${url}&paymentId=8ac7&token=x%2Fy%3D`,
    })
  })

  it('needs no parameters', () => {
    expect(redirectRequest({ url, method: 'GET' })).toEqual({ method: 'GET', address: url })
    expect(redirectRequest({ url })).toEqual({ method: 'POST', address: url, fields: [] })
  })
})
