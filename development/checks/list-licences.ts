import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

export type LicensedPackage = { name: string; version: string; licence: string; folder: string }

const lockedPackage = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  /** A package that lies in the project: it has no licence but its own. */
  link: z.boolean().optional(),
})
const lockFile = z.object({ packages: z.record(lockedPackage) })
const named = z.union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)])
const manifest = z.object({ license: named.optional(), licenses: z.union([named, z.array(named)]).optional() })

/**
 * Every package of others that a deployment may install, of all platforms, with its licence as an SPDX expression: from
 * package-lock.json, else from the package's own manifest, else `none`. Needs no network.
 */
export function listLicences(root: string): LicensedPackage[] {
  const { packages } = lockFile.parse(readJson(join(root, 'package-lock.json')))
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { name, version = '', license }]) => ({
      name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license ?? licenceInManifest(join(root, path, 'package.json')),
      folder: path,
    }))
}

/** Older manifests have an object, or a list of alternatives. */
function licenceInManifest(file: string): string {
  const parsed = manifest.safeParse(readJson(file))
  if (!parsed.success) return 'none'
  const { license, licenses = [] } = parsed.data
  const all = license === undefined ? [licenses].flat() : [license]
  return all.join(' OR ') || 'none'
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // A package of another platform is not installed; only the lock file names it.
    return null
  }
}
