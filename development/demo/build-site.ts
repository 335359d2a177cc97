import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bareEnv } from '@/lib/base/infra/bare-env'
import { DomainError } from '@/lib/base/infra/domain-error'
import { nextCli } from './next-cli'
import { hashSources } from './source-hash'

const stampFile = join('.next', 'turnpike-sources')

/** Whether the build in `.next` was made from the present sources. */
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
