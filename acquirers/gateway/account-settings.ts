import { type Static, Type } from 'typebox'
import { text } from '../../server/entities/setting-kinds.ts'
import { readReceiver } from '../../server/kernel/settings/setting-readers.ts'
import type { AccountSettings } from '../../server/payments/accounts/account.ts'

/** What an account at another gateway has beside the settings of any account. */
export const gatewayMembers = {
  url: text('Address', 'Of the other gateway.', 'https://gateway.example', [
    (value) => readReceiver(value) === value,
    'an origin with https, such as "https://gateway.example"; http is for this machine only',
  ]),
}

const gatewaySettings = Type.Object(gatewayMembers)

export type AccountAtGateway = AccountSettings & Static<typeof gatewaySettings>
