import type { IncomingMessage, ServerResponse } from 'node:http'
import { controlled, isControl, type Page } from '../../shared/control-page.ts'
import { headerOf, readBytes, sendText } from '../../shared/http.ts'
import { type ControlParts, controlledAdyen } from '../control-page.ts'
import { decideForShopper, SHOPPER_PATH } from '../payments/redirects.ts'
import { batchReport, EMULATED_REPORT_LOGIN, REPORTS_PATH } from '../settlement.ts'
import { isDecision, shopperFault, shopperPage } from '../shopper-page.ts'
import type { World } from '../world.ts'
import { ApiError, invalid } from './errors.ts'

/** What the pages for people need. */
export interface PageParts extends ControlParts {
  readonly world: World
}

type Form = Readonly<Record<string, string>>

const MAX_FORM_BYTES = 16 * 1024

export const isPage = (path: string) =>
  path.startsWith(SHOPPER_PATH) || path.startsWith(REPORTS_PATH) || isControl(path)

/** Answers a browser: the page of a shopper, or that of the emulator. */
export async function servePage(
  parts: PageParts,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const form = request.method === 'POST' ? await readForm(request) : undefined
  parts.runDue()
  if (url.pathname.startsWith(REPORTS_PATH)) {
    return sendText(response, reportFor(parts.world, request, url.pathname))
  }
  const { status, text, type, location } = isControl(url.pathname)
    ? await controlled(controlledAdyen(parts), url.pathname, form)
    : decided(parts.world, url.pathname.slice(SHOPPER_PATH.length), form)
  response.writeHead(status, {
    'content-type': `${type ?? 'text/html'}; charset=utf-8`,
    ...(location === undefined ? {} : { location }),
  })
  response.end(text)
  parts.runDue()
}

function reportFor(world: World, request: IncomingMessage, path: string) {
  const login = Buffer.from(EMULATED_REPORT_LOGIN).toString('base64')
  if (headerOf(request, 'authorization') !== `Basic ${login}`) return { status: 401, text: '' }
  const [merchantAccount, name = ''] = path.slice(REPORTS_PATH.length + 1).split('/')
  const isOwn = merchantAccount === world.account.merchantAccount
  const text = isOwn ? batchReport(world, name) : undefined
  return text === undefined ? { status: 404, text: '' } : { status: 200, text }
}

async function readForm(request: IncomingMessage): Promise<Form> {
  const text = (await readBytes(request, MAX_FORM_BYTES)).toString('utf8')
  return Object.fromEntries(new URLSearchParams(text))
}

function decided(world: World, pspReference: string, form: Form | undefined): Page {
  try {
    if (form === undefined) return { status: 200, text: shopperPage(world, pspReference).text }
    const { decision } = form
    if (!isDecision(decision)) throw invalid('000', 'No decision.')
    return { status: 303, location: decideForShopper(world, pspReference, decision) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, text: shopperFault(error).text }
  }
}
