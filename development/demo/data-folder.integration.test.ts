import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endProcess, identifyProcess, isStillRunning } from '../running-process'
import { claimDataFolder } from './data-folder'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-claim-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const note = (content: unknown) => writeFileSync(join(folder, 'demo.json'), JSON.stringify(content))

/** A process that renames itself, as Next.js does. */
async function startOrphan() {
  const script = "process.title = 'next-server'; console.log('up'); setInterval(() => {}, 1000)"
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  const pid = child.pid ?? 0
  const noted = identifyProcess(pid)
  await new Promise((resolve) => child.stdout.once('data', resolve))
  if (noted === null) throw new Error('The process did not start')
  return noted
}

test('refuses a folder that a living demo holds', async () => {
  const holder = await startOrphan()
  note({ demo: holder, site: null })
  await expect(claimDataFolder(folder)).rejects.toMatchObject({ code: 'DEMO_RUNNING' })
  await endProcess(holder)
  await expect(claimDataFolder(folder)).resolves.toMatchObject({ path: folder })
})

test('ends the site that a killed demo left over', async () => {
  const site = await startOrphan()
  note({ demo: { pid: 999_999_999, born: 'before' }, site })
  await claimDataFolder(folder)
  expect(isStillRunning(site)).toBe(false)
})

test('leaves a process alone that only bears the same number', async () => {
  const other = await startOrphan()
  note({ demo: { ...other, born: 'before' }, site: { ...other, born: 'before' } })
  await claimDataFolder(folder)
  expect(isStillRunning(other)).toBe(true)
  await endProcess(other)
})

test('takes a folder whose note is torn', async () => {
  writeFileSync(join(folder, 'demo.json'), '{"demo":')
  const claim = await claimDataFolder(folder)
  claim.release()
})
