import { resolve } from 'node:path'
import { isMailAddress } from '../../../common/mail-address.ts'
import { CONNECTION_LIMITS } from './connection-limits.ts'
import {
  type FormerReceiver,
  isHost,
  isLoopbackHost,
  oneOf,
  otherSite,
  readConnections,
  readDatabase,
  readDirectory,
  readEntityId,
  readFlag,
  readFormerReceivers,
  readKey,
  readMailServer,
  readNumber,
  readOrigin,
  readPort,
  readReceiver,
  readReference,
  readSubnets,
  readTimeServer,
  readToken,
} from './setting-readers.ts'
import {
  defaultThrottling,
  readThrottlingLimits,
  THROTTLED_GROUPS,
  type ThrottlingLimits,
} from './throttling-limits.ts'

export type Environment = 'test' | 'live'

export type LogLevel = (typeof LOG_LEVELS)[number]

export type DatabaseSetting =
  | { readonly engine: 'sqlite'; readonly path: string }
  /** The address holds a password. */
  | { readonly engine: 'postgres'; readonly url: string }
  | { readonly engine: 'memory' }

/** A database that outlives a process, or stands for one. */
export type KeptDatabase = Exclude<DatabaseSetting, { readonly engine: 'memory' }>

/** Every setting of a process, read once at start. Paths are absolute, addresses are origins. */
export interface Config {
  readonly environment: Environment
  /** Live, but for its acquirers, which are test systems. */
  readonly rehearsal: boolean
  /** What the gateway listens on. `localhost` means both of its addresses, 127.0.0.1 and ::1. */
  readonly host: string
  readonly port: number
  /** PEM file of the certificate; `null`: the port speaks plain HTTP. Set exactly when `tlsKey` is. */
  readonly tlsCert: string | null
  readonly tlsKey: string | null
  /** A second port by plain HTTP that redirects to https or refuses; 0: none. */
  readonly httpPort: number
  /** `loopback`, addresses and subnets of proxies whose X-Forwarded-* headers count. */
  readonly trustProxy: readonly string[]
  /** Whether live starts without a certificate and without a trusted proxy. It then serves nothing. */
  readonly allowNoTls: boolean
  /** Origin under which shoppers and merchants reach the gateway, without a slash at its end. */
  readonly baseUrl: string
  /** Origin of docs and back office; `null`: they have none of their own. */
  readonly officeUrl: string | null
  /** Whether back office, `/admin/v1` and what merchants read of settlement and disputes are served. */
  readonly servesOperations: boolean
  /** Origin of the simulated issuer's pages, without a slash at its end. `null` in live, which has none. */
  readonly issuerUrl: string | null
  /** `loopback`, addresses and subnets that requests to addresses of others may reach. */
  readonly outgoingSubnets: readonly string[]
  /** 0: no demo shop. */
  readonly shopPort: number
  readonly dataDir: string
  readonly database: DatabaseSetting
  /** PostgreSQL only. */
  readonly allowUnsafeCommit: boolean
  /** Live only. */
  readonly allowTestDatabase: boolean
  /** `null`: made by the first start. */
  readonly demoEntityId: string | null
  readonly demoLegacyEntityId: string | null
  readonly demoToken: string | null
  /** The 32 bytes of the master key; `null`: made and kept in the data directory, test only. */
  readonly vaultKey: Buffer | null
  /** A second part of `vaultKey`, which another person has; `null`: the setting is the whole key. */
  readonly vaultKeyPart: Buffer | null
  /** The master key that `vaultKey` replaces: it opens, and wraps nothing; `null`: none is replaced. */
  readonly vaultKeyOther: Buffer | null
  readonly vaultKeyOtherPart: Buffer | null
  readonly nodeName: string
  /** The other server that `testMode=EXTERNAL`, and live, forward to. All three are set, or none. */
  readonly externalUrl: string | null
  readonly externalToken: string | null
  readonly externalEntity: string | null
  /** Servers that payments were forwarded to before: captures, refunds and inquiries of these still go there. */
  readonly formerReceivers: readonly FormerReceiver[]
  /** Where messages of 3-D Secure are posted; `null`: the simulated directory in test, none in live. */
  readonly directoryUrl: string | null
  /** `threeDSServerRefNumber` and `threeDSServerOperatorID` of this gateway there. */
  readonly directoryReference: string
  readonly directoryOperator: string | null
  /** PEM files: the directory's authorities; certificate and key for mutual TLS, both or none. */
  readonly directoryCa: string | null
  readonly directoryCert: string | null
  readonly directoryKey: string | null
  /** Of Apple Pay in live: merchant identifier, PEM files of key and root certificate. All three are set, or none. */
  readonly applePayMerchant: string | null
  readonly applePayKey: string | null
  readonly applePayRoot: string | null
  /** PEM files of the merchant identity certificate and its key, for merchant sessions; both or none. */
  readonly applePayCert: string | null
  readonly applePayCertKey: string | null
  /** Of Google Pay in live: merchant id, PEM file of the key, JSON file of Google's root keys. All three are set, or none. */
  readonly googlePayMerchant: string | null
  readonly googlePayKey: string | null
  readonly googlePayRoots: string | null
  /** File of card number ranges; `null`: those of test cards in test, none in live. */
  readonly binList: string | null
  /** Folder of settlement files; `null`: none is watched. */
  readonly settlementFolder: string | null
  /** The mail server that takes mails: `smtp://` or `smtps://` with host and port; `null`: none are written. */
  readonly smtpServer: string | null
  /** `host` or `host:port`; `null`: none is asked. */
  readonly ntpServer: string | null
  /** Both are set, or none. */
  readonly smtpUser: string | null
  readonly smtpPassword: string | null
  /** From which address mails come. Set exactly when `smtpServer` is. */
  readonly mailFrom: string | null
  /** Whether people of the back office have to have a second factor. */
  readonly secondFactor: 'required' | 'optional'
  /** Of the back office: without a request, and in all. */
  readonly sessionIdleMinutes: number
  readonly sessionHours: number
  /** Open at once; `Infinity`: without a limit. */
  readonly connectionsPerAddress: number
  /** Of each access token. */
  readonly throttling: ThrottlingLimits
  /** With it /metrics may be read from anywhere; `null`: from this machine alone. */
  readonly metricsToken: string | null
  readonly logLevel: LogLevel
}

/** One row of the settings table: reads its variable, knows its default, explains itself. */
export interface Setting<Value> {
  readonly variable: string
  readonly meaning: string
  /** Ends the sentence "… must be". */
  readonly expected: string
  /** The default as docs/settings.md shows it. */
  readonly shownDefault: string
  /** A secret's value appears in no message. */
  readonly secret?: true
  /** `undefined`: not a value of this setting. */
  readonly read: (text: string) => Value | undefined
  readonly fallback: (earlier: Config) => Value
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * All settings, and their only description: the type above names them, `readConfig` reads them in
 * this order, the table of docs/settings.md is made from them. A default may depend on the settings before it.
 */
export const SETTINGS: { readonly [Key in keyof Config]: Setting<Config[Key]> } = {
  environment: {
    variable: 'TILLGATE_ENV',
    meaning: 'Whether payments are simulated or real. One process serves one environment.',
    expected: 'test or live',
    shownDefault: 'test',
    read: (text) => oneOf(['test', 'live'], text),
    fallback: () => 'test',
  },
  rehearsal: {
    variable: 'TILLGATE_REHEARSAL',
    meaning:
      'With `TILLGATE_ENV=live`: a rehearsal of live, with all its rules, whose acquirers are test systems. It needs a database of its own, which never becomes one of live ([rehearse live](going-live.md#rehearse-live)).',
    expected: 'true or false',
    shownDefault: 'false',
    read: readFlag,
    fallback: () => false,
  },
  host: {
    variable: 'TILLGATE_HOST',
    meaning:
      'Name or address to listen on. `localhost` covers 127.0.0.1 and ::1; `0.0.0.0` opens the gateway to the network, in test also by plain HTTP.',
    expected: 'a host name or an IP address, without a port',
    shownDefault: 'localhost',
    read: (text) => (isHost(text) ? text : undefined),
    fallback: () => 'localhost',
  },
  port: {
    variable: 'TILLGATE_PORT',
    meaning: 'Port of the gateway.',
    expected: 'a port number from 1 to 65535',
    shownDefault: '8080',
    read: (text) => readPort(text, 1),
    fallback: () => 8080,
  },
  tlsCert: {
    variable: 'TILLGATE_TLS_CERT',
    meaning:
      'File of the certificate, with the intermediate ones after it. The port then speaks TLS 1.2 or 1.3 and nothing else.',
    expected: 'the path of a PEM file, together with TILLGATE_TLS_KEY',
    shownDefault: 'none: plain HTTP, which live serves behind a proxy only',
    read: (text) => resolve(text),
    fallback: () => null,
  },
  tlsKey: {
    variable: 'TILLGATE_TLS_KEY',
    meaning: "File of the certificate's private key, without a passphrase.",
    expected: 'the path of a PEM file, together with TILLGATE_TLS_CERT',
    shownDefault: 'none',
    read: (text) => resolve(text),
    fallback: () => null,
  },
  httpPort: {
    variable: 'TILLGATE_HTTP_PORT',
    meaning:
      'A second port beside the one that speaks TLS: it answers plain HTTP with 307 to the https address, or refuses it.',
    expected: 'a port number, together with TILLGATE_TLS_CERT, or 0 for none',
    shownDefault: '0',
    read: (text) => readPort(text, 0),
    fallback: () => 0,
  },
  trustProxy: {
    variable: 'TILLGATE_TRUST_PROXY',
    meaning:
      'Proxies that end TLS in front of the gateway: their X-Forwarded-Proto says whether a request came by https. They must set it anew on each request.',
    expected: 'loopback, addresses or subnets, such as loopback,10.0.0.7,10.1.0.0/16',
    shownDefault: 'nobody is trusted',
    read: readSubnets,
    fallback: () => [],
  },
  allowNoTls: {
    variable: 'TILLGATE_ALLOW_NO_TLS',
    meaning:
      'Whether live starts without a certificate (TILLGATE_TLS_CERT) and without a trusted proxy (TILLGATE_TRUST_PROXY). It then answers health checks alone and sends all other requests to https.',
    expected: 'true or false',
    shownDefault: 'false',
    read: readFlag,
    fallback: () => false,
  },
  baseUrl: {
    variable: 'TILLGATE_BASE_URL',
    meaning:
      'Address under which browsers and merchants reach the gateway: what the widget, frames and links carry. Must be https in live.',
    expected: 'an http or https address without a path, such as https://pay.example.com',
    shownDefault: 'http://localhost:{port}, https with TILLGATE_TLS_CERT',
    read: readOrigin,
    fallback: ({ port, tlsCert }) => `${tlsCert === null ? 'http' : 'https'}://localhost:${port}`,
  },
  officeUrl: {
    variable: 'TILLGATE_OFFICE_URL',
    meaning:
      'Address of docs and back office, another origin that leads to this gateway: they are served there alone, apart from the frames that take card numbers, and nothing else is. Without it live has no docs; set to the base URL, they stay beside the frames.',
    expected: 'an http or https address without a path, such as https://office.example.com',
    shownDefault: 'none: test serves both at the base URL, live the back office alone',
    read: readOrigin,
    fallback: () => null,
  },
  servesOperations: {
    variable: 'TILLGATE_OPERATIONS',
    meaning:
      'Whether this process serves the back office, `/admin/v1`, settlement and disputes. With `off` it answers for payments alone; what is due of the others it does all the same ([operations](operations.md#processes-without-a-back-office)).',
    expected: 'on or off',
    shownDefault: 'on',
    read: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
    fallback: () => true,
  },
  issuerUrl: {
    variable: 'TILLGATE_ISSUER_URL',
    meaning:
      'Address under which browsers reach the pages of the simulated card issuer: another origin that leads to this gateway, because a real issuer is another site. Test environment only.',
    expected: 'an http or https address without a path, such as https://issuer.example.com',
    shownDefault: 'the base URL, with 127.0.0.1 in place of localhost and the other way round',
    read: readOrigin,
    fallback: ({ environment, baseUrl }) => (environment === 'test' ? otherSite(baseUrl) : null),
  },
  outgoingSubnets: {
    variable: 'TILLGATE_OUTGOING_SUBNETS',
    meaning:
      'Private networks that the gateway may call at addresses that come from outside its settings: the simulated issuer reports results to the gateway that asked it. Test environment only.',
    expected: 'loopback, addresses or subnets, such as loopback,10.0.0.7,10.1.0.0/16',
    shownDefault:
      'loopback in test where TILLGATE_HOST is loopback; else public addresses only, as in live',
    read: readSubnets,
    fallback: ({ environment, host }) =>
      environment === 'test' && isLoopbackHost(host) ? ['loopback'] : [],
  },
  shopPort: {
    variable: 'TILLGATE_SHOP_PORT',
    meaning: 'Port of the demo shop on 127.0.0.1; 0 starts none. Test environment only.',
    expected: 'a port number, or 0 for no shop',
    shownDefault: '8081 in test, 0 in live',
    read: (text) => readPort(text, 0),
    fallback: ({ environment }) => (environment === 'test' ? 8081 : 0),
  },
  dataDir: {
    variable: 'TILLGATE_DATA_DIR',
    meaning:
      'Directory of the database, of the vault key that the test environment makes and, with PostgreSQL, of the keys of card numbers.',
    expected: 'the path of a directory',
    shownDefault: './data',
    read: (text) => resolve(text),
    fallback: () => resolve('data'),
  },
  database: {
    variable: 'TILLGATE_DATABASE_URL',
    meaning:
      'Where payments are kept: `sqlite:` and a path, the address of a PostgreSQL database that any number of processes may share (with [a standby](operations.md#failover) the hosts of both), or `memory:` to forget everything at the end (test only).',
    expected: 'sqlite:<path>, postgres://<user>:<password>@<host>[,<host>]/<database> or memory:',
    shownDefault: 'sqlite:{data directory}/tillgate.db',
    // Addresses of databases hold passwords.
    secret: true,
    read: readDatabase,
    fallback: ({ dataDir }) => ({ engine: 'sqlite', path: resolve(dataDir, 'tillgate.db') }),
  },
  allowUnsafeCommit: {
    variable: 'TILLGATE_ALLOW_UNSAFE_COMMIT',
    meaning:
      'Whether to start on a PostgreSQL server with `synchronous_commit=off` or `fsync=off`, which loses acknowledged payments in a power cut.',
    expected: 'true or false',
    shownDefault: 'false',
    read: readFlag,
    fallback: () => false,
  },
  allowTestDatabase: {
    variable: 'TILLGATE_ALLOW_TEST_DATABASE',
    meaning:
      'Whether live starts on a database that the test environment has made, with its merchants, tokens and payments. Never while the token of the demo is in it.',
    expected: 'true or false',
    shownDefault: 'false',
    read: readFlag,
    fallback: () => false,
  },
  demoEntityId: {
    variable: 'TILLGATE_DEMO_ENTITY_ID',
    meaning: 'Fixes the id of the demo channel that the first start makes. Test environment only.',
    expected: '32 lowercase hex digits',
    shownDefault: 'made by the first start',
    read: readEntityId,
    fallback: () => null,
  },
  demoLegacyEntityId: {
    variable: 'TILLGATE_DEMO_LEGACY_ENTITY_ID',
    meaning:
      'Fixes the id of the second demo channel, which has the profile `legacy`. Test environment only.',
    expected: '32 lowercase hex digits',
    shownDefault: 'made by the first start',
    read: readEntityId,
    fallback: () => null,
  },
  demoToken: {
    variable: 'TILLGATE_DEMO_TOKEN',
    meaning: 'Fixes the access token of the demo merchant. Test environment only.',
    expected: '16 to 255 characters out of letters, digits and -._~+/=',
    shownDefault: 'made by the first start',
    secret: true,
    read: readToken,
    fallback: () => null,
  },
  vaultKey: {
    variable: 'TILLGATE_VAULT_KEY',
    meaning:
      'Master key of the vault, 32 bytes: `openssl rand -hex 32` makes one. Without it the stored cards are lost. Required in live.',
    expected: '32 bytes written as 64 hex digits or as base64',
    shownDefault: 'made by the first start, kept in {data directory}/vault.key (test)',
    secret: true,
    read: readKey,
    fallback: () => null,
  },
  vaultKeyPart: {
    variable: 'TILLGATE_VAULT_KEY_PART',
    meaning:
      'The second part of a master key that two people hold: with it the key is made of both, and neither part alone says anything of it ([two parts](operations.md#a-key-in-two-parts)).',
    expected: '32 bytes written as 64 hex digits or as base64',
    shownDefault: 'none: TILLGATE_VAULT_KEY is the whole key',
    secret: true,
    read: readKey,
    fallback: () => null,
  },
  vaultKeyOther: {
    variable: 'TILLGATE_VAULT_KEY_OTHER',
    meaning:
      'A second master key that opens too, while `TILLGATE_VAULT_KEY` replaces it ([rotation](operations.md#a-new-master-key)). It wraps nothing.',
    expected: '32 bytes written as 64 hex digits or as base64',
    shownDefault: 'none',
    secret: true,
    read: readKey,
    fallback: () => null,
  },
  vaultKeyOtherPart: {
    variable: 'TILLGATE_VAULT_KEY_OTHER_PART',
    meaning: 'The second part of `TILLGATE_VAULT_KEY_OTHER`, where that has two.',
    expected: '32 bytes written as 64 hex digits or as base64',
    shownDefault: 'none',
    secret: true,
    read: readKey,
    fallback: () => null,
  },
  nodeName: {
    variable: 'TILLGATE_NODE_NAME',
    meaning: 'Name of this process in the checkout ids that it makes.',
    expected: '1 to 15 characters out of a-z, 0-9 and hyphen',
    shownDefault: 'test-1 in test, live-1 in live',
    read: (text) => (/^[a-z0-9-]{1,15}$/.test(text) ? text : undefined),
    fallback: ({ environment }) => (environment === 'test' ? 'test-1' : 'live-1'),
  },
  externalUrl: {
    variable: 'TILLGATE_EXTERNAL_URL',
    meaning:
      'Another server of this interface that payments are forwarded to: with `testMode=EXTERNAL` in test, all payments in live.',
    expected:
      'an https address without a path, such as https://test.processor.example; http only for this machine',
    shownDefault: 'none: EXTERNAL, and every payment in live, is refused',
    read: readReceiver,
    fallback: () => null,
  },
  externalToken: {
    variable: 'TILLGATE_EXTERNAL_TOKEN',
    meaning: 'Access token at that server.',
    expected: 'an access token of 16 to 255 characters out of letters, digits and -._~+/=',
    shownDefault: 'none',
    secret: true,
    read: readToken,
    fallback: () => null,
  },
  externalEntity: {
    variable: 'TILLGATE_EXTERNAL_ENTITY',
    meaning: 'Channel at that server, or its merchant with channel dispatching.',
    expected: '32 lowercase hex digits',
    shownDefault: 'none',
    read: readEntityId,
    fallback: () => null,
  },
  formerReceivers: {
    variable: 'TILLGATE_EXTERNAL_FORMER',
    meaning:
      'Servers that payments were forwarded to before: what refers to these payments, and inquiries about them, still go there. New payments do not (docs/gateway-connector.md).',
    expected:
      'up to 8 addresses of different entities with blanks between, such as https://ENTITY:TOKEN@old.processor.example, / in the token written as %2F',
    shownDefault: 'none: what refers to them is refused',
    secret: true,
    read: readFormerReceivers,
    fallback: () => [],
  },
  directoryUrl: {
    variable: 'TILLGATE_DIRECTORY_URL',
    meaning:
      'Where messages of EMV 3-D Secure are posted: a directory server of the card networks, which then serves all connectors.',
    expected: 'an https address; http only for this machine',
    shownDefault: 'the simulated directory in test; none in live, where no card is authenticated',
    read: readDirectory,
    fallback: () => null,
  },
  directoryReference: {
    variable: 'TILLGATE_DIRECTORY_REFERENCE',
    meaning:
      'Reference number of this 3DS server (`threeDSServerRefNumber`), assigned by EMVCo with its approval.',
    expected: '1 to 32 characters out of letters, digits and -._',
    shownDefault: '3DS_TILLGATE_TEST',
    read: readReference,
    fallback: () => '3DS_TILLGATE_TEST',
  },
  directoryOperator: {
    variable: 'TILLGATE_DIRECTORY_OPERATOR',
    meaning:
      'Number of who runs this 3DS server (`threeDSServerOperatorID`), assigned by the directory server.',
    expected: '1 to 32 characters out of letters, digits and -._',
    shownDefault: 'none',
    read: readReference,
    fallback: () => null,
  },
  directoryCa: {
    variable: 'TILLGATE_DIRECTORY_CA',
    meaning:
      'File of the authorities that the directory server is trusted by, in place of those that Node trusts.',
    expected: 'the path of a PEM file, together with TILLGATE_DIRECTORY_URL',
    shownDefault: 'none',
    read: (text) => resolve(text),
    fallback: () => null,
  },
  directoryCert: {
    variable: 'TILLGATE_DIRECTORY_CERT',
    meaning: "File of this gateway's certificate for the directory server (mutual TLS).",
    expected: 'the path of a PEM file, together with TILLGATE_DIRECTORY_KEY',
    shownDefault: 'none',
    read: (text) => resolve(text),
    fallback: () => null,
  },
  directoryKey: {
    variable: 'TILLGATE_DIRECTORY_KEY',
    meaning: "File of that certificate's private key, without a passphrase.",
    expected: 'the path of a PEM file, together with TILLGATE_DIRECTORY_CERT',
    shownDefault: 'none',
    read: (text) => resolve(text),
    fallback: () => null,
  },
  applePayMerchant: {
    variable: 'TILLGATE_APPLE_PAY_MERCHANT',
    meaning: 'Merchant identifier at Apple, for tokens of Apple Pay in live.',
    expected:
      'an identifier such as merchant.com.example, together with TILLGATE_APPLE_PAY_KEY and _ROOT',
    shownDefault: 'none',
    read: (text) => (/^[\w.-]{1,255}$/.test(text) ? text : undefined),
    fallback: () => null,
  },
  applePayKey: {
    variable: 'TILLGATE_APPLE_PAY_KEY',
    meaning:
      'File of the private key of its payment processing certificate (P-256), without a passphrase.',
    expected: 'the path of a PEM file, together with TILLGATE_APPLE_PAY_MERCHANT and _ROOT',
    shownDefault: 'none',
    read: (text) => resolve(text),
    fallback: () => null,
  },
  applePayRoot: {
    variable: 'TILLGATE_APPLE_PAY_ROOT',
    meaning: 'File of the certificate that signatures of tokens are traced to: Apple Root CA - G3.',
    expected: 'the path of a PEM file, together with TILLGATE_APPLE_PAY_MERCHANT and _KEY',
    shownDefault: 'none',
    read: (text) => resolve(text),
    fallback: () => null,
  },
  applePayCert: {
    variable: 'TILLGATE_APPLE_PAY_CERT',
    meaning:
      "File of the merchant identity certificate, with which the widget's Apple Pay button gets its merchant sessions in live.",
    expected:
      'the path of a PEM file, together with TILLGATE_APPLE_PAY_CERT_KEY and TILLGATE_APPLE_PAY_MERCHANT',
    shownDefault: 'none',
    read: (text) => resolve(text),
    fallback: () => null,
  },
  applePayCertKey: {
    variable: 'TILLGATE_APPLE_PAY_CERT_KEY',
    meaning: "File of that certificate's private key, without a passphrase.",
    expected: 'the path of a PEM file, together with TILLGATE_APPLE_PAY_CERT',
    shownDefault: 'none',
    read: (text) => resolve(text),
    fallback: () => null,
  },
  googlePayMerchant: {
    variable: 'TILLGATE_GOOGLE_PAY_MERCHANT',
    meaning:
      'Merchant id at Google, for tokens of Google Pay in live and for the widget’s Google Pay button there.',
    expected: 'an id such as BCR2DN4TZZZZZZZZ, together with TILLGATE_GOOGLE_PAY_KEY and _ROOTS',
    shownDefault: 'none',
    read: (text) => (/^[\w.-]{1,255}$/.test(text) ? text : undefined),
    fallback: () => null,
  },
  googlePayKey: {
    variable: 'TILLGATE_GOOGLE_PAY_KEY',
    meaning:
      'File of the private key (P-256) whose public key is registered at Google, without a passphrase.',
    expected: 'the path of a PEM file, together with TILLGATE_GOOGLE_PAY_MERCHANT and _ROOTS',
    shownDefault: 'none',
    read: (text) => resolve(text),
    fallback: () => null,
  },
  googlePayRoots: {
    variable: 'TILLGATE_GOOGLE_PAY_ROOTS',
    meaning:
      'File of the root signing keys that Google publishes for production, as it publishes them. Read at the start.',
    expected: 'the path of a JSON file, together with TILLGATE_GOOGLE_PAY_MERCHANT and _KEY',
    shownDefault: 'none',
    read: (text) => resolve(text),
    fallback: () => null,
  },
  binList: {
    variable: 'TILLGATE_BIN_LIST',
    meaning:
      'File of card number ranges with the brands and the class of their cards, for cards of two brands and `brandDetectionType: binlist` of the widget ([format](widget/forms.md#brands-of-a-card)). Read at the start.',
    expected: 'the path of a file with lines like 497010-497019,CARTEBANCAIRE VISA,CREDIT',
    shownDefault: 'the ranges of test cards in test, none in live',
    read: (text) => resolve(text),
    fallback: () => null,
  },
  settlementFolder: {
    variable: 'TILLGATE_SETTLEMENT_FOLDER',
    meaning:
      'Folder that is looked at once a minute: files in `<account>/<format>/` below it are imported ([settlement](settlement.md#a-watched-folder)).',
    expected: 'the path of a folder',
    shownDefault: 'none',
    read: (text) => resolve(text),
    fallback: () => null,
  },
  ntpServer: {
    variable: 'TILLGATE_NTP_SERVER',
    meaning:
      'An NTP server that `tillgate doctor` compares the clock with, such as that of the machine or of its provider. The gateway itself never asks it.',
    expected: 'a host, or host:port',
    shownDefault: 'none',
    read: readTimeServer,
    fallback: () => null,
  },
  smtpServer: {
    variable: 'TILLGATE_SMTP_SERVER',
    meaning:
      'Mail server that takes the mails of this gateway ([mail](mail.md)): `smtps://` speaks TLS from the beginning, `smtp://` begins it by STARTTLS, which live asks for unless the server is on this machine. Without it no mail is written.',
    expected:
      'an address such as smtps://mail.example.com:465 or smtp://localhost:25, together with TILLGATE_MAIL_FROM',
    shownDefault: 'none: no mails',
    read: readMailServer,
    fallback: () => null,
  },
  smtpUser: {
    variable: 'TILLGATE_SMTP_USER',
    meaning: 'User at the mail server.',
    expected: '1 to 255 characters, together with TILLGATE_SMTP_PASSWORD',
    shownDefault: 'none: without signing in',
    read: (text) => (text.length <= 255 ? text : undefined),
    fallback: () => null,
  },
  smtpPassword: {
    variable: 'TILLGATE_SMTP_PASSWORD',
    meaning: 'Password of that user.',
    expected: '1 to 1024 characters, together with TILLGATE_SMTP_USER',
    shownDefault: 'none',
    secret: true,
    read: (text) => (text.length <= 1024 ? text : undefined),
    fallback: () => null,
  },
  mailFrom: {
    variable: 'TILLGATE_MAIL_FROM',
    meaning: 'Address from which mails come.',
    expected: 'an e-mail address such as pay@example.com, together with TILLGATE_SMTP_SERVER',
    shownDefault: 'none',
    read: (text) => (isMailAddress(text) ? text : undefined),
    fallback: () => null,
  },
  secondFactor: {
    variable: 'TILLGATE_SECOND_FACTOR',
    meaning:
      'Whether people of the back office have to have a second factor ([people](people.md#signing-in)): who has none sets one up before anything else. PCI DSS 8.4.2 asks for it.',
    expected: 'required or optional',
    shownDefault: 'required in live, else optional',
    read: (text) => oneOf(['required', 'optional'], text),
    fallback: ({ environment }) => (environment === 'live' ? 'required' : 'optional'),
  },
  sessionIdleMinutes: {
    variable: 'TILLGATE_SESSION_IDLE_MINUTES',
    meaning:
      'After how many minutes without a request a session of the back office ends ([people](people.md)). PCI DSS asks for at most 15.',
    expected: 'a number from 1 to 60',
    shownDefault: '15',
    read: (text) => readNumber(text, 60),
    fallback: () => 15,
  },
  sessionHours: {
    variable: 'TILLGATE_SESSION_HOURS',
    meaning: 'How many hours after its beginning a session of the back office ends at the latest.',
    expected: 'a number from 1 to 24',
    shownDefault: '12',
    read: (text) => readNumber(text, 24),
    fallback: () => 12,
  },
  connectionsPerAddress: {
    variable: 'TILLGATE_CONNECTIONS_PER_ADDRESS',
    meaning:
      'How many connections one address (of IPv6, one /64 network) may have open; further ones are ended, and the log says so. Proxies of TILLGATE_TRUST_PROXY have no limit: behind them the requests under way of each address that they forward are counted.',
    expected: 'a number from 1 to 10000, or off',
    shownDefault: '1000',
    read: readConnections,
    fallback: () => CONNECTION_LIMITS.maxPerClient,
  },
  throttling: {
    variable: 'TILLGATE_THROTTLE',
    meaning:
      'How many requests of one access token are answered in each period, by all processes on one database together; more are refused with 429. What is not named keeps its default, `off` lifts a limit.',
    expected: `limits like payments=6000/min,query=off, out of ${THROTTLED_GROUPS.join(', ')} and s, min, h, day`,
    shownDefault:
      'payments, checkouts, status and registrations 600000/min, query 6000/min, reports 600/min',
    read: readThrottlingLimits,
    fallback: () => defaultThrottling,
  },
  metricsToken: {
    variable: 'TILLGATE_METRICS_TOKEN',
    meaning:
      'With it `/metrics` may be read from anywhere, as `Authorization: Bearer`. Without it only programs on this machine may, and not through a proxy ([monitoring](monitoring.md)).',
    expected: '16 to 255 characters out of letters, digits and -._~+/=',
    shownDefault: 'none: this machine alone',
    secret: true,
    read: readToken,
    fallback: () => null,
  },
  logLevel: {
    variable: 'TILLGATE_LOG_LEVEL',
    meaning: 'Least severity that is logged; `info` adds a line for each answer.',
    expected: `one of ${LOG_LEVELS.join(', ')}`,
    shownDefault: 'warn',
    read: (text) => oneOf(LOG_LEVELS, text),
    fallback: () => 'warn',
  },
}
