import type { RawElement } from './visit/raw-page.ts'

/** Those that PCI DSS 11.6.1 calls security-impacting, in the order in which they are shown. */
const NAMES = [
  'content-security-policy',
  'content-security-policy-report-only',
  'strict-transport-security',
  'x-frame-options',
  'x-content-type-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-embedder-policy',
]

/** Of a `<meta http-equiv>`. */
const META = 'meta content-security-policy'

/** What protects the page; a nonce, which is another one each time, as `nonce-*`. */
export function securityHeaders(
  answered: Readonly<Record<string, string>>,
  elements: readonly RawElement[],
): Readonly<Record<string, string>> {
  const given = new Map(
    Object.entries(answered).map(([name, value]) => [name.toLowerCase(), value] as const),
  )
  const metas = elements
    .filter(({ place, name }) => place === 'page' && name === 'meta')
    .filter(({ attributes: all }) => /^content-security-policy$/i.test(all.get('http-equiv') ?? ''))
    .map(({ attributes }) => attributes.get('content') ?? '')
  const found = NAMES.flatMap((name) => {
    const value = given.get(name)
    return value === undefined ? [] : [[name, tidy(value)] as const]
  })
  const meta = metas.length === 0 ? [] : [[META, tidy(metas.join(', '))] as const]
  return Object.fromEntries([...found, ...meta])
}

function tidy(value: string): string {
  return value
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/'nonce-[^']+'/g, "'nonce-*'")
    .trim()
}

/** In which way the new value of a header protects less; empty where none of what is looked for is found. */
export function weakerBy(name: string, before: string, now: string): readonly string[] {
  if (name.endsWith('content-security-policy')) return weakerPolicy(before, now)
  if (name === 'strict-transport-security') return weakerTransport(before, now)
  return []
}

function weakerPolicy(before: string, now: string): readonly string[] {
  const directives = directivesOf(now)
  return [...directivesOf(before)].flatMap(([directive, sources]) => {
    const current = directives.get(directive)
    if (current === undefined) return [`${directive} is gone`]
    const added = current.filter((source) => !sources.includes(source))
    return added.length === 0 ? [] : [`${directive} now also has ${added.join(' ')}`]
  })
}

function directivesOf(policy: string): ReadonlyMap<string, readonly string[]> {
  const parts = policy.split(/[;,]/).map((part) => part.trim().split(' '))
  const named = new Map<string, readonly string[]>()
  for (const [name = '', ...sources] of parts) {
    // The first one of a policy counts.
    if (name !== '' && !named.has(name)) named.set(name, sources)
  }
  return named
}

function weakerTransport(before: string, now: string): readonly string[] {
  const age = (value: string) => Number(/max-age="?(\d+)/i.exec(value)?.[1] ?? 0)
  const covers = (value: string) => /includesubdomains/i.test(value)
  return [
    ...(age(now) < age(before) ? [`max-age is ${age(now)} s, it was ${age(before)} s`] : []),
    ...(covers(before) && !covers(now) ? ['includeSubDomains is gone'] : []),
  ]
}
