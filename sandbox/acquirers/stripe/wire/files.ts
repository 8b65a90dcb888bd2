import type { World } from '../world.ts'
import { invalid } from './errors.ts'
import type { RawGroup } from './form-body.ts'

const MAX_EVIDENCE_BYTES = 5 * 1024 * 1024
const TYPES = ['application/pdf', 'image/jpeg', 'image/png']

/** A file of `POST /v1/files`, which comes as multipart. */
export interface Upload {
  readonly purpose: string
  readonly name: string
  readonly type: string
  readonly size: number
}

/** Reads the two parts of an upload. */
export async function readUpload(body: Buffer, contentType: string): Promise<Upload> {
  const answer = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
  const parts = await answer.formData().catch(() => {
    throw invalid('Invalid multipart body.')
  })
  const stray = [...parts.keys()].find((name) => name !== 'file' && name !== 'purpose')
  if (stray !== undefined) {
    throw invalid(`Received unknown parameter: ${stray}`, {
      code: 'parameter_unknown',
      param: stray,
    })
  }
  const file = parts.get('file')
  const purpose = parts.get('purpose')
  if (typeof file === 'string' || file === null)
    throw invalid('A file is missing.', { param: 'file' })
  if (typeof purpose !== 'string') throw invalid('A purpose is missing.', { param: 'purpose' })
  return { purpose, name: file.name, type: file.type, size: file.size }
}

export const shownUpload = ({ purpose, size }: Upload): RawGroup => ({
  purpose,
  file: `${size} bytes`,
})

/** Keeps that there is a file; its content is of no use here. */
export function keepUpload(world: World, { purpose, name, type, size }: Upload) {
  if (purpose !== 'dispute_evidence') {
    throw invalid('The emulator takes files with the purpose dispute_evidence only.', {
      param: 'purpose',
    })
  }
  if (!TYPES.includes(type) || size > MAX_EVIDENCE_BYTES) {
    throw invalid('Evidence must be a PDF, JPEG or PNG of up to 5 MB.', { param: 'file' })
  }
  return world.store.add({
    id: world.newId('file'),
    object: 'file' as const,
    created: world.seconds(),
    expires_at: null,
    filename: name,
    links: null,
    livemode: world.livemode,
    purpose,
    size,
    title: null,
    type: type.split('/')[1] ?? '',
    url: null,
  })
}
