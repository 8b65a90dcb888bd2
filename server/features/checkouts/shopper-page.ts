import type { FastifyRequest } from 'fastify'
import { addQuery } from '../../../common/add-query.ts'
import type english from '../../../locales/fetched/en.json'
import { idOfPath } from '../../http/call.ts'
import { html } from '../../http/pages/markup.ts'
import { acceptedLanguages, pageLanguages } from '../../http/pages/page-language.ts'
import {
  hashSource,
  type PageDocument,
  pageHead,
  shopperPageStyle,
} from '../../http/pages/page-parts.ts'
import type { CheckoutRow, Store } from '../../store/port.ts'
import { requestOf, storesOnly } from './stored-request.ts'

type Texts = Readonly<Record<keyof typeof english, string>>

/** The texts of the widget: a shopper reads the same as in the form. */
const findLanguage = pageLanguages(
  import.meta.glob<Texts>('../../../locales/fetched/*.json', { eager: true, import: 'default' }),
)

const style = shopperPageStyle('main{max-width:32rem;margin:15vh auto;padding:0 1.5rem}')

const csp = [
  "default-src 'none'",
  `style-src ${hashSource(style)}`,
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
].join('; ')

/**
 * The page of a shopper whose form was submitted past the widget, or who follows a `resourcePath`: what has become
 * of the order, and the way back to the shop. Nothing is charged by such a submit (R-PAGE-1).
 */
export async function shopperPage(
  request: FastifyRequest,
  { store }: { readonly store: Pick<Store, 'read'> },
): Promise<PageDocument> {
  const checkout = await store.read.checkout(idOfPath(request))
  const { texts, tag, direction } = findLanguage([
    checkout && requestOf(checkout).get('locale'),
    ...acceptedLanguages(request),
  ])
  const text = texts[checkout === undefined ? 'sessionInvalid' : textOf(checkout)]
  const address = shopAddress(request, checkout)
  const back = address && html`<p><a href="${address}" target="_top">${texts.backToShop}</a></p>`
  const page = html`<html lang="${tag}" dir="${direction}">
${pageHead(texts.backToShop, style)}
<body><main><h1>${text}</h1>${back}</main></body>
</html>`
  return {
    status: checkout === undefined ? 404 : 200,
    html: `<!doctype html>\n${page.text}\n`,
    csp,
  }
}

function textOf({ state }: CheckoutRow): keyof Texts {
  switch (state) {
    case 'open':
      return 'paymentFailed'
    case 'processing':
    case 'pending':
      return 'paymentUnderWay'
    case 'done':
      return 'alreadyPaid'
    case 'expired':
    case 'deleted':
      return 'sessionInvalid'
  }
}

/** The shop's result page, whose server reads what has become of the order; else the page that has sent the shopper. */
function shopAddress(
  { headers }: FastifyRequest,
  checkout: CheckoutRow | undefined,
): string | undefined {
  const request = checkout && requestOf(checkout)
  const url = request?.get('shopperResultUrl')
  const { referer } = headers
  if (checkout === undefined || request === undefined || url === undefined) {
    return referer !== undefined && /^https?:\/\//.test(referer) ? referer : undefined
  }
  const endpoint = storesOnly(request) ? '/registration' : '/payment'
  const path = `/v1/checkouts/${checkout.id}${endpoint}`
  return addQuery(url, `id=${checkout.id}&resourcePath=${encodeURIComponent(path)}`)
}
