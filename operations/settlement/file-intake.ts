import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileAt } from './file-records.ts'
import type { ImportParts, ImportRequest } from './file-writing.ts'
import { type ImportResult, importFile } from './import.ts'
import { ImportTurns } from './import-turns.ts'
import { createPace } from './pace.ts'

/** Bytes of one file: what is imported beside requests within half a minute. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024

/** Why a file was not imported, beside its own faults. */
export type IntakeFault = 'busy' | 'tooLarge' | 'broken'

/** Imports files that come by HTTP, one after the other, each merchant in its turn. */
export interface FileIntake {
  /**
   * Keeps what is sent in a file until its import has ended. `busy`: as many of the merchant, or of all, are
   * received or wait as there may be. Rejects with the store.
   */
  take(
    body: Readable,
    request: Omit<ImportRequest, 'file' | 'pause' | 'onProgress'> & { readonly name: string },
  ): Promise<ImportResult | IntakeFault>
}

export function createFileIntake(parts: ImportParts): FileIntake {
  const turns = new ImportTurns()
  return {
    async take(body, { name, ...request }) {
      const merchantId = await merchantOf(request.account.entityId, parts)
      const place = turns.enter(merchantId)
      if (place === undefined) return 'busy'
      let folder: string | undefined
      try {
        folder = await mkdtemp(join(tmpdir(), 'settlement-'))
        const path = join(folder, fileNameOf(name))
        const fault = await keep(body, path)
        if (fault !== undefined) return fault
        // Only now: what comes slowly keeps nobody from importing.
        return await place.inTurn(() =>
          importFile({ ...request, file: fileAt(path), pause: createPace() }, parts),
        )
      } finally {
        place.leave()
        if (folder !== undefined) await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

/** By whom files are counted: the merchant of the account, of which several channels may have one. */
async function merchantOf(entityId: string, { store }: ImportParts): Promise<string> {
  const path = await store.read.entityPath(entityId)
  return path.find(({ kind }) => kind === 'merchant')?.id ?? entityId
}

/** A name of the sender's, which is kept, as that of a file in our folder. */
function fileNameOf(name: string): string {
  const plain = basename(name.replaceAll(/[\p{Cc}\\]/gu, '_')).slice(0, 128)
  return plain === '' || plain === '.' || plain === '..' ? 'settlement.csv' : plain
}

async function keep(body: Readable, path: string): Promise<IntakeFault | undefined> {
  let bytes = 0
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > MAX_FILE_BYTES) done(new Error('The file is too large'))
      else done(null, chunk)
    },
  })
  try {
    await pipeline(body, limit, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return undefined
  } catch (error) {
    if (bytes > MAX_FILE_BYTES) return 'tooLarge'
    // A full disk is not the client's fault.
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error
    return 'broken'
  }
}
