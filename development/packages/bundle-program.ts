import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { listLicencesOf } from './list-licences-of'

/** CommonJS packages still load Node.js's own modules by `require`. */
const HEAD = "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

/**
 * Writes a program into a package's folder as `bin/<name>.mjs`: its sources and their libraries in one bundle, with the
 * licences of all of them beside it.
 */
export async function bundleProgram({ folder, name, source }: { folder: string; name: string; source: string }) {
  const { metafile } = await build({
    entryPoints: { [name]: source },
    outdir: join(folder, 'bin'),
    outExtension: { '.js': '.mjs' },
    chunkNames: 'parts/[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    keepNames: true,
    legalComments: 'none',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    metafile: true,
    banner: { js: HEAD },
    logLevel: 'warning',
  })
  const program = join(folder, `bin/${name}.mjs`)
  writeFileSync(program, `#!/usr/bin/env node\n${readFileSync(program, 'utf8')}`, { mode: 0o755 })
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.md'), listLicencesOf(Object.keys(metafile.inputs)))
}
