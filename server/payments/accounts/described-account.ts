import { plainLine } from '../../../common/hidden-characters.ts'
import { faultsOfPart } from '../../entities/setting-kinds.ts'
import type { ParameterError } from '../../results/refusal.ts'
import { offeredIn, type Provider, providerNamed } from './provider.ts'

/** An account as people describe it. */
export interface DescribedAccount {
  readonly provider: string
  readonly name: string
  readonly environment: 'test' | 'live'
  readonly merchantId: string
  readonly settings: unknown
}

const MAX_NAME = 100

/** Faults of a description in one answer. */
const MAX_FAULTS = 20

/** What keeps an account from being made in a gateway of this environment. */
export function descriptionFaults(
  { provider: word, name, environment, merchantId, settings }: DescribedAccount,
  {
    environment: ofGateway,
    providers,
  }: { readonly environment: 'test' | 'live'; readonly providers: readonly Provider[] },
): readonly ParameterError[] {
  const offered = offeredIn(ofGateway, providers)
  const provider = providerNamed(word, offered)
  if (provider === undefined) {
    const message = `must be one of ${offered.map((one) => one.name).join(', ')}`
    return [{ name: 'provider', value: word, message }]
  }
  const fault = (of: string, value: string, message: string) => ({ name: of, value, message })
  const { fits, words } = provider.merchantId
  return [
    ...(plainLine(1, MAX_NAME).test(name)
      ? []
      : [
          fault(
            'name',
            name,
            `must be 1 to ${MAX_NAME} characters on one line, none of them hidden`,
          ),
        ]),
    ...(environment === ofGateway
      ? []
      : [
          fault(
            'environment',
            environment,
            `must be ${ofGateway}: this gateway is one of ${ofGateway}`,
          ),
        ]),
    ...(fits.test(merchantId) ? [] : [fault('merchantId', merchantId, `must be ${words}`)]),
    ...faultsOfPart(provider.settings, settings, 'settings').map(settingsFault),
  ].slice(0, MAX_FAULTS)
}

/** A sentence that begins with the place that it is about. */
function settingsFault(sentence: string): ParameterError {
  const [place = '', ...words] = sentence.split(' ')
  return { name: place.replace(/:$/, ''), value: '', message: words.join(' ') }
}
