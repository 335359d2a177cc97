import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DomainError } from '@/lib/infra/domain-error'
import { bareEnv } from '@/lib/infra/env'

/** A folder that `npm run release` has made. */
export type Release = {
  name: string
  /** The program that serves. */
  server: string
  /** Applies its migrations. Returns what it says of them. */
  migrate: (databaseUrl: string) => string
}

/** The release of the files here. */
export const makeOwnRelease = (): Release => release('This version', process.cwd())

/**
 * The release of another commit, made in `folder` from its files alone. Refuses with USAGE what git does not know.
 */
export function makeReleaseOf(ref: string, folder: string): Release {
  mkdirSync(folder)
  try {
    const files = execFileSync('git', ['archive', ref], { maxBuffer: 1024 ** 3, stdio: ['ignore', 'pipe', 'ignore'] })
    execFileSync('tar', ['-x', '-C', folder], { input: files })
  } catch (cause) {
    throw new DomainError('USAGE', `git knows no commit ${ref}: name a tag or a commit of this repository.`, { cause })
  }
  takePackages(folder)
  return release(ref, folder)
}

function release(name: string, folder: string): Release {
  run(folder, 'npm', ['run', '--silent', 'release'])
  const dist = resolve(folder, 'dist')
  return {
    name,
    server: join(dist, 'server.js'),
    migrate: (databaseUrl) => run(dist, process.execPath, ['bin/migrate.mjs'], { DATABASE_URL: databaseUrl }),
  }
}

/** The packages that are here where it asks for the same, by hard links where they can be; else those that it asks for. */
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

function run(cwd: string, command: string, args: string[], env: Record<string, string> = {}): string {
  try {
    return execFileSync(command, args, { cwd, env: bareEnv(env), encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string } // As Node.js documents.
    const said = `${stdout}${stderr}`.trim().split('\n').slice(-15).join('\n')
    throw new DomainError('BUILD_FAILED', `${command} ${args.join(' ')} failed in ${cwd}:\n${said}`, { cause })
  }
}
