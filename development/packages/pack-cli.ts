import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { z } from 'zod'
import { listLicencesOf } from './list-licences-of'
import { asJson, packFolder } from './pack-folder'

const SOURCES = 'packages/cli'

/** Packages that are CommonJS still ask for Node.js's own modules by `require`. */
const HEAD = "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

/**
 * Packs the program `turnpike` as an npm package that depends on nothing: its sources and the libraries that they use in
 * one bundle, with the licences of all of them. Returns the file's path.
 */
export function packCli(destination: string): Promise<string> {
  return packFolder({ sources: SOURCES, destination }, async (folder, { version }) => {
    const { metafile } = await build({
      entryPoints: { turnpike: 'lib/processes/cli/main.ts' },
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
    const program = join(folder, 'bin/turnpike.mjs')
    writeFileSync(program, `#!/usr/bin/env node\n${readFileSync(program, 'utf8')}`, { mode: 0o755 })
    writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.md'), listLicencesOf(Object.keys(metafile.inputs)))
    const server = z.object({ packages: z.array(z.object({}).passthrough()) }).passthrough()
    const described = server.parse(JSON.parse(readFileSync(join(SOURCES, 'server.json'), 'utf8')))
    const packages = described.packages.map((one) => ({ ...one, version }))
    writeFileSync(join(folder, 'server.json'), asJson({ ...described, version, packages }))
    return manifest
  })
}

const manifest = {
  name: 'turnpike-cli',
  description: 'Buys from anybody who sells behind HTTP 402 (x402): for people, scripts and agents.',
  type: 'module',
  bin: { turnpike: 'bin/turnpike.mjs' },
  files: ['bin', 'skill', 'server.json', 'THIRD-PARTY-LICENSES.md'],
  keywords: ['x402', '402', 'payments', 'mcp', 'agents'],
  publishConfig: { access: 'public', provenance: true },
}
