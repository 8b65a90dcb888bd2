/**
 * The borders between the rooms of the house (docs/architecture.md), as data.
 *
 * A file belongs to the first room whose `files` it matches; whatever stands below the matched part
 * of its path is its own. `may`: what else it imports; `mayTypes`: as types only, which are gone when
 * the code runs; `packages`: what it may have from elsewhere, anything where this is absent.
 *
 * @typedef {object} Room
 * @property {string} name
 * @property {RegExp} files
 * @property {readonly RegExp[]} may
 * @property {readonly RegExp[]} [mayTypes]
 * @property {readonly RegExp[]} [packages]
 * @property {string} because
 */

/** Folders of `server` that are one feature each. */
const FEATURES =
  'checkouts|entities|payments|registrations|schedules|threeds|risk|throttling|webhooks|settlement|reports|query|test-clock'

/** Services, and the further files that a feature shows to others. */
const FACES = [
  new RegExp(`^server/(${FEATURES})/service\\.ts$`),
  /^server\/entities\/(access|settings|channels-below|named-object)\.ts$/,
  /^server\/payments\/(answer|read-answer|prepare|prepare-errors|money|details|order-time)\.ts$/,
  /^server\/registrations\/(answer|details|registrations)\.ts$/,
  /^server\/idempotency\/(once|idempotency|entry)\.ts$/,
  /^server\/instruments\/(read-instrument|instrument-errors|kept-instrument|sent-instrument|named-brand|sepa)\.ts$/,
  /^server\/risk\/(screen|read-settings)\.ts$/,
  /^server\/throttling\/(throttle|settings)\.ts$/,
  /^server\/wallets\/wallets\.ts$/,
]

const COMMON = /^common\//
const FOUNDATIONS = [
  COMMON,
  /^server\/(ids|config|throttling-limits|build-number|equal-secrets)\.ts$/,
  /^server\/(parameters|results|timers|vault)\//,
  /^server\/store\/(port|errors)\.ts$/,
  /^server\/connectors\/(connector|instrument)\.ts$/,
]
const HTTP = /^server\/http\//

/** @type {readonly Room[]} */
export const ROOMS = [
  {
    name: 'common',
    files: /^common\//,
    may: [],
    packages: [],
    because: 'common is for browser and server alike and stands on nothing else',
  },
  {
    name: 'widget',
    files: /^widget\//,
    may: [COMMON, /^locales\//],
    packages: [/^preact(\/|$)/, /^@preact\/signals$/],
    because: 'the widget is loaded by every shopper: common, locales and Preact are all it takes',
  },
  {
    name: 'shop',
    files: /^shop\//,
    may: [COMMON],
    because: 'the shop stands for a merchant, who has neither our server nor our widget to import',
  },
  {
    name: 'rules of a feature',
    files: new RegExp(`^server/(${FEATURES})/(?=rules\\.ts$)`),
    may: [
      COMMON,
      /^server\/(parameters|results)\//,
      /^server\/store\/port\.ts$/,
      /^server\/connectors\/connector\.ts$/,
    ],
    packages: [],
    because: 'rules are pure: no service, no store, no input or output',
  },
  {
    name: 'the wire of a feature',
    files: new RegExp(`^server/(${FEATURES})/(?=([\\w-]+-)?(routes|answer)\\.ts$)`),
    may: [...FOUNDATIONS, HTTP, ...FACES],
    mayTypes: [new RegExp(`^server/(${FEATURES})/`)],
    because: "routes and answers know the wire, their own feature and other features' faces",
  },
  {
    name: 'a feature',
    files: new RegExp(`^server/(${FEATURES})/`),
    may: [...FOUNDATIONS, ...FACES],
    mayTypes: [new RegExp(`^server/(${FEATURES})/`)],
    because:
      "a feature knows the foundations and other features' faces, never their rules, no engine and no wire",
  },
  {
    name: 'instruments',
    files: /^server\/instruments\//,
    may: FOUNDATIONS,
    mayTypes: [
      /^server\/entities\/access\.ts$/,
      /^server\/gift-cards\/gift-cards\.ts$/,
      /^server\/wallets\/wallets\.ts$/,
    ],
    packages: [],
    because: 'instruments read what a request is paid with; whom they ask is handed to them',
  },
  {
    name: 'gift cards',
    files: /^server\/gift-cards\//,
    may: [...FOUNDATIONS, /^server\/payments\/(details|way-back)\.ts$/],
    mayTypes: [/^server\/payments\//],
    packages: [],
    because: 'the simulated issuer keeps balances, and goes along with payments as their companion',
  },
  {
    name: 'wallets',
    files: /^server\/wallets\//,
    may: [...FOUNDATIONS, HTTP, /^server\/idempotency\/once\.ts$/],
    mayTypes: [/^server\/entities\//, /^server\/idempotency\/entry\.ts$/],
    packages: [/^node:/, /^pkijs$/, /^asn1js$/, /^jose$/, /^fastify$/],
    because: 'wallets get cards out of tokens and know nothing of payments',
  },
  {
    name: 'idempotency',
    files: /^server\/idempotency\//,
    may: [...FOUNDATIONS, HTTP, ...FACES],
    mayTypes: [new RegExp(`^server/(${FEATURES})/`)],
    because: 'idempotency stands between the wire and the features: it keeps what was answered',
  },
  {
    name: 'http',
    files: /^server\/http\//,
    may: [...FOUNDATIONS, ...FACES],
    because: 'http is what all routes share: it asks services and knows no engine',
  },
  {
    name: 'pages of the simulator',
    files: /^server\/pages\/simulator\//,
    may: [
      ...FOUNDATIONS,
      HTTP,
      ...FACES,
      /^server\/connectors\/simulator\//,
      /^server\/payments\/(details|way-back)\.ts$/,
      /^server\/pages\/(docs\/markup|page-style|mark)\.ts$/,
    ],
    because: 'a provider of the simulator shows what its connector was told to do',
  },
  {
    name: 'pages',
    files: /^server\/pages\//,
    may: [
      ...FOUNDATIONS,
      HTTP,
      ...FACES,
      /^server\/openapi\//,
      // The document of a secured field belongs to the code that runs in it.
      /^widget\/frames\/document\.ts$/,
      // What a page may ask the widget for is the widget's to say.
      /^widget\/(options\/known-options|forms\/card\/brand-choice)\.ts$/,
    ],
    because: 'pages are routes that answer documents',
  },
  {
    name: 'openapi',
    files: /^server\/openapi\//,
    may: [COMMON, /^server\/(parameters|results)\//],
    packages: [],
    because: 'what the gateway says of itself is made of its tables, by pure functions',
  },
  {
    name: 'parameters',
    files: /^server\/parameters\//,
    may: [COMMON, /^server\/results\//],
    because: 'parameters are data and pure functions over them',
  },
  {
    name: 'results',
    files: /^server\/results\//,
    may: [COMMON],
    because: 'result codes stand on nothing',
  },
  {
    name: 'timers',
    files: /^server\/timers\//,
    may: [...FOUNDATIONS, ...FACES],
    because: 'timers call services and know no engine',
  },
  {
    name: 'the gateway connector',
    files: /^server\/connectors\/gateway\//,
    may: [...FOUNDATIONS, HTTP, /^server\/payments\/(details|way-back)\.ts$/],
    packages: [/^node:/, /^fastify$/],
    because:
      'it speaks the interface as a client: the tables say what, its own route takes the shopper back',
  },
  {
    name: 'connectors',
    files: /^server\/connectors\//,
    may: [
      COMMON,
      /^server\/results\//,
      /^server\/(ids|config|equal-secrets)\.ts$/,
      /^server\/store\/port\.ts$/,
    ],
    because: 'a connector talks to the outside and decides nothing',
  },
  {
    name: 'vault',
    files: /^server\/vault\//,
    may: [
      /^server\/(ids|config|data-directory)\.ts$/,
      /^server\/store\/(port|errors)\.ts$/,
      /^server\/timers\/clock\.ts$/,
    ],
    because: 'the vault is small enough to be read whole',
  },
  {
    name: 'the port of the store',
    files: /^server\/store\/(?=(port|errors|balance)\.ts$)/,
    may: [COMMON],
    packages: [],
    because: 'a port knows none of its engines',
  },
  {
    name: 'an engine of the store',
    files: /^server\/store\//,
    may: [COMMON],
    because: 'engines keep rows and know nothing of what they mean',
  },
  {
    name: 'wiring',
    files: /^server\/(app|services|main)\.ts$|^server\/(process|cli)\//,
    may: [COMMON, /^server\//, /^shop\/server\.ts$/],
    because: 'the gateway is put together without the code of the browser',
  },
  {
    name: 'simulation',
    files: /^server\/simulation\//,
    may: [COMMON, /^server\/(?!main\.ts|app\.ts|process\/|cli\/)/],
    because: 'the simulation gives the real services a world of its own; nothing else imports it',
  },
  {
    name: 'settings and ids',
    files: /^server\/(?=[\w-]+\.ts$)/,
    may: [COMMON],
    packages: [/^node:/],
    because: 'they are needed everywhere and need nothing',
  },
]

/** The only file of the server that asks what time it is; everybody else is handed a clock. */
export const CLOCK = 'server/timers/clock.ts'

/** Tests and what only tests use may reach everywhere. */
export const FREE = /\.(test|fixture|suite)\.tsx?$|^server\/(\w+\/)?(testing|contract)\//
