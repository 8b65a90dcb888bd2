import { version as written } from '../../package.json'

/** The version of the gateway, `major.minor.patch`: that of package.json, taken in by the build. */
export const version: string = written
