import { describe, expect, it } from 'vitest'
import { DAY_MS, startEmulator } from '../emulator.fixture.ts'
import { EMULATED_API_KEY, EMULATED_MERCHANT } from '../emulator.ts'

const PDF = Buffer.from('%PDF-1.7').toString('base64')

const document = (more: object = {}) => ({
  content: PDF,
  contentType: 'application/pdf',
  defenseDocumentTypeCode: 'DefenseMaterial',
  ...more,
})

/** A dispute whose money was taken, and what asks about it. */
async function disputed(account: { readonly generalDefence?: boolean } = {}) {
  const emulator = await startEmulator({ account })
  const { body } = await emulator.pay()
  const disputePspReference = emulator.happenings.disputeOpens(body.pspReference, {
    eventCode: 'CHARGEBACK',
  })
  async function ask(operation: string, more: object = {}) {
    const answer = await fetch(`${emulator.url}/ca/services/DisputeService/v30/${operation}`, {
      method: 'POST',
      headers: { 'x-api-key': EMULATED_API_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({
        merchantAccountCode: EMULATED_MERCHANT,
        disputePspReference,
        ...more,
      }),
    })
    const { disputeServiceResult: result, ...rest } = await answer.json()
    return { status: answer.status, result, ...rest }
  }
  const reasons = async () => {
    const { defenseReasons = [] } = await ask('retrieveApplicableDefenseReasons')
    return defenseReasons as {
      readonly defenseReasonCode: string
      readonly satisfied: boolean
    }[]
  }
  return { ...emulator, ask, reasons }
}

const done = { result: { success: true } }
const failed = (words: string) => ({
  result: { success: false, errorMessage: expect.stringContaining(words) },
})

describe('a defence', () => {
  it('is supplied and told once, and nothing can be said after it', async () => {
    const { ask, reasons, events, requests } = await disputed()
    const general = { defenseReasonCode: 'SupplyDefenseMaterial' }
    expect(await ask('defendDispute', general)).toMatchObject(failed('missing'))
    expect(await ask('supplyDefenseDocument', { defenseDocuments: [document()] })).toMatchObject(
      done,
    )
    expect(await reasons()).toContainEqual(expect.objectContaining({ ...general, satisfied: true }))
    expect(await ask('defendDispute', general)).toMatchObject(done)
    for (const operation of ['defendDispute', 'acceptDispute']) {
      expect(await ask(operation, operation === 'defendDispute' ? general : {})).toMatchObject(
        failed('no longer'),
      )
    }
    expect((await events()).slice(-2)).toEqual(['CHARGEBACK true', 'INFORMATION_SUPPLIED true'])
    expect(requests.counts).toMatchObject({ invalid: 0, outsideSchema: 0, wrongAnswers: 0 })
  })

  it.each([
    [{ defenseDocumentTypeCode: 'Invoice' }, 'not applicable'],
    [{ contentType: 'image/png' }, 'not supported'],
    [{ contentType: 'image/jpeg' }, 'corrupt'],
    [{ content: Buffer.alloc(2_000_001, '%PDF-').toString('base64') }, 'too large'],
  ])('takes no document with %j', async (more, words) => {
    const { ask, reasons } = await disputed()
    const defenseDocuments = [document(), document(more)]
    expect(await ask('supplyDefenseDocument', { defenseDocuments })).toMatchObject(failed(words))
    expect((await reasons()).filter(({ satisfied }) => satisfied)).toEqual([])
  })

  it('takes a document back', async () => {
    const { ask, reasons } = await disputed()
    await ask('supplyDefenseDocument', { defenseDocuments: [document()] })
    const named = { defenseDocumentType: 'DefenseMaterial' }
    expect(await ask('deleteDisputeDefenseDocument', named)).toMatchObject(done)
    expect(await ask('deleteDisputeDefenseDocument', named)).toMatchObject(failed('not found'))
    expect((await reasons()).filter(({ satisfied }) => satisfied)).toEqual([])
  })

  it('is general only where the account has that', async () => {
    const { reasons } = await disputed({ generalDefence: false })
    expect((await reasons()).map((one) => one.defenseReasonCode)).toEqual([
      'GoodsNotReturned',
      'GoodsWereAsDescribed',
    ])
  })

  it('ends with its time, of a dispute that is there, of this account and by its description', async () => {
    const { ask, pass } = await disputed()
    const reasons = 'retrieveApplicableDefenseReasons'
    expect(await ask(reasons, { disputePspReference: 'X' })).toMatchObject(failed('not found'))
    expect(await ask(reasons, { merchantAccountCode: 'Other' })).toMatchObject({ status: 403 })
    expect(await ask(reasons, { reason: 'Fraud' })).toMatchObject({ status: 422 })
    pass(14 * DAY_MS)
    expect(await ask(reasons)).toMatchObject(failed('no longer'))
  })

  it('is not made where the merchant accepts, which ends its time', async () => {
    const { ask, events, received } = await disputed()
    expect(await ask('acceptDispute')).toMatchObject(done)
    expect((await events()).at(-1)).toBe('DISPUTE_DEFENSE_PERIOD_ENDED true')
    expect(received.at(-1)?.item.additionalData).toMatchObject({ disputeStatus: 'Accepted' })
  })
})
