import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { type Config, SETTINGS } from '../kernel/settings/config.ts'

/** The gateway's certificate and key as PEM texts. */
export interface TlsIdentity {
  /** The gateway's certificate first, then the intermediate ones. */
  readonly cert: string
  /** Secret. */
  readonly key: string
}

/**
 * Reads certificate and key from the files that the settings name; `undefined` where they name none.
 * Rejects with one line that names the setting when a file cannot be read, is no PEM, or when the
 * two do not belong together. The line holds nothing of the key.
 */
export async function readTlsIdentity({
  tlsCert,
  tlsKey,
}: Pick<Config, 'tlsCert' | 'tlsKey'>): Promise<TlsIdentity | undefined> {
  if (tlsCert === null || tlsKey === null) return undefined
  const certFault = faults(SETTINGS.tlsCert.variable, tlsCert)
  const keyFault = faults(SETTINGS.tlsKey.variable, tlsKey)
  const identity = { cert: await read(tlsCert, certFault), key: await read(tlsKey, keyFault) }
  const key = privateKey(identity.key, keyFault)
  if (!certificate(identity.cert, certFault).checkPrivateKey(key)) {
    throw keyFault(`which is not the key of the certificate in ${SETTINGS.tlsCert.variable}`)
  }
  try {
    createSecureContext(identity)
  } catch (error) {
    throw certFault(`which TLS does not take: ${reasonOf(error)}`)
  }
  return identity
}

type Fault = (whatIsWrong: string) => Error

function faults(variable: string, path: string): Fault {
  return (whatIsWrong) => new Error(`${variable} is ${JSON.stringify(path)}, ${whatIsWrong}`)
}

async function read(path: string, fault: Fault): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw fault(`which cannot be read: ${reasonOf(error)}`)
  }
}

function certificate(pem: string, fault: Fault): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw fault('which holds no certificate in PEM')
  }
}

function privateKey(pem: string, fault: Fault): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw fault('which holds no private key in PEM that opens without a passphrase')
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
