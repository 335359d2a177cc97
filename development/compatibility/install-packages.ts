import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const here = import.meta.dirname
const packagesFolder = join(here, 'packages')

/**
 * Installs the packages of others in `folder`, by their lock file and without running a script of theirs, and puts the
 * programs beside them. What is there already from the same lock file is kept.
 */
export function installPackages(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const lock = readFileSync(join(packagesFolder, 'package-lock.json'))
  const mark = createHash('sha256').update(lock).digest('hex')
  const markFile = join(folder, 'installed')
  if (!existsSync(markFile) || readFileSync(markFile, 'utf8') !== mark) {
    rmSync(markFile, { force: true })
    cpSync(packagesFolder, folder, { recursive: true })
    execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: folder, stdio: 'inherit' })
    writeFileSync(markFile, mark)
  }
  cpSync(join(here, 'programs'), folder, { recursive: true })
}

/** `@x402/fetch@2.9.0` of a package as it is installed, by the name that it has at the registry. */
export function labelOf(folder: string, name: string): string {
  const { name: published, version } = JSON.parse(
    readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
  ) as { name: string; version: string }
  return `${published}@${version}`
}
