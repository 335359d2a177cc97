import { spawnSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { Agent, fetch } from 'undici'
import { programCommand } from '@/development/programs/program-command'

test('answers malformed requests without a fault of its own', ({ baseURL }) => {
  const args = ['--origin', baseURL ?? '', '--requests', '400', '--seed', '7']
  const run = spawnSync(process.execPath, programCommand('development/fuzz/main.ts', args), {
    encoding: 'utf8',
  })
  expect(run.status, run.stdout + run.stderr).toBe(0)
  expect(run.stdout).toContain('\n400 requests, seed 7')
})

test('a body that came without a payment leaves its connection to the next request', async ({ baseURL }) => {
  const agent = new Agent({ connections: 1 })
  const body = new Uint8Array(900_000)
  for (const _ of [1, 2, 3]) {
    const response = await fetch(`${baseURL}/api/summarize`, { method: 'POST', body, dispatcher: agent })
    expect(response.status).toBe(402)
    await response.text()
  }
  await agent.close()
})
