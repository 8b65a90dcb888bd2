/**
 * The borders between the rooms of the house (docs/architecture.md), as data.
 *
 * A file belongs to the first room whose `files` it matches; whatever is below the matched part
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
  'checkouts|entities|payments|registrations|schedules|three-ds/authentication|risk|throttling|webhooks|query'

/** Services, and the further files that a feature shows to others. */
const FACES = [
  new RegExp(`^server/(features/|http/)?(${FEATURES})/service\\.ts$`),
  /^server\/entities\/(access|cached|settings|risk-settings|card-testing-settings|ip-ranges|channels-below|named-object|page-origins)\.ts$/,
  /^server\/payments\/(answer|read-answer|prepare|steps|prepare-errors|money|details|echoed-request|confidential|booking|part-payment|single-use-token)\.ts$/,
  /^server\/features\/registrations\/(answer|authenticated|details|registrations|series-takeover)\.ts$/,
  /^server\/http\/idempotency\/(once|idempotency|entry)\.ts$/,
  /^server\/payments\/instruments\/(bin-list|card|gift-card|instruments|judge|kept|named-brand|read-instrument|sepa)\.ts$/,
  /^server\/features\/risk\/screen\.ts$/,
  /^server\/features\/webhooks\/(notifications|notification-body|payment-notified|new-delivery)\.ts$/,
  /^server\/http\/throttling\/(throttle|client-window)\.ts$/,
  /^server\/features\/wallets\/(wallets|merchant-session)\.ts$/,
  /^server\/payments\/card-schemes\.ts$/,
  /^server\/payments\/connectors\/gateway\/forwarded\.ts$/,
  /^server\/features\/three-ds\/(messages\/[\w-]+|server\/(asked|contract|indicators|result|states))\.ts$/,
]

/** Handlers of checkouts, which stand in files of their own. */
const HANDLERS =
  'changes|delete-offered|submit|summary|status|session|channel-session|find-checkout|find-registration|find-webhook|query-list|query-by-id|browser-values'

const COMMON = /^common\//
const FOUNDATIONS = [
  COMMON,
  /^server\/(kernel\/ids|kernel\/settings\/[\w-]+|http\/build-number|payments\/connectors\/(equal-secrets|shopper-return-url))\.ts$/,
  /^server\/(parameters|results|kernel\/timers|kernel\/vault)\//,
  /^server\/store\/(port|errors|commit-parts|with-commit)\.ts$/,
  /^server\/payments\/(connectors\/connector|instruments\/(instrument|wallet-token))\.ts$/,
]
const HTTP = /^server\/http\//
const OUTGOING = /^server\/http\/outgoing\//

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
    name: 'fetched code',
    files: /^widget\/(advice|authentication|checkout|list|forms\/(?!card\/|shell\/)[\w-]+)\//,
    // The parts of button forms are fetched code themselves; the other files draw nothing and keep no state.
    may: [
      COMMON,
      /^locales\//,
      /^widget\/frames\/submit\.ts$/,
      /^widget\/forms\/button\//,
      /^widget\/(fetched\/adopt-look|forms\/card\/awaited-answer|forms\/shell\/notice)\.ts$/,
      /^widget\/session\/(result-address|send-form)\.ts$/,
      /^widget\/options\/flag\.ts$/,
    ],
    mayTypes: [/^widget\//],
    packages: [],
    because: 'code that is fetched borrows Preact and state from the script (its kit)',
  },
  {
    name: 'the start of the script',
    files: /^widget\/start\//,
    may: [
      COMMON,
      /^widget\/(fetched\/load-code|options\/(flag|page-options)|page\/(next-task|runs))\.ts$/,
      /^widget\/(forms\/registry|secured\/frame-address|session\/read-session|texts\/load-texts)\.ts$/,
      // Two texts for a page whose main code does not come.
      /^locales\/en\.json$/,
    ],
    mayTypes: [/^widget\//],
    packages: [],
    because: 'every page waits for the start: it draws nothing and is a few kB',
  },
  {
    name: 'widget',
    files: /^widget\//,
    may: [COMMON, /^locales\//],
    packages: [/^preact(\/|$)/, /^@preact\/signals$/],
    because: 'the widget is loaded by every shopper: common, locales and Preact are all it takes',
  },
  {
    name: 'wrappers',
    files: /^wrappers\//,
    may: [],
    mayTypes: [/^common\/widget-types\.ts$/],
    packages: [/^react$/],
    because: 'a page that installs the package gets the few lines of its wrapper and nothing else',
  },
  {
    name: 'shop',
    files: /^shop\//,
    may: [COMMON],
    because: 'the shop stands for a merchant, who has neither our server nor our widget to import',
  },
  {
    name: 'the gateway connector',
    files: /^server\/payments\/connectors\/gateway\//,
    may: [...FOUNDATIONS, HTTP, OUTGOING, /^server\/payments\/instruments\//],
    packages: [/^node:/, /^fastify$/],
    because:
      'it speaks the interface as a client: the tables say what, its own route takes the shopper back',
  },
  {
    name: 'connectors',
    files: /^server\/payments\/connectors\//,
    may: [
      COMMON,
      /^server\/results\//,
      /^server\/(kernel\/ids|kernel\/settings\/config|payments\/connectors\/equal-secrets)\.ts$/,
      /^server\/store\/port\.ts$/,
    ],
    mayTypes: [/^server\/payments\/instruments\//],
    because: 'a connector talks to the outside and decides nothing',
  },
  {
    name: 'instruments',
    files: /^server\/payments\/instruments\//,
    may: FOUNDATIONS,
    mayTypes: [/^server\/entities\/access\.ts$/],
    packages: [],
    because: 'instruments read what a request is paid with; whom they ask is handed to them',
  },
  {
    name: 'rules of a feature',
    files: new RegExp(`^server/(features/|http/)?(${FEATURES})/(?=rules\\.ts$)`),
    may: [
      COMMON,
      /^server\/(parameters|results)\//,
      /^server\/store\/port\.ts$/,
      /^server\/entities\/(risk-)?settings\.ts$/,
      /^server\/payments\/connectors\/connector\.ts$/,
    ],
    packages: [],
    because: 'rules are pure: no service, no store, no input or output',
  },
  {
    name: 'the wire of a feature',
    files: new RegExp(
      `^server/(features/|http/)?(${FEATURES})/(?=(([\\w-]+-)?(routes|answer|notified)|${HANDLERS})\\.ts$)`,
    ),
    may: [...FOUNDATIONS, HTTP, ...FACES],
    mayTypes: [new RegExp(`^server/(features/|http/)?(${FEATURES})/`)],
    because:
      "routes, answers and payloads of notifications know the wire, their own feature and other features' faces",
  },
  {
    name: 'a feature',
    files: new RegExp(`^server/(features/|http/)?(${FEATURES})/`),
    may: [...FOUNDATIONS, ...FACES],
    mayTypes: [new RegExp(`^server/(features/|http/)?(${FEATURES})/`), OUTGOING],
    because:
      "a feature knows the foundations and other features' faces, never their rules, no engine and no wire",
  },
  {
    name: 'metrics',
    files: /^server\/features\/metrics\//,
    may: [...FOUNDATIONS, HTTP],
    packages: [],
    because: 'metrics see commits and answers go by, and know no feature',
  },
  {
    name: 'gift cards',
    files: /^server\/features\/gift-cards\//,
    may: [...FOUNDATIONS, /^server\/payments\/(details|part-payment)\.ts$/],
    mayTypes: [/^server\/payments\//, /^server\/payments\/instruments\/gift-card\.ts$/],
    packages: [],
    because:
      'the simulated issuer keeps balances, and goes along with payments as their participant',
  },
  {
    name: 'number retention',
    files: /^server\/features\/number-retention\//,
    may: [...FOUNDATIONS, /^server\/payments\/details\.ts$/],
    mayTypes: [/^server\/payments\//, /^server\/entities\/settings\.ts$/],
    packages: [],
    because: 'it deletes numbers of stored payments, and goes along with payments as a participant',
  },
  {
    name: 'wallets',
    files: /^server\/features\/wallets\//,
    may: [
      ...FOUNDATIONS,
      HTTP,
      OUTGOING,
      /^server\/http\/idempotency\/once\.ts$/,
      /^sandbox\/wallets\//,
    ],
    mayTypes: [/^server\/entities\//, /^server\/http\/idempotency\/entry\.ts$/],
    packages: [/^node:/, /^pkijs$/, /^asn1js$/, /^jose$/, /^fastify$/],
    because: 'wallets get cards out of tokens and know nothing of payments',
  },
  {
    name: 'messages of 3-D Secure',
    files: /^server\/features\/three-ds\/messages\//,
    may: [COMMON, /^server\/parameters\/iso-\d+\.ts$/],
    packages: [/^node:net$/],
    because: 'messages are data and pure functions over them, for all who speak the protocol',
  },
  {
    name: '3DS server',
    files: /^server\/features\/three-ds\/server\//,
    may: [
      ...FOUNDATIONS,
      OUTGOING,
      /^server\/features\/three-ds\/messages\//,
      /^server\/payments\/card-schemes\.ts$/,
    ],
    mayTypes: [/^server\/entities\/settings\.ts$/],
    packages: [/^node:crypto$/],
    because: 'the 3DS server asks directories and knows no payment',
  },
  {
    name: 'idempotency',
    files: /^server\/http\/idempotency\//,
    may: [...FOUNDATIONS, HTTP, ...FACES],
    mayTypes: [new RegExp(`^server/(features/|http/)?(${FEATURES})/`)],
    because: 'idempotency stands between the wire and the features: it keeps what was answered',
  },
  {
    name: 'http',
    files: /^server\/http\//,
    may: [...FOUNDATIONS, ...FACES],
    because: 'http is what all routes share: it asks services and knows no engine',
  },
  {
    name: 'pages of an authentication',
    files: /^server\/features\/three-ds\/page\//,
    may: [
      ...FOUNDATIONS,
      HTTP,
      ...FACES,
      /^locales\//,
      /^server\/features\/three-ds\/authentication\/browser-(authentication|values)\.ts$/,
      /^server\/features\/three-ds\/messages\//,
    ],
    because: 'the page of a browser shows what the authentication service says of a payment',
  },
  {
    name: 'pages',
    files: /^(server\/widget-host|reference)\//,
    may: [
      ...FOUNDATIONS,
      HTTP,
      ...FACES,
      /^reference\/openapi\//,
      // The cards that the reference lists.
      /^sandbox\/directory\/scenarios\.ts$/,
      // What the reference says of each brand is what the simulator and the widget have of it.
      /^sandbox\/simulator\/(slips|shopper-account)\.ts$/,
      /^widget\/(logos\/(logos|rare-logos)|marks\/marks)\.ts$/,
      /^server\/widget-host\/appended-brotli\.ts$/,
      // Which checkout a secured field pays is the checkouts' rule.
      /^server\/features\/checkouts\/frame-order\.ts$/,
      // The document of a secured field belongs to the code that runs in it.
      /^widget\/frames\/document\.ts$/,
      // What a page may ask the widget for is the widget's to say.
      /^widget\/(options\/(descriptions|members|shown-default)|forms\/registry)\.ts$/,
      // The keys of its texts, which a page may replace.
      /^locales\/(fetched\/)?en\.json$/,
    ],
    because: 'pages are routes that answer documents',
  },
  {
    name: 'outgoing',
    files: /^server\/http\/outgoing\//,
    may: [/^server\/entities\/ip-ranges\.ts$/],
    packages: [/^node:/],
    because: 'what calls other servers knows addresses and sockets, and nothing of what it carries',
  },
  {
    name: 'openapi',
    files: /^reference\/openapi\//,
    may: [COMMON, /^server\/(parameters|results)\//],
    mayTypes: [/^server\/http\/route\.ts$/],
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
    files: /^server\/kernel\/timers\//,
    may: [...FOUNDATIONS, ...FACES],
    because: 'timers call services and know no engine',
  },
  {
    name: 'vault',
    files: /^server\/kernel\/vault\//,
    may: [
      /^server\/(kernel\/ids|kernel\/settings\/(config|data-directory))\.ts$/,
      /^server\/store\/(port|errors)\.ts$/,
      /^server\/kernel\/timers\/clock\.ts$/,
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
    name: 'sandbox',
    files: /^sandbox\//,
    may: [COMMON, /^locales\//, /^server\/(?!app\/)/],
    because: 'the sandbox plays acquirer, issuer, wallets and time, and knows no process around it',
  },
  {
    name: 'wiring',
    files: /^server\/(main\.ts$|app\/)/,
    may: [COMMON, /^(server|sandbox|reference)\//, /^shop\/server\.ts$/],
    because: 'the gateway is put together without the code of the browser',
  },
  {
    name: 'simulation',
    files: /^simulation\//,
    may: [COMMON, /^sandbox\//, /^server\/(?!main\.ts|app\/(?!services))/],
    because: 'the simulation gives the real services a world of its own; nothing else imports it',
  },
  {
    name: 'settings and ids',
    files: /^server\/kernel\/(?=ids\.ts$|settings\/)/,
    may: [COMMON],
    packages: [/^node:/],
    because: 'they are needed everywhere and need nothing',
  },
]

/** The only file of the server that asks what time it is; everybody else is handed a clock. */
export const CLOCK = 'server/kernel/timers/clock.ts'

/** The only file of the server that sends HTTP requests: it filters where they go (R-SSRF-1). */
export const OUTGOING_CLIENT = 'server/http/outgoing/client.ts'

/** Tests and what only tests use may reach everywhere. */
export const FREE = /\.(test|fixture|suite)\.tsx?$|^server\/([\w-]+\/)*(testing|contract)\//
