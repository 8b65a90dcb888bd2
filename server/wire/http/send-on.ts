import type { FastifyReply } from 'fastify'

/** What a header may hold of an address. */
const VISIBLE_ASCII = /^[\x21-\x7e]*$/

/**
 * Sends a browser on (303) to an address that a merchant has given. Its letters beyond ASCII are
 * escaped, because a header must not have them; an address without any stays as its author wrote it:
 * it may be signed.
 */
export function sendOn(reply: FastifyReply, address: string): FastifyReply {
  return reply.redirect(VISIBLE_ASCII.test(address) ? address : new URL(address).href, 303)
}
