import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { listLicencesOf } from './list-licences-of'
import { packFolder } from './pack-folder'
import { writeTypes } from './write-types'

const ENTRY = 'packages/gate/src/index.ts'

/**
 * What a user's project installs beside it: clients of databases and chains, which it may have already, and the SDK, whose
 * schemes decide what a payment is. All else is small or is for us alone, and lies in the bundle.
 */
const dependencies = [
  '@solana-program/token',
  '@solana/kit',
  '@x402/core',
  '@x402/evm',
  '@x402/extensions',
  '@x402/svm',
  'pg',
  'pino',
  'secp256k1',
  'viem',
  'zod',
]

/** The SDK is not stable yet: another version may read a payment otherwise than the one that was tested. */
const isPinned = (name: string) => name.startsWith('@x402/')

/**
 * Packs the gate as an npm package: the sources that run in the site, with types and migrations. Returns the file's path.
 */
export function packGate(destination: string): Promise<string> {
  return packFolder({ sources: 'packages/gate', destination }, async (folder, project) => {
    const { metafile } = await build({
      entryPoints: { index: ENTRY },
      // As deep as the sources, which look for the migrations from where they lie.
      outdir: join(folder, 'dist/esm/src'),
      chunkNames: 'parts-[hash]',
      bundle: true,
      splitting: true,
      legalComments: 'none',
      platform: 'node',
      format: 'esm',
      target: 'node20',
      metafile: true,
      external: dependencies.flatMap((name) => [name, `${name}/*`]),
      banner: { js: HEAD },
      logLevel: 'warning',
    })
    writeTypes(ENTRY, join(folder, 'dist/types'))
    cpSync('prisma/migrations', join(folder, 'prisma/migrations'), { recursive: true })
    cpSync('CHANGELOG.md', join(folder, 'CHANGELOG.md'))
    writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.md'), listLicencesOf(Object.keys(metafile.inputs)))
    return { ...manifest, dependencies: versionsOf(project.dependencies) }
  })
}

/** Packages that are CommonJS still ask for Node.js's own modules by `require`. */
const HEAD = "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

function versionsOf(known: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    dependencies.map((name) => {
      const version = known[name]
      if (version === undefined) throw new Error(`${name} is no dependency of the project.`)
      return [name, isPinned(name) ? version : `^${version}`]
    }),
  )
}

const manifest = {
  name: 'turnpike-gate',
  description:
    'Puts prices on the routes of a server (x402): Express, Hono, Next.js, fetch. Paid once, delivered once.',
  type: 'module',
  sideEffects: false,
  exports: {
    '.': { types: './dist/types/packages/gate/src/index.d.ts', default: './dist/esm/src/index.js' },
    './package.json': './package.json',
  },
  files: ['dist', 'prisma', 'CHANGELOG.md', 'THIRD-PARTY-LICENSES.md'],
  keywords: ['x402', '402', 'payments', 'express', 'hono', 'next'],
  publishConfig: { access: 'public', provenance: true },
}
