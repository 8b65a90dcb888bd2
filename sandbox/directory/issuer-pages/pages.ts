import { shownNumber } from '../../../common/shown-number.ts'
import { html, Markup } from '../../../server/http/pages/markup.ts'
import {
  hashSource,
  type PageDocument,
  pageHead,
  shopperPageStyle,
} from '../../../server/http/pages/page-parts.ts'
import { shownAmount } from '../../../server/http/pages/shown-amount.ts'
import { currencyOfNumber } from '../../../server/parameters/iso-codes.ts'
import {
  ASK_IN_APP,
  type ChallengeForm,
  MAX_WRONG_CODES,
  ONE_TIME_CODE,
  RETURN_CODES,
  type Reaction,
} from '../challenge.ts'
import { DECISION_PATH } from '../directory.ts'
import type { Decision } from '../results.ts'
import type { Transaction } from '../transaction.ts'
import ownStyle from './page.css?raw'
import type { IssuerLanguage, IssuerText } from './texts.ts'

/** A challenge as the page shows it. */
export interface ShownChallenge {
  readonly form: ChallengeForm
  /** The form as the browser brings it back. */
  readonly sealed: string
  /** threeDSSessionData, to be given back unchanged. */
  readonly sessionData: string | undefined
  readonly notice?: Extract<Reaction, { kind: 'asked' }>['notice']
}

/** Time after which the page of a time-out ends by itself, in milliseconds. */
const ENDS_AFTER_MS = 3_000

const SUBMIT_NOW = 'document.forms[0].submit()'
const SUBMIT_LATER = `setTimeout(()=>${SUBMIT_NOW},${ENDS_AFTER_MS})`

/** Where the cardholder answers. */
export function challengePage(shown: ShownChallenge, language: IssuerLanguage): PageDocument {
  const { form } = shown
  const { texts } = language
  const { transaction, asks } = form
  const title = texts[transaction.category === '01' ? 'payTitle' : 'cardTitle']
  const content = html`<main aria-label="${texts.bank}">
${slip(transaction, language)}
<div class="body">
<h1>${title}</h1>
<form class="answer" method="post" action="${DECISION_PATH}">
${hidden('form', shown.sealed)}${shown.sessionData === undefined ? undefined : hidden('threeDSSessionData', shown.sessionData)}
${question(shown, texts)}
${asks === 'nothing' ? undefined : testPanel(asks === 'app', texts)}
</form>
</div>
</main>`
  return issuerDocument({
    title: `${title} · ${texts.bank}`,
    content,
    language,
    formAction: "'self'",
    ...(asks === 'nothing' && { script: SUBMIT_LATER }),
  })
}

function question({ form, notice }: ShownChallenge, texts: Texts): Markup {
  switch (form.asks) {
    case 'code':
      return html`<div>${codeField(form, notice, texts)}</div>
${buttons('confirm', texts)}`
    case 'app':
      return html`<div><p>${texts.appPrompt}</p><p class="hint">${texts.appHint}</p></div>
${buttons('appConfirm', texts)}`
    case 'nothing':
      return html`<p role="status">${texts.timeoutPrompt}</p>
<button class="primary">${texts.continue}</button>`
  }
}

type Texts = IssuerLanguage['texts']

function codeField(form: ChallengeForm, notice: ShownChallenge['notice'], texts: Texts): Markup {
  const fault =
    notice === 'codeWrong'
      ? filled(texts.codeWrong, { count: MAX_WRONG_CODES - form.wrongCodes })
      : notice && texts[notice]
  return html`<p class="prompt">${texts.codePrompt}</p>
<label for="code">${texts.code}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" dir="ltr" aria-describedby="${fault === undefined ? 'hint' : 'fault hint'}"${fault === undefined ? undefined : html` aria-invalid="true"`}>
${fault === undefined ? undefined : html`<p class="error" id="fault" role="alert">${warning}<span>${fault}</span></p>`}
<p class="hint" id="hint">${filled(texts.codeHint, { code: ONE_TIME_CODE })}</p>`
}

function buttons(confirm: IssuerText, texts: Texts): Markup {
  return html`<div class="buttons"><button class="primary">${texts[confirm]}</button><button name="cancel" value="true">${texts.cancel}</button></div>`
}

const OUTCOME_TEXTS: Readonly<Record<Decision, IssuerText>> = {
  approve: 'outcomeApprove',
  fail: 'outcomeFail',
  fraud: 'outcomeFraud',
  unavailable: 'outcomeUnavailable',
  cancel: 'cancel',
  timeout: 'outcomeTimeout',
}

/** Every outcome that a tester may want, in the list that test scripts of other gateways look for. */
function testPanel(isInApp: boolean, texts: Texts): Markup {
  const outcomes = Object.entries(RETURN_CODES).map(
    ([code, decision]) => html`<option value="${code}">${texts[OUTCOME_TEXTS[decision]]}</option>`,
  )
  return html`<div class="test"><label for="outcome">${texts.outcome}</label>
<div class="pick"><select id="outcome" name="returnCode"><option value="">${texts.outcomeNone}</option>${outcomes}${isInApp ? undefined : html`<option value="${ASK_IN_APP}">${texts.outcomeApp}</option>`}</select>
<button>${texts.apply}</button></div></div>`
}

/** Amount, merchant and card of the confirmation. */
function slip({ merchantName, amount, card }: Transaction, language: IssuerLanguage): Markup {
  const { texts, tag } = language
  return html`<div class="slip"><div class="what">${merchantName === undefined ? undefined : html`<p class="payee"><bdi>${merchantName}</bdi></p>`}<p class="by">${texts.card} <bdi dir="ltr">${shownNumber(card.lastFour)}</bdi></p></div>
${amount === undefined ? undefined : html`<p class="amount"><bdi>${writtenAmount(amount, tag)}</bdi></p>`}</div>`
}

/** An amount of a currency that is not known stays as the message has it. */
function writtenAmount(
  { minor, currency }: NonNullable<Transaction['amount']>,
  tag: string,
): string {
  const code = currencyOfNumber(currency)
  const isKnown = code !== undefined && Number.isSafeInteger(Number(minor))
  return isKnown ? shownAmount({ minor: Number(minor), currency: code }, tag) : minor
}

/** Sends the browser on by a form with one field: by script, or by a button if scripts are off. */
export function sendOnPage(
  to: string,
  fields: Readonly<Record<string, string>>,
  language: IssuerLanguage,
): PageDocument {
  const { texts } = language
  const content = html`<main class="body" aria-label="${texts.bank}">
<h1>${texts.returning}</h1>
<form method="post" action="${to}">${Object.entries(fields).map(([name, value]) => hidden(name, value))}
<button class="primary">${texts.continue}</button></form>
</main>`
  return issuerDocument({
    title: texts.bank,
    content,
    language,
    script: SUBMIT_NOW,
    formAction: new URL(to).origin,
  })
}

/** The method call of an issuer that never says that it is done. */
export function silentPage(language: IssuerLanguage): PageDocument {
  const content = html`<main class="body" aria-label="${language.texts.bank}"><h1>${language.texts.bank}</h1></main>`
  return issuerDocument({ title: language.texts.bank, content, language, formAction: "'none'" })
}

/** The answer to a request without a transaction; says in English to the tester what is wrong. */
export function faultPage(detail: string, language: IssuerLanguage): PageDocument {
  const { texts } = language
  const content = html`<main class="body" aria-label="${texts.bank}"><h1>${texts.invalidTitle}</h1>
<p>${texts.invalidLead}</p>
<p class="hint" lang="en" dir="ltr">${detail}</p></main>`
  const title = texts.invalidTitle
  return issuerDocument({ title, content, language, status: 400, formAction: "'none'" })
}

function hidden(name: string, value: string): Markup {
  return html`<input type="hidden" name="${name}" value="${value}">`
}

function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
}

const warning = html`<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path d="M12 7.5v5m0 4v.01"/></svg>`

const style = shopperPageStyle(ownStyle)

/** What a page is made of. */
interface IssuerPage {
  readonly title: string
  readonly content: Markup
  readonly language: IssuerLanguage
  readonly status?: number
  /** Runs in the page; the page also works without it. */
  readonly script?: string
  /** Sources of `form-action`: where its forms lead. */
  readonly formAction: string
}

/**
 * Renders a page of the issuer. Any page may embed it, as merchants embed the gateway's page, so its
 * policy has no `frame-ancestors`.
 */
function issuerDocument(page: IssuerPage): PageDocument {
  const { title, content, language, status = 200, script, formAction } = page
  const { texts, tag, direction } = language
  const document = html`<html lang="${tag}" dir="${direction}">
${pageHead(title, style)}
<body>
<div class="page">
<div class="top">${mark}<span>${texts.bank}</span><span class="badge" lang="en">test</span></div>
${content}
<p class="foot">${texts.footer}</p>
</div>
${script === undefined ? undefined : html`<script>${new Markup(script)}</script>`}
</body>
</html>`
  const csp = [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashSource(script)}`]),
    'img-src data:',
    `form-action ${formAction}`,
    "base-uri 'none'",
  ]
  return { status, html: `<!doctype html>\n${document.text}\n`, csp: csp.join('; ') }
}

const mark = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 9.5 12 5l7 4.5M7 11.5v5m5-5v5m5-5v5M5 19h14"/></svg>`
