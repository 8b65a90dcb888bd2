import { type Refusal, refuse, refuseParameters } from '../../server/results/refusal.ts'
import type { DisputeDocumentFacts, DisputeEventRow } from '../../server/store/port.ts'

/** Documents of one dispute, and the size of one in bytes. */
export const MAX_DOCUMENTS = 10
export const MAX_DOCUMENT_BYTES = 2 * 1024 * 1024

/** A document to be kept as evidence. */
export interface Evidence {
  readonly name: string
  readonly mediaType: string
  /** The acquirer's name of what it shows; `null`: none was named. */
  readonly type: string | null
  readonly bytes: Buffer
}

/** What banks and card networks take as evidence: how each is told by its bytes, and what they have to be. */
const MEDIA: Readonly<
  Record<string, { readonly is: (bytes: Buffer) => boolean; readonly words: string }>
> = {
  'application/pdf': begins('%PDF-', 'a PDF file, which begins with %PDF-'),
  'image/jpeg': begins('\xff\xd8\xff', 'a JPEG image, which begins with the bytes FF D8 FF'),
  'image/png': begins('\x89PNG\r\n\x1a\n', 'a PNG image, which begins with the bytes 89 50 4E 47'),
  'text/plain': {
    is: isPlainText,
    words: 'text in UTF-8 without control characters (tabs and line breaks are taken)',
  },
}

function begins(first: string, words: string) {
  const expected = Buffer.from(first, 'latin1')
  return { is: (bytes: Buffer) => bytes.subarray(0, expected.length).equals(expected), words }
}

/** C0 without tab and line breaks, DEL, and C1. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

function isPlainText(bytes: Buffer): boolean {
  try {
    return !CONTROL.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return false
  }
}

/** Why a document cannot be kept beside those that are there. */
export function evidenceRefusal(
  documents: readonly DisputeDocumentFacts[],
  { mediaType, bytes }: Pick<Evidence, 'mediaType' | 'bytes'>,
): Refusal | undefined {
  if (documents.length >= MAX_DOCUMENTS) {
    return refuse('200.300.404', {
      description: `The dispute has ${MAX_DOCUMENTS} documents already`,
    })
  }
  const kind = MEDIA[mediaType]
  if (kind === undefined) {
    return unfit('mediaType', mediaType, `must be one of ${Object.keys(MEDIA).join(', ')}`)
  }
  if (bytes.length === 0) return unfit('content', '', 'is empty: send the document in base64')
  if (bytes.length > MAX_DOCUMENT_BYTES) return unfit('content', '***', 'is above 2 MiB')
  if (kind.is(bytes)) return undefined
  return unfit(
    'content',
    '***',
    `is no ${mediaType}: it must be ${kind.words}. Send the mediaType that the document has`,
  )
}

export const unknownDocument: Refusal = refuse('700.400.580', {
  status: 404,
  description:
    'The dispute has no document with this id: its documents are those that a read of it lists',
})

export const unopenedDocument: Refusal = refuse('700.400.580', {
  status: 404,
  description:
    'The document does not open: it was altered, or the vault has another key than the one it was sealed under. Add it again',
})

/** Whether a document is part of a submission: the acquirer has it, or may have it. */
export function wasSubmitted(
  { createdAtMs }: Pick<DisputeDocumentFacts, 'createdAtMs'>,
  events: readonly Pick<DisputeEventRow, 'kind' | 'atMs'>[],
): boolean {
  const submitted = events.findLast(({ kind }) => kind === 'submitted')
  return submitted !== undefined && submitted.atMs >= createdAtMs
}

/** Why a document cannot be taken back. */
export function removalRefusal(
  document: Pick<DisputeDocumentFacts, 'name' | 'createdAtMs'>,
  events: readonly Pick<DisputeEventRow, 'kind' | 'atMs'>[],
): Refusal | undefined {
  if (!wasSubmitted(document, events)) return undefined
  return refuse('700.400.402', {
    description: `The document ${document.name} is part of what was submitted, and the acquirer may have it: it stays with the dispute. Add another document that corrects it, as long as the dispute can be answered`,
  })
}

function unfit(name: 'mediaType' | 'content', value: string, message: string): Refusal {
  return refuseParameters([{ name, value, message }])
}
