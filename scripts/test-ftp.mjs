/**
 * Delivers reconciliation files to a real FTP server, vsftpd of Debian, plain and with TLS: node run.mjs test:ftp.
 * Installs it by apt-get where that is possible; needs root, as vsftpd does.
 */

import { spawnSync } from 'node:child_process'
import { helpIfAsked } from './help.mjs'
import { aptInstall, canUseApt, isCommand } from './prepare/command.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

if (!isCommand('vsftpd') && canUseApt()) aptInstall(['vsftpd'])
if (!isCommand('vsftpd') || process.getuid?.() !== 0) {
  process.stderr.write('vsftpd has to be installed, and this be run as root: nothing was tested.\n')
  process.exitCode = 1
} else {
  const test = 'operations/settlement/real-ftp-server.test.ts'
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', test], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, TILLGATE_REAL_FTP: '1' },
  })
  process.exitCode = status ?? 1
}
