import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { z } from 'zod'
import { nodeBundle } from '@/development/programs/node-bundle'
import { listLicencesOf } from './list-licences-of'
import { readManifest, refuseUntested } from './read-manifest'
import { writeTypes } from './write-types'

const projectSchema = z.object({
  version: z.string(),
  license: z.string(),
  engines: z.record(z.string()),
  dependencies: z.record(z.string()),
})

type Project = z.infer<typeof projectSchema>

/** Not packed as they are: the packed files are made from them. */
const made = ['src', 'bin', 'package.json', 'node_modules']

/**
 * Packs an npm package of the project's version: `fill` writes into a folder that has the project's licence and the
 * content of `sources` without its code. Returns the file's path.
 */
async function packFolder(
  { sources, destination }: { sources: string; destination: string },
  fill: (folder: string, project: Project) => Promise<void>,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-package-'))
  try {
    cpSync(sources, folder, { recursive: true, filter: (file) => !made.includes(basename(file)) })
    cpSync('LICENSE', join(folder, 'LICENSE'))
    const manifest = readManifest(sources)
    const project = projectSchema.parse(JSON.parse(readFileSync('package.json', 'utf8')))
    await fill(folder, project)
    const { version, license, engines } = project
    const { name, ...own } = manifest
    writeFileSync(
      join(folder, 'package.json'),
      `${JSON.stringify({ name, version, ...own, license, engines }, null, 2)}\n`,
    )
    mkdirSync(destination, { recursive: true })
    await promisify(execFile)('npm', ['pack', '--pack-destination', destination, folder])
    return join(destination, `${name}-${version}.tgz`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Writes a program into a package's folder as `bin/<name>.mjs`: its sources and their libraries in one bundle, with the
 * licences of all of them beside it.
 */
async function bundleProgram({ folder, name, source }: { folder: string; name: string; source: string }) {
  const { metafile } = await build({
    ...nodeBundle,
    outExtension: { '.js': '.mjs' },
    entryPoints: { [name]: source },
    outdir: join(folder, 'bin'),
    chunkNames: 'parts/[hash]',
    minify: true,
    keepNames: true,
    legalComments: 'none',
    metafile: true,
  })
  const program = join(folder, `bin/${name}.mjs`)
  writeFileSync(program, `#!/usr/bin/env node\n${readFileSync(program, 'utf8')}`, { mode: 0o755 })
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.md'), listLicencesOf(Object.keys(metafile.inputs)))
}

const packProgram = (sources: string, name: string) => (destination: string) =>
  packFolder({ sources, destination }, (folder) =>
    bundleProgram({ folder, name, source: join(sources, 'src/main.ts') }),
  )

/** Each packs an npm package without dependencies, and returns the file's path. */
export const packCli = packProgram('packages/cli', 'turnpike')
export const packConformance = packProgram('packages/conformance', 'turnpike-conformance')

const GATE = 'packages/gate'
const ENTRY = `${GATE}/src/index.ts`

/**
 * Packs the gate as an npm package: the sources that run in the site, with types and migrations. Returns the file's path.
 * A user's project installs its dependencies beside it: clients of databases and chains, which it may have already, and
 * the SDK, whose schemes decide what a payment is. Everything else is small or only for us, and is in the bundle.
 */
export function packGate(destination: string): Promise<string> {
  return packFolder({ sources: GATE, destination }, async (folder, project) => {
    const { dependencies = {} } = readManifest(GATE)
    refuseUntested(dependencies, project.dependencies)
    const { metafile } = await build({
      ...nodeBundle,
      entryPoints: { index: ENTRY },
      // Same depth as the sources, which find the migrations relative to their own path.
      outdir: join(folder, 'dist/esm/src'),
      chunkNames: 'parts-[hash]',
      legalComments: 'none',
      metafile: true,
      external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
    })
    writeTypes(ENTRY, join(folder, 'dist/types'))
    cpSync('prisma/migrations', join(folder, 'prisma/migrations'), { recursive: true })
    cpSync('CHANGELOG.md', join(folder, 'CHANGELOG.md'))
    writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.md'), listLicencesOf(Object.keys(metafile.inputs)))
  })
}
