import { parseArgs } from 'node:util'
import { DomainError } from '@/lib/base/infra/domain-error'

export type UpgradeOptions = {
  /** The older release: a commit's, or the one in a folder. */
  before: { ref: string } | { folder: string }
  /** The newer one: of the present files, or the one in a folder. */
  after: { folder: string } | null
  /** Where releases of commits are looked for, and kept. */
  keptIn: string | null
}

const UPGRADE_USAGE = `Usage: npx tsx development/upgrade-check/main.ts [<git ref>] [options]
  <git ref>          the commit or tag to upgrade from (HEAD^)
  --from <folder>    upgrade from a release that is made, as npm run release leaves it in dist
  --to <folder>      upgrade to a release that is made, instead of that of the files here
  --releases <folder>  keep releases of commits there, and take those that it has`

/** Reads the upgrade check's command line. Throws USAGE for unknown arguments, and for a commit beside `--from`. */
export function parseUpgradeOptions(args: string[]): UpgradeOptions {
  const { values, positionals } = parse(args)
  const { from, to, releases } = values
  if (positionals.length > (from === undefined ? 1 : 0) || [from, to, releases].includes(''))
    throw new DomainError('USAGE', UPGRADE_USAGE)
  return {
    before: from === undefined ? { ref: positionals[0] ?? 'HEAD^' } : { folder: from },
    after: to === undefined ? null : { folder: to },
    keptIn: releases ?? null,
  }
}

function parse(args: string[]) {
  const text = { type: 'string' as const }
  try {
    return parseArgs({ args, options: { from: text, to: text, releases: text }, allowPositionals: true })
  } catch (cause) {
    throw new DomainError('USAGE', `${(cause as Error).message}\n${UPGRADE_USAGE}`, { cause })
  }
}
