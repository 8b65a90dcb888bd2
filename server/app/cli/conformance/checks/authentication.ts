import type { Check } from '../contract.ts'
import { debit, paid } from '../test-data.ts'

const SECTION = 'interface document, Authentication'

/** Nobody has this one. */
const NO_ENTITY = '0123456789abcdef0123456789abcdef'

export const authenticationChecks: readonly Check[] = [
  {
    id: 'authentication.no-header',
    section: SECTION,
    title: 'a request without the header Authorization is answered with 401',
    async run(see, server) {
      const reply = await server.post('/v1/payments', debit(), { authorization: null })
      see.equal('HTTP status', reply.status, 401)
      see.matches('result.code', reply.at('result.code'), /^(?!000\.)[\d.]+$/)
    },
  },
  {
    id: 'authentication.other-scheme',
    section: SECTION,
    title: 'a header that is not Bearer is answered with 401',
    async run(see, server) {
      for (const authorization of ['Basic dXNlcjpwYXNz', 'Bearer', 'token']) {
        const reply = await server.post('/v1/payments', debit(), { authorization })
        see.equal(`HTTP status for ${authorization}`, reply.status, 401)
      }
    },
  },
  {
    id: 'authentication.wrong-token',
    section: SECTION,
    title: 'an access token that nobody has is answered with 403',
    async run(see, server) {
      const authorization = 'Bearer OGE4Mjk0MTc0YjdlY2IyODAxNGI5Njk5MjIwMDE1Y2N8bm9ib2R5'
      const reply = await server.post('/v1/payments', debit(), { authorization })
      see.equal('HTTP status', reply.status, 403)
    },
  },
  {
    id: 'authentication.reads',
    section: SECTION,
    title: 'reading a payment needs the token as well',
    async run(see, server) {
      const id = await paid(see, server)
      const without = await server.get(`/v1/payments/${id}`, {}, { authorization: null })
      see.equal('HTTP status without a token', without.status, 401)
      see.holds('amount without a token', without.at('amount') === undefined, {
        got: without.at('amount'),
        wanted: 'nothing',
      })
      const own = await server.get(`/v1/payments/${id}`)
      see.equal('HTTP status with the token', own.status, 200)
    },
  },
  {
    id: 'authentication.foreign-entity',
    section: SECTION,
    title: 'an entity that is not of the token is refused, and nothing is paid for it',
    async run(see, server) {
      const reply = await server.post('/v1/payments', debit({ entityId: NO_ENTITY }))
      see.matches('HTTP status', String(reply.status), /^40[013]$/)
      see.matches('result.code', reply.at('result.code'), /^(?!000\.)[\d.]+$/)
    },
  },
]
