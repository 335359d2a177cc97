import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { identifyProcess } from '../running-process'
import { lockFolder } from './start-devnet'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a data folder', () => {
  it('has one holder at a time', () => {
    const unlock = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(`running already (process ${process.pid})`)
    unlock()
    lockFolder(folder)()
  })

  it('is refused while another living process holds it, and free once that is dead', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    await once(other, 'spawn')
    const holder = identifyProcess(other.pid ?? 0)
    writeFileSync(join(folder, 'lock.json'), JSON.stringify(holder))
    expect(() => lockFolder(folder)).toThrow(`running already (process ${other.pid})`)
    other.kill('SIGKILL')
    await once(other, 'exit')
    lockFolder(folder)()
  })

  it('is free when its holder’s id belongs to another program now', () => {
    writeFileSync(join(folder, 'lock.json'), JSON.stringify({ pid: process.ppid, born: 'before' }))
    lockFolder(folder)()
  })

  it('is free when the note is half written', () => {
    writeFileSync(join(folder, 'lock.json'), '{"pid":')
    lockFolder(folder)()
  })
})
