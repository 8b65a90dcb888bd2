/** Writes the errors that Spectral finds in an OpenAPI document: `node lint.mjs openapi.json`. */

import { readFileSync } from 'node:fs'
import core from '@stoplight/spectral-core'
import parsers from '@stoplight/spectral-parsers'
import rulesets from '@stoplight/spectral-rulesets'

const ERROR = 0

const [path = ''] = process.argv.slice(2)
const spectral = new core.Spectral()
spectral.setRuleset({ extends: [[rulesets.oas, 'recommended']] })
const document = new core.Document(readFileSync(path, 'utf8'), parsers.Json, path)
const errors = (await spectral.run(document)).filter(({ severity }) => severity === ERROR)
for (const { code, path: place, message } of errors) {
  process.stdout.write(`${code} at ${place.join('/')}: ${message}\n`)
}
process.exitCode = errors.length === 0 ? 0 : 1
