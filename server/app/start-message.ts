import { shownAddress } from '../../common/database-servers.ts'
import type { DatabaseSetting } from '../kernel/settings/config.ts'
import { version } from '../kernel/version.ts'
import type { AcquirerWithShop } from './demo.ts'
import { unsupportedInLive } from './live-settings.ts'
import type { RunningSystem } from './start.ts'

/** What the process prints once it serves: where, with which credentials, and a first request to try. */
export function startMessage({
  config,
  demo,
  demoLines = [],
  shopUrl,
  acquirers = [],
}: RunningSystem): string {
  const served = config.rehearsal ? 'rehearsal of live' : config.environment
  const lines = ['', `  Tillgate ${version}, ${served}`, '']
  lines.push(`  Gateway    ${config.baseUrl}`)
  if (shopUrl !== undefined) lines.push(`  Demo shop  ${shopUrl}`)
  const { officeUrl, environment, baseUrl } = config
  if (officeUrl !== null || environment === 'test') {
    lines.push(`  Guides     ${officeUrl ?? baseUrl}/docs`)
  }
  lines.push(`  Database   ${placeOf(config.database)}`)
  if (demo !== undefined) {
    lines.push(
      '',
      `  Entity id     ${demo.entityId}`,
      `  For plugins   ${demo.legacyEntityId}, an entity id of the profile legacy`,
      `  Access token  ${demo.accessToken}`,
      '  Test card     4200 0000 0000 0000, any future date, any code',
      ...(demoLines.length === 0 ? [] : ['']),
      ...demoLines.map(([name, value]) => `  ${name.padEnd(12)}  ${value}`),
      ...acquirers.flatMap(acquirerLines),
      '',
      '  Try:',
      '',
      ...firstRequest(config.baseUrl, demo).map((line) => `  ${line}`),
    )
  }
  const cannotDo = unsupportedInLive(config)
  if (cannotDo.length > 0) {
    lines.push('', '  This gateway does not', ...cannotDo.map((what) => `    ${what}`))
  }
  return `${lines.join('\n')}\n\n  Ctrl-C ends it.\n\n`
}

/** Where payments are kept, without a password. */
function placeOf(database: DatabaseSetting): string {
  switch (database.engine) {
    case 'sqlite':
      return database.path
    case 'postgres':
      return shownAddress(database.url)
    case 'memory':
      return 'forgotten at the end'
  }
}

function acquirerLines({ title, entityId, shopUrl, page, cards }: AcquirerWithShop): string[] {
  return [
    '',
    `  ${title}, emulated`,
    `    Entity id   ${entityId}`,
    ...(shopUrl === undefined ? [] : [`    Demo shop   ${shopUrl}`]),
    ...cards.map(
      ([number, what], at) => `    ${at === 0 ? 'Test cards' : '          '}  ${number}, ${what}`,
    ),
    `    Its page    ${page}, with its requests and faults`,
  ]
}

function firstRequest(
  baseUrl: string,
  demo: { readonly entityId: string; readonly accessToken: string },
): string[] {
  const fields = {
    entityId: demo.entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    'card.number': '4200000000000000',
    'card.holder': 'Jane Jones',
    'card.expiryMonth': '12',
    'card.expiryYear': '2034',
    'card.cvv': '123',
  }
  return [
    `curl ${baseUrl}/v1/payments -H 'Authorization: Bearer ${demo.accessToken}' \\`,
    `  -d '${Object.entries(fields)
      .map((field) => field.join('='))
      .join('&')}'`,
  ]
}
