import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { nodeBundle } from '@/development/programs/node-bundle'
import { listLicencesOf } from './list-licences-of'

/**
 * Writes a program into a package's folder as `bin/<name>.mjs`: its sources and their libraries in one bundle, with the
 * licences of all of them beside it.
 */
export async function bundleProgram({ folder, name, source }: { folder: string; name: string; source: string }) {
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
