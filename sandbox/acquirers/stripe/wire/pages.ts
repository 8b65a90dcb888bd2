import type { IncomingMessage, ServerResponse } from 'node:http'
import { controlled, isControl, type Page } from '../../shared/control-page.ts'
import { type ControlParts, controlledStripe } from '../control-page.ts'
import { SHOPPER_PATH } from '../intents/next-action.ts'
import { decideForShopper, shopperFault, shopperPage } from '../shopper-pages.ts'
import type { World } from '../world.ts'
import { readSent } from './body.ts'
import { ApiError, invalid } from './errors.ts'
import type { RawGroup } from './form-body.ts'

/** What the pages for people need. */
export interface PageParts extends ControlParts {
  readonly world: World
}

export const isPage = (path: string) => path.startsWith(SHOPPER_PATH) || isControl(path)

/** Answers a browser: the page of a shopper, or that of the emulator. */
export async function servePage(
  parts: PageParts,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const sent = request.method === 'POST' ? await readSent(request, url) : undefined
  parts.runDue()
  const { status, text, type, location } = isControl(url.pathname)
    ? await controlled(controlledStripe(parts), url.pathname, sent?.raw)
    : decided(parts.world, url.pathname.slice(SHOPPER_PATH.length), sent?.raw)
  response.writeHead(status, {
    'content-type': `${type ?? 'text/html'}; charset=utf-8`,
    ...(location === undefined ? {} : { location }),
  })
  response.end(text)
  parts.runDue()
}

function decided(world: World, id: string, form: RawGroup | undefined): Page {
  try {
    if (form === undefined) return { status: 200, text: shopperPage(world, id).text }
    const { decision } = form
    if (decision !== 'authorise' && decision !== 'refuse') throw invalid('No decision.')
    const location = decideForShopper(world, id, decision)
    return location === undefined ? { status: 204 } : { status: 303, location }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, text: shopperFault(error).text }
  }
}
