import type { IncomingMessage } from 'node:http'
import { readBytes } from '../../shared/http.ts'
import type { Refusal } from '../../shared/refusal.ts'
import { invalid } from './errors.ts'
import { readUpload, shownUpload, type Upload } from './files.ts'
import { type RawGroup, readForm } from './form-body.ts'

const MAX_BODY_BYTES = 1024 * 1024
const MAX_UPLOAD_BYTES = 6 * 1024 * 1024

/** What a request has sent: parameters, or a file. */
export interface Sent {
  readonly raw: RawGroup
  readonly upload?: Upload
  /** Why it could not be read. */
  readonly error?: Refusal
}

/** Reads the query of a `GET`, or the body of a `POST`. */
export async function readSent(request: IncomingMessage, url: URL): Promise<Sent> {
  const query = url.search.slice(1)
  if (request.method === 'GET') return { raw: readForm(query) }
  const type = request.headers['content-type'] ?? ''
  if (type.startsWith('multipart/form-data')) {
    const upload = await readUpload(await readBytes(request, MAX_UPLOAD_BYTES), type)
    return { raw: shownUpload(upload), upload }
  }
  const body = await readBytes(request, MAX_BODY_BYTES)
  if (body.length > 0 && !type.startsWith('application/x-www-form-urlencoded')) {
    throw invalid(
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded).',
    )
  }
  return { raw: readForm(`${query}&${body.toString('utf8')}`) }
}
