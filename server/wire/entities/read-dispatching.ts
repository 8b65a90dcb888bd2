import { minorDigitsOf } from '../../../common/currencies.ts'
import { isJsonObject } from '../../../common/json-object.ts'
import { brandsFaults, type Faults, listFaults, strangers } from './settings-faults.ts'

const MAX_RULES = 1000
const MAX_CURRENCIES = 300

/** What is wrong with the shape of `dispatching`; whether its channels are there, only a store can tell. */
export function dispatchingFaults(value: unknown): Faults {
  if (!isJsonObject(value)) return ['dispatching must be an object, such as {"rules": []}']
  const { rules, defaultChannelId } = value
  return [
    ...strangers(value, 'dispatching.', ['rules', 'defaultChannelId']),
    ...listFaults(rules, 'dispatching.rules', [0, MAX_RULES], ruleFaults),
    ...(defaultChannelId === undefined
      ? []
      : channelFaults(defaultChannelId, 'dispatching.defaultChannelId')),
  ]
}

function ruleFaults(rule: unknown, place: string): Faults {
  if (!isJsonObject(rule)) return [`${place} must be an object`]
  const { channelId, currencies, brands } = rule
  return [
    ...strangers(rule, `${place}.`, ['channelId', 'currencies', 'brands']),
    ...channelFaults(channelId, `${place}.channelId`),
    ...(currencies === undefined ? [] : currenciesFaults(currencies, `${place}.currencies`)),
    ...(brands === undefined ? [] : brandsFaults(brands, `${place}.brands`)),
  ]
}

function channelFaults(id: unknown, place: string): Faults {
  const fits = typeof id === 'string' && /^[0-9a-f]{32}$/.test(id)
  return fits ? [] : [`${place} must be the id of a channel, 32 lowercase hex digits`]
}

function currenciesFaults(currencies: unknown, place: string): Faults {
  return listFaults(currencies, place, [1, MAX_CURRENCIES], (currency, at) => {
    const fits = typeof currency === 'string' && minorDigitsOf(currency) !== undefined
    return fits ? [] : [`${at} must be a currency of ISO 4217, such as "EUR"`]
  })
}
