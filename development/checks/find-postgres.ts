import { existsSync } from 'node:fs'
import { findSystemPostgres } from '@/development/database/system-postgres'
import { DomainError } from '@/lib/base/infra/domain-error'
import { installDebianPackage } from './install-debian-package'

/**
 * Ensures that the system's PostgreSQL is installed, since the embedded one lacks its client programs: installs it
 * where we may. Throws POSTGRES_TOOL with what to do.
 */
export async function findOrInstallPostgres(): Promise<void> {
  if (findSystemPostgres()) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('pg_dump is missing; installing the Debian package postgresql.')
    await installDebianPackage('postgresql')
  }
  if (findSystemPostgres()) return
  throw new DomainError(
    'POSTGRES_TOOL',
    'The tests of backups need pg_dump, pg_restore and their server, and could not install them: ' +
      "install PostgreSQL with your system's package manager, so that pg_dump or pg_config is in the PATH.",
  )
}
