import { describe, expect, it } from 'vitest'
import { withoutEarlierNumbers } from './earlier-numbers.ts'

const number = '4200000000000000'

describe('details that version 0.1.0 has stored', () => {
  it('are read without the card number of a user agent, as members and as flat names', () => {
    const members = { customer: { browser: { userAgent: `Kiosk "${number}"`, language: 'de' } } }
    expect(JSON.parse(withoutEarlierNumbers(JSON.stringify(members)))).toEqual({
      customer: { browser: { userAgent: 'Kiosk "420000***0000"', language: 'de' } },
    })
    const flat = { 'customer.browser.userAgent': number, 'customer.surname': 'Jones' }
    expect(JSON.parse(withoutEarlierNumbers(JSON.stringify(flat)))).toEqual({
      'customer.browser.userAgent': '420000***0000',
      'customer.surname': 'Jones',
    })
  })

  it('are read without the card number of an acquirer’s case', () => {
    const text = `{"resultDetails":{"AcquirerCase":"${number}","DisputeId":"${number}"}}`
    expect(withoutEarlierNumbers(text)).toBe(text.replace(number, '420000***0000'))
  })

  it('are read without the card numbers of passengers, and with all others', () => {
    const passengers = [{ name: 'Jane Jones', ticket: '1' }, { name: `JONES/${number}` }, {}]
    const text = JSON.stringify({ airline: { ticketNumber: number, passengers }, descriptor: 'x' })
    expect(JSON.parse(withoutEarlierNumbers(text))).toEqual({
      airline: {
        ticketNumber: number,
        passengers: [{ name: 'Jane Jones', ticket: '1' }, { name: 'JONES/420000***0000' }, {}],
      },
      descriptor: 'x',
    })
    const flat = { 'airline.passengers[11].name': number, 'airline.ticketNumber': number }
    expect(JSON.parse(withoutEarlierNumbers(JSON.stringify(flat)))).toEqual({
      'airline.passengers[11].name': '420000***0000',
      'airline.ticketNumber': number,
    })
  })

  it('stay as they are, letter by letter, where they hold none', () => {
    const text = JSON.stringify({
      result: { code: '000.100.110' },
      airline: { passengers: [{ name: 'Jane "J." Jones' }, {}] },
      customer: { browser: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0.6778.86' } },
    })
    expect(withoutEarlierNumbers(text)).toBe(text)
  })
})
