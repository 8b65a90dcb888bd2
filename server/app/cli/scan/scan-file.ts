import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type FoundNumber, NumberFinder } from './number-finder.ts'
import { cellsOfSqlite } from './sqlite-cells.ts'

/** What was found in a file, and what of it could not be looked at. */
export interface FileReport {
  /** Told as it is found: the number, and where in the file. */
  readonly onFound: (found: FoundNumber, place: string) => void
  /** Why it, or a part of it, was not looked at. */
  readonly onSkipped: (why: string) => void
}

/** Forms whose text is packed, by their first bytes. */
const PACKED: readonly (readonly [name: string, first: string])[] = [
  ['a zip archive: unpack it first', '504b0304'],
  ['packed with xz: xz -dc FILE | tillgate scan -', 'fd377a585a00'],
  ['packed with zstd: zstd -dc FILE | tillgate scan -', '28b52ffd'],
  ['packed with bzip2: bzip2 -dc FILE | tillgate scan -', '425a68'],
  ['packed with lz4: lz4 -dc FILE | tillgate scan -', '04224d18'],
  ['a 7z archive: unpack it first', '377abcaf271c'],
  ['a dump of pg_dump -Fc: pg_restore -f - FILE | tillgate scan -', '5047444d50'],
]

const GZIP = '1f8b'
const SQLITE = Buffer.from('SQLite format 3\0').toString('hex')

/** Bytes that are read at once. */
const CHUNK_BYTES = 256 * 1024

/** Looks for card numbers in a file, in bounded memory. Rejects where it cannot be read. */
export async function scanFile(path: string, report: FileReport): Promise<void> {
  const first = await firstBytes(path)
  const packed = PACKED.find(([, bytes]) => first.startsWith(bytes))
  if (packed !== undefined) {
    report.onSkipped(packed[0])
    return
  }
  const bytes = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  if (first.startsWith(GZIP)) {
    await scanStream(unpacked(bytes), report, 'unpacked, ')
    return
  }
  const known = first.startsWith(SQLITE) ? await scanCells(path, report) : new Set<string>()
  const place = first.startsWith(SQLITE) ? 'outside of its rows, ' : ''
  await scanStream(bytes, { ...report, onFound: unlessKnown(known, report) }, place)
}

/** Looks for card numbers in what comes from a stream. Rejects with the stream. */
export async function scanStream(
  stream: Readable,
  { onFound }: Pick<FileReport, 'onFound'>,
  place = '',
): Promise<void> {
  const finder: NumberFinder = new NumberFinder((found) => {
    const line = finder.isBinary ? '' : `line ${found.line}, `
    onFound(found, `${place}${line}byte ${found.offset}`)
  })
  for await (const chunk of stream) finder.push(chunk as Buffer)
  finder.end()
}

function unpacked(bytes: Readable): Readable {
  const unpacking = createGunzip()
  // A file that cannot be read ends the stream that is read.
  bytes.on('error', (error) => unpacking.destroy(error))
  return bytes.pipe(unpacking)
}

/** The numbers of a database's rows: what is deleted, and the indexes, are in its bytes alone. */
async function scanCells(path: string, report: FileReport): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  try {
    for await (const { place, bytes } of cellsOfSqlite(path)) {
      const finder = new NumberFinder((found) => {
        if (known.size < MAX_KNOWN) known.add(found.digits)
        report.onFound(found, place)
      })
      finder.push(bytes)
      finder.end()
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    report.onSkipped(`its rows could not be read (${why}), its bytes were`)
  }
  return known
}

/** Numbers of one file that are not told a second time, without their rows. */
const MAX_KNOWN = 10_000

function unlessKnown(known: ReadonlySet<string>, { onFound }: FileReport): FileReport['onFound'] {
  return (found, place) => {
    if (!known.has(found.digits)) onFound(found, place)
  }
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.subarray(0, bytesRead).toString('hex')
  } finally {
    await file.close()
  }
}
