import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../server/testing/free-port.ts'
import { openHttpSession } from './http-session.ts'
import { type Opened, START_LIMIT_MS, startProgram, stop } from './opened.ts'

/** Of the screen that is not there. */
const SCREEN = '1280x1000x24'

/** Starts WebKitGTK's small browser by its WebDriver server, on a screen in memory. */
export async function openWebKit(driver: string, browser: string): Promise<Opened> {
  const screen = await startProgram('Xvfb', ['-displayfd', '1', '-screen', '0', SCREEN])
  const port = await freePort('127.0.0.1')
  const server = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    env: {
      ...process.env,
      DISPLAY: `:${screen.said.trim()}`,
      // Its sandbox does not start as root, nor in most containers.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    stdio: 'ignore',
  })
  const address = `http://127.0.0.1:${port}`
  await answers(`${address}/status`)
  const session = await openHttpSession(address, {
    'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
  })
  return {
    session,
    async close() {
      await stop(server)
      await stop(screen.child)
    },
  }
}

async function answers(address: string): Promise<void> {
  const giveUpAt = Date.now() + START_LIMIT_MS
  while (Date.now() < giveUpAt) {
    const response = await fetch(address).catch(() => undefined)
    if (response?.ok === true) return
    await pause(50)
  }
  throw new Error('The WebDriver server of WebKit does not answer')
}
