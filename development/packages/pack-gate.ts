import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { nodeBundle } from '@/development/programs/node-bundle'
import { listLicencesOf } from './list-licences-of'
import { packFolder } from './pack-folder'
import { readManifest } from './read-manifest'
import { refuseUntested } from './refuse-untested'
import { writeTypes } from './write-types'

const SOURCES = 'packages/gate'
const ENTRY = `${SOURCES}/src/index.ts`

/**
 * Packs the gate as an npm package: the sources that run in the site, with types and migrations. Returns the file's path.
 * A user's project installs its dependencies beside it: clients of databases and chains, which it may have already, and
 * the SDK, whose schemes decide what a payment is. Everything else is small or only for us, and is in the bundle.
 */
export function packGate(destination: string): Promise<string> {
  return packFolder({ sources: SOURCES, destination }, async (folder, project) => {
    const { dependencies = {} } = readManifest(SOURCES)
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
    return {}
  })
}
