import { detectBrands } from '../../common/brands.ts'
import { CARD_ROWS, OWN_RANGES, ownCard, SCENARIOS } from '../enrolled-cards.ts'
import { RETURN_CODES } from './challenge.ts'

const code = (text: string) => `\`${text}\``

/** The table lines of `docs/three-d-secure.md` that are made from the tables here. */
export function manualLines(): readonly string[] {
  return [...cardLines(), ...rangeLines(), ...scenarioLines(), ...returnCodeLines()]
}

const METHODS = { none: 'no', answers: 'yes', silent: 'yes, never ends' } as const
const BRANDS = ['VISA', 'MASTER', 'AMEX', 'MAESTRO', 'DINERS', 'DISCOVER', 'JCB', 'UNIONPAY']

function cardLines(): readonly string[] {
  return CARD_ROWS.map(({ scenario, method, numbers }) => {
    const cells = BRANDS.map((brand) =>
      numbers
        .filter((number) => detectBrands(number)[0] === brand)
        .map(code)
        .join(' '),
    )
    const outcome = scenario === undefined ? 'not taking part' : code(scenario)
    return `| ${[outcome, METHODS[method], ...cells].join(' | ')} |`
  })
}

function rangeLines(): readonly string[] {
  return OWN_RANGES.map((own) => {
    const sample = ownCard(own, 'challenge')
    return `| ${code(`${own.prefix}…`)} | ${METHODS[own.method]} | ${own.version} | ${code(sample)} |`
  })
}

function scenarioLines(): readonly string[] {
  const [own] = OWN_RANGES
  if (own === undefined) throw new Error('no range')
  return SCENARIOS.map(({ scenario, answer, effect }, at) => {
    const number = String(at).padStart(3, '0')
    return `| ${number} | ${code(scenario)} | ${answer} | ${effect} | ${code(ownCard(own, scenario))} |`
  })
}

function returnCodeLines(): readonly string[] {
  return Object.entries(RETURN_CODES).map(
    ([value, decision]) => `| ${code(value)} | ${code(decision)} |`,
  )
}
