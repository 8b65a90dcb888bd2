import { readFileSync } from 'node:fs'

/** The kernel's clock ticks per second (`getconf CLK_TCK`): 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

/** Processor time so far, user and system, in seconds. */
export interface CpuSeconds {
  /** Of the process, all its threads. */
  readonly whole: number
  /** Of the thread that runs its event loop: what a Node server runs out of first. */
  readonly mainThread: number
}

/** `undefined` on systems without /proc. */
export function cpuSecondsOf(pid: number): CpuSeconds | undefined {
  try {
    const read = (path: string) => cpuSecondsIn(readFileSync(path, 'latin1'))
    return { whole: read(`/proc/${pid}/stat`), mainThread: read(`/proc/${pid}/task/${pid}/stat`) }
  } catch {
    return undefined
  }
}

/** Reads a line of /proc/{pid}/stat (proc(5)): the 14th and 15th fields are user and system time. */
export function cpuSecondsIn(stat: string): number {
  // The second field is the program's name in parentheses and may hold blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
