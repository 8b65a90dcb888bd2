/**
 * Sends mails to a real mail server, aiosmtpd of Debian, plain, with STARTTLS and with TLS: node run.mjs test:smtp.
 * Installs it by apt-get where that is possible.
 */

import { spawnSync } from 'node:child_process'
import { helpIfAsked } from './help.mjs'
import { aptInstall, canUseApt, isCommand } from './prepare/command.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

if (!isCommand('aiosmtpd') && canUseApt()) aptInstall(['python3-aiosmtpd'])
if (!isCommand('aiosmtpd')) {
  process.stderr.write('aiosmtpd has to be installed: nothing was tested.\n')
  process.exitCode = 1
} else {
  const test = 'operations/mail/real-smtp-server.test.ts'
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', test], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, TILLGATE_REAL_SMTP: '1' },
  })
  process.exitCode = status ?? 1
}
