import { type Config, SETTINGS } from '../engine/settings/config.ts'

/** One line for the person who starts the process: what failed, and which setting changes it. */
export function reasonOf(error: unknown, config: Config): string {
  const { code, port, message } = error as NodeJS.ErrnoException & { readonly port?: number }
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} is taken by another program: end that one, or set ${settingOfPort(port, config)}`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${SETTINGS.host.variable} is ${JSON.stringify(config.host)}, which is no address of this machine`
    case 'EACCES':
    case 'EROFS':
    case 'ENOSPC':
      return `${SETTINGS.dataDir.variable} is ${config.dataDir}, which cannot be written: ${message}`
    default:
      return message ?? String(error)
  }
}

function settingOfPort(port: number | undefined, config: Config): string {
  const { variable } = port === config.shopPort ? SETTINGS.shopPort : SETTINGS.port
  return `${variable} to a free one`
}
