import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

/**
 * Finds anvil: the npm package of this platform, then the path in `ANVIL_BIN`, then PATH.
 * Fails with one sentence that says how to install it.
 */
export function findAnvilBinary(
  env: { ANVIL_BIN?: string; PATH?: string },
  findPackaged: () => string | null = packagedBinary,
): string {
  if (env.ANVIL_BIN !== undefined && env.ANVIL_BIN !== '') {
    if (isExecutable(env.ANVIL_BIN)) return env.ANVIL_BIN
    throw new Error(`ANVIL_BIN names ${env.ANVIL_BIN}, which is not an executable file.`)
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const candidates = [findPackaged(), ...folders.map((folder) => join(folder, 'anvil'))]
  const found = candidates.find((candidate) => candidate !== null && isExecutable(candidate))
  if (found) return found
  throw new Error(
    'No anvil for this platform: install Foundry (https://getfoundry.sh) so that anvil is on PATH, or set ANVIL_BIN.',
  )
}

function packagedBinary(): string | null {
  const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch as string] ?? process.arch
  try {
    return createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil`)
  } catch {
    // Absent on this platform: the package is optional.
    return null
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // A candidate that cannot be run is skipped; the caller reports when none is left.
    return false
  }
}
