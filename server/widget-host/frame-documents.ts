import { createHash } from 'node:crypto'
import type { FrameQuery, SecuredField } from '../../common/widget-wire.ts'
import {
  escapeScript,
  FRAME_STYLE,
  type FrameParameters,
  frameCsp,
  frameDocumentEnd,
  frameDocumentStart,
} from '../../widget/frames/document.ts'
import { appendTail, compressPrefix } from './appended-brotli.ts'

/** Code of the secured frames, which is inline in their documents. */
export interface FrameScripts {
  /** Of both fields: in the document of the card number. */
  readonly both: string
  /** Of the security code alone. */
  readonly code: string
  /** Takes code and style from the document of the card number beside it. */
  readonly borrowing: string
  /** Of all four fields, where expiry and holder are secured, too. */
  readonly details: string
  /** Draws a field in the page's own font: in documents of channels that list origins of fonts. */
  readonly font: string
}

/** One answer: the parts of the document that differ are at its end. */
export interface FrameDocument {
  readonly policy: string
  text(): Buffer
  brotli(): Promise<Buffer>
}

/** The documents of secured fields, by what is asked for and what the gateway knows of the checkout. */
export type FrameDocuments = (query: FrameQuery, known: FrameParameters) => FrameDocument

export function createFrameDocuments(scripts: FrameScripts): FrameDocuments {
  const both = escapeScript(scripts.both)
  const code = escapeScript(scripts.code)
  const borrowing = escapeScript(scripts.borrowing)
  const number = fixedPart(frameDocumentStart('card.number', both, FRAME_STYLE), [both])
  const codeAlone = fixedPart(frameDocumentStart('card.cvv', code, FRAME_STYLE), [code])
  const codeBeside = fixedPart(frameDocumentStart('card.cvv', borrowing), [borrowing, both])
  const details = escapeScript(scripts.details)
  const font = escapeScript(scripts.font)
  const fontHash = hashOf(font)
  const beside = (field: SecuredField) =>
    fixedPart(frameDocumentStart(field, borrowing), [borrowing, details])
  const alone = (field: SecuredField) =>
    fixedPart(frameDocumentStart(field, details, FRAME_STYLE), [details])
  const detailsBeside = ofEachField(beside)
  const detailsAlone = ofEachField(alone)

  function fixedPartOf({ field, withNumber, withDetails }: FrameQuery): FixedPart {
    const isBeside = withNumber !== undefined && field !== 'card.number'
    if (withDetails || field === 'card.expiry' || field === 'card.holder') {
      return (isBeside ? detailsBeside : detailsAlone)[field]
    }
    if (field === 'card.number') return number
    return isBeside ? codeBeside : codeAlone
  }

  return (query, known) => {
    const fixed = fixedPartOf(query)
    const hasFonts = known.fontOrigins !== undefined && known.fontOrigins.length > 0
    const end = Buffer.from(frameDocumentEnd(known, hasFonts ? font : undefined))
    const hashes = hasFonts ? [...fixed.scripts, fontHash] : fixed.scripts
    return {
      policy: frameCsp(hashes, styleHash, known),
      text: () => Buffer.concat([fixed.start, end]),
      brotli: async () => appendTail(await fixed.compressed, end),
    }
  }
}

type FixedPart = ReturnType<typeof fixedPart>

function ofEachField(make: (field: SecuredField) => FixedPart): Record<SecuredField, FixedPart> {
  return {
    'card.number': make('card.number'),
    'card.cvv': make('card.cvv'),
    'card.expiry': make('card.expiry'),
    'card.holder': make('card.holder'),
  }
}

const styleHash = hashOf(FRAME_STYLE)

function fixedPart(text: string, scripts: readonly string[]) {
  const start = Buffer.from(text)
  const compressed = compressPrefix(start)
  // It has an owner when it is first sent.
  compressed.catch(() => undefined)
  return { start, compressed, scripts: scripts.map(hashOf) }
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
