import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import parseExpression from 'spdx-expression-parse'
import { z } from 'zod'
import type { CheckOutcome } from './check'

/** Counts the licences of a deployment's packages; fails on one that is neither permissive nor excused by name. */
export function checkLicences(root: string): CheckOutcome {
  const packages = listLicences(root)
  const problems = findLicenceProblems(packages, excusedLicences)
  const counts = new Map<string, number>()
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  const note = [...counts].sort(([, a], [, b]) => b - a).map(([licence, count]) => `${count} ${licence}`)
  const advice = 'Take another package or version, or excuse it with a reason in development/checks/licences.ts.'
  return { isOk: problems.length === 0, output: [...problems, advice].join('\n'), note: note.join(', ') }
}

/** Licences that ask for no more than attribution. Anything else is copyleft, restricted or unknown to us. */
const permissive = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 PSF-2.0 Python-2.0 Unlicense Zlib'.split(
    ' ',
  ),
)

/**
 * One line for each package whose licence is neither permissive nor excused by name, and for each unused excuse. Of `A
 * OR B` one has to be permissive, of `A AND B` both.
 */
export function findLicenceProblems(packages: LicensedPackage[], excuses: Excuse[]): string[] {
  const excused = new Set(excuses.flatMap(({ packages: names, licence }) => names.map((name) => key(name, licence))))
  const restricted = packages.filter(({ licence }) => !isPermissive(licence))
  const used = new Set(restricted.map(({ name, licence }) => key(name, licence)))
  return [
    ...restricted
      .filter(({ name, licence }) => !excused.has(key(name, licence)))
      .map(({ name, version, licence }) => `${name}@${version}: ${licence} is not a permissive licence.`),
    ...[...excused].filter((excuse) => !used.has(excuse)).map((excuse) => `${excuse}: the excuse has no use any more.`),
  ]
}

const key = (name: string, licence: string) => `${name} (${licence})`

function isPermissive(expression: string): boolean {
  try {
    return holds(parseExpression(expression))
  } catch {
    // No SPDX expression, such as "SEE LICENSE IN LICENSE": a person has to read it.
    return false
  }
}

function holds(info: ReturnType<typeof parseExpression>): boolean {
  if ('license' in info) return permissive.has(info.license)
  const left = holds(info.left)
  return info.conjunction === 'or' ? left || holds(info.right) : left && holds(info.right)
}

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

export type Excuse = { packages: string[]; licence: string; reason: string }

/**
 * Packages of the production tree whose licence is not on the permissive list, and why each may stay. An excuse holds
 * only for the licence that it names; one that is no longer needed fails the check.
 */
const excusedLicences: Excuse[] = [
  {
    packages:
      'darwin-arm64 darwin-x64 linux-arm linux-arm64 linux-ppc64 linux-riscv64 linux-s390x linux-x64 linuxmusl-arm64 linuxmusl-x64'
        .split(' ')
        .map((platform) => `@img/sharp-libvips-${platform}`),
    licence: 'LGPL-3.0-or-later',
    reason:
      'Decodes images, below sharp: libvips as a shared library, unchanged and replaceable. Nothing of it is bundled.',
  },
  {
    packages: ['@img/sharp-win32-arm64', '@img/sharp-win32-ia32', '@img/sharp-win32-x64'],
    licence: 'Apache-2.0 AND LGPL-3.0-or-later',
    reason: 'The same shared library, for Windows.',
  },
  {
    packages: ['@img/sharp-wasm32'],
    licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    reason: 'The same library as WebAssembly, in a file of its own.',
  },
  {
    packages: ['rpc-websockets'],
    licence: 'LGPL-3.0-only',
    reason: 'Comes with @solana/web3.js, unchanged, as a separate package that anyone may replace.',
  },
  {
    packages: ['@ethereumjs/rlp', '@ethereumjs/tx', '@ethereumjs/util'],
    licence: 'MPL-2.0',
    reason:
      'Copyleft by file, and the files are unchanged. They come with a wallet connector that the site does not load.',
  },
  {
    packages: ['caniuse-lite'],
    licence: 'CC-BY-4.0',
    reason: 'Data about browsers that the build reads; it asks for attribution only.',
  },
  {
    packages: ['text-encoding-utf-8'],
    licence: 'none',
    reason: 'Declares no licence; its LICENSE.md puts it into the public domain (Unlicense).',
  },
]
