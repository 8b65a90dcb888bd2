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

/** What a folder shows: its `index.ts`. The messages of EMV 3-D Secure are for all who speak the protocol. */
const FACES = [
  /^server\/payments\/([\w-]+\/)?index\.ts$/,
  /^server\/features\/[\w-]+\/index\.ts$/,
  /^server\/features\/three-ds\/messages\//,
]
const ACQUIRERS_FACE = /^acquirers\/index\.ts$/
const OPERATIONS_FACES = [/^operations\/[\w-]+\/index\.ts$/]

/** Handlers of checkouts and queries, which stand in files of their own. */
const HANDLERS =
  'changes|submit|summary|status|session|channel-session|find-checkout|find-webhook|query-list|reports|browser-values|call-parts|list-payments|list-stored|read-payment|stream-payments|operate|overview|overview-groups|list-disputes|settings-change|user-facts'

const COMMON = /^common\//
/** Made by the build out of the tables. */
const WIRE_TYPES = /^dist\/types\/wire\.ts$/
const PORT = /^server\/store\/(port|errors|commit-parts|with-commit)\.ts$/
/** Which describe requests and answers, for the types of the back office. */
const ROUTES = /^(operations|server\/features)\/[\w-]+\/([\w-]+-)?(routes|answer)\.ts$/
/** What everything above stands on. */
const FOUNDATIONS = [COMMON, PORT, /^server\/(kernel|results|parameters|entities)\//]
const HTTP = /^server\/http\//
const OUTGOING = /^server\/http\/outgoing\//
/** What answers a request once, and counts how often it may come. */
const GUARDS = /^server\/http\/(idempotency|throttling)\//
/** What every command of `tillgate` is made of, and the rules of `tillgate check`. */
const CLI = /^server\/cli\//
const PURE = [COMMON, /^server\/(parameters|results)\//]

/**
 * @param {string} name
 * @param {string} folder where each feature has a folder
 * @param {readonly RegExp[]} faces of others, which it may import
 * @returns {readonly Room[]}
 */
function roomsOfFeatures(name, folder, faces) {
  const feature = `^${folder}/[\\w-]+/`
  return [
    {
      name: `the wire of ${name}`,
      files: new RegExp(
        `${feature}((authentication|server)/)?(?=(([\\w-]+-)?(routes|answer|notified)|${HANDLERS})\\.ts$)`,
      ),
      may: [...FOUNDATIONS, HTTP, ...faces],
      because:
        'routes, answers and payloads of notifications know the wire and the faces of others',
    },
    {
      name: `what ${name} brings to the process`,
      files: new RegExp(
        `${feature}(?=feature\\.ts$|commands/|check-rules\\.ts$|doctor-checks\\.ts$|[\\w-]+-settings\\.ts$|wallet-keys\\.ts$)`,
      ),
      may: [...FOUNDATIONS, HTTP, CLI, ...faces],
      because:
        'its manifest, commands, checks and settings know the process, and of others their faces',
    },
    {
      name,
      files: new RegExp(feature),
      may: [...FOUNDATIONS, GUARDS, ...faces],
      mayTypes: [OUTGOING],
      because: 'a feature knows the foundations and the faces of others, no engine and no wire',
    },
  ]
}

/** @type {readonly Room[]} */
export const ROOMS = [
  {
    name: 'common',
    files: /^common\//,
    may: [],
    mayTypes: [WIRE_TYPES],
    packages: [],
    because: 'common is for browser and server alike and stands on nothing else',
  },
  {
    name: 'fetched code',
    files:
      /^widget\/(advice|authentication|checkout|list|restoring|forms\/(?!card\/|shell\/)[\w-]+)\//,
    // The parts of button forms are fetched code themselves; the other files draw nothing and keep no state.
    may: [
      COMMON,
      /^locales\//,
      /^widget\/frames\/submit\.ts$/,
      /^widget\/forms\/button\//,
      /^widget\/(fetched\/(adopt-look|notices)|forms\/card\/awaited-answer|forms\/fields\/date-parts)\.ts$/,
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
    name: 'clients',
    files: /^clients\/(?!testing\/)/,
    may: [],
    mayTypes: [/^dist\/types\/merchant-wire\.ts$/],
    packages: [],
    because: "a merchant's server copies one file, which stands on nothing else",
  },
  {
    name: 'the checks of any server',
    files: /^server\/app\/cli\/conformance\//,
    may: [],
    packages: [/^node:/],
    because:
      'they ask over HTTP: what they knew of our server they could not find missing in another',
  },
  {
    name: 'shop',
    files: /^shop\//,
    may: [COMMON, /^clients\/tillgate\.mjs$/],
    because: 'the shop stands for a merchant, who has neither our server nor our widget to import',
  },
  {
    name: 'back office',
    files: /^operations\/backoffice\//,
    may: [COMMON, /^locales\/backoffice\//],
    // What routes describe of their requests and answers.
    mayTypes: [WIRE_TYPES, ROUTES],
    packages: [/^preact(\/|$)/, /^@preact\/signals$/, /^preact-iso$/, /^i18next$/, /^uplot(\/|$)/],
    because: 'the back office knows the gateway by its wire only, as any script does',
  },
  {
    name: 'the port of the store',
    files: /^server\/store\/(?=(port|errors|balance)\.ts$)/,
    may: [COMMON],
    packages: [],
    because: 'a port knows none of its engines',
  },
  {
    name: 'the store',
    files: /^server\/store\//,
    may: [COMMON],
    because: 'engines keep rows and know nothing of what they mean',
  },
  {
    name: 'settings and ids',
    files: /^server\/kernel\/(?=ids\.ts$|settings\/)/,
    may: [COMMON],
    packages: [/^node:/],
    because: 'they are needed everywhere and need nothing',
  },
  {
    name: 'version',
    files: /^server\/kernel\/version\.ts$/,
    may: [/^package\.json$/],
    because: 'it is written in package.json, and read in one place',
  },
  {
    name: 'kernel',
    files: /^server\/kernel\//,
    may: [COMMON, PORT],
    because: 'vault and timers know the port of the store, and nothing of payments',
  },
  {
    name: 'results',
    files: /^server\/results\//,
    may: [COMMON],
    because: 'result codes stand on nothing',
  },
  {
    name: 'parameters',
    files: /^server\/parameters\//,
    may: PURE,
    because: 'parameters are data and pure functions over them',
  },
  {
    name: 'entities',
    files: /^server\/entities\//,
    may: FOUNDATIONS,
    because: 'who may call, and with which settings, is asked by everything above',
  },
  {
    name: 'the parts of commands',
    files: CLI,
    may: [...FOUNDATIONS, /^server\/store\//, /^server\/http\/route\.ts$/],
    because: 'a command opens a database or asks a route, and knows nothing of what that does',
  },
  {
    name: 'outgoing',
    files: OUTGOING,
    may: [/^server\/entities\/ip-ranges\.ts$/, /^server\/kernel\/trace-context\.ts$/],
    packages: [/^node:/],
    because:
      'what calls other servers knows addresses, sockets and traces, and nothing of what it carries',
  },
  {
    name: 'http',
    files: HTTP,
    may: FOUNDATIONS,
    because: 'http is what all routes share, and knows no feature',
  },
  {
    name: 'rules',
    files: /^(server\/(payments|features\/[\w-]+)|operations\/[\w-]+)\/(?=(outcome-)?rules\.ts$)/,
    may: [
      ...PURE,
      PORT,
      /^server\/kernel\/writable\.ts$/,
      /^server\/entities\/(risk-)?settings\.ts$/,
      /^server\/payments\/connectors\/connector\.ts$/,
    ],
    packages: [],
    because: 'rules are pure: no service, no store, no input or output',
  },
  {
    name: 'how a provider is described',
    files: /^acquirers\/([\w-]+\/(?=provider\.ts$)|(?=(simulator|providers)\.ts$))/,
    may: [...FOUNDATIONS, /^server\/payments\/accounts\/(account|provider)\.ts$/],
    mayTypes: [/^server\/payments\/connectors\/[\w-]+\.ts$/],
    packages: [],
    because: 'a provider says in its own folder what the rest has to know of it',
  },
  {
    name: 'how accounts are connected',
    files: /^acquirers\/(?=(connect|index)\.ts$)/,
    may: [...FACES, /^acquirers\/(providers\.ts$|shared\/|gateway\/)/],
    mayTypes: [PORT],
    packages: [],
    because: 'it makes each connector of what its provider says, for what the process gives',
  },
  {
    name: 'the gateway connector',
    files: /^acquirers\/gateway\//,
    may: [
      ...FOUNDATIONS,
      HTTP,
      ...FACES,
      /^acquirers\/shared\//,
      /^server\/payments\/(connectors\/[\w-]+\.ts$|instruments\/)/,
    ],
    mayTypes: [/^server\/payments\/accounts\/account\.ts$/],
    packages: [/^node:/, /^fastify$/, /^typebox$/],
    because:
      'it speaks the interface as a client: the tables say what, its own route takes the shopper back',
  },
  {
    name: 'connectors of providers',
    files: /^acquirers\/[\w-]+\//,
    may: [
      ...FOUNDATIONS,
      /^acquirers\/shared\//,
      /^server\/http\/outgoing\/(client|bearer-tokens)\.ts$/,
      /^server\/payments\/connectors\/[\w-]+\.ts$/,
    ],
    mayTypes: [/^server\/payments\/(instruments\/|accounts\/account\.ts$)/],
    packages: [/^node:(crypto|http)$/, /^typebox$/],
    because: 'a provider is spoken to by its own folder: what it needs it is given',
  },
  {
    name: 'connectors',
    files: /^server\/payments\/connectors\//,
    may: [...FOUNDATIONS, /^server\/http\/outgoing\/client\.ts$/],
    mayTypes: [/^server\/payments\/(instruments\/|accounts\/account\.ts$)/],
    because: 'a connector talks to the outside and decides nothing',
  },
  {
    name: 'instruments',
    files: /^server\/payments\/instruments\//,
    may: [...FOUNDATIONS, /^server\/payments\/connectors\/[\w-]+\.ts$/],
    packages: [],
    because: 'instruments read what a request is paid with; whom they ask is handed to them',
  },
  {
    name: 'the wire of payments',
    files: /^server\/payments\/(?=([\w-]+\/)?([\w-]+-)?(routes|answer|notified)\.ts$)/,
    may: [...FOUNDATIONS, HTTP, /^server\/payments\//],
    because: 'routes and answers know the wire and the payments',
  },
  {
    name: 'payments',
    files: /^server\/payments\//,
    may: [...FOUNDATIONS, GUARDS],
    // What a feature may bring, beside its part in payments.
    mayTypes: [CLI, /^server\/http\/route\.ts$/],
    because: 'payments know no feature: what takes part in them is an extension',
  },
  {
    name: 'messages of 3-D Secure',
    files: /^server\/features\/three-ds\/messages\//,
    may: [COMMON, /^server\/parameters\/iso-codes\.ts$/],
    packages: [/^node:net$/],
    because: 'messages are data and pure functions over them, for all who speak the protocol',
  },
  {
    name: 'the page of a checkout',
    files: /^server\/features\/checkouts\/shopper-page\.ts$/,
    may: [...FOUNDATIONS, HTTP, /^locales\//, /^server\/features\/checkouts\//],
    because: 'the page of a browser says in words what has become of a checkout',
  },
  {
    name: 'the page of an authentication',
    files: /^server\/features\/three-ds\/page\//,
    may: [...FOUNDATIONS, HTTP, ...FACES, /^locales\//, /^server\/features\/three-ds\//],
    because: 'the page of a browser shows what the authentication service says of a payment',
  },
  {
    name: 'wallets',
    files: /^server\/features\/wallets\//,
    may: [...FOUNDATIONS, HTTP, ...FACES],
    packages: [/^node:/, /^pkijs$/, /^asn1js$/, /^jose$/, /^fastify$/],
    because: 'wallets get cards out of tokens and know nothing of payments',
  },
  {
    name: 'the lists of features',
    files: /^(server|operations|sandbox)\/features\.ts$|^server\/(?=compose\.ts$)/,
    may: [
      /^(server\/features|operations|sandbox)\/[\w-]+\/feature\.ts$/,
      /^(operations|sandbox)\/features\.ts$/,
      // The demo is made before there are features.
      /^sandbox\/demo\//,
      /^server\/payments\/([\w-]+\/)?index\.ts$/,
    ],
    mayTypes: [
      /^server\/(kernel\/settings\/config|features)\.ts$/,
      /^(server\/features|operations)\/[\w-]+\/index\.ts$/,
    ],
    packages: [],
    because: 'they name all features and make each of what it needs, and do nothing else',
  },
  {
    name: 'mail',
    files: /^operations\/mail\//,
    may: [...FOUNDATIONS, HTTP, CLI, ...FACES, ...OPERATIONS_FACES, /^locales\/(mail|receipt)\//],
    because: 'mails are made of texts and markup, as pages are, and ask features for what is due',
  },
  ...roomsOfFeatures('a feature of the gateway', 'server/features', FACES),
  ...roomsOfFeatures('a feature of operations', 'operations', [
    ...FACES,
    ACQUIRERS_FACE,
    ...OPERATIONS_FACES,
  ]),
  {
    name: 'widget host',
    files: /^server\/widget-host\//,
    may: [
      ...FOUNDATIONS,
      HTTP,
      ...FACES,
      // The keys of its texts, which a page may replace.
      /^locales\/(fetched\/)?en\.json$/,
      // The document of a secured field belongs to the code that runs in it.
      /^widget\/frames\/document\.ts$/,
      // What a page may ask the widget for is the widget's to say.
      /^widget\/(options\/(descriptions|members|shown-default)|forms\/registry)\.ts$/,
    ],
    because: 'it serves the code of the browser and runs none of it',
  },
  {
    name: 'openapi',
    files: /^reference\/openapi\//,
    may: PURE,
    mayTypes: [/^server\/http\/(route|described-answer)\.ts$/],
    packages: [],
    because: 'what the gateway says of itself is made of its tables, by pure functions',
  },
  {
    name: 'reference',
    files: /^reference\//,
    may: [
      ...FOUNDATIONS,
      HTTP,
      ...FACES,
      /^server\/widget-host\/appended-brotli\.ts$/,
      // What it says of cards and brands is what the sandbox and the widget have of them.
      /^sandbox\/(enrolled-cards|simulator\/(slips|shopper-account))\.ts$/,
      /^widget\/(logos\/(logos|rare-logos)|marks\/marks)\.ts$/,
      /^widget\/(options\/(descriptions|members|shown-default)|forms\/registry)\.ts$/,
    ],
    because: 'the reference shows what the tables say',
  },
  {
    name: 'emulated acquirers',
    files: /^sandbox\/acquirers\/[\w-]+\//,
    may: [COMMON, /^server\/http\/pages\/markup\.ts$/, /^sandbox\/acquirers\/shared\//],
    packages: [/^node:/],
    because: 'an emulator shares no table with the connector that is tried against it',
  },
  {
    name: 'sandbox',
    files: /^sandbox\//,
    may: [...FOUNDATIONS, HTTP, CLI, ...FACES, ACQUIRERS_FACE, ...OPERATIONS_FACES, /^locales\//],
    because: 'the sandbox plays acquirer, issuer, wallets and time, and knows no process around it',
  },
  {
    name: 'wiring',
    files: /^server\/(main\.ts$|app\/)/,
    may: [
      COMMON,
      /^server\/(?!payments\/|features\/)/,
      ...FACES,
      ACQUIRERS_FACE,
      /^reference\//,
      /^shop\/server\.ts$/,
    ],
    because: 'the gateway is put together out of what its parts show',
  },
  {
    name: 'simulation',
    files: /^simulation\//,
    may: [
      COMMON,
      /^sandbox\//,
      /^server\/(?!main\.ts|app\/|payments\/|features\/)/,
      /^server\/app\/services\.ts$/,
      ...FACES,
      ACQUIRERS_FACE,
      ...OPERATIONS_FACES,
    ],
    because: 'the simulation gives the real services a world of its own; nothing else imports it',
  },
]

/** So many files may need each other, imports of types counted: a reader has to read all of them to know one. */
export const MAX_CIRCLE = 3

/** Where one is larger, of six files: outcomes, the stages that they continue, and the decisions of people on them. */
export const LARGER_CIRCLES =
  /^server\/payments\/((authenticate|record|references|second-person)\/|stages\.ts$)/

/** What the process begins with. */
export const ENTRY = 'server/main.ts'

/** What the start of the process does not load. */
export const LAZY = [
  // They take time to load, and only tokens of wallets and second factors of people need them.
  /^(asn1js|jose|otpauth|pkijs|uqr)$/,
  // Live never loads it.
  /^sandbox\/features\.ts$/,
]

/** The only file of the server that asks what time it is; everybody else is handed a clock. */
export const CLOCK = 'server/kernel/timers/clock.ts'

/** The only file of the server that sends HTTP requests: it filters where they go (R-SSRF-1). */
export const OUTGOING_CLIENT = 'server/http/outgoing/client.ts'

/** A command that asks the server that its user names, as a client does: no gateway loads it. */
export const ASKING_COMMAND = 'server/app/cli/conformance/asked-server.ts'

/** Tests and what only tests use may reach everywhere. */
export const FREE = /\.(test|fixture|suite)\.tsx?$|^server\/([\w-]+\/)*(testing|contract)\//
