import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { evidenceRefusal, MAX_DOCUMENT_BYTES, MAX_DOCUMENTS } from './evidence.ts'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
const PDF = Buffer.from('%PDF-1.7\n')
const TEXT = Buffer.from('Delivered on 21 November:\r\n\tJürgen Ångström, 東京')

function faultOf(mediaType: string, bytes: Buffer, count = 0): string | undefined {
  const facts = { id: '', disputeId: '', name: '', mediaType, size: 1, createdAtMs: 0 }
  const refusal = evidenceRefusal(new Array(count).fill(facts), { mediaType, bytes })
  const [error] = refusal?.parameterErrors ?? []
  return error === undefined ? refusal?.description : `${error.name} ${error.message}`
}

describe('a document', () => {
  it.each([
    ['application/pdf', PDF],
    ['image/jpeg', JPEG],
    ['image/png', PNG],
    ['text/plain', TEXT],
  ])('is taken as %s if its bytes are such', (mediaType, bytes) => {
    expect(faultOf(mediaType, bytes)).toBeUndefined()
    for (const other of ['application/pdf', 'image/jpeg', 'image/png', 'text/plain']) {
      if (other === mediaType) continue
      // A PDF file may begin as text does.
      if (other === 'text/plain' && bytes === PDF) continue
      expect(faultOf(other, bytes)).toMatch(new RegExp(`^content is no ${other}`))
    }
  })

  it.each([
    ['a NUL', 'a\0b'],
    ['an escape sequence', '\x1b[31mred'],
    ['DEL', '\x7f'],
    ['a control character of C1', '\u009b'],
  ])('of text has no control character: %s', (_name, text) => {
    expect(faultOf('text/plain', Buffer.from(text))).toMatch(/without control characters/)
  })

  it('of text is UTF-8', () => {
    expect(faultOf('text/plain', Buffer.from('Ångström', 'latin1'))).toMatch(/text in UTF-8/)
  })

  it('of another kind, without content, or too large is refused', () => {
    expect(faultOf('text/html', TEXT)).toMatch(/^mediaType must be one of application\/pdf/)
    expect(faultOf('text/plain', Buffer.alloc(0))).toMatch(/^content is empty/)
    expect(faultOf('image/png', Buffer.alloc(MAX_DOCUMENT_BYTES + 1))).toMatch(/^content is above/)
  })

  it('is one of ten at most', () => {
    expect(faultOf('text/plain', TEXT, MAX_DOCUMENTS - 1)).toBeUndefined()
    expect(faultOf('text/plain', TEXT, MAX_DOCUMENTS)).toMatch(/has 10 documents already/)
  })
})

test('whatever bytes are sent, they are taken or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (sent) => {
      const bytes = Buffer.from(sent)
      const isText = faultOf('text/plain', bytes) === undefined
      if (isText) expect(Buffer.from(bytes.toString('utf8'))).toEqual(bytes)
    }),
  )
})
