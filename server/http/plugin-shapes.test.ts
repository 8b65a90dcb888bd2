import { beforeAll, describe, expect, it } from 'vitest'
import { useTestGateway } from '../testing/gateway.fixture.ts'
import { addMerchant, legacyMerchant } from '../testing/merchants.fixture.ts'
import { everyCreation } from './plugin-shapes/creation.shapes.fixture.ts'
import { encodings } from './plugin-shapes/encodings.shapes.fixture.ts'
import {
  changes,
  queries,
  references,
  registrations,
  statuses,
  submits,
} from './plugin-shapes/later.shapes.fixture.ts'
import { merchantOfShapes } from './plugin-shapes/merchant-of-shapes.fixture.ts'
import { everyPayment } from './plugin-shapes/payments.shapes.fixture.ts'
import { everyRefused } from './plugin-shapes/refused.shapes.fixture.ts'
import { samples } from './plugin-shapes/samples.shapes.fixture.ts'
import type { Shape } from './plugin-shapes/shape.fixture.ts'

/** How many shapes of request the gateway promises to answer sensibly (issue "The whole wire"). */
const PROMISED = 244

const groups: Readonly<Record<string, readonly Shape[]>> = {
  encodings,
  'creations of a checkout': everyCreation,
  'changes of a checkout': changes,
  'submits of the widget': submits,
  statuses,
  payments: everyPayment,
  references,
  registrations,
  queries,
  refused: everyRefused,
  samples,
}

const everyShape = Object.entries(groups).flatMap(([group, shapes]) =>
  shapes.flatMap((shape) =>
    (['strict', 'legacy'] as const)
      .filter((profile) => shape.profile === undefined || shape.profile === profile)
      .map((profile) => ({ ...shape, group, profile })),
  ),
)

const gateway = useTestGateway()
const merchants = new Map<string, ReturnType<typeof merchantOfShapes>>()

beforeAll(async () => {
  merchants.set('strict', merchantOfShapes(gateway(), await addMerchant(gateway())))
  merchants.set('legacy', merchantOfShapes(gateway(), await legacyMerchant(gateway())))
})

describe('requests as plugins send them', () => {
  it.each(everyShape)('$group: $what ($sender, $profile)', async ({ profile, ...shape }) => {
    const got = await merchants.get(profile)?.send(shape)
    const code = got && JSON.parse(got.text).result.code
    expect([got?.status, code, got?.text]).toEqual([...shape.answer, expect.any(String)])
    for (const part of got?.says ?? []) expect(got?.text).toContain(part)
  })

  it(`are at least ${PROMISED}, and all are different`, () => {
    const shapes = Object.values(groups).flat()
    const sent = shapes.map(({ profile, send, headers, body }) =>
      JSON.stringify([profile, send, headers, body]),
    )
    expect(sent.filter((text, at) => sent.indexOf(text) !== at)).toEqual([])
    expect(sent.length).toBeGreaterThanOrEqual(PROMISED)
  })
})
