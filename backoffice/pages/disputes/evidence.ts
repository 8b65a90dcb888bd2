import { whole } from '../../texts/numbers.ts'
import { t } from '../../texts/texts.ts'

/** Kinds of documents that can be added. */
export const MEDIA_TYPES = ['application/pdf', 'image/jpeg', 'image/png', 'text/plain'] as const

/** What the gateway takes in one request, in bytes. */
export const MAX_BYTES = 740_000

export type EvidenceFault = 'kind' | 'size'

/** Why a file cannot be added. */
export function evidenceFault(file: Pick<File, 'type' | 'size'>): EvidenceFault | undefined {
  if (!(MEDIA_TYPES as readonly string[]).includes(file.type)) return 'kind'
  return file.size > MAX_BYTES || file.size === 0 ? 'size' : undefined
}

/** The content of a file in base64. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** A size in the unit that says most of it. */
export function shownSize(bytes: number): string {
  if (bytes < 1000) return t('evidence.bytes', { count: bytes })
  return `${whole(Math.ceil(bytes / 1000))} kB`
}
