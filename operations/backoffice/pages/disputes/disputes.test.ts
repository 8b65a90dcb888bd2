import { describe, expect, it } from 'vitest'
import german from '../../../../locales/backoffice/de.json'
import english from '../../../../locales/backoffice/en.json'
import { failureOf } from '../../api/request.ts'
import { failureText } from '../../parts/notice.tsx'
import { useTexts } from '../../texts/texts.ts'
import { acquirerWord, type Dispute, documentTypes, isDueSoon, isWaiting } from './dispute-wire.ts'
import { base64Of, evidenceFault, fileOf, MAX_BYTES, shownSize, withFileNamed } from './evidence.ts'

function dispute(given: Partial<Dispute>): Dispute {
  return {
    id: '',
    entityId: '',
    paymentId: '',
    paymentBrand: 'VISA',
    stage: 'firstChargeback',
    outcome: 'open',
    amount: '92.00',
    currency: 'EUR',
    chargebackResultCode: '000.100.220',
    chargebackReason: '',
    openedAt: '2026-11-20 00:00:00+0000',
    changedAt: '2026-11-20 00:00:00+0000',
    ...given,
  }
}

const respondBy = '2026-12-01 00:00:00+0000'

describe('disputes', () => {
  it.each<[string, Partial<Dispute>, boolean]>([
    ['an open chargeback with a deadline', { respondBy }, true],
    ['an inquiry', { respondBy, stage: 'inquiry' }, true],
    ['what the bank decides', { respondBy, stage: 'representment' }, false],
    ['what has ended', { respondBy, outcome: 'won' }, false],
    ['what names no deadline', {}, true],
    ['what was contested in this stage', { contestedStage: 'firstChargeback' }, false],
    [
      'what was contested in an earlier stage',
      { stage: 'preArbitration', contestedStage: 'firstChargeback' },
      true,
    ],
  ])('of %s: somebody has to answer is %s', (_, given, expected) => {
    expect(isWaiting(dispute(given))).toBe(expected)
  })
})

it('words of the acquirer are shown as words, and each type once', () => {
  const names = ['shipping_documentation', 'GoodsNotReturned', 'receipt']
  expect(names.map(acquirerWord)).toEqual([
    'Shipping documentation',
    'Goods not returned',
    'Receipt',
  ])
  const defence = (...types: string[]) => ({
    defenceReason: 'r',
    takesUntyped: false,
    documents: types.map((documentType) => ({
      documentType,
      need: 'optional' as const,
      mediaTypes: [],
    })),
  })
  expect(documentTypes([defence('a', 'b'), defence('b', 'c')])).toEqual(['a', 'b', 'c'])
})

describe('a deadline', () => {
  const soonMs = Date.UTC(2026, 10, 28, 0, 0, 1)

  it('is near within its last three days, where somebody has to answer', () => {
    expect(isDueSoon(dispute({ respondBy }), soonMs)).toBe(true)
    expect(isDueSoon(dispute({ respondBy }), soonMs - 1000)).toBe(false)
    expect(isDueSoon(dispute({ respondBy, outcome: 'won' }), soonMs)).toBe(false)
    expect(isDueSoon(dispute({}), soonMs)).toBe(false)
  })
})

describe('a document', () => {
  it('is as large as it is', async () => {
    await useTexts('en', english)
    expect([1, 46, 1000, 45_001].map(shownSize)).toEqual(['1 byte', '46 bytes', '1 kB', '46 kB'])
  })

  it.each([
    ['application/pdf', 1, undefined],
    ['text/plain', MAX_BYTES, undefined],
    ['text/plain', MAX_BYTES + 1, 'size'],
    ['text/plain', 0, 'empty'],
    ['text/html', 1, 'kind'],
    ['', 1, 'kind'],
  ])('of kind %j with %i bytes has the fault %s', (type, size, fault) => {
    expect(evidenceFault({ type, size })).toBe(fault)
  })

  it.each([
    ['delivery.pdf', 'application/pdf', 'delivery.pdf'],
    ['Photo.JPEG', 'image/jpeg', 'Photo.JPEG'],
    ['order', 'text/plain', 'order.txt'],
    ['invoice.html', 'text/plain', 'invoice.html.txt'],
    ['invoice.html', 'text/html', 'invoice.html.bin'],
  ])(
    'named %s of kind %s is saved as %s, as a file that no browser opens',
    async (fileName, mediaType, name) => {
      const file = fileOf({ fileName, mediaType, content: 'AP8Q' })
      expect([file.name, file.content.type]).toEqual([name, 'application/octet-stream'])
      expect(Buffer.from(await file.content.arrayBuffer())).toEqual(Buffer.from([0, 255, 16]))
    },
  )

  it('whose content the gateway refuses is named in the words of the reader', async () => {
    await useTexts('de', german)
    const refused = (name: string) =>
      failureOf(400, { result: { parameterErrors: [{ name, message: 'is no application/pdf' }] } })
    expect(failureText(withFileNamed(refused('content'), 'scan.pdf'))).toMatch(
      /^Der Inhalt von scan\.pdf ist nicht/,
    )
    expect(withFileNamed(refused('fileName'), 'scan.pdf')).toEqual(refused('fileName'))
  })

  it('is sent in base64', async () => {
    expect(await base64Of(new Blob([Buffer.from([0, 255, 16])]))).toBe('AP8Q')
  })
})
