import type { Server } from 'node:https'
import { createSecureContext, type SecureContext, type TlsOptions } from 'node:tls'
import type { TlsIdentity } from './transport-certificate.ts'

/** TLS 1.2 at least (ASVS 12.1.1), whatever the command line of Node allows. */
const LEAST_VERSION = 'TLSv1.2'

/** The certificate that handshakes show, and its successors. Connections that stand keep theirs. */
export class ServedCertificate {
  #identity: TlsIdentity
  #context: SecureContext

  /** Throws what TLS does not take. */
  constructor(identity: TlsIdentity) {
    this.#identity = identity
    this.#context = contextOf(identity)
  }

  /**
   * For a new server. A client that names its host gets what is newest from every server with these
   * options; for the others `renew` has to know the server.
   */
  options(): TlsOptions {
    return {
      ...this.#identity,
      minVersion: LEAST_VERSION,
      SNICallback: (_name, answer) => answer(null, this.#context),
    }
  }

  /** Shows another certificate from now on. Throws what TLS does not take, and changes nothing then. */
  renew(identity: TlsIdentity, server: Pick<Server, 'setSecureContext'>): void {
    const context = contextOf(identity)
    server.setSecureContext({ ...identity, minVersion: LEAST_VERSION })
    this.#identity = identity
    this.#context = context
  }
}

function contextOf(identity: TlsIdentity): SecureContext {
  return createSecureContext({ ...identity, minVersion: LEAST_VERSION })
}
