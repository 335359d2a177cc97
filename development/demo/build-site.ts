import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { bareEnv } from '@/lib/base/infra/bare-env'
import { DomainError } from '@/lib/base/infra/domain-error'

const stampFile = join('.next', 'turnpike-sources')

function isBuildFresh(): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hashSources()
}

/** Runs `next build` unless the last one was made from the same sources. Returns whether it ran. */
export async function buildSite(): Promise<boolean> {
  if (isBuildFresh()) return false
  const sources = hashSources()
  rmSync(stampFile, { force: true })
  const output = await runBuild()
  if (output !== null) throw new DomainError('BUILD_FAILED', `The site cannot be built:\n${output}`)
  writeFileSync(stampFile, sources)
  return true
}

/** Runs `next build`. Returns its output when it failed; null when it succeeded. */
export async function runBuild(extra: Record<string, string> = {}): Promise<string | null> {
  const variables = { NEXT_TELEMETRY_DISABLED: '1', NO_COLOR: '1', ...extra }
  const env = { ...bareEnv(variables), NODE_ENV: 'production' as const }
  const child = spawn(process.execPath, [nextCli(), 'build'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const collect = (chunk: Buffer) => (output = (output + chunk.toString('utf8')).slice(-20_000))
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const stopWithUs = () => child.kill('SIGTERM')
  process.once('exit', stopWithUs)
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  process.removeListener('exit', stopWithUs)
  return code === 0 ? null : output.trim()
}

const buildInputs = [
  'app',
  'development/build',
  'lib',
  'public',
  'prisma/schema',
  'package-lock.json',
  'next.config.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'proxy.ts',
  'instrumentation.ts',
  'instrumentation-client.ts',
]
const isLeftOut = (name: string) => /\.test\.tsx?$|\.d\.json\.ts$|^generated$|^artifacts$|\.sol$/.test(name)

/** One hash over everything that the build is made from, the same in every clone with the same files. */
export function hashSources(root = '.'): string {
  const hash = createHash('sha256').update(process.versions.node)
  for (const file of buildInputs.flatMap((input) => filesUnder(root, input))) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function filesUnder(root: string, path: string): string[] {
  const stats = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stats) return []
  if (!stats.isDirectory()) return [path]
  const names = readdirSync(join(root, path)).filter((name) => !isLeftOut(name))
  return names.sort().flatMap((name) => filesUnder(root, join(path, name)))
}

/** The program behind the `next` command, to be run by this same Node.js. */
const nextCli = () => createRequire(import.meta.url).resolve('next/dist/bin/next')
