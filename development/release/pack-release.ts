import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runIn } from './run-in'

/** The folder of each version's packages; git ignores it. */
export const RELEASES = 'releases'

export type PackedRelease = { keep: () => void; discard: () => void }

/**
 * Packs the npm packages of a repository's files, with `SHA256SUMS` as `sha256sum` reads it: into `destination` when
 * they are kept, else into nothing.
 */
export function packRelease(folder: string, destination: string): PackedRelease {
  mkdirSync(join(folder, RELEASES), { recursive: true })
  const making = mkdtempSync(join(folder, RELEASES, 'making-'))
  const discard = () => rmSync(making, { recursive: true, force: true })
  try {
    // By the repository's own programs: they pack the files beside them.
    runIn(folder, 'npm', ['run', '--silent', 'package', '--', making])
    const sums = readdirSync(making).map((name) => {
      const sum = createHash('sha256')
        .update(readFileSync(join(making, name)))
        .digest('hex')
      return `${sum}  ${name}\n`
    })
    writeFileSync(join(making, 'SHA256SUMS'), sums.join(''))
  } catch (error) {
    discard()
    throw error
  }
  return {
    discard,
    keep: () => {
      rmSync(join(folder, destination), { recursive: true, force: true })
      renameSync(making, join(folder, destination))
    },
  }
}
