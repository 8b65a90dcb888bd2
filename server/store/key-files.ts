import { open } from 'node:fs/promises'

/** Makes the names in a folder durable. Rejects with the error of the system. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** In place of a file that is not there. */
export function unlessMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value
    throw error
  }
}
