import { describe, expect, test } from 'vitest'
import { StoreError } from '../errors.ts'
import { DatabaseServers } from './servers.ts'

const TWO = 'postgres://till:secret@db-1,db-2:5433/till?sslmode=verify-full'

describe('the primary among two servers', () => {
  /** Two servers, each of a timeline, or with the error that it answers with. */
  function opening(first: number | string, second: number | string) {
    const closed: number[] = []
    const open = async (url: string) => {
      const answer = url.includes('db-1') ? first : second
      if (typeof answer === 'string') throw new Error(answer)
      return { timeline: answer, abandon: () => closed.push(answer) }
    }
    return { open, closed }
  }

  test('is the one that takes writes', async () => {
    const servers = new DatabaseServers(TWO)
    expect((await servers.primary(opening('a standby', 2).open)).timeline).toBe(2)
    expect((await servers.primary(opening(2, 'a standby').open)).timeline).toBe(2)
  })

  test('is the one that was promoted last, where both take writes', async () => {
    const { open, closed } = opening(2, 3)
    expect((await new DatabaseServers(TWO).primary(open)).timeline).toBe(3)
    expect(closed).toEqual([2])
  })

  test('is none that was the primary before', async () => {
    const servers = new DatabaseServers(TWO)
    await servers.primary(opening('away', 3).open)
    const { open, closed } = opening(2, 'away')
    await expect(servers.primary(open)).rejects.toThrow('the primary before a failover')
    expect(closed).toEqual([2])
    expect([servers.isOld(2), servers.isOld(3)]).toEqual([true, false])
  })

  test('is waited for no longer than half a second beside a usable one', async () => {
    const silent = new Promise<never>(() => undefined)
    const open = (url: string) =>
      url.includes('db-1') ? silent : Promise.resolve({ timeline: 1, abandon: () => undefined })
    expect((await new DatabaseServers(TWO).primary(open)).timeline).toBe(1)
  })

  test('rejects with what each server says', async () => {
    await expect(
      new DatabaseServers(TWO).primary(opening('away', 'a standby').open),
    ).rejects.toThrow('db-1: away; db-2:5433: a standby')
  })

  test('rejects with what must be changed on one, where a server says so', async () => {
    const fault = new StoreError('incompatible', 'The server is PostgreSQL 9')
    const open = async (url: string): Promise<never> => {
      throw url.includes('db-1') ? fault : new Error('away')
    }
    await expect(new DatabaseServers(TWO).primary(open)).rejects.toBe(fault)
  })
})
