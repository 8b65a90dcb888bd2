import type { Server } from 'node:https'
import { createSecureContext, type SecureContext, type TlsOptions } from 'node:tls'
import type { TlsIdentity } from './transport-certificate.ts'

/** TLS 1.2 at least (ASVS 12.1.1), whatever the command line of Node allows. */
const MIN_VERSION = 'TLSv1.2'

/** The certificate of new TLS handshakes, which can be renewed. Open connections keep theirs. */
export class ServedCertificate {
  readonly #servers = new Set<Pick<Server, 'setSecureContext'>>()
  #identity: TlsIdentity
  #context: SecureContext

  /** Throws when TLS does not accept the certificate or key. */
  constructor(identity: TlsIdentity) {
    this.#identity = identity
    this.#context = contextOf(identity)
  }

  /** The certificate, then the intermediate ones, as PEM. */
  get cert(): string {
    return this.#identity.cert
  }

  /** Whether the last try to read it again has failed, so that an earlier one is served. */
  isOutdated = false

  /** Options of a new server. A client that names its host gets a renewed certificate by them; for others `showOn` is needed. */
  options(): TlsOptions {
    return {
      ...this.#identity,
      minVersion: MIN_VERSION,
      SNICallback: (_name, answer) => answer(null, this.#context),
    }
  }

  /** Makes a server use a renewed certificate also for clients that name no host. */
  showOn(server: Pick<Server, 'setSecureContext'>): void {
    this.#servers.add(server)
  }

  /** Uses another certificate from now on. Throws, and changes nothing, when TLS does not accept it. */
  renew(identity: TlsIdentity): void {
    const context = contextOf(identity)
    for (const server of this.#servers) {
      server.setSecureContext({ ...identity, minVersion: MIN_VERSION })
    }
    this.#identity = identity
    this.#context = context
    this.isOutdated = false
  }
}

function contextOf(identity: TlsIdentity): SecureContext {
  return createSecureContext({ ...identity, minVersion: MIN_VERSION })
}
