import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTestGateway } from '../../server/testing/gateway.fixture.ts'
import { ROOT } from '../prepare/root.mjs'
import { packClient } from './pack.mjs'

/** What a shop writes that has nothing but the package, in TypeScript. */
const PROGRAM = `
import { type Notification, outcomeOf, Tillgate, TillgateError, verifyWebhook } from 'tillgate-client'
import type { PaymentAnswer } from 'tillgate-client/types'

const { GATEWAY = '', TOKEN = '', ENTITY = '' } = process.env
const gateway = new Tillgate({ baseUrl: GATEWAY, accessToken: TOKEN, entityId: ENTITY })
const card = { number: '4200000000000000', expiryMonth: '05', expiryYear: '2034', cvv: '123', holder: 'Jane Jones' }
const paid: PaymentAnswer = await gateway.pay({ amount: '92.00', currency: 'EUR', paymentType: 'DB', card })
console.log(outcomeOf(paid), paid.amount)
const { payments } = await gateway.query({ merchantTransactionId: 'ORDER-UNKNOWN' })
console.log(payments.length)
try {
  // @ts-expect-error a refund has no type of its own
  await gateway.refund(paid.id, { amount: '92.00', currency: 'EUR', paymentType: 'DB' })
  const told: Notification = verifyWebhook('whsec_AAAA', {}, 'body')
  console.log(told)
} catch (error) {
  console.log(error instanceof TillgateError && error.message)
}
`

const CONFIG = {
  compilerOptions: {
    module: 'NodeNext',
    target: 'ES2022',
    strict: true,
    exactOptionalPropertyTypes: true,
    types: ['node'],
  },
  files: ['shop.mts'],
}

const gateway = useTestGateway()
const version = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version
let folder: string
let packed: ReturnType<typeof packClient>

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillgate-client-'))
  packed = packClient(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the package of the client', () => {
  it('is small, and has the client in three languages, the wrappers and their types', () => {
    expect(packed.file).toBe(join(folder, `tillgate-client-${version}.tgz`))
    expect(packed.packedBytes).toBeLessThan(80_000)
    expect(packed.packedBytes).toBe(statSync(packed.file).size)
    expect(packed.files).toEqual([
      'LICENSE',
      'README.md',
      'clients/tillgate.d.mts',
      'clients/tillgate.mjs',
      'clients/tillgate.php',
      'clients/tillgate.py',
      'common/widget-types.d.ts',
      'common/widget-types.js',
      'dist/types/merchant-wire.d.ts',
      'package.json',
      'wrappers/element.d.ts',
      'wrappers/element.js',
      'wrappers/react.d.ts',
      'wrappers/react.js',
      'wrappers/show-widget.d.ts',
      'wrappers/show-widget.js',
    ])
  })

  it('is installed in an empty folder without the network, and pays there', {
    timeout: 60_000,
  }, async () => {
    const shop = join(folder, 'shop')
    mkdirSync(shop)
    writeFileSync(join(shop, 'package.json'), '{"private":true}')
    const cache = join(folder, 'cache')
    const install = [
      'install',
      '--offline',
      '--no-audit',
      '--no-fund',
      '--cache',
      cache,
      packed.file,
    ]
    const { status, stderr } = spawnSync('npm', install, { cwd: shop, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    const lock = JSON.parse(readFileSync(join(shop, 'package-lock.json'), 'utf8'))
    expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/tillgate-client'])

    mkdirSync(join(shop, 'node_modules/@types'))
    for (const name of ['@types/node', 'undici-types']) {
      symlinkSync(join(ROOT, 'node_modules', name), join(shop, 'node_modules', name))
    }
    writeFileSync(join(shop, 'shop.mts'), PROGRAM)
    writeFileSync(join(shop, 'tsconfig.json'), JSON.stringify(CONFIG))
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const compiled = spawnSync(process.execPath, [tsc, '-p', shop], { encoding: 'utf8' })
    expect([compiled.stdout, compiled.status]).toEqual(['', 0])

    const { url, demo } = gateway()
    const env = { ...process.env, GATEWAY: url, TOKEN: demo.accessToken, ENTITY: demo.entityId }
    // Beside this process, whose gateway has to answer meanwhile.
    const { stdout: output } = await promisify(execFile)(process.execPath, ['shop.mjs'], {
      cwd: shop,
      env,
    })
    // The type of a request is that of its method, whatever a program without types says.
    expect(output.split('\n').slice(0, 3)).toEqual([
      'success 92.00',
      '0',
      'The webhook is not from the gateway, or was changed',
    ])
    execFileSync(
      process.execPath,
      ['--input-type=module', '-e', "import 'tillgate-client/element'"],
      {
        cwd: shop,
      },
    )
  })
})
