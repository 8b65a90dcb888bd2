import type { FastifyReply } from 'fastify'

/** The characters of an address that a header may hold. */
const VISIBLE_ASCII = /^[\x21-\x7e]*$/

/**
 * Redirects a browser (303) to an address that a merchant has given. Letters beyond ASCII are escaped,
 * because a header must not have them. An address without any is not changed: it may be signed.
 */
export function redirectTo(reply: FastifyReply, address: string): FastifyReply {
  return reply.redirect(VISIBLE_ASCII.test(address) ? address : new URL(address).href, 303)
}
