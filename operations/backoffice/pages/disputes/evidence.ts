import type { Failure } from '../../api/request.ts'
import { whole } from '../../texts/numbers.ts'
import { t } from '../../texts/texts.ts'

/** How names of files of each kind end; the first ending is added where a name has none of them. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'text/plain': ['.txt'],
}

/** Kinds of documents that can be added. */
export const MEDIA_TYPES = Object.keys(ENDINGS)

/** What the gateway takes in one request, in bytes. */
export const MAX_BYTES = 740_000

/** Documents of one dispute. */
export const MAX_DOCUMENTS = 10

/** What a document has to prove, by the reason of the bank. */
export type Proof = 'fraud' | 'delivery' | 'service' | 'twice' | 'credit' | 'amount' | 'any'

const PROOFS: Readonly<Record<string, Proof>> = {
  '000.100.210': 'amount',
  '000.100.220': 'fraud',
  '000.100.221': 'delivery',
  '000.100.222': 'fraud',
  '000.100.223': 'service',
  '000.100.224': 'twice',
  '000.100.225': 'credit',
}

/** What proves the contrary of the reason of a chargeback. */
export function proofFor(resultCode: string): Proof {
  return PROOFS[resultCode] ?? 'any'
}

export type EvidenceFault = 'kind' | 'empty' | 'size'

/** Why a file cannot be added. */
export function evidenceFault(file: Pick<File, 'type' | 'size'>): EvidenceFault | undefined {
  if (!MEDIA_TYPES.includes(file.type)) return 'kind'
  if (file.size === 0) return 'empty'
  return file.size > MAX_BYTES ? 'size' : undefined
}

/** What the gateway has refused about a file, in the words of the reader: its name and size were checked before. */
export function withFileNamed(failure: Failure, name: string): Failure {
  if (!failure.faults.some((fault) => fault.name === 'content')) return failure
  return { ...failure, faults: [], description: t('evidence.content', { name }) }
}

/** The content of a file in base64. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/**
 * A document as a file that is saved. It comes from a merchant's server: a text named `invoice.html` would be a
 * page on the computer of who opens it, so the name ends as its kind does, and the browser is told no kind.
 */
export function fileOf({ fileName, mediaType, content }: SavedDocument): {
  readonly name: string
  readonly content: Blob
} {
  const [first = '', ...others] = ENDINGS[mediaType] ?? ['.bin']
  const isNamed = [first, ...others].some((end) => fileName.toLowerCase().endsWith(end))
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
  return {
    name: isNamed ? fileName : `${fileName}${first}`,
    content: new Blob([bytes], { type: 'application/octet-stream' }),
  }
}

interface SavedDocument {
  readonly fileName: string
  readonly mediaType: string
  /** In base64. */
  readonly content: string
}

/** A size in the unit that says most of it. */
export function shownSize(bytes: number): string {
  if (bytes < 1000) return t('evidence.bytes', { count: bytes })
  return `${whole(Math.ceil(bytes / 1000))} kB`
}
