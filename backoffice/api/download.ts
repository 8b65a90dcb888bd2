import { type Answer, addressOf, type Form, failureOf } from './request.ts'

/**
 * Downloads a list as a file. The answer is read as it comes, so that the person sees how far it is.
 *
 * @param onRows called with the number of lines that have come, without the head
 */
export async function downloadCsv(
  path: string,
  query: Form,
  name: string,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<Answer<undefined>> {
  try {
    const response = await fetch(addressOf(path, query), { credentials: 'same-origin', signal })
    if (!response.ok || response.body === null) {
      const body = await response.json().catch(() => ({}))
      return { ok: false, failure: failureOf(response.status, body) }
    }
    const parts: Uint8Array<ArrayBuffer>[] = []
    let lines = 0
    const reader = response.body.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value)
      lines += linesIn(part.value)
      onRows(Math.max(lines - 1, 0))
    }
    saveFile(new Blob(parts, { type: 'text/csv' }), name)
    return { ok: true, body: undefined }
  } catch {
    return { ok: false, failure: failureOf(0, {}) }
  }
}

const LINE_FEED = 10

function linesIn(part: Uint8Array): number {
  let lines = 0
  for (const byte of part) if (byte === LINE_FEED) lines++
  return lines
}

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING_MS)
}

const SAVING_MS = 60_000
