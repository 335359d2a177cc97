import { afterAll, expect, inject, it } from 'vitest'
import { databaseUrl } from '@/development/testing/template-database'
import { createBlankDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import type { Logger } from '@/lib/base/infra/logger'
import { createTurnpike, migrate } from '..'
import { openEmbeddedGate } from '../open-embedded-gate'
import { parseOptions } from '../parse-options'

const world = testWorld()
const database = await createBlankDatabase()
const url = databaseUrl(inject('databaseServerUrl'), new URL(database.url).pathname.slice(1))
afterAll(() => database.drop())

const EVM = 'eip155:84532'
const facilitator = { verify: async () => ({}), settle: async () => ({}), getSupported: () => ({ kinds: [] }) } as never
const options = (change: { databaseUrl?: string; rpc?: string; network?: string } = {}) => ({
  origin: 'http://localhost',
  databaseUrl: change.databaseUrl ?? url,
  facilitator,
  networks: { [change.network ?? EVM]: { payTo: `0x${'1'.repeat(40)}`, rpc: change.rpc ?? world.evmRpcUrl } },
  logLevel: 'silent' as const,
})

/** Lines of the log while requests find the gate closed three times. */
async function tellThrice(address: string): Promise<object[]> {
  const lines: object[] = []
  const log = { error: (line: object) => void lines.push(line), warn: () => {} } as unknown as Logger
  for (let request = 0; request < 3; request += 1)
    await expect(openEmbeddedGate(parseOptions(options({ databaseUrl: address })), log)).rejects.toThrow()
  return lines
}

it('says once why the database cannot be used: it is away, it refuses the password, it lacks the tables', async () => {
  expect(await tellThrice('postgres://turnpike@127.0.0.1:1/none')).toEqual([
    { why: expect.stringMatching(/^connect ECONNREFUSED 127.0.0.1:1$/) },
  ])
  expect(await tellThrice(url.replace(/\/\/[^@]*@/, '//nobody:wrong@'))).toEqual([
    { why: expect.stringMatching(/^[^`]*(uthentication failed|does not exist)[^`]*$/) },
  ])
  expect(await tellThrice(url)).toEqual([{ why: expect.stringContaining('Call migrate(') }])
})

it('is ready by its nodes too: one of another network stops the start, a silent one is only told', async () => {
  await migrate({ databaseUrl: url })
  const ready = async (change: Parameters<typeof options>[0]) => {
    const turnpike = createTurnpike(options(change))
    const fault = await turnpike.ready().then(
      () => null,
      ({ message }: Error) => message,
    )
    await turnpike.close()
    return fault
  }
  const changes = [
    {},
    { rpc: 'http://127.0.0.1:1' },
    { databaseUrl: 'postgres://turnpike@127.0.0.1:1/none' },
    { network: 'eip155:8453' },
  ]
  expect(await Promise.all(changes.map(ready))).toEqual([
    null,
    null,
    'Turnpike cannot start: connect ECONNREFUSED 127.0.0.1:1.',
    expect.stringContaining('its node is of another network, eip155:84532'),
  ])
})
