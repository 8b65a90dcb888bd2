import { areEqual } from '../../server/kernel/equal-secrets.ts'
import type { Vault } from '../../server/kernel/vault/vault.ts'

/** The ends of all chains at one moment, signed: whatever was there then can be missed later. */
export interface Checkpoint {
  readonly madeAt: string
  readonly chains: readonly {
    readonly rootId: string
    readonly sequence: number
    readonly hash: string
  }[]
  /** HMAC-SHA-256 of the rest under a key of the vault, 64 hex. */
  readonly signature: string
}

type Hashing = Pick<Vault, 'keyedHash'>

function signatureOf({ madeAt, chains }: Omit<Checkpoint, 'signature'>, vault: Hashing): string {
  const ends = chains.map(({ rootId, sequence, hash }) => [rootId, sequence, hash])
  return vault.keyedHash(`audit checkpoint ${JSON.stringify([madeAt, ends])}`)
}

export function signedCheckpoint(
  unsigned: Omit<Checkpoint, 'signature'>,
  vault: Hashing,
): Checkpoint {
  return { ...unsigned, signature: signatureOf(unsigned, vault) }
}

/** The checkpoint in a text, if this installation has signed it. */
export function readCheckpoint(text: string, vault: Hashing): Checkpoint | undefined {
  const checkpoint = shapeOf(text)
  if (checkpoint === undefined) return undefined
  const [own, given] = [signatureOf(checkpoint, vault), checkpoint.signature].map((hex) =>
    Buffer.from(hex, 'hex'),
  ) as [Buffer, Buffer]
  return areEqual(given, own) ? checkpoint : undefined
}

function shapeOf(text: string): Checkpoint | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const { madeAt, chains, signature } = (value ?? {}) as Partial<Record<keyof Checkpoint, unknown>>
  const isWhole =
    typeof madeAt === 'string' && Array.isArray(chains) && typeof signature === 'string'
  return isWhole && chains.every(isEnd) ? (value as Checkpoint) : undefined
}

function isEnd(value: unknown): boolean {
  const { rootId, sequence, hash } = (value ?? {}) as Readonly<Record<string, unknown>>
  return typeof rootId === 'string' && Number.isInteger(sequence) && typeof hash === 'string'
}
