import { render } from 'preact'
import { whenSignedOut } from './api/request.ts'
import { loadSession, session } from './api/session.ts'
import { App } from './app.tsx'
import { applyTheme } from './shell/theme.ts'
import './style.css'
import { loadTexts } from './texts/texts.ts'

applyTheme()
whenSignedOut(() => {
  session.value = null
})
await Promise.all([loadTexts(), loadSession()])
const root = document.querySelector('#app')
if (root !== null) render(<App />, root)
