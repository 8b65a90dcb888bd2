/**
 * The demo shop's server: what a merchant has to write to take payments. Three steps:
 *
 * 1. `POST /api/checkout`: price the basket here, create a checkout at the gateway, hand its id to the page.
 *    `POST /api/checkout/{id}`: the basket has changed, the checkout follows.
 * 2. The page loads the widget with that id (`page/widget.ts`) and the shopper pays. Card data goes
 *    from the widget's secured fields to the gateway and never comes by here.
 * 3. The widget sends the shopper to `/result?id=…&resourcePath=…`. `GET /api/result`: ask the gateway
 *    what became of it. Only this answer counts; the redirect itself proves nothing.
 */
import { randomBytes } from 'node:crypto'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import { gatewayClient } from './gateway.ts'
import { isLocale } from './languages.ts'
import { type CartItem, orderParameters, priceOrder } from './order.ts'
import {
  checkoutIdOf,
  FAULT_STATUS,
  isUnknownCheckout,
  type Order,
  type PaymentResult,
  readResult,
  type ShopFault,
} from './outcome.ts'
import { loadPages } from './pages.ts'
import { basketSchema, securityHeaders } from './protection.ts'

export interface ShopOptions {
  readonly port: number
  readonly host: string
  /** The gateway's address for the shopper's browser. */
  readonly gatewayUrl: string
  /** The gateway's address for this server, where it is another one. */
  readonly gatewayInternalUrl?: string
  /** The shop's address for the shopper's browser, where it is not `http://host:port`. */
  readonly publicUrl?: string
  readonly entityId: string
  /** Stays on this server: whoever has it can charge, refund and read payments. */
  readonly accessToken: string
  /** The built pages: `dist/shop`. */
  readonly assetsDir: string
  readonly log: FastifyBaseLogger
}

export interface RunningShop {
  readonly address: string
  /** Finishes the requests under way, then stops listening. */
  close(): Promise<void>
}

/** Starts the shop; rejects when the port is taken or the pages are not built. */
export async function startShop(options: ShopOptions): Promise<RunningShop> {
  const { gatewayUrl, gatewayInternalUrl = gatewayUrl, entityId, accessToken, log } = options
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Browsers open connections in advance: a stop would wait for those that never bring a request.
    forceCloseConnections: true,
  })
  const gateway = gatewayClient({ baseUrl: gatewayInternalUrl, entityId, accessToken, log })
  const orders = new OrderBook()

  app.addHook('onRequest', securityHeaders(gatewayUrl))
  await app.register(loadPages(options.assetsDir))

  addCheckoutRoutes(app, { gateway, orders, options })
  addResultRoute(app, { gateway, orders, options })

  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    if ((error.statusCode ?? 500) < 500) return refuse(reply, 'badRequest')
    log.error({ err: error }, 'shop failed')
    return reply.code(500).send({ error: 'gatewayFailed' })
  })

  const address = await app.listen({ port: options.port, host: options.host })
  return { address, close: () => app.close() }
}

interface Shop {
  readonly gateway: ReturnType<typeof gatewayClient>
  readonly orders: OrderBook
  readonly options: ShopOptions
}

/** Step 1. */
function addCheckoutRoutes(app: FastifyInstance, { gateway, orders, options }: Shop): void {
  const { gatewayUrl, log } = options

  app.post<{ Body: { items: CartItem[]; locale?: string } }>(
    '/api/checkout',
    { schema: basketSchema },
    async (request, reply) => {
      const order = { number: newOrderNumber(), ...priceOrder(request.body.items) }
      if (order.lines.length === 0) return refuse(reply, 'emptyBasket')
      const created = await gateway.post('/v1/checkouts', {
        ...orderParameters(order),
        paymentType: 'DB',
        merchantTransactionId: order.number,
        'customer.givenName': 'Jane',
        'customer.surname': 'Jones',
        'customer.email': 'jane.jones@example.com',
        'customer.ip': request.ip,
        locale: isLocale(request.body.locale) ? request.body.locale : 'en',
        shopperResultUrl: new URL('/result', options.publicUrl ?? app.listeningOrigin).href,
        // Asks for the hash of the script, so that the page runs that script or none.
        integrity: 'true',
      })
      if (created.fault !== undefined) return refuse(reply, created.fault)
      const { id, integrity, result } = created.answer
      if (created.status !== 200 || id === undefined) {
        log.error({ result }, 'checkout refused')
        return refuse(reply, 'checkoutRefused')
      }
      orders.add(id, order)
      const script = `${gatewayUrl}/v1/paymentWidgets.js?${new URLSearchParams({ checkoutId: id })}`
      return { checkoutId: id, script, integrity }
    },
  )

  app.post<{ Params: { checkoutId: string }; Body: { items: CartItem[] } }>(
    '/api/checkout/:checkoutId',
    { schema: basketSchema },
    async (request, reply) => {
      const { checkoutId } = request.params
      // Only checkouts that this shop has made: the token reaches others, too.
      const known = orders.get(checkoutId)
      if (known === undefined) return refuse(reply, 'paymentNotFound')
      const order = { ...known, ...priceOrder(request.body.items) }
      if (order.lines.length === 0) return refuse(reply, 'emptyBasket')
      const updated = await gateway.post(`/v1/checkouts/${checkoutId}`, orderParameters(order))
      if (updated.fault !== undefined) return refuse(reply, updated.fault)
      if (updated.status !== 200) {
        log.warn({ result: updated.answer.result }, 'checkout not changed')
        return refuse(reply, 'checkoutRefused')
      }
      orders.add(checkoutId, order)
      return {}
    },
  )
}

/** Step 3. */
function addResultRoute(app: FastifyInstance, { gateway, orders, options }: Shop): void {
  const { log } = options

  app.get<{ Querystring: { resourcePath?: unknown } }>('/api/result', async (request, reply) => {
    const checkoutId = checkoutIdOf(request.query.resourcePath)
    if (checkoutId === undefined) return refuse(reply, 'paymentNotFound')
    const read = await gateway.get(`/v1/checkouts/${checkoutId}/payment`)
    if (read.fault !== undefined) return refuse(reply, read.fault)
    if (isUnknownCheckout(read.status, read.answer)) {
      // Checkouts end after 30 minutes, orders do not: a late reload shows what was known.
      return orders.resultOf(checkoutId) ?? refuse(reply, 'paymentNotFound')
    }
    const result = readResult(read.answer, orders.get(checkoutId))
    if (result === 'orderMismatch') {
      log.error({ checkoutId, paid: read.answer.amount }, 'paid, but not the amount of the order')
      return refuse(reply, 'orderMismatch')
    }
    orders.conclude(checkoutId, result)
    return result
  })
}

function refuse(reply: FastifyReply, fault: ShopFault): FastifyReply {
  return reply.code(FAULT_STATUS[fault]).send({ error: fault })
}

/** The merchant's own reference: on statements, in reports, and how support finds an order. */
function newOrderNumber(): string {
  return `LL-${randomBytes(5).toString('hex').toUpperCase()}`
}

/** Orders by checkout id. A real shop keeps them in its database; here they end with the process. */
class OrderBook {
  readonly #orders = new Map<string, { readonly order: Order; result?: PaymentResult }>()

  add(checkoutId: string, order: Order): void {
    this.#orders.set(checkoutId, { order })
    const [oldest] = this.#orders.keys()
    if (this.#orders.size > 1000 && oldest !== undefined) this.#orders.delete(oldest)
  }

  get(checkoutId: string): Order | undefined {
    return this.#orders.get(checkoutId)?.order
  }

  conclude(checkoutId: string, result: PaymentResult): void {
    const entry = this.#orders.get(checkoutId)
    if (entry !== undefined) entry.result = result
  }

  resultOf(checkoutId: string): PaymentResult | undefined {
    return this.#orders.get(checkoutId)?.result
  }
}
