import { paymentBrand } from '../../../common/payment-brands.ts'
import { html, type Markup } from '../../../server/http/pages/markup.ts'
import {
  frameAncestors,
  type PageDocument,
  slipStyle,
  smallPages,
} from '../../../server/http/pages/page-parts.ts'
import { shownAmount } from '../../../server/http/pages/shown-amount.ts'
import { descriptionOf } from '../../../server/results/catalogue.ts'
import { seedOf } from '../card-answer.ts'
import { REDIRECT_PATH, SLIPS_PATH } from '../pending.ts'
import { slipAccountOf, slipReference } from '../slips.ts'
import {
  approveChoice,
  type Choice,
  declineChoice,
  declineCodes,
  labelOf,
  lateChoice,
  otherChoices,
  otherSlipChoices,
  slipPaidChoice,
} from './choices.ts'
import { type DescribedPayment, isLateApprovalOpen, isOpen } from './described-payment.ts'
import style from './page.css?raw'
import { payerFields } from './payer-fields.ts'

/** A payment, and who looks at it. */
export interface Visit {
  readonly payment: DescribedPayment
  /** Proves that the visitor may decide; goes back with the form. */
  readonly token: string
  readonly returnUrl: string | undefined
  /** A message at the top: what was wrong with a choice, or that the payment continues to wait. */
  readonly notice?: string
}

/** The page on which the shopper decides about a payment, or sees the decision. */
export function decisionPage(visit: Visit): PageDocument {
  const { payment, returnUrl } = visit
  const { pageOrigins } = payment
  if (!isOpen(payment)) {
    return outcomePage(visit, { action: `${REDIRECT_PATH}/decide`, next: linkToShop(returnUrl) })
  }
  const content = html`<div class="columns">
${summary(payment)}
<section aria-labelledby="choices"><h2 id="choices">What should happen?</h2>
${noticeOf(visit)}
${form(
  `${REDIRECT_PATH}/decide`,
  visit,
  html`${payerFields(payment.operation)}
${choiceButton(approveChoice)}
${declineField()}
${otherChoices.map(choiceButton)}`,
)}
</section>
</div>`
  return simulatorDocument({ title: titleOf(payment), content, returnUrl, pageOrigins })
}

/** The page on which a tester marks a slip as paid. */
export function slipPage(visit: Visit): PageDocument {
  const { payment } = visit
  const action = `${SLIPS_PATH}/${payment.operation.paymentId}`
  if (!isOpen(payment)) {
    return outcomePage(visit, { action, next: html`<p class="hint">The shop has been told.</p>` })
  }
  const content = html`<div class="columns">
${summary(payment, slipFacts(payment))}
<section aria-labelledby="choices"><h2 id="choices">What has the customer done?</h2>
${noticeOf(visit)}
${form(
  action,
  visit,
  html`${choiceButton(slipPaidChoice)}
${declineField()}
${otherSlipChoices.map(choiceButton)}`,
)}
<p class="hint">The customer has this slip. The shop hears of the payment when you choose.</p>
</section>
</div>`
  return simulatorDocument({
    title: titleOf(payment),
    content,
    pageOrigins: payment.pageOrigins,
  })
}

/** Shown for an address without a payment, or with the token of another payment. */
export function unknownPaymentPage(): PageDocument {
  const content = html`<section class="panel alone"><h1>There is no payment for this link</h1>
<p class="lead">Go back to the shop and pay again, or take the whole address from the answer of the gateway: it carries a token of the payment.</p></section>`
  return simulatorDocument({ title: 'No payment', content, status: 404 })
}

/** @param action where a late approval is sent to */
function outcomePage(
  visit: Visit,
  { action, next }: { readonly action: string; readonly next: Markup },
): PageDocument {
  const { payment } = visit
  const { state, resultCode } = payment
  const succeeded = state === 'succeeded'
  const content = html`<div class="columns">
${summary(payment)}
<section class="outcome ${succeeded ? 'good' : 'bad'}" aria-labelledby="outcome">
${succeeded ? tick : cross}
<h2 id="outcome">${succeeded ? 'The payment has succeeded' : 'The payment has failed'}</h2>
<p><code>${resultCode}</code> ${descriptionOf(resultCode)}</p>
${next}
${lateApproval(visit, action)}
</section>
</div>`
  return simulatorDocument({
    title: titleOf(payment),
    content,
    pageOrigins: payment.pageOrigins,
  })
}

/** The approval of a failed payment, or that it has been sent. */
function lateApproval(visit: Visit, action: string): Markup | undefined {
  if (visit.payment.isApprovedLate) {
    return html`<p class="notice" role="status">An approval came after the payment had failed. It stays failed; the merchant reads <code>ApprovedByAcquirerAt</code> in <code>resultDetails</code> and has to see to the money.</p>`
  }
  if (!isLateApprovalOpen(visit.payment)) return undefined
  return form(action, visit, choiceButton(lateChoice))
}

function linkToShop(returnUrl: string | undefined): Markup {
  return returnUrl === undefined
    ? html`<p class="hint">There is no shop to go back to: you can close this page.</p>`
    : html`<p><a class="button" href="${returnUrl}">Back to the shop</a></p>`
}

function titleOf({ operation }: DescribedPayment): string {
  return `Pay with ${labelOfBrand(operation.paymentBrand)}`
}

function labelOfBrand(name: string): string {
  return paymentBrand(name)?.label ?? name
}

type Fact = readonly [name: string, value: string | undefined]

/** The slip of the payment: to whom, how, how much, its state; then what a tester asks for. */
function summary(payment: DescribedPayment, more: readonly Fact[] = []): Markup {
  const { operation, merchantName } = payment
  const { amount, paymentBrand: brand, paymentType, paymentId, request } = operation
  return html`<section class="panel" aria-labelledby="payment">
<h1 id="payment" class="slip"><span class="what"><span class="payee"><bdi>${merchantName}</bdi></span>
<span class="by">${labelOfBrand(brand)}</span></span>
<span class="amount">${shownAmount(amount, 'en')}</span></h1>
${stateOf(payment)}
${listOf([...more, ['Order', request.merchantTransactionId]])}
<details><summary>Technical details</summary>
${listOf([
  ['Payment', paymentId],
  ['Type', `${paymentType} · ${brand}`],
  ['Statement', request.descriptor],
])}
</details>
</section>`
}

function stateOf(payment: DescribedPayment): Markup {
  if (isOpen(payment)) return html`<p class="state">Not decided yet</p>`
  return payment.state === 'succeeded'
    ? html`<p class="state good">Succeeded</p>`
    : html`<p class="state bad">Failed</p>`
}

function listOf(facts: readonly Fact[]): Markup | undefined {
  const known = facts.filter(([, value]) => value !== undefined)
  if (known.length === 0) return undefined
  return html`<dl>${known.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

function slipFacts({ operation }: DescribedPayment): readonly Fact[] {
  const account = slipAccountOf(operation.paymentBrand)
  return [
    ['Pay to', account.holder],
    ['Account', account.number],
    ['BIC', account.bic],
    ['Reference', slipReference(account, seedOf(operation.paymentId))],
  ]
}

function noticeOf({ notice }: Visit): Markup | undefined {
  return notice === undefined ? undefined : html`<p class="notice" role="status">${notice}</p>`
}

function form(action: string, { payment, token }: Visit, fields: Markup): Markup {
  return html`<form method="post" action="${action}">
<input type="hidden" name="paymentId" value="${payment.operation.paymentId}">
<input type="hidden" name="token" value="${token}">
${fields}
</form>`
}

function choiceButton({ choice, title, effect, code }: Choice): Markup {
  return html`<button class="choice ${choice}" name="choice" value="${choice}">
<span class="what"><span class="title">${title}</span><span class="effect">${effect}</span></span>${code === undefined ? undefined : html`<code>${code}</code>`}
</button>`
}

function declineField(): Markup {
  const { choice, title, effect } = declineChoice
  return html`<fieldset class="decline"><legend>${title}</legend>
<label for="code">${effect}</label>
<div class="pick"><select id="code" name="code">${declineCodes.map((code) => html`<option value="${code}">${labelOf(code)}</option>`)}</select>
<button class="button" name="choice" value="${choice}">${title}</button></div>
</fieldset>`
}

const tick = html`<svg class="sign" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/><path d="m14 25 7 7 13-15"/></svg>`
const cross = html`<svg class="sign" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/><path d="m16 16 16 16m0-16L16 32"/></svg>`

const pages = smallPages(`${slipStyle}\n${style}`)

/** Puts content into a page of the simulator. */
function simulatorDocument(page: {
  readonly title: string
  readonly content: Markup
  readonly status?: number
  /** Where the shopper goes after a form of it. */
  readonly returnUrl?: string | undefined
  /** Of the pages that may show it in a frame of their own (`paymentTarget`); absent: any page. */
  readonly pageOrigins?: readonly string[] | undefined
}): PageDocument {
  const { title, content, status = 200, returnUrl, pageOrigins } = page
  const main = html`<main>
${content}
</main>
<footer>This page simulates a bank or provider. No money moves.</footer>`
  return {
    status,
    html: pages.render({
      title: `${title} · Tillgate simulator`,
      name: html`Tillgate <span class="light">simulator</span>`,
      environment: 'test',
      content: main,
    }),
    csp: pages.policy(
      ["'self'", ...schemesAfter(returnUrl)].join(' '),
      ...frameAncestors(pageOrigins),
    ),
  }
}

/**
 * Browsers check `form-action` for every redirect after a form, and a shop may redirect its shopper to
 * another of its hosts: so the policy names schemes instead of the shop.
 */
function schemesAfter(returnUrl: string | undefined): readonly string[] {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(returnUrl ?? '')?.[0].toLowerCase()
  if (scheme === undefined) return []
  return scheme === 'http:' ? [scheme, 'https:'] : [scheme]
}
