import { render } from 'preact'
import { whenSignedOut } from './api/request.ts'
import { loadSession, signedOut } from './api/session.ts'
import { App } from './app.tsx'
import { applyTheme } from './shell/theme.ts'
import './style.css'
import { loadTexts } from './texts/texts.ts'

const RELOADED = 'tillgate.reloaded'

// A new version has replaced the files of this one: the page is loaded again, once.
addEventListener('vite:preloadError', (event) => {
  if (sessionStorage.getItem(RELOADED) === location.href) return
  sessionStorage.setItem(RELOADED, location.href)
  event.preventDefault()
  location.reload()
})
applyTheme()
whenSignedOut(signedOut)
await Promise.all([loadTexts(), loadSession()])
const root = document.querySelector('#app')
if (root !== null) render(<App />, root)
