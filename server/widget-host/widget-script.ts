import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { WidgetBoot } from '../../common/widget-wire.ts'
import { appendTail, compressPrefix } from './appended-brotli.ts'

const gzipped = promisify(gzip)

/** What a script is for: the values of its query, read. */
export type ScriptTarget = Pick<WidgetBoot, 'checkoutId' | 'registration' | 'entityId'>

export interface WidgetScript {
  /** The script's text for one checkout. Always the same bytes for the same checkout. */
  text(target: ScriptTarget): Buffer
  /** The same bytes, compressed as brotli. */
  brotli(target: ScriptTarget): Promise<Buffer>
  gzip(target: ScriptTarget): Promise<Buffer>
  /** `sha384-…` of `text`, as the `integrity` attribute wants it (W3C SRI). */
  integrity(target: ScriptTarget): string
}

/**
 * Chromium then compiles all functions beside the page's own work, while the script arrives; without it
 * each when it is first called: 10 of 110 ms of the main thread until the form is usable.
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad'

const QUERY = /^([A-Za-z0-9.-]{1,48})(\/registration)?$/

/** Ids of entities (decisions §3). */
export const ENTITY_ID = /^[0-9a-f]{32}$/

/**
 * Reads `checkoutId=<id>`, `checkoutId=<id>/registration` or no checkout, then `entityId=<channel>` or
 * none: a checkout has a channel of its own. Else the name of what is no id.
 */
export function readScriptTarget(query: URLSearchParams): ScriptTarget | 'checkoutId' | 'entityId' {
  const checkoutId = query.get('checkoutId') ?? ''
  const entityId = query.get('entityId') ?? ''
  if (checkoutId === '') {
    const none = { checkoutId: null, registration: false }
    if (entityId === '') return none
    return ENTITY_ID.test(entityId) ? { ...none, entityId } : 'entityId'
  }
  const parts = QUERY.exec(checkoutId)
  if (parts?.[1] === undefined) return 'checkoutId'
  return { checkoutId: parts[1], registration: parts[2] !== undefined }
}

/**
 * The widget as the gateway serves it: the built bundle inside a function that knows its gateway and
 * its languages and fetched code, called at the very end with the checkout. Only that call differs between checkouts,
 * so it needs neither `document.currentScript` nor its own address.
 */
export function createWidgetScript(
  bundle: string,
  boot: Pick<WidgetBoot, 'base' | 'locales' | 'code' | 'isLive'>,
): WidgetScript {
  const prefix = Buffer.from(
    `${COMPILE_HINT}\n(function(checkoutId,registration,entityId){var __TILLGATE_BOOT__=${JSON.stringify(boot).slice(0, -1)},checkoutId:checkoutId,registration:registration,entityId:entityId};\n${bundle}\n})`,
  )
  const prefixHash = createHash('sha384').update(prefix)
  // Begun at once: at the best quality it takes 0.2 s, which no shopper should wait for.
  const compressedPrefix = compressPrefix(prefix)
  compressedPrefix.catch(() => undefined)
  const text = (target: ScriptTarget) => Buffer.concat([prefix, tailOf(target)])
  return {
    text,
    async brotli(target) {
      return appendTail(await compressedPrefix, tailOf(target))
    },
    gzip: (target) => gzipped(text(target)),
    integrity: (target) => `sha384-${prefixHash.copy().update(tailOf(target)).digest('base64')}`,
  }
}

function tailOf({ checkoutId, registration, entityId }: ScriptTarget): Buffer {
  const given = [checkoutId, registration, ...(entityId === undefined ? [] : [entityId])]
  return Buffer.from(`(${given.map((each) => JSON.stringify(each)).join(',')})\n`)
}
