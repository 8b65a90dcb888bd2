import type { FastifyReply, FastifyRequest } from 'fastify'
import { MAX_QUANTITY, PRODUCTS } from './catalogue.ts'

/** Body of `POST /api/checkout`. No prices: whatever else the page sends is dropped. */
export const basketSchema = {
  body: {
    type: 'object',
    required: ['items'],
    properties: {
      items: {
        type: 'array',
        maxItems: PRODUCTS.length,
        items: {
          type: 'object',
          required: ['sku', 'quantity'],
          properties: {
            sku: { enum: PRODUCTS.map((product) => product.sku) },
            quantity: { type: 'integer', minimum: 0, maximum: MAX_QUANTITY },
          },
        },
      },
      locale: { type: 'string', maxLength: 10 },
    },
  },
} as const

/**
 * Headers of every answer. The policy allows nothing inline and no host but the gateway's: this is all
 * that a page with the widget needs, and on a payment page PCI DSS 6.4.3 asks for little more.
 */
export function securityHeaders(gatewayUrl: string) {
  const gateway = new URL(gatewayUrl).origin
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${gateway}`,
    "style-src 'self'",
    `img-src 'self' ${gateway}`,
    `connect-src 'self' ${gateway}`,
    `frame-src ${gateway}`,
    `form-action 'self' ${gateway}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      // The address of the result page carries a checkout id: other sites get the origin only.
      'Referrer-Policy': 'strict-origin',
    })
    if (!request.url.startsWith('/assets/')) reply.header('Cache-Control', 'no-cache')
  }
}
