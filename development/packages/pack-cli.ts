import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { z } from 'zod'

const SOURCES = 'packages/cli'

/** Packages that are CommonJS still ask for Node.js's own modules by `require`. */
const HEAD = "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

const projectSchema = z.object({
  version: z.string(),
  license: z.string(),
  engines: z.record(z.string()),
})

/**
 * Packs the program `turnpike` as an npm package that depends on nothing: its sources and the libraries that they use in
 * one bundle, with the licences of all of them. Returns the file's path.
 */
export async function packCli(destination: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-package-'))
  try {
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
    cpSync(SOURCES, folder, { recursive: true })
    cpSync('LICENSE', join(folder, 'LICENSE'))
    writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.md'), licencesOf(Object.keys(metafile.inputs)))
    const project = projectSchema.parse(JSON.parse(readFileSync('package.json', 'utf8')))
    const { version } = project
    writeFileSync(join(folder, 'package.json'), asJson({ ...manifest, ...project }))
    const server = z.object({ packages: z.array(z.object({}).passthrough()) }).passthrough()
    const described = server.parse(JSON.parse(readFileSync(join(SOURCES, 'server.json'), 'utf8')))
    const packages = described.packages.map((one) => ({ ...one, version }))
    writeFileSync(join(folder, 'server.json'), asJson({ ...described, version, packages }))
    mkdirSync(destination, { recursive: true })
    await promisify(execFile)('npm', ['pack', '--pack-destination', destination, folder])
    return join(destination, `${manifest.name}-${version}.tgz`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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

const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const nameSchema = z.object({ name: z.string(), version: z.string() })

/** The licences of all packages that any of the files belong to, as their authors ask for. */
function licencesOf(files: string[]): string {
  const folders = new Set(files.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []))
  const parts = [...folders].flatMap((folder) => {
    const parsed = nameSchema.safeParse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    if (!parsed.success) return []
    const { name, version } = parsed.data
    return [{ title: `${name} ${version}`, text: licenceIn(folder) }]
  })
  const sorted = [...new Map(parts.map((part) => [part.title, part.text]))].sort(([a], [b]) => (a < b ? -1 : 1))
  return `# Libraries in this package\n\n${sorted.map(([title, text]) => `## ${title}\n\n${text.trim()}\n`).join('\n')}`
}

function licenceIn(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.|-|$)/i.test(name))
  if (file !== undefined && existsSync(join(folder, file))) return readFileSync(join(folder, file), 'utf8')
  const { license } = z
    .object({ license: z.string() })
    .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  return `Licence: ${license}`
}
