import type { FastifyRequest } from 'fastify'
import { type Money, parseAmount } from '../../common/money.ts'
import type { SimulatedWalletCard } from '../../common/simulated-wallet-cards.ts'
import { MAX_CARD_NUMBER } from '../../server/features/wallets/index.ts'
import { type Answer, bodyOf } from '../../server/http/answer.ts'
import { type CallParts, type MerchantCall, withEcho } from '../../server/http/call.ts'
import type { Worked } from '../../server/http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import type { Vault } from '../../server/kernel/vault/vault.ts'
import { type WalletName, walletNames } from '../../server/parameters/mobile-wallets.ts'
import type { ParameterValues } from '../../server/parameters/values.ts'
import {
  isRefusal,
  type ParameterError,
  type Refusal,
  refuse,
  refuseParameters,
} from '../../server/results/refusal.ts'
import { commitParts } from '../../server/store/commit-parts.ts'
import type { Store } from '../../server/store/port.ts'
import { providerOf } from './loaded-provider.ts'
import type { TokenOrder } from './token-order.ts'

export interface WalletTestRouteParts extends CallParts {
  readonly store: Pick<Store, 'commit' | 'read'>
  readonly vault: Pick<Vault, 'keyedHash'>
}

/**
 * `POST /test/wallet-tokens`: a token as a shopper's wallet would give it to the page, to pay with
 * until there is a real wallet. The shopper is simulated as well: whoever may pay with a card may have
 * it in a wallet.
 */
export const walletTestRoutes: readonly Route<WalletTestRouteParts>[] = [
  {
    method: 'post',
    path: '/test/wallet-tokens',
    scopes: ['pay'],
    access: 'token',
    operation: 'walletTokens.create',
    throttle: 'unlimited',
    once: true,
    testOnly: true,
    docs: {
      id: 'createWalletToken',
      tag: 'Test',
      summary: 'Get a token of a simulated wallet',
      description: 'In the test environment only: encrypted and signed like one of a real wallet.',
      body: 'WalletTokenRequest',
      label: 'Wallet token',
      answers: ['WalletTokenAnswer'],
    },
    handle: makeToken,
  },
  {
    method: 'post',
    path: '/test/wallet-sheet-token',
    access: 'open',
    testOnly: true,
    anyOrigin: true,
    docs: { leftOut: 'between the widget and the gateway' },
    answer: sheetToken,
  },
]

/** The cards of the simulated wallets (`common/simulated-wallet-cards.ts`). */
const SHEET_CARDS: Readonly<Record<SimulatedWalletCard, TokenOrder['card']>> = {
  visa: sheetCard('4200000000000000', '2034'),
  mastercard: sheetCard('5454545454545454', '2034'),
  expired: sheetCard('4200000000000000', '2020'),
}

function sheetCard(number: string, expiryYear: string): TokenOrder['card'] {
  return { number, holder: 'Jane Jones', expiryMonth: '05', expiryYear }
}

/**
 * `POST /test/wallet-sheet-token?checkoutId=…&wallet=…&card=…&amount=…&currency=…`: the token of a shopper
 * who has confirmed the sheet that the widget showed. As with a real wallet the page says what the sheet
 * shows; whether the token fits the checkout is judged when it is paid with.
 */
async function sheetToken(
  request: FastifyRequest,
  parts: WalletTestRouteParts,
): Promise<Answer | Refusal> {
  const query = new URL(request.url, 'http://localhost').searchParams
  const checkout = await parts.store.read.checkout(query.get('checkoutId') ?? '')
  const wallet = walletNames.find((name) => name === query.get('wallet'))
  const name = query.get('card') ?? ''
  const amount = parseAmount(query.get('amount') ?? '', query.get('currency') ?? '')
  if (checkout === undefined) return refuse('200.300.404', { status: 404 })
  if (wallet === undefined || !isSheetCard(name) || typeof amount === 'string') {
    return refuse('200.300.404')
  }
  // The token is as old as the channel's own clock says, which is what it will be judged by.
  const nowMs = parts.clock.of(checkout.entityId)
  const provider = await providerOf(parts.vault)
  const card = SHEET_CARDS[name]
  const paymentToken = await provider.makeToken(wallet, { amount, card, numberType: 'DPAN', nowMs })
  const meta = { ndc: request.ndc, atMs: nowMs }
  return { status: 200, body: bodyOf('000.100.110', meta, { before: { paymentToken } }) }
}

function isSheetCard(name: string): name is SimulatedWalletCard {
  return Object.hasOwn(SHEET_CARDS, name)
}

async function makeToken(
  { call, entry, request }: Asked<MerchantCall>,
  parts: WalletTestRouteParts,
): Promise<Worked> {
  const channel = await parts.access.channelFor(call, call.values)
  if (isRefusal(channel)) return withEcho(channel, call.values)
  // The token is as old as the channel's own clock says, which is what it will be judged by.
  const nowMs = parts.clock.of(channel.entity.id)
  const wallet = walletOf(call.values)
  const order = orderOf(call.values, wallet, nowMs)
  if (isRefusal(order)) return withEcho(order, call.values)
  const provider = await providerOf(parts.vault)
  const paymentToken = await provider.makeToken(wallet, order)
  const meta = { ndc: request.ndc, atMs: nowMs }
  const body = bodyOf('000.100.110', meta, { before: { paymentToken } })
  const answer = { status: 200, body }
  if (entry === undefined) return answer
  // Nothing else is written: what a key keeps is the token as it was given out, encrypted.
  const committed = await commitParts(parts.store, [entry.answered(answer)])
  return committed.applied ? answer : { keyInUse: true }
}

/** The table has taken nothing but these. */
function walletOf(values: ParameterValues): WalletName {
  const wallet = walletNames.find((name) => name === values.get('wallet'))
  if (wallet === undefined) throw new Error('A wallet was accepted that is not known')
  return wallet
}

function orderOf(values: ParameterValues, wallet: WalletName, nowMs: number): TokenOrder | Refusal {
  const amount = amountOf(values)
  if (isRefusal(amount)) return amount
  const faults = faultsOf(values, wallet)
  if (faults.length > 0) return refuseParameters(faults)
  const holder = values.get('card.holder')
  const card = {
    number: values.get('card.number') ?? '',
    expiryMonth: values.get('card.expiryMonth') ?? '',
    expiryYear: values.get('card.expiryYear') ?? '',
    ...(holder === undefined ? {} : { holder }),
  }
  const numberType = values.get('card.numberType') === 'PAN' ? 'PAN' : 'DPAN'
  return { amount, card, numberType, nowMs }
}

/** What cards may be and tokens cannot say. */
function faultsOf(values: ParameterValues, wallet: WalletName): readonly ParameterError[] {
  const faults: ParameterError[] = []
  if (values.get('card.numberType') === 'PAN' && wallet !== 'googlePay') {
    const message = 'must be DPAN or left out: only googlePay has tokens with the number of a card'
    faults.push({ name: 'card.numberType', value: 'PAN', message })
  }
  if ((values.get('card.number') ?? '').length > MAX_CARD_NUMBER) {
    const message = `must have at most ${MAX_CARD_NUMBER} digits to be in a wallet`
    faults.push({ name: 'card.number', value: '***', message })
  }
  const year = values.get('card.expiryYear') ?? ''
  if (!year.startsWith('20')) {
    const message = 'must be 2000 or later to be in a wallet, whose tokens say two digits of it'
    faults.push({ name: 'card.expiryYear', value: year, message })
  }
  return faults
}

function amountOf(values: ParameterValues): Money | Refusal {
  const value = values.get('amount') ?? ''
  const currency = values.get('currency') ?? ''
  const money = parseAmount(value, currency)
  if (typeof money !== 'string') return money
  const message = `has more decimals than ${currency} has: send a whole number of its smallest unit, such as 100`
  return refuseParameters([{ name: 'amount', value, message }])
}
