import { type Config, SETTINGS } from '../kernel/settings/config.ts'
import { readSettled } from '../kernel/settings/read-config.ts'
import { CONFIG_FILE, type SettledSettings } from '../kernel/settings/setting-sources.ts'
import { missingLiveSettings } from './live-settings.ts'
import { misspeltLive } from './unknown-settings.ts'

/** Settings as a start reads them: the configuration, and every reason why it cannot be used, a line each. */
export interface CheckedSettings {
  readonly config: Config
  readonly faults: readonly string[]
}

/** Finds whatever would end a start before it opens anything but the files that settings name. */
export async function checkSettings(settled: SettledSettings): Promise<CheckedSettings> {
  const read = readSettled(settled)
  const config = 'faults' in read ? read.otherwise : read
  const misspelt = misspeltLive(settled.env)
  return {
    config,
    faults: [
      ...(misspelt === undefined ? [] : [misspelt]),
      ...('faults' in read ? read.faults : []),
      ...(await missingLiveSettings(config)),
    ],
  }
}

/** Where each setting comes from that has not its default, a line each, without its value. */
export function sourceLines({ env, sources }: SettledSettings): readonly string[] {
  const set = sources.filter(({ from }) => from !== 'default')
  const widest = Math.max(0, ...set.map(({ variable }) => variable.length))
  const file = env[CONFIG_FILE]?.trim() ?? ''
  const lines = set.map(({ variable, from, form }) => {
    const place = from === 'environment' ? from : file
    return `${variable.padEnd(widest)}  ${place}${form === 'value' ? '' : `, as a ${form}`}`
  })
  const rest = Object.keys(SETTINGS).length - set.length
  return [...lines, `${rest} settings have their defaults: docs/settings.md lists them`]
}
