import type { FastifyRequest } from 'fastify'
import { parseAmount } from '../../../common/money.ts'
import type { WidgetChannel } from '../../../common/widget-wire.ts'
import type { BrandCondition, BrandRule } from '../../entities/brand-rules.ts'
import { cardBrandsOf } from '../../entities/settings.ts'
import { type Answer, bodyOf } from '../../http/answer.ts'
import { timeOf } from '../../http/entity-time.ts'
import { ParameterValues } from '../../parameters/values.ts'
import { isRefusal, type Refusal } from '../../results/refusal.ts'
import { offeredBrands } from './brand-offer.ts'
import { creditorOf, type SessionParts } from './session.ts'

/**
 * `GET /v1/fastcheckout/channel?entityId=…&amount=…&currency=…`: what the widget may know of the channel that its script names,
 * before there is a checkout. All of it is in the session of any checkout of the channel.
 */
export async function readChannel(
  request: FastifyRequest,
  parts: SessionParts,
): Promise<Answer | Refusal> {
  const query = new URLSearchParams(request.url.split('?')[1])
  const channel = await parts.access.channelOf(query.get('entityId') ?? '')
  if (isRefusal(channel)) return channel
  const { settings } = channel
  const { brands, brandRules } = settings
  const preset = moneyOf(query)
  const rules = brandRules?.filter((rule) => isDecidable(rule, preset))
  const asked = { id: '', preset }
  const creditor = await creditorOf(channel, parts.access)
  const offered = rules === undefined ? brands : offeredBrands(brands, rules, asked)
  const found: WidgetChannel = {
    atMs: parts.clock.of(channel.entity.id),
    environment: parts.environment,
    ...(settings.profile === 'legacy' ? { profile: settings.profile } : {}),
    brands: cardBrandsOf({ ...settings, brands: offered }),
    ...(rules === undefined ? {} : { brandOffer: offered }),
    ...(creditor === undefined ? {} : { creditor }),
    ...(parts.liveWallets === undefined ? {} : { wallets: parts.liveWallets }),
  }
  const meta = { ndc: request.ndc, atMs: timeOf(request, parts.clock) }
  return { status: 200, body: bodyOf('000.000.100', meta, { before: found }) }
}

/** What the page says that the shopper will pay (option `checkout`): a hint, the checkout itself decides. */
function moneyOf(query: URLSearchParams): ParameterValues {
  const amount = query.get('amount') ?? ''
  const currency = query.get('currency') ?? ''
  const isMoney = typeof parseAmount(amount, currency) === 'object'
  return ParameterValues.of(isMoney ? Object.entries({ amount, currency }) : [])
}

const OF_MONEY = new Set(['currency', 'atLeast', 'atMost'])

/** Country, shopper and parameters are known with the checkout only: until then such a rule hides nothing. */
function isDecidable({ when, unless }: BrandRule, preset: ParameterValues): boolean {
  return [when, unless].every((condition: BrandCondition = {}) => {
    const asks = Object.keys(condition)
    return asks.length === 0 || (preset.get('amount') && asks.every((name) => OF_MONEY.has(name)))
  })
}
