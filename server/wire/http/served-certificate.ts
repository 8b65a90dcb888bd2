import type { Server } from 'node:https'
import { createSecureContext, type SecureContext, type TlsOptions } from 'node:tls'
import type { TlsIdentity } from './transport-certificate.ts'

/** TLS 1.2 at least (ASVS 12.1.1), whatever the command line of Node allows. */
const MIN_VERSION = 'TLSv1.2'

/** The certificate that handshakes show, and its successors. Connections that stand keep theirs. */
export class ServedCertificate {
  readonly #servers = new Set<Pick<Server, 'setSecureContext'>>()
  #identity: TlsIdentity
  #context: SecureContext

  /** Throws what TLS does not take. */
  constructor(identity: TlsIdentity) {
    this.#identity = identity
    this.#context = contextOf(identity)
  }

  /** For a new server. A client that names its host gets what is newest from it; others need `showOn`. */
  options(): TlsOptions {
    return {
      ...this.#identity,
      minVersion: MIN_VERSION,
      SNICallback: (_name, answer) => answer(null, this.#context),
    }
  }

  /** From now on the server shows a renewed certificate also to clients that name no host. */
  showOn(server: Pick<Server, 'setSecureContext'>): void {
    this.#servers.add(server)
  }

  /** Shows another certificate from now on. Throws what TLS does not take, and changes nothing then. */
  renew(identity: TlsIdentity): void {
    const context = contextOf(identity)
    for (const server of this.#servers) {
      server.setSecureContext({ ...identity, minVersion: MIN_VERSION })
    }
    this.#identity = identity
    this.#context = context
  }
}

function contextOf(identity: TlsIdentity): SecureContext {
  return createSecureContext({ ...identity, minVersion: MIN_VERSION })
}
