import { createHash } from 'node:crypto'
import type { FrameQuery } from '../../../common/widget-wire.ts'
import {
  escapeScript,
  FRAME_STYLE,
  type FrameParameters,
  frameCsp,
  frameDocumentEnd,
  frameDocumentStart,
} from '../../../widget/frames/document.ts'
import { appendTail, compressPrefix } from './appended-brotli.ts'

/** Code of the secured frames, which is inline in their documents. */
export interface FrameScripts {
  /** Of both fields: in the document of the card number. */
  readonly both: string
  /** Of the security code alone. */
  readonly code: string
  /** Takes code and style from the document of the card number beside it. */
  readonly borrowing: string
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
  return ({ field, withNumber }, known) => {
    const fixed = field === 'card.number' ? number : withNumber ? codeBeside : codeAlone
    const end = Buffer.from(frameDocumentEnd(known))
    return {
      policy: frameCsp(fixed.scripts, styleHash, known.parent),
      text: () => Buffer.concat([fixed.start, end]),
      brotli: async () => appendTail(await fixed.compressed, end),
    }
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
