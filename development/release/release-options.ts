import { parseArgs } from 'node:util'
import { DomainError } from '@/lib/base/infra/domain-error'

export type ReleaseOptions = { version: string; isDryRun: boolean; isPacked: boolean }

const RELEASE_USAGE = `Usage: npm run release                            builds what a deployment runs, into dist
       npm run release -- <version> [options]   makes that version here; publishes nothing
  <version>   three numbers, such as 1.2.0
  --dry-run   say what would be done, and change nothing
  --no-pack   leave out the npm packages`

/** Reads the command line of a release; null when it names nothing. Throws USAGE for unknown arguments. */
export function parseReleaseOptions(args: string[]): ReleaseOptions | null {
  if (args.length === 0) return null
  const { values, positionals } = parse(args)
  const [version = '', ...more] = positionals
  if (more.length > 0 || !/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) {
    throw new DomainError('USAGE', `A version is three numbers, not “${positionals.join(' ')}”.\n${RELEASE_USAGE}`)
  }
  return { version, isDryRun: values['dry-run'] === true, isPacked: values['no-pack'] !== true }
}

function parse(args: string[]) {
  const flag = { type: 'boolean' as const }
  try {
    return parseArgs({ args, options: { 'dry-run': flag, 'no-pack': flag }, allowPositionals: true })
  } catch (cause) {
    throw new DomainError('USAGE', `${(cause as Error).message}\n${RELEASE_USAGE}`, { cause })
  }
}
