import { runProcess } from './app/run.ts'

await runProcess(process.argv.slice(2), process.env, new URL('..', import.meta.url))
