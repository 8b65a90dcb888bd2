import type { Order, PaymentResult, ResultFault } from '../outcome.ts'
import { emptyStoredCart } from './cart.ts'
import { byId } from './elements.ts'
import { dateAndTime, euro, text } from './language.ts'
import { type Answer, readPayment } from './shop-api.ts'
import { startThemeButton } from './theme.ts'

/** While pending, the page asks again after these pauses, then leaves it to the button. */
const PAUSES_MS = [3_000, 6_000, 12_000, 24_000]

const resourcePath = new URLSearchParams(location.search).get('resourcePath') ?? ''

async function ask(attempt = 0): Promise<void> {
  const result = await readPayment(resourcePath)
  showResult(result)
  const pause = PAUSES_MS[attempt]
  if (result.fault === undefined && result.outcome === 'pending' && pause !== undefined) {
    setTimeout(() => ask(attempt + 1), pause)
  }
}

function showResult(result: Answer<PaymentResult, ResultFault>): void {
  if (result.fault !== undefined) {
    const final = result.fault === 'paymentNotFound' || result.fault === 'orderMismatch'
    showHeadline('unclear', final ? result.fault : 'unreadable')
    byId('check').hidden = final
    return
  }
  showHeadline(result.outcome, result.outcome)
  if (result.outcome === 'paid') emptyStoredCart()
  byId('decline').replaceChildren(strong(result.code), ` ${result.description}`)
  if (result.order !== undefined) showOrder(result.order)
  showDetails(result)
}

type Headline = PaymentResult['outcome'] | 'paymentNotFound' | 'orderMismatch' | 'unreadable'

function showHeadline(state: PaymentResult['outcome'] | 'unclear', headline: Headline): void {
  byId('result').dataset.state = state
  byId('headline').textContent = text(`result.${headline}`)
  byId('lead').textContent = text(`result.${headline}Lead`)
}

function showOrder(order: Order): void {
  byId('order').hidden = false
  byId('order-number').textContent = order.number
  const lines = order.lines.map((line): [string, string] => [
    `${line.quantity} × ${productName(line.sku, line.name)}`,
    euro(line.lineCents),
  ])
  const delivery = order.deliveryCents === 0 ? text('sum.free') : euro(order.deliveryCents)
  fillList(byId('order-lines'), [
    ...lines,
    [text('sum.delivery'), delivery],
    [text('sum.total'), euro(order.totalCents)],
  ])
}

function productName(sku: string, name: string): string {
  return sku === 'sparrow' || sku === 'harrier' || sku === 'line' ? text(`product.${sku}`) : name
}

function showDetails(result: PaymentResult): void {
  const { brand, last4Digits, amount, currency } = result
  const rows: readonly [string, string | undefined][] = [
    [text('sum.total'), result.order === undefined && amount ? `${amount} ${currency}` : undefined],
    [text('result.card'), last4Digits && `${brand ?? ''} •••• ${last4Digits}`.trim()],
    [text('result.time'), result.timestamp && dateAndTime(result.timestamp)],
    // A shopper who has paid needs neither; codes are for the shop's server.
    [text('result.code'), result.outcome === 'paid' ? undefined : result.code],
    [text('result.reason'), result.outcome === 'pending' ? result.description : undefined],
    [text('result.paymentId'), result.paymentId],
  ]
  byId('details').hidden = false
  fillList(
    byId('details-rows'),
    rows.filter((row): row is [string, string] => Boolean(row[1])),
  )
}

function fillList(list: HTMLElement, rows: readonly (readonly [string, string])[]): void {
  list.replaceChildren(
    ...rows.flatMap(([name, value]) => {
      const term = document.createElement('dt')
      const description = document.createElement('dd')
      term.textContent = name
      description.append(isolated(value))
      return [term, description]
    }),
  )
}

/** Numbers, ids and Latin words keep their own direction inside Arabic text. */
function isolated(value: string): HTMLElement {
  const element = document.createElement('bdi')
  element.textContent = value
  return element
}

function strong(value: string): HTMLElement {
  const element = document.createElement('strong')
  element.textContent = value
  return element
}

byId('check').addEventListener('click', () => ask())
startThemeButton()
void ask()
