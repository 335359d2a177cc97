import { spawnSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { programCommand } from '@/development/programs/program-command'

test('answers malformed requests without a fault of its own', ({ baseURL }) => {
  const args = ['--origin', baseURL ?? '', '--requests', '400', '--seed', '7']
  const run = spawnSync(process.execPath, programCommand('development/fuzz/main.ts', args), {
    encoding: 'utf8',
  })
  expect(run.status, run.stdout + run.stderr).toBe(0)
  expect(run.stdout).toContain('\n400 requests, seed 7')
})
