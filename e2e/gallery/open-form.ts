import { bcp47Of, isRightToLeft } from '../../common/locale-tags.ts'
import type { ServerProcess } from '../../server/testing/server-process.fixture.ts'
import { type CardForm, visa } from '../support/card-form.ts'
import type { Parameters } from '../support/gateway-client.ts'
import type { MerchantPage } from '../support/merchant-page.ts'
import { STAY_PATH } from '../support/merchant-server.ts'
import type { Variant } from './variant.ts'

/** One state of one form, as a shopper meets it. */
export interface GalleryState {
  /** Groups the states, and chooses them on the command line. */
  readonly form: string
  readonly state: string
  /** Brings the page into the state. */
  readonly show: (visit: Visit) => Promise<void>
}

export interface Visit {
  readonly merchantPage: MerchantPage
  readonly server: ServerProcess
  readonly variant: Variant
}

export interface Opening {
  readonly brands?: string
  /** Further members of `wpwlOptions`, as source text. */
  readonly options?: string
  readonly checkout?: Parameters
  readonly headers?: Readonly<Record<string, string>>
}

/** A page that follows the theme of the browser, as wide as the picture. */
const HEAD = `<meta name="color-scheme" content="light dark"><style>
  :root { color-scheme: light dark }
  body { margin: 24px; font-family: system-ui, sans-serif }
  main { max-width: 36rem; margin: auto }
  h1 { font-size: 1.25rem }
</style>`

/** Language and direction of a page, as a shop of that language has them. */
export function pageIn({ language }: Variant) {
  const dir = isRightToLeft(language) ? 'rtl' : 'ltr'
  return { head: HEAD, lang: bcp47Of(language), dir } as const
}

export async function visit(
  { merchantPage, variant }: Visit,
  { options, ...opening }: Opening = {},
): Promise<void> {
  await merchantPage.visit({
    ...pageIn(variant),
    // The page stays in the state that it has when it goes to the shop.
    action: STAY_PATH,
    options: `locale: '${variant.language}'${options === undefined ? '' : `, ${options}`}`,
    ...opening,
  })
}

export async function openCard(parts: Visit, opening?: Opening): Promise<CardForm> {
  await visit(parts, opening)
  await parts.merchantPage.form.ready()
  return parts.merchantPage.form
}

export async function payInCard(
  parts: Visit,
  details: Partial<typeof visa> = {},
): Promise<CardForm> {
  const form = await openCard(parts)
  await form.fill({ ...visa, ...details })
  await form.pay()
  return form
}
