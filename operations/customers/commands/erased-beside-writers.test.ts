import { beforeEach, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../../server/store/sqlite/open-sqlite-store.ts'
import { openSqliteScan } from '../../../server/store/sqlite/scan-sqlite.ts'
import { databaseFiles } from '../../../server/store/testing/database-files.ts'
import {
  cardPayment,
  startTestGateway,
  type TestGateway,
} from '../../../server/testing/gateway.fixture.ts'
import { sendBare } from '../../../server/testing/merchants.fixture.ts'
import { linkOfEmail } from '../../customer-links/index.ts'
import { type Erasure, eraseUntilGone, erasureOf } from './erase-customer.ts'
import { type CustomerRows, findCustomer } from './find-customer.ts'

const newFile = databaseFiles()
const EMAIL = 'jane@shop.example'
let file: string
let gateway: TestGateway
let id: string

beforeEach(async () => {
  file = newFile()
  gateway = await startTestGateway({
    store: await openSqliteStore({ file, committer: { kind: 'inline' } }),
  })
  id = await payFor()
  return () => gateway.close()
})

async function payFor(): Promise<string> {
  const names = {
    'customer.email': EMAIL,
    'customer.givenName': 'Jane',
    'customer.surname': 'Jones',
  }
  const { entityId, accessToken: token } = gateway.demo
  const form = cardPayment(entityId, names)
  const { status, body } = await sendBare(gateway, 'POST /v1/payments', { token, form })
  expect(status).toBe(200)
  return body.id
}

async function found(): Promise<CustomerRows> {
  const scan = openSqliteScan({ file })
  const named = { by: 'email', value: EMAIL, entityIds: [gateway.demo.entityId] } as const
  try {
    return await findCustomer(named, scan)
  } finally {
    await scan.close()
  }
}

/** Erases, while `meanwhile` happens between each read and what is written of it. */
function erase(meanwhile: (count: number) => Promise<unknown>) {
  let count = 0
  const read = async (): Promise<Erasure> => {
    const erasure = await erasureOf(await found(), gateway.clock.now(), gateway.store)
    await meanwhile(count++)
    return erasure
  }
  return eraseUntilGone(read, gateway.store)
}

/** As a late outcome does it: a step with other details. */
async function changeDetails(text: string): Promise<void> {
  const payment = await gateway.store.read.payment(id)
  if (payment === undefined) throw new Error('The payment is gone')
  const { version: expectedVersion, details } = payment
  const [shown = '{}', ...more] = details.split('\n')
  const set = {
    updatedAtMs: payment.updatedAtMs,
    details: [JSON.stringify({ ...JSON.parse(shown), memo: text }), ...more].join('\n'),
  }
  const changes = [{ kind: 'stepPayment', id, expectedVersion, set } as const]
  expect(await gateway.store.commit(changes)).toEqual({ applied: true })
}

const detailsOf = async (of: string) => (await gateway.store.read.payment(of))?.details

describe('an erasure, while the gateway writes', () => {
  it('reads the customer again where a payment was changed since it was read', async () => {
    const written = await erase(async (count) => count === 0 && changeDetails('Jane called'))
    expect(written).toBeGreaterThan(0)
    expect(await detailsOf(id)).not.toMatch(/Jane|jane@/)
    expect((await found()).payments).toEqual([])
  })

  it('finds what has come since, before it removes what leads to it', async () => {
    let later = ''
    await erase(async (count) => {
      if (count === 0) later = await payFor()
    })
    expect(await detailsOf(later)).not.toMatch(/Jane|jane@/)
  })

  it('gives up where each read is outdated, and the customer is still found', async () => {
    let reads = 0
    const written = await erase((count) => {
      reads += 1
      return changeDetails(`Jane called ${count}`)
    })
    expect([written, reads]).toEqual(['changed', 6])
    const { payments, customerLinks } = await found()
    expect(payments).toHaveLength(1)
    expect(customerLinks.map(({ name }) => name)).toContain(linkOfEmail(EMAIL))
  })
})
