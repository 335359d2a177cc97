import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runIn } from '@/development/release/run-in'
import { bareEnv } from '@/lib/base/infra/bare-env'
import { DomainError } from '@/lib/base/infra/domain-error'

/** A folder that `npm run release` has made. */
export type Release = {
  name: string
  /** The program that serves. */
  server: string
  /** Applies its migrations. Returns the output. */
  migrate: (databaseUrl: string) => string
}

/** The release in a folder. Refuses with USAGE a folder without one. */
export function releaseIn(folder: string, name = `The release in ${folder}`): Release {
  const server = resolve(folder, 'server.js')
  // Each command of the operator was a program before.
  const programs = [['bin/turnpike-site.mjs', 'migrate'], ['bin/migrate.mjs']] as const
  const found = programs.find(([file]) => existsSync(resolve(folder, file)))
  if (!existsSync(server) || !found)
    throw new DomainError('USAGE', `${folder} holds no release: npm run release makes one in dist.`)
  return {
    name,
    server,
    migrate: (databaseUrl) =>
      run(folder, process.execPath, [resolve(folder, found[0]), ...found.slice(1)], { DATABASE_URL: databaseUrl }),
  }
}

/** The release of the present files; a kept one when they are those of a commit. */
export function makeOwnRelease(keptIn: string | null): Release {
  const name = 'This version'
  const isCommitted = run('.', 'git', ['status', '--porcelain']) === ''
  if (keptIn !== null && isCommitted) return { ...makeReleaseOf('HEAD', keptIn), name }
  run('.', 'npm', ['run', '--silent', 'release'])
  return releaseIn('dist', name)
}

/**
 * The release of a commit, made only from its files into a folder of `releases` with the commit's name, unless it is
 * there. Refuses with USAGE a ref that git does not know.
 */
export function makeReleaseOf(ref: string, releases: string): Release {
  const made = join(releases, commitOf(ref))
  if (!existsSync(made)) {
    mkdirSync(releases, { recursive: true })
    const sources = mkdtempSync(join(releases, 'making-'))
    try {
      const files = execFileSync('git', ['archive', ref], { maxBuffer: 1024 ** 3 })
      execFileSync('tar', ['-x', '-C', sources], { input: files })
      takePackages(sources)
      run(sources, 'npm', ['run', '--silent', 'release'])
      renameSync(join(sources, 'dist'), made)
    } finally {
      rmSync(sources, { recursive: true, force: true })
    }
  }
  return releaseIn(made, ref)
}

function commitOf(ref: string): string {
  try {
    return execFileSync('git', ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch (cause) {
    throw new DomainError('USAGE', `git knows no commit ${ref}: name a tag or a commit of this repository.`, { cause })
  }
}

/** The installed packages where its lock file is the same, by hard links where possible; else its own. */
function takePackages(folder: string): void {
  const isSame = readFileSync('package-lock.json', 'utf8') === readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (!isSame) return void run(folder, 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  try {
    run('.', 'cp', ['-al', 'node_modules', folder])
  } catch {
    // Another file system.
    run('.', 'cp', ['-a', 'node_modules', folder])
  }
}

/** Without this process's settings of databases and the like. */
const run = (folder: string, command: string, args: string[], env: Record<string, string> = {}): string =>
  runIn(folder, command, args, { env: bareEnv(env) })
