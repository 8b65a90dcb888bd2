import { describe, expect, it } from 'vitest'
import { postPayment, readAnswer, submitBody } from './submit.ts'

const CARD = { number: '4111111111111111', code: '123' }

describe('the form fields of a payment', () => {
  it("are the page's, then the number and the code", () => {
    const body = submitBody({ 'card.holder': 'Jane Jones', 'customParameters[a]': 'x&y' }, CARD)
    expect(body.toString()).toBe(
      'card.holder=Jane+Jones&customParameters%5Ba%5D=x%26y&card.number=4111111111111111&card.cvv=123',
    )
  })

  it('never hold a number or code from the page', () => {
    const fields = { 'card.number': '1', 'card.cvv': '2', ' Card.Number': '3', 'CARD.CVV ': '4' }
    expect([...submitBody(fields, CARD)]).toEqual([
      ['card.number', CARD.number],
      ['card.cvv', CARD.code],
    ])
  })

  it('have no code where the shopper gave none', () => {
    expect(submitBody({}, { ...CARD, code: '' }).has('card.cvv')).toBe(false)
  })
})

describe('the payment request', () => {
  const path = '/v1/checkouts/ABC.uat01-vm-tx01/registration'
  const answering = (status: number, body: string) => async () => new Response(body, { status })
  const outcome = (request: typeof fetch) => postPayment(path, new URLSearchParams('a=b'), request)

  it('goes to the checkout once, as a form, without credentials, and follows no redirect', async () => {
    const calls: [unknown, RequestInit | undefined][] = []
    await outcome(async (address, options) => {
      calls.push([address, options])
      return new Response('{}')
    })
    expect(calls).toHaveLength(1)
    expect(calls[0]?.[0]).toBe(path)
    expect(calls[0]?.[1]).toMatchObject({
      method: 'POST',
      headers: { accept: 'application/json' },
      credentials: 'omit',
      redirect: 'error',
    })
    expect(String(calls[0]?.[1]?.body)).toBe('a=b')
  })

  it("passes on the gateway's answer, whatever its status", async () => {
    const body = { id: '1', result: { code: '800.100.152', description: 'declined' } }
    expect(await outcome(answering(400, JSON.stringify(body)))).toEqual({
      kind: 'answer',
      status: 400,
      body,
    })
  })

  it("has no answer when the network fails, or the answer is not the gateway's", async () => {
    const broken = async () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await outcome(broken)).toEqual({ kind: 'noAnswer', reason: 'network' })
    expect(await outcome(answering(502, '<html>'))).toEqual({
      kind: 'noAnswer',
      reason: 'unreadable',
    })
  })
})

describe('the part of an answer that the page gets', () => {
  it('is id, result, redirect, what a summary page shows, and what the issuer tells the shopper', () => {
    const redirect = { url: 'https://bank.example', parameters: [{ name: 'a', value: 'b' }] }
    const answer = {
      id: '1',
      result: { code: '000.200.000', description: 'pending', internal: 'x' },
      redirect,
      kept: { paymentBrand: 'VISA' },
      card: { bin: '411111', last4Digits: '1111' },
      resultDetails: { cardholderInfo: 'Call your bank' },
    }
    expect(readAnswer(JSON.stringify(answer))).toEqual({
      id: '1',
      result: { code: '000.200.000', description: 'pending' },
      redirect,
      kept: { paymentBrand: 'VISA' },
      resultDetails: { cardholderInfo: 'Call your bank' },
    })
  })

  it('names the wrong card fields, never their values', () => {
    const parameterErrors = [
      { name: 'card.number', value: CARD.number, message: 'invalid' },
      { name: 'card.cvv', value: CARD.code, message: 'invalid' },
      { name: 'card.holder', value: 'J', message: 'too short' },
      'nonsense',
    ]
    const answer = { result: { code: '200.300.404', parameterErrors } }
    expect(readAnswer(JSON.stringify(answer))?.result.parameterErrors).toEqual([
      { name: 'card.number', message: 'invalid' },
      { name: 'card.cvv', message: 'invalid' },
      { name: 'card.holder', value: 'J', message: 'too short' },
    ])
  })

  it.each(['', 'null', '[]', '{}', '{"result":{}}', '{"result":{"code":1}}', '{"result":null}'])(
    'does not exist in %j',
    (text) => {
      expect(readAnswer(text)).toBeUndefined()
    },
  )
})
