// Node 18 or later, no package needed.
import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'

const keyOf = (secret) => Buffer.from(secret.replace('whsec_', ''), 'base64')

/** Servers and frameworks write the names of headers in different ways. */
const inLowerCase = (headers) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** The notification of a signed request; throws when it is not genuine. `body`: the bytes as they came. */
export function verifySigned(secret, headers, body) {
  const named = inLowerCase(headers)
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = named
  if (!/^\d{1,12}$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > 300)
    throw new Error('too old')
  const hmac = createHmac('sha256', keyOf(secret)).update(`${id}.${time}.`).update(body)
  const expected = Buffer.from(`v1,${hmac.digest('base64')}`)
  const isEqual = (sent) => sent.length === expected.length && timingSafeEqual(sent, expected)
  if (!signatures.split(' ').some((sent) => isEqual(Buffer.from(sent)))) throw new Error('forged')
  return JSON.parse(body.toString('utf8'))
}

/** The notification of an encrypted request; throws when it is not genuine. `body`: hex text. */
export function openEncrypted(secret, headers, body) {
  const bytesOf = (hex) => Buffer.from(hex, 'hex')
  const named = inLowerCase(headers)
  const iv = bytesOf(named['x-initialization-vector'])
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), iv, { authTagLength: 16 })
  decipher.setAuthTag(bytesOf(named['x-authentication-tag']))
  return JSON.parse(Buffer.concat([decipher.update(bytesOf(body)), decipher.final()]))
}

// To try it: node verify.mjs signed <secret> <id> <timestamp> <signature> < body
//            node verify.mjs encrypted <secret> <iv> <tag> < body
if (import.meta.filename === process.argv[1]) {
  const [format, secret, first, second, third] = process.argv.slice(2)
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const notification =
    format === 'signed'
      ? verifySigned(
          secret,
          { 'webhook-id': first, 'webhook-timestamp': second, 'webhook-signature': third },
          body,
        )
      : openEncrypted(
          secret,
          { 'x-initialization-vector': first, 'x-authentication-tag': second },
          body.toString(),
        )
  console.log(notification.type)
}
