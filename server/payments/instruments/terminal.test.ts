import { describe, expect, it } from 'vitest'
import { EVERY_BRAND, refusedFor, type Sent, sent } from './instruments.fixture.ts'
import { terminal } from './terminal.ts'

const CHIP: Sent = {
  paymentBrand: 'VISA',
  'pos.terminalId': '12345678',
  'pos.entryMode': 'ICC',
  'pos.iccDataRequest': '9F2608AB',
}

function read(form: Sent) {
  return terminal.judge({ values: sent(form), channelBrands: EVERY_BRAND, nowMs: 0 })
}

describe('a card that a terminal read', () => {
  it('stays encrypted', () => {
    expect(read(CHIP)).toEqual({
      instrument: {
        kind: 'terminal',
        terminalId: '12345678',
        entryMode: 'ICC',
        cardData: '9F2608AB',
      },
      brand: 'VISA',
      shown: { 'pos.timestamp': '1970-01-01 00:00:00' },
    })
  })

  it('needs the brand from the merchant', () => {
    const { paymentBrand: _brand, ...unnamed } = CHIP
    expect(read(unnamed)).toMatchObject(refusedFor('paymentBrand', /is required/))
  })

  it.each<[string, string]>([
    ['ICC', 'pos.iccDataRequest'],
    ['NFC_ICC', 'pos.iccDataRequest'],
    ['MAGSTRIPE', 'pos.encryptedSred.data'],
    ['MANUAL', 'card.number'],
  ])('by %s needs %s', (mode, name) => {
    const { 'pos.iccDataRequest': _data, ...empty } = CHIP
    expect(read({ ...empty, 'pos.entryMode': mode })).toMatchObject(
      refusedFor(name, /pos\.encryptedSred\.data|pos\.iccDataRequest/),
    )
  })

  it('is refused without the serial number of its key', () => {
    const { 'pos.iccDataRequest': _data, ...empty } = CHIP
    const stripe: Sent = { ...empty, 'pos.entryMode': 'MAGSTRIPE' }
    const sred = { ...stripe, 'pos.encryptedSred.data': 'C0FFEE' }
    expect(read(sred)).toMatchObject(refusedFor('pos.encryptedSred.ksn', /tells the key/))
    expect(read({ ...sred, 'pos.encryptedSred.ksn': '01' })).toMatchObject({
      instrument: { cardData: 'C0FFEE' },
    })
  })

  it('is refused without data of the terminal', () => {
    const { 'pos.terminalId': _terminal, ...rest } = CHIP
    expect(read(rest)).toMatchObject(refusedFor('pos.terminalId', /is required/))
  })

  it('is refused with all missing parameters, also those of its brand', () => {
    expect(read({ 'pos.entryMode': 'ICC', 'pos.iccDataRequest': 'AB' })).toMatchObject({
      parameterErrors: [{ name: 'pos.terminalId' }, { name: 'paymentBrand' }],
    })
  })
})
