import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { findSystemPostgres } from '@/development/database/postgres-programs'
import { DomainError } from '@/lib/base/infra/domain-error'
import { parseToolEnv } from '@/lib/base/infra/env'
import { runCommand, runPackageCommand } from './check'

const headlessShell = 'chromium-headless-shell'
const commandNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The browser for tests: CHROMIUM_BIN, Playwright's own, or a working one of the system; null when there is none. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  const { chromiumPath } = parseToolEnv(env)
  if (chromiumPath) return chromiumPath
  return [chromium.executablePath(), ...inPath(commandNames, env)].find(works) ?? null
}

/**
 * The browser for tests of pages: Chromium's headless shell where it is installed, which draws no windows and so takes
 * half the processor time. It has no viewer for documents.
 */
export function findPageBrowser(env: NodeJS.ProcessEnv = process.env): string | null {
  const isChosen = parseToolEnv(env).chromiumPath !== undefined
  return (isChosen ? undefined : inPath([headlessShell], env).find(works)) ?? findChromium(env)
}

function inPath(names: string[], env: NodeJS.ProcessEnv): string[] {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.flatMap((folder) => names.map((name) => join(folder, name)))
}

/** Playwright's download brings no system libraries, and on some systems `chromium` only says how to install it. */
const works = (path: string) => spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0

/**
 * Installs the browsers for tests when there are none: Playwright's own, else the system's package where we may. The
 * headless shell only saves time, so that its absence is no failure. Throws CHROMIUM_MISSING with what to do.
 */
export async function installBrowsers(): Promise<void> {
  if (findChromium() === null) {
    console.log('Chromium is missing; downloading the one of Playwright.')
    const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' }
    await runPackageCommand('@playwright/test/cli.js', ['install', 'chromium'], env)
  }
  if (findChromium() === null) await installDebianPackage('chromium')
  const whole = findChromium()
  if (whole === null) {
    throw new DomainError(
      'CHROMIUM_MISSING',
      'The browser tests need Chromium and could not install it: run "npx playwright install --with-deps chromium", ' +
        "or install Chromium with your system's package manager, or set CHROMIUM_BIN to its path.",
    )
  }
  if (findPageBrowser() === whole && !parseToolEnv(process.env).chromiumPath) await installDebianPackage(headlessShell)
}

/**
 * Ensures that the system's PostgreSQL is installed, since the embedded one lacks its client programs: installs it
 * where we may. Throws POSTGRES_TOOL with what to do.
 */
export async function findOrInstallPostgres(): Promise<void> {
  if (findSystemPostgres()) return
  await installDebianPackage('postgresql')
  if (findSystemPostgres()) return
  throw new DomainError(
    'POSTGRES_TOOL',
    'The tests of backups need pg_dump, pg_restore and their server, and could not install them: ' +
      "install PostgreSQL with your system's package manager, so that pg_dump or pg_config is in the PATH.",
  )
}

/** Installs a package of Debian where we are root. Two checks may do so at once: one waits for the other. */
async function installDebianPackage(name: string): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing the Debian package ${name}.`)
  const wait = ['-o', 'DPkg::Lock::Timeout=300']
  await runCommand('apt-get', [...wait, 'update'])
  const install = [...wait, 'install', '-y', '--no-install-recommends', name]
  await runCommand('apt-get', install, { DEBIAN_FRONTEND: 'noninteractive' })
}
