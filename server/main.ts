import { runProcess } from './app/run.ts'

// Not awaited: what the process loads while it runs may need what this file has.
void runProcess(process.argv.slice(2), process.env, new URL('..', import.meta.url)).then((code) => {
  if (code !== 0) process.exitCode = code
})
