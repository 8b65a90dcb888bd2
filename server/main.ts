import { runProcess } from './process/run.ts'

await runProcess(process.env, new URL('..', import.meta.url))
