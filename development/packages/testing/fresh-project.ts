import { execFile, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { z } from 'zod'
import { findFreePort } from '@/development/free-port'
import { copyPackages, linkPackages } from './place-packages'

export type FreshProject = {
  folder: string
  /** Runs one of its files to its end. */
  run: (args: string[]) => Promise<void>
  /** Runs one of its files until it prints where it listens. */
  start: (args: string[], env: Record<string, string>) => Promise<RunningProject>
  remove: () => void
}

export type RunningProject = { origin: string; stop: () => Promise<void> }

const manifestSchema = z.object({ dependencies: z.record(z.string()) })

/**
 * A user's project: the packed file unpacked as npm would, and of all other packages only those that it or the package
 * declares, so that an undeclared one is missed. They are linked from here, or copied.
 * @param files a folder with the project's sources, or their texts by name
 */
export async function createFreshProject(options: {
  tarball: string
  files: string | Record<string, string>
  packages: string[]
  isCopied?: boolean
}): Promise<FreshProject> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-project-'))
  const modules = join(folder, 'node_modules')
  const gate = join(modules, 'turnpike-gate')
  mkdirSync(gate, { recursive: true })
  await promisify(execFile)('tar', ['xzf', options.tarball, '-C', gate, '--strip-components=1'])
  const { dependencies } = manifestSchema.parse(JSON.parse(readFileSync(join(gate, 'package.json'), 'utf8')))
  const packages = [...new Set([...Object.keys(dependencies), ...options.packages])]
  if (options.isCopied) copyPackages(packages, modules)
  else linkPackages(packages, modules)
  if (typeof options.files === 'string') cpSync(options.files, folder, { recursive: true })
  else for (const [name, text] of Object.entries(options.files)) writeFileSync(join(folder, name), text)
  return {
    folder,
    run: async (args) => {
      await promisify(execFile)(process.execPath, args, { cwd: folder, env: ownEnv() })
    },
    start: (args, env) => startIn(folder, args, env),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Only variables that every program needs; this process's NODE_ENV, for one, is left out. */
const ownEnv = (env: Record<string, string> = {}) =>
  ({
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NEXT_TELEMETRY_DISABLED: '1',
    ...env,
  }) as unknown as NodeJS.ProcessEnv

async function startIn(folder: string, args: string[], env: Record<string, string>): Promise<RunningProject> {
  const port = String(await findFreePort())
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: ownEnv({ ORIGIN: origin, PORT: port, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => {
    said = (said + text.toString()).slice(-4_000)
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  await new Promise<void>((done, fail) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      said = `${said}\n${line}`.slice(-4_000)
      if (line.includes('Listening') || line.includes('Ready in')) done()
    })
    child.once('exit', (code) => fail(new Error(`${args.join(' ')} ended with ${code}: ${said}`)))
  })
  return {
    origin,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
