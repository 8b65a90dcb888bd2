import { createHash } from 'node:crypto'

/** A document for Stripe. */
export interface Upload {
  readonly mediaType: string
  readonly bytes: Buffer
}

/**
 * A document as evidence of a dispute, in the form of RFC 7578. It has a name of ours, so that none has to be escaped;
 * the border is made of its bytes, so that it is the same each time that it is sent, and stands in none of them.
 */
export function multipartOf({ mediaType, bytes }: Upload) {
  const border = `tillgate-${createHash('sha256').update(bytes).digest('hex').slice(0, 40)}`
  const name = `evidence.${mediaType.split('/')[1] ?? 'bin'}`
  const before = [
    `--${border}`,
    'Content-Disposition: form-data; name="purpose"',
    '',
    'dispute_evidence',
    `--${border}`,
    `Content-Disposition: form-data; name="file"; filename="${name}"`,
    `Content-Type: ${mediaType}`,
    '',
    '',
  ].join('\r\n')
  return {
    contentType: `multipart/form-data; boundary=${border}`,
    body: Buffer.concat([Buffer.from(before), bytes, Buffer.from(`\r\n--${border}--\r\n`)]),
  }
}
